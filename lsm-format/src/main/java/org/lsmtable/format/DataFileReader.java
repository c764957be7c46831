package org.lsmtable.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/** An open data file. Columns are read independently, each by a cursor of its own. Safe for cursors on several threads. */
public interface DataFileReader extends Closeable {
    /** The path, for messages. */
    String path();

    /** The number of rows. */
    long rowCount();

    /** The names of the top-level columns, in file order. */
    List<String> columnNames();

    /** Whether the file has a top-level column of that name; case counts. */
    boolean hasColumn(String name);

    /**
     * Starts reading a column at row 0.
     *
     * @param type the type the column was written with; its values come in the shape of {@link
     *     org.lsmtable.vector.Physical}. A column the file lacks reads as nulls
     * @throws org.lsmtable.fs.DamagedFileException if the file's column cannot hold that type
     */
    ColumnCursor column(String name, DataType type) throws IOException;

    /**
     * The rows that a filter may let pass, by the statistics in the file (row groups, and pages where there is an index). Never
     * leaves out a row that passes.
     *
     * @param type the file's columns, by the names they have in the file, to which the filter is bound
     */
    RowRanges mayMatch(Filter filter, RowType type) throws IOException;

    /** The same, counting what is left out; files without statistics count nothing. */
    default RowRanges mayMatch(Filter filter, RowType type, PruningCounters counters) throws IOException {
        return mayMatch(filter, type);
    }
}
