package org.lsmtable.predicate;

import java.util.Set;
import java.util.function.IntFunction;
import org.lsmtable.vector.ColumnVector;

/** A node that looks at one column. Where the column is null, only {@link NullLeaf} can be true. */
abstract class Leaf implements Node {
    private final int column;

    Leaf(int column) {
        this.column = column;
    }

    @Override
    public final void refine(IntFunction<ColumnVector> vectors, int size, boolean[] on) {
        refine(vectors.apply(column), size, on);
    }

    @Override
    public final boolean mayMatch(IntFunction<ColumnRange> ranges) {
        return mayMatch(ranges.apply(column));
    }

    @Override
    public final void collectColumns(Set<Integer> columns) {
        columns.add(column);
    }

    abstract void refine(ColumnVector vector, int size, boolean[] on);

    abstract boolean mayMatch(ColumnRange range);

    /** Turns off the rows that are null. */
    static void refineToPresent(ColumnVector vector, int size, boolean[] on) {
        boolean[] nulls = vector.nulls();
        if (nulls != null) {
            for (int i = 0; i < size; i++) {
                on[i] &= !nulls[i];
            }
        }
    }

    static boolean isAllNull(ColumnRange range) {
        Long nullCount = range.nullCount();
        return nullCount != null && nullCount >= 0 && nullCount == range.rowCount();
    }
}
