package org.lsmtable.tools.value;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;

/** Writes rows of one type: as the values of a record, as an object, or as an array. */
public final class RowPrinter {
    private final List<String> names;
    private final List<ColumnPrinter> columns;

    public RowPrinter(RowType type) {
        this.names = type.names();
        this.columns = type.types().stream().map(ColumnPrinter::of).toList();
    }

    /** The values of a row one after another. */
    public void values(Row row, ValueSink sink) throws IOException {
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).print(row.get(i), sink);
        }
    }

    /** The values of a batch's row one after another. */
    public void values(Batch batch, int row, ValueSink sink) throws IOException {
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).print(batch.column(i), row, sink);
        }
    }

    /** A row as an object, null as null. */
    public void object(@Nullable Row row, ValueSink sink) throws IOException {
        if (row == null) {
            sink.nullValue();
            return;
        }
        sink.startObject();
        for (int i = 0; i < columns.size(); i++) {
            sink.name(names.get(i));
            columns.get(i).print(row.get(i), sink);
        }
        sink.endObject();
    }

    /** A row as an array of its values. */
    public void array(Row row, ValueSink sink) throws IOException {
        sink.startArray();
        values(row, sink);
        sink.endArray();
    }
}
