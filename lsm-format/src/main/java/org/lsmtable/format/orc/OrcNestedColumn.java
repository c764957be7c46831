package org.lsmtable.format.orc;

import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/** Lays values made of other values into vectors: runs of rows that are null apart from runs of rows that are not. Immutable. */
abstract class OrcNestedColumn extends OrcColumn {
    OrcNestedColumn(DataType type) {
        super(type);
    }

    @Override
    final void append(
            org.apache.orc.storage.ql.exec.vector.ColumnVector source, int from, int rows, ColumnVector target) {
        int to = from + rows;
        if (source.isRepeating) {
            if (!source.noNulls && source.isNull[0]) {
                target.appendNulls(rows);
                return;
            }
            for (int i = from; i < to; i++) {
                appendPresent(source, 0, 1, target);
            }
            return;
        }
        for (int at = from; at < to; ) {
            int end = source.noNulls ? to : endOfRun(source.isNull, at, to);
            if (source.noNulls || !source.isNull[at]) {
                appendPresent(source, at, end - at, target);
            } else {
                target.appendNulls(end - at);
            }
            at = end;
        }
    }

    private static int endOfRun(boolean[] nulls, int from, int to) {
        int end = from + 1;
        while (end < to && nulls[end] == nulls[from]) {
            end++;
        }
        return end;
    }

    /** Appends rows of a batch of which none is null. */
    abstract void appendPresent(
            org.apache.orc.storage.ql.exec.vector.ColumnVector source, int from, int rows, ColumnVector target);
}
