package org.lsmtable.predicate;

import java.io.IOException;
import java.util.BitSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
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
    public final boolean mayMatchIndexed(ValueIndex.ByColumn indexes) throws IOException {
        return mayMatch(indexes.of(column));
    }

    @Override
    public final @Nullable BitSet rows(ValueIndex.ByColumn indexes) throws IOException {
        return rows(indexes.of(column));
    }

    @Override
    public final void collectColumns(Set<Integer> columns) {
        columns.add(column);
    }

    abstract void refine(ColumnVector vector, int size, boolean[] on);

    abstract boolean mayMatch(ColumnRange range);

    /** Unless it knows better: that some row is not null. */
    boolean mayMatch(ValueIndex index) throws IOException {
        return index.mayHoldValue();
    }

    /** Unless it knows better: those that are not null. */
    @Nullable
    BitSet rows(ValueIndex index) throws IOException {
        return index.rowsOfValue();
    }

    /** The rows that may be listed, or, if not wanted inside, may be neither listed nor null. */
    static @Nullable BitSet rows(ValueIndex index, ColumnVector listed, boolean inside) throws IOException {
        return inside ? index.rowsOfAny(listed) : index.rowsOfOther(listed);
    }

    /** Whether a row may be listed, or, if not wanted inside, may be neither listed nor null. */
    static boolean mayMatch(ValueIndex index, ColumnVector listed, boolean inside) throws IOException {
        return inside ? index.mayHoldAny(listed) : index.mayHoldOther(listed);
    }

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
