package org.lsmtable.table;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.types.RowType;

/** Rows one after another; the cursor itself is the current row. Not thread-safe. Reading errors are {@link TableException}s. */
public interface RowCursor extends Row, Closeable {
    /** The columns, in the order of positions. */
    RowType type();

    /** Moves to the next row; false at the end. */
    boolean next();

    /** The kind of the newest version of the current row. */
    RowKind kind();

    /** The value of a column of the current row, null if it is null. */
    default @Nullable Object get(String column) {
        int position = type().indexOf(column);
        if (position < 0) {
            throw new IllegalArgumentException("no column '" + column + "'; columns are " + type().names());
        }
        return get(position);
    }

    /** The current row as one that stays when the cursor moves. */
    Row copy();

    /** What a scan has left out so far, nothing if this is no scan; all of it once {@link #next} has returned false. */
    default ScanReport report() {
        return ScanReport.NONE;
    }

    @Override
    void close();
}
