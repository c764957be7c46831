package org.lsmtable.format.parquet;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** A cursor over a column of lists or rows. Skipping is put off until rows are read; then each leaf skips by itself. */
final class NestedCursor implements ColumnCursor {
    private final ParquetReader reader;
    private final String name;
    private final DataType type;
    private final NestedNode root;
    private long position;

    /**
     * A cursor at row 0.
     *
     * @param root reads the column; owned
     */
    NestedCursor(ParquetReader reader, String name, DataType type, NestedNode root) {
        this.reader = reader;
        this.name = name;
        this.type = type;
        this.root = root;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void skipTo(long row) {
        if (row < position || row > reader.rowCount()) {
            throw new IllegalArgumentException(
                    where() + ": cannot go from row " + position + " to row " + row + " of " + reader.rowCount());
        }
        position = row;
    }

    @Override
    public ColumnVector read(int rows, @Nullable ColumnVector reuse) throws IOException {
        if (rows < 0 || rows > reader.rowCount() - position) {
            throw new IllegalArgumentException(
                    where() + ": cannot read " + rows + " rows from row " + position + " of " + reader.rowCount());
        }
        ColumnVector vector = reuse == null || reuse instanceof DictionaryVector ? ColumnVector.of(type, rows) : reuse;
        vector.clear();
        root.read(position, rows, vector);
        root.fill(vector, rows);
        position += rows;
        return vector;
    }

    private String where() {
        return reader.path() + ": column '" + name + "'";
    }

    @Override
    public void close() {
        root.close();
    }
}
