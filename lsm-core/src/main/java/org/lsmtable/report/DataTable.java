package org.lsmtable.report;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that can be sorted by each of its columns.
 *
 * @param note what to know for reading it, may be empty
 * @param rows each with a cell a column: a text, a number, or null for nothing
 */
public record DataTable(
        String title, String note, List<Column> columns, List<? extends List<? extends @Nullable Object>> rows)
        implements Section {
    public DataTable {
        columns = List.copyOf(columns);
        for (List<?> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "row " + row + ": expected " + columns.size() + " cells, found " + row.size());
            }
        }
    }

    /** A column; numbers are shown in its unit. */
    public record Column(String name, Unit unit) {}

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "table");
        json.text("note", note);
        json.startArray("columns");
        for (Column column : columns) {
            json.startObject();
            json.text("name", column.name());
            json.text("unit", column.unit().name());
            json.endObject();
        }
        json.endArray();
        json.startArray("rows");
        for (List<? extends @Nullable Object> row : rows) {
            json.startArray();
            for (Object cell : row) {
                json.cell(cell);
            }
            json.endArray();
        }
        json.endArray();
    }
}
