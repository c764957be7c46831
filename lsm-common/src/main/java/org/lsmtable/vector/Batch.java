package org.lsmtable.vector;

import java.util.List;
import org.lsmtable.types.RowType;

/**
 * Some rows of a table, column by column.
 *
 * @param type the columns, in the order of the vectors
 * @param columns one vector a column, each with exactly {@code size} rows
 */
public record Batch(RowType type, List<ColumnVector> columns, int size) {
    public Batch {
        columns = List.copyOf(columns);
        if (columns.size() != type.fieldCount()) {
            throw new IllegalArgumentException(
                    "expected " + type.fieldCount() + " vectors for " + type.names() + ", found " + columns.size());
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).size() != size) {
                throw new IllegalArgumentException("column '" + type.field(i).name() + "': expected " + size
                        + " rows, found " + columns.get(i).size());
            }
        }
    }

    /** The vector of a column by position. */
    public ColumnVector column(int position) {
        return columns.get(position);
    }

    /** The vector of a column by name. */
    public ColumnVector column(String name) {
        int position = type.indexOf(name);
        if (position < 0) {
            throw new IllegalArgumentException("no column '" + name + "'; columns are " + type.names());
        }
        return columns.get(position);
    }
}
