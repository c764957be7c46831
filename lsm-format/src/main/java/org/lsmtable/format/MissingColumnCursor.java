package org.lsmtable.format;

import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/** A cursor over a column that the file lacks: nulls. */
public final class MissingColumnCursor implements ColumnCursor {
    private final DataType type;
    private final long rowCount;
    private long position;

    /** A cursor at row 0. */
    public MissingColumnCursor(DataType type, long rowCount) {
        this.type = type;
        this.rowCount = rowCount;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void skipTo(long row) {
        if (row < position || row > rowCount) {
            throw new IllegalArgumentException("cannot go from row " + position + " to row " + row + " of " + rowCount);
        }
        position = row;
    }

    @Override
    public ColumnVector read(int rows, @Nullable ColumnVector reuse) {
        if (rows < 0 || rows > rowCount - position) {
            throw new IllegalArgumentException(
                    "cannot read " + rows + " rows from row " + position + " of " + rowCount);
        }
        position += rows;
        if (reuse == null) {
            return ColumnVector.allNull(type, rows);
        }
        reuse.clear();
        reuse.appendNulls(rows);
        return reuse;
    }

    @Override
    public void close() {}
}
