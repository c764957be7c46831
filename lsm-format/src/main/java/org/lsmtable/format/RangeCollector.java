package org.lsmtable.format;

import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Finds the least and the greatest value of a column and counts its nulls, vector by vector. NaN is the greatest value of all (spec:
 * data files, column statistics).
 */
final class RangeCollector {
    private final DataType type;
    private final boolean isFloating;
    private long nulls;
    /** One row each; null before there is a value. */
    private @Nullable ColumnVector least;

    private @Nullable ColumnVector greatest;

    RangeCollector(DataType type) {
        this.type = type;
        this.isFloating = type.root() == TypeRoot.FLOAT || type.root() == TypeRoot.DOUBLE;
    }

    /** Takes the first rows of a vector into account. */
    void add(ColumnVector vector, int rows) {
        int first = 0;
        while (first < rows && vector.isNull(first)) {
            first++;
        }
        nulls += first;
        if (first == rows) {
            return;
        }
        if (type.root().isNested()) { // no order, so no bounds
            countNulls(vector, first, rows);
            return;
        }
        if (vector instanceof IntVector ints && !isFloating) {
            addInts(ints, first, rows);
        } else if (vector instanceof LongVector longs && !isFloating) {
            addLongs(longs, first, rows);
        } else {
            addOthers(vector, first, rows);
        }
    }

    private void countNulls(ColumnVector vector, int from, int to) {
        for (int i = from; i < to; i++) {
            nulls += vector.isNull(i) ? 1 : 0;
        }
    }

    private void addInts(IntVector vector, int first, int rows) {
        int[] values = vector.values();
        int min = first;
        int max = first;
        for (int i = first + 1; i < rows; i++) {
            if (vector.isNull(i)) {
                nulls++;
            } else if (values[i] < values[min]) {
                min = i;
            } else if (values[i] > values[max]) {
                max = i;
            }
        }
        offer(vector, min, max);
    }

    private void addLongs(LongVector vector, int first, int rows) {
        long[] values = vector.values();
        int min = first;
        int max = first;
        for (int i = first + 1; i < rows; i++) {
            if (vector.isNull(i)) {
                nulls++;
            } else if (values[i] < values[min]) {
                min = i;
            } else if (values[i] > values[max]) {
                max = i;
            }
        }
        offer(vector, min, max);
    }

    private void addOthers(ColumnVector vector, int first, int rows) {
        int min = first;
        int max = first;
        for (int i = first + 1; i < rows; i++) {
            if (vector.isNull(i)) {
                nulls++;
            } else if (Values.compare(vector, i, vector, max) > 0) {
                max = i;
            } else if (Values.compare(vector, i, vector, min) < 0) {
                min = i;
            }
        }
        offer(vector, min, max);
    }

    private void offer(ColumnVector vector, int min, int max) {
        if (least == null || Values.compare(vector, min, least, 0) < 0) {
            least = copy(vector, min);
        }
        if (greatest == null || Values.compare(vector, max, greatest, 0) > 0) {
            greatest = copy(vector, max);
        }
    }

    private ColumnVector copy(ColumnVector vector, int row) {
        ColumnVector one = ColumnVector.of(type, 1);
        one.appendFrom(vector, row);
        return one;
    }

    /** What was found in so many rows. */
    ColumnRange range(long rowCount) {
        return new ColumnRange(
                least == null ? null : Values.get(least, 0),
                greatest == null ? null : Values.get(greatest, 0),
                nulls,
                rowCount);
    }
}
