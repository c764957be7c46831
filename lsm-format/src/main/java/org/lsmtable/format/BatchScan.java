package org.lsmtable.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;

/**
 * Some columns and rows of one file as batches, in file order; the plain scan, for reads that merge nothing. Not thread-safe.
 *
 * <p>A batch never spans a gap between ranges, so its rows are consecutive in the file. Its vectors are filled anew by the next
 * call of {@link #next}.
 */
public final class BatchScan implements Closeable {
    private final RowType columns;
    private final List<RowRanges.Range> ranges;
    private final int batchRows;
    private final List<ColumnCursor> cursors;
    private final @Nullable ColumnVector[] vectors;
    private int range;
    private long position;
    private long firstRow;

    private BatchScan(RowType columns, RowRanges rows, int batchRows, List<ColumnCursor> cursors) {
        this.columns = columns;
        this.ranges = rows.ranges();
        this.batchRows = batchRows;
        this.cursors = cursors;
        this.vectors = new @Nullable ColumnVector[cursors.size()];
    }

    /**
     * Starts a scan. The reader stays the caller's and must be open as long as the scan is.
     *
     * @param columns the columns by the names that the file has, with the types to read them as; those the file lacks are null
     * @param rows the rows wanted
     * @param batchRows the most rows of a batch
     * @throws org.lsmtable.fs.DamagedFileException if a column of the file cannot hold its type
     */
    public static BatchScan open(DataFileReader reader, RowType columns, RowRanges rows, int batchRows)
            throws IOException {
        if (batchRows < 1) {
            throw new IllegalArgumentException("rows of a batch: expected 1 or more, found " + batchRows);
        }
        List<ColumnCursor> cursors = new ArrayList<>();
        try {
            for (int i = 0; i < columns.fieldCount(); i++) {
                cursors.add(reader.column(columns.field(i).name(), columns.typeAt(i)));
            }
        } catch (IOException | RuntimeException e) {
            closeAll(cursors, e);
            throw e;
        }
        return new BatchScan(columns, rows, batchRows, cursors);
    }

    /** The next batch, null when all rows have been read. */
    public @Nullable Batch next() throws IOException {
        if (range < ranges.size() && position >= ranges.get(range).to()) {
            range++;
        }
        if (range == ranges.size()) {
            return null;
        }
        RowRanges.Range current = ranges.get(range);
        firstRow = Math.max(position, current.from());
        int rows = (int) Math.min(batchRows, current.to() - firstRow);
        List<ColumnVector> filled = new ArrayList<>(vectors.length);
        for (int i = 0; i < vectors.length; i++) {
            ColumnCursor cursor = cursors.get(i);
            cursor.skipTo(firstRow);
            ColumnVector vector = cursor.read(rows, vectors[i]);
            vectors[i] = vector;
            filled.add(vector);
        }
        position = firstRow + rows;
        return new Batch(columns, filled, rows);
    }

    /** The file's row that is the first of the batch returned last. */
    public long firstRow() {
        return firstRow;
    }

    @Override
    public void close() throws IOException {
        IOException failure = closeAll(cursors, null);
        if (failure != null) {
            throw failure;
        }
    }

    /** Closes all; what fails is added to a failure already there, or returned. */
    private static @Nullable IOException closeAll(List<ColumnCursor> cursors, @Nullable Exception already) {
        IOException first = null;
        for (ColumnCursor cursor : cursors) {
            try {
                cursor.close();
            } catch (IOException e) {
                if (already != null) {
                    already.addSuppressed(e);
                } else if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        return first;
    }
}
