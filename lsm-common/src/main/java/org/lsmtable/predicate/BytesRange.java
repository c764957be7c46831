package org.lsmtable.predicate;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** True where a byte string lies between two bounds. */
final class BytesRange extends BytesLeaf {
    private final BytesLiterals literals;
    private final @Nullable Bound from;
    private final @Nullable Bound to;

    /** One end of a range. */
    static final class Bound {
        private final byte[] value;
        private final boolean isIncluded;

        Bound(byte[] value, boolean isIncluded) {
            this.value = value;
            this.isIncluded = isIncluded;
        }
    }

    /** A range; a null bound is none. */
    BytesRange(int column, BytesLiterals literals, @Nullable Bound from, @Nullable Bound to) {
        super(column, true);
        this.literals = literals;
        this.from = from;
        this.to = to;
    }

    @Override
    boolean matches(byte[] bytes, int start, int end) {
        if (from != null) {
            int sign = literals.compare(from.value, bytes, start, end);
            if (sign > 0 || (sign == 0 && !from.isIncluded)) {
                return false;
            }
        }
        if (to != null) {
            int sign = literals.compare(to.value, bytes, start, end);
            return sign > 0 || (sign == 0 && to.isIncluded);
        }
        return true;
    }

    @Override
    boolean mayMatchBounds(@Nullable Object min, @Nullable Object max) {
        byte[] low = literals.bound(min);
        byte[] high = literals.bound(max);
        if (to != null && low != null) {
            int sign = literals.compare(to.value, low);
            if (sign < 0 || (sign == 0 && !to.isIncluded)) {
                return false;
            }
        }
        if (from != null && high != null) {
            int sign = literals.compare(from.value, high);
            return sign < 0 || (sign == 0 && from.isIncluded);
        }
        return true;
    }

    /** True where a byte string is one of some; or, inverted, where it is none of them. */
    static final class Listed extends BytesLeaf {
        private final BytesLiterals literals;
        private final byte[][] sorted;

        /** At least one byte string, ascending. */
        Listed(int column, BytesLiterals literals, byte[][] sorted, boolean inside) {
            super(column, inside);
            this.literals = literals;
            this.sorted = sorted;
        }

        @Override
        boolean matches(byte[] bytes, int start, int end) {
            if (sorted.length == 1) {
                return Arrays.equals(sorted[0], 0, sorted[0].length, bytes, start, end);
            }
            return isListed(firstNotBelow(bytes, start, end), bytes, start, end);
        }

        private boolean isListed(int at, byte[] bytes, int start, int end) {
            return at < sorted.length && literals.compare(sorted[at], bytes, start, end) == 0;
        }

        private int firstNotBelow(byte[] bytes, int start, int end) {
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (literals.compare(sorted[middle], bytes, start, end) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        @Override
        boolean mayMatch(ValueIndex index) throws IOException {
            return mayMatch(index, literals.vector(sorted), inside);
        }

        @Override
        @Nullable
        BitSet rows(ValueIndex index) throws IOException {
            return rows(index, literals.vector(sorted), inside);
        }

        @Override
        boolean mayMatchBounds(@Nullable Object min, @Nullable Object max) {
            byte[] low = literals.bound(min);
            byte[] high = literals.bound(max);
            if (!inside) {
                return low == null || !Arrays.equals(low, high) || !matches(low, 0, low.length);
            }
            int first = low == null ? 0 : firstNotBelow(low, 0, low.length);
            return first < sorted.length && (high == null || literals.compare(sorted[first], high) <= 0);
        }
    }
}
