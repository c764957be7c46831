package org.lsmtable.format.avro;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.vector.ColumnVector;

/** A cursor over one field of the rows. */
final class AvroCursor implements ColumnCursor {
    private final AvroReader reader;
    private final AvroBlockIndex index;
    private final int field;
    private final ColumnDecoder decoder;
    private long position;
    private int number = -1;
    private @Nullable AvroBlock block;

    /** A cursor at row 0. */
    AvroCursor(AvroReader reader, int field, ColumnDecoder decoder) {
        this.reader = reader;
        this.index = reader.index();
        this.field = field;
        this.decoder = decoder;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void skipTo(long row) {
        if (row < position || row > index.rowCount()) {
            throw new IllegalArgumentException(
                    reader.path() + ": cannot go from row " + position + " to row " + row + " of " + index.rowCount());
        }
        position = row;
    }

    @Override
    public ColumnVector read(int rows, @Nullable ColumnVector reuse) throws IOException {
        if (rows < 0 || rows > index.rowCount() - position) {
            throw new IllegalArgumentException(
                    reader.path() + ": cannot read " + rows + " rows from row " + position + " of " + index.rowCount());
        }
        ColumnVector vector = reuse == null ? ColumnVector.of(decoder.type(), rows) : reuse;
        vector.clear();
        vector.ensureCapacity(rows);
        while (vector.size() < rows) {
            AvroBlock from = block();
            int first = (int) (position - index.firstRow(number));
            int to = Math.min(index.rows(number), first + rows - vector.size());
            AvroInput in = from.input(reader.path());
            for (int row = first; row < to; row++) {
                in.moveTo(from.place(row, field));
                decoder.append(in, vector);
            }
            position += to - first;
        }
        return vector;
    }

    /** The block that holds the row at the position. */
    private AvroBlock block() throws IOException {
        AvroBlock current = block;
        if (current == null || position >= index.firstRow(number) + index.rows(number)) {
            number = index.blockOf(position);
            current = reader.block(number);
            block = current;
        }
        return current;
    }

    @Override
    public void close() {
        block = null;
    }
}
