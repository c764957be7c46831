package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** The merged rows of several buckets, one bucket after the other, up to a limit. */
final class MergedScan implements MergedBatchCursor {
    private final RowType type;
    private final Iterator<MergeRequest> requests;
    private final ReadCounters counters;
    private final ReadGuard guard;
    private long remaining;
    private boolean closed;
    private @Nullable MergeReader reader;
    private @Nullable IntVector kinds;
    private @Nullable LongVector sequences;

    MergedScan(RowType type, List<MergeRequest> requests, ReadCounters counters, ReadGuard guard, long limit) {
        this.type = type;
        this.requests = requests.iterator();
        this.counters = counters;
        this.guard = guard;
        this.remaining = limit;
    }

    @Override
    public RowType type() {
        return type;
    }

    @Override
    public @Nullable IntVector kinds() {
        return kinds;
    }

    @Override
    public @Nullable LongVector sequences() {
        return sequences;
    }

    @Override
    public @Nullable Batch next() {
        TableErrors.requireOpen(closed);
        return call(() -> guard.read(this::nextBatch)).orElse(null);
    }

    private Optional<Batch> nextBatch() throws IOException {
        MergedChunk chunk = nextChunk();
        if (chunk == null) {
            kinds = null;
            return Optional.empty();
        }
        kinds = chunk.kinds();
        sequences = chunk.sequences();
        int rows = (int) Math.min(chunk.rows(), remaining);
        remaining -= rows;
        counters.returned(rows);
        return Optional.of(
                new Batch(type, rows == chunk.rows() ? chunk.columns() : firstRows(chunk.columns(), rows), rows));
    }

    /** The number of rows of the next batch, without making one; 0 at the end. */
    int nextRows() throws IOException {
        Optional<MergedChunk> chunk = guard.read(() -> Optional.ofNullable(nextChunk()));
        return chunk.map(MergedChunk::rows).orElse(0);
    }

    private @Nullable MergedChunk nextChunk() throws IOException {
        while (remaining > 0) {
            if (reader == null) {
                if (!requests.hasNext()) {
                    return null;
                }
                reader = new MergeReader(requests.next());
            }
            MergedChunk chunk = reader.next();
            if (chunk != null) {
                return chunk;
            }
            reader.close();
            reader = null;
        }
        return null;
    }

    private static List<ColumnVector> firstRows(List<ColumnVector> columns, int rows) {
        List<ColumnVector> cut = new ArrayList<>();
        for (ColumnVector column : columns) {
            ColumnVector copy = ColumnVector.of(column.type(), rows);
            copy.appendRange(column, 0, rows);
            cut.add(copy);
        }
        return cut;
    }

    @Override
    public ScanReport report() {
        return counters.report();
    }

    @Override
    public void close() {
        run(() -> {
            if (reader != null) {
                reader.close();
                reader = null;
            }
            closed = true;
        });
    }
}
