package org.lsmtable.format.parquet;

import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** The statistics of one column over the whole file. */
final class ColumnTotals {
    private final ParquetColumn column;
    private Bounds bounds = Bounds.NONE;
    private long nulls;

    ColumnTotals(ParquetColumn column) {
        this.column = column;
    }

    /** Takes a row group into account. */
    void add(EncodedChunk chunk) {
        bounds = bounds.and(chunk.bounds(column.order()), column.order());
        nulls += chunk.nulls();
    }

    /** What the totals say, NaN as the greatest value of all (spec: data files, column statistics). */
    ColumnRange range(long rowCount) {
        Object min = value(bounds.min());
        Object max = value(bounds.max());
        if (bounds.hasNan()) {
            max = nan();
            min = min == null ? max : min;
        }
        return new ColumnRange(min, max, nulls, rowCount);
    }

    private Object nan() {
        return column.order() == ValueOrder.FLOAT ? (Object) Float.NaN : (Object) Double.NaN;
    }

    private @Nullable Object value(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        DataType type = column.type();
        ColumnVector vector = ColumnVector.of(type, 1);
        if (vector instanceof IntVector ints) {
            ints.append(
                    column.physical() == org.apache.parquet.format.Type.BOOLEAN ? stored[0] : Words.getInt(stored, 0));
        } else if (vector instanceof LongVector longs) {
            longs.append(stored.length == Integer.BYTES ? Words.getInt(stored, 0) : Words.getLong(stored, 0));
        } else {
            boolean wide = column.order() == ValueOrder.SIGNED_BYTES;
            ((BytesVector) vector).append(wide ? StoredBytes.widenDecimal(stored) : stored);
        }
        return Values.get(vector, 0);
    }
}
