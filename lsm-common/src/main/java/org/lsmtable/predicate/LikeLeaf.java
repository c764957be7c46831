package org.lsmtable.predicate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** True where a text matches a LIKE pattern; or, inverted, where it does not. */
final class LikeLeaf extends BytesLeaf {
    private final BytesLiterals literals;
    private final LikePattern pattern;
    private final byte[] prefix;

    LikeLeaf(int column, BytesLiterals literals, LikePattern pattern, boolean inside) {
        super(column, inside);
        this.literals = literals;
        this.pattern = pattern;
        this.prefix = pattern.prefix();
    }

    @Override
    boolean matches(byte[] bytes, int start, int end) {
        return pattern.matches(bytes, start, end);
    }

    /** Only texts with the pattern's prefix match: some of them must lie between the bounds. */
    @Override
    boolean mayMatchBounds(@Nullable Object min, @Nullable Object max) {
        byte[] low = literals.bound(min);
        byte[] high = literals.bound(max);
        if (!inside) {
            return low == null || !Arrays.equals(low, high) || !matches(low, 0, low.length);
        }
        boolean allBelow = high != null && literals.compare(high, prefix) < 0;
        boolean allAbove = low != null && literals.compare(cut(low), prefix) > 0;
        return !allBelow && !allAbove;
    }

    private byte[] cut(byte[] bytes) {
        return bytes.length <= prefix.length ? bytes : Arrays.copyOf(bytes, prefix.length);
    }
}
