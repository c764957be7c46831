package org.lsmtable.predicate;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** True where the word of a column lies within two bounds, both included; or, inverted, where it lies outside. */
final class WordRange extends Leaf {
    private final WordLiterals literals;
    private final long from;
    private final long to;
    private final boolean inside;

    /** Bounds with {@code from <= to}, both possible words of the order. */
    WordRange(int column, WordLiterals literals, long from, long to, boolean inside) {
        super(column);
        this.literals = literals;
        this.from = from;
        this.to = to;
        this.inside = inside;
    }

    @Override
    void refine(ColumnVector vector, int size, boolean[] on) {
        switch (literals.order()) {
            case INT -> refineInts(((IntVector) vector).values(), size, on);
            case FLOAT -> refineFloats(((IntVector) vector).values(), size, on);
            case LONG -> refineLongs(((LongVector) vector).values(), size, on);
            case DOUBLE -> refineDoubles(((LongVector) vector).values(), size, on);
        }
        refineToPresent(vector, size, on);
    }

    // from <= v && v <= to in one comparison without a branch: v - from, as unsigned, is not above to - from

    private static int unsigned(int word) {
        return word + Integer.MIN_VALUE;
    }

    private static long unsigned(long word) {
        return word + Long.MIN_VALUE;
    }

    private void refineInts(int[] values, int size, boolean[] on) {
        int low = (int) from;
        int span = unsigned((int) to - low);
        for (int i = 0; i < size; i++) {
            on[i] &= (unsigned(values[i] - low) <= span) == inside;
        }
    }

    private void refineFloats(int[] values, int size, boolean[] on) {
        int low = (int) from;
        int span = unsigned((int) to - low);
        for (int i = 0; i < size; i++) {
            int value = WordOrder.ofFloatBits(values[i]);
            on[i] &= (unsigned(value - low) <= span) == inside;
        }
    }

    private void refineLongs(long[] values, int size, boolean[] on) {
        long low = from;
        long span = unsigned(to - low);
        for (int i = 0; i < size; i++) {
            on[i] &= (unsigned(values[i] - low) <= span) == inside;
        }
    }

    private void refineDoubles(long[] values, int size, boolean[] on) {
        long low = from;
        long span = unsigned(to - low);
        for (int i = 0; i < size; i++) {
            long value = WordOrder.ofDoubleBits(values[i]);
            on[i] &= (unsigned(value - low) <= span) == inside;
        }
    }

    @Override
    boolean mayMatch(ValueIndex index) throws IOException {
        return from == to ? mayMatch(index, literals.vector(new long[] {from}), inside) : super.mayMatch(index);
    }

    @Override
    @Nullable
    BitSet rows(ValueIndex index) throws IOException {
        return from == to ? rows(index, literals.vector(new long[] {from}), inside) : super.rows(index);
    }

    @Override
    boolean mayMatch(ColumnRange range) {
        if (isAllNull(range)) {
            return false;
        }
        long min = literals.lowerBound(range.min());
        long max = literals.upperBound(range.max());
        return inside ? min <= to && max >= from : min < from || max > to;
    }

    /** True where the word of a column is one of some; or, inverted, where it is none of them. */
    static final class Listed extends Leaf {
        private final WordLiterals literals;
        private final long[] sorted;
        private final boolean inside;

        /** At least one word, ascending. */
        Listed(int column, WordLiterals literals, long[] sorted, boolean inside) {
            super(column);
            this.literals = literals;
            this.sorted = sorted;
            this.inside = inside;
        }

        @Override
        void refine(ColumnVector vector, int size, boolean[] on) {
            refineToPresent(vector, size, on);
            boolean floating = literals.order().isFloating();
            if (vector instanceof IntVector ints) {
                int[] values = ints.values();
                for (int i = 0; i < size; i++) {
                    on[i] = on[i] && isListed(floating ? WordOrder.ofFloatBits(values[i]) : values[i]) == inside;
                }
            } else {
                long[] values = ((LongVector) vector).values();
                for (int i = 0; i < size; i++) {
                    on[i] = on[i] && isListed(floating ? WordOrder.ofDoubleBits(values[i]) : values[i]) == inside;
                }
            }
        }

        private boolean isListed(long word) {
            return Arrays.binarySearch(sorted, word) >= 0;
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
        boolean mayMatch(ColumnRange range) {
            if (isAllNull(range)) {
                return false;
            }
            long min = literals.lowerBound(range.min());
            long max = literals.upperBound(range.max());
            if (!inside) {
                return min != max || !isListed(min);
            }
            int at = Arrays.binarySearch(sorted, min);
            int first = at >= 0 ? at : -at - 1;
            return first < sorted.length && sorted[first] <= max;
        }
    }
}
