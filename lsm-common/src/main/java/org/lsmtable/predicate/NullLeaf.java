package org.lsmtable.predicate;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/** True where a column is null, or where it is not. */
final class NullLeaf extends Leaf {
    private final boolean wantNull;

    NullLeaf(int column, boolean wantNull) {
        super(column);
        this.wantNull = wantNull;
    }

    @Override
    void refine(ColumnVector vector, int size, boolean[] on) {
        boolean[] nulls = vector.nulls();
        if (!wantNull) {
            refineToPresent(vector, size, on);
        } else if (nulls == null) {
            Arrays.fill(on, 0, size, false);
        } else {
            for (int i = 0; i < size; i++) {
                on[i] &= nulls[i];
            }
        }
    }

    @Override
    boolean mayMatch(ValueIndex index) throws IOException {
        return wantNull ? index.mayHoldNull() : index.mayHoldValue();
    }

    @Override
    @Nullable
    BitSet rows(ValueIndex index) throws IOException {
        return wantNull ? index.rowsOfNull() : index.rowsOfValue();
    }

    @Override
    boolean mayMatch(ColumnRange range) {
        Long nullCount = range.nullCount();
        if (nullCount == null || nullCount < 0) {
            return true;
        }
        return wantNull ? nullCount > 0 : !isAllNull(range);
    }
}
