package org.lsmtable.format.orc;

import java.io.IOException;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.ColumnVector;

/**
 * A cursor over one column. ORC reads the column's part of a stripe at once, and jumps to row groups within it. The reader is made
 * when the first row is asked for, at the stripe that has it.
 */
final class OrcCursor implements ColumnCursor {
    private static final int BATCH_ROWS = 2048;
    /** Rows that are rather read through than jumped over: as many as a row group has. */
    private static final long READ_THROUGH_ROWS = 10_000;

    private final OrcFileReader reader;
    private final String name;
    private final TypeDescription projection;
    private final OrcColumn column;
    private final VectorizedRowBatch batch;
    private @Nullable RecordReader rows;
    private long position;
    /** The file's row that is row 0 of the batch. */
    private long batchFirst;

    /** A cursor at row 0. */
    OrcCursor(OrcFileReader reader, String name, TypeDescription projection, OrcColumn column) {
        this.reader = reader;
        this.name = name;
        this.projection = projection;
        this.column = column;
        this.batch = projection.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void skipTo(long row) {
        if (row < position || row > reader.rowCount()) {
            throw new IllegalArgumentException(reader.path() + ": column '" + name + "': cannot go from row " + position
                    + " to row " + row + " of " + reader.rowCount());
        }
        position = row;
    }

    @Override
    public ColumnVector read(int count, @Nullable ColumnVector reuse) throws IOException {
        if (count < 0 || count > reader.rowCount() - position) {
            throw new IllegalArgumentException(reader.path() + ": column '" + name + "': cannot read " + count
                    + " rows from row " + position + " of " + reader.rowCount());
        }
        ColumnVector vector = reuse == null ? ColumnVector.of(column.type(), count) : reuse;
        vector.clear();
        vector.ensureCapacity(count);
        return OrcErrors.reading(reader.path(), "column '" + name + "' from row " + position, () -> {
            fill(vector, count);
            return vector;
        });
    }

    private void fill(ColumnVector vector, int count) throws IOException {
        int left = count;
        while (left > 0) {
            moveToPosition();
            int from = (int) (position - batchFirst);
            int taken = Math.min(left, batch.size - from);
            column.append(batch.cols[0], from, taken, vector);
            position += taken;
            left -= taken;
        }
    }

    /** Reads batches until the row at the position is in the batch. */
    private void moveToPosition() throws IOException {
        RecordReader open = rows;
        if (open == null) {
            int stripe = reader.stripeOf(position);
            long start = reader.orc().getStripes().get(stripe).getOffset();
            Reader.Options options = reader.orc()
                    .options()
                    .schema(projection)
                    .isSchemaEvolutionCaseAware(true)
                    .range(start, Long.MAX_VALUE - start);
            open = reader.orc().rows(options);
            rows = open;
            batchFirst = reader.stripeStart(stripe);
            batch.size = 0;
        }
        if (position - batchFirst - batch.size > READ_THROUGH_ROWS) {
            open.seekToRow(position);
            batchFirst = position;
            batch.size = 0;
        }
        while (position >= batchFirst + batch.size) {
            batchFirst += batch.size;
            if (!open.nextBatch(batch)) {
                throw new DamagedFileException(
                        reader.path(),
                        "column '" + name + "'",
                        reader.rowCount() + " rows",
                        "its end after " + batchFirst);
            }
        }
    }

    @Override
    public void close() throws IOException {
        RecordReader open = rows;
        rows = null;
        if (open != null) {
            open.close();
        }
    }
}
