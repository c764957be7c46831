package org.lsmtable.system;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.types.RowType;

/**
 * One system table at one state of a table. Values are plain Java objects as everywhere; an ARRAY is a {@link List}, a ROW a {@link
 * Row}.
 *
 * @param name without the table's name and the dollar sign
 * @param type the columns; names and types are those of the table format's release 2.0
 * @param primaryKey the columns that tell its rows apart
 */
public record SystemTable(String name, RowType type, List<String> primaryKey, Source source) {
    /** Computes the rows. */
    public interface Source {
        /** The rows, some of them computed only when they are asked for. */
        Iterator<Row> rows() throws IOException;
    }

    /**
     * The rows in the table's own order. Metadata may be read while the rows are taken; errors of storage are {@link
     * java.io.UncheckedIOException} then.
     */
    public Iterator<Row> rows() throws IOException {
        return source.rows();
    }
}
