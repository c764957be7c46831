package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.run;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergeRequest.SystemColumns;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.Retractions;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.ChangeFiles;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Reads the change records of a range of snapshots, one snapshot after the other; each is planned when it is come to. */
final class ChangelogReader implements ChangelogCursor, MergedBatchCursor {
    private final TableContext context;
    private final Range range;
    private final ChangeFiles changes;
    private final @Nullable Predicate condition;
    private final List<String> columns;
    private final RowType type;
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private final List<Long> passedOver = new ArrayList<>();
    private long nextSnapshot;
    private long snapshotId;
    private boolean closed;
    private @Nullable Piece piece;
    private @Nullable MergeReader reader;
    private @Nullable IntVector kinds;
    private @Nullable LongVector sequences;

    /** Snapshots, both included; none if the first is above the last. */
    record Range(long first, long last) {}

    /**
     * Some files of a snapshot.
     *
     * @param kind the kind of all rows, null if each has its own
     */
    private record Piece(long snapshotId, @Nullable RowKind kind, MergeRequest request) {}

    /**
     * A reader before the first record.
     *
     * @param condition on the columns of the latest schema, null for none
     */
    ChangelogReader(
            TableContext context,
            Range range,
            ChangeFiles changes,
            @Nullable Predicate condition,
            List<String> columns) {
        this.context = context;
        this.range = range;
        this.changes = changes;
        this.condition = condition;
        this.columns = columns;
        this.type = context.schema().rowType().project(columns);
        this.nextSnapshot = range.first();
    }

    @Override
    public RowType type() {
        return type;
    }

    @Override
    public IntVector kinds() {
        TableErrors.requireOpen(closed);
        if (kinds == null) {
            throw new IllegalStateException("the cursor is not on a batch; call next() first");
        }
        return kinds;
    }

    @Override
    public long snapshotId() {
        return snapshotId;
    }

    @Override
    public List<Long> passedOver() {
        return List.copyOf(passedOver);
    }

    @Override
    public @Nullable LongVector sequences() {
        return sequences;
    }

    @Override
    public @Nullable Batch next() {
        TableErrors.requireOpen(closed);
        return call(this::nextBatch).orElse(null);
    }

    private Optional<Batch> nextBatch() throws IOException {
        while (true) {
            if (reader == null) {
                piece = nextPiece();
                if (piece == null) {
                    kinds = null;
                    return Optional.empty();
                }
                reader = new MergeReader(piece.request());
            }
            MergedChunk chunk = reader.next();
            if (chunk != null && piece != null) {
                snapshotId = piece.snapshotId();
                sequences = chunk.sequences();
                kinds = piece.kind() == null ? chunk.neededKinds() : all(piece.kind(), chunk.rows());
                return Optional.of(new Batch(type, chunk.columns(), chunk.rows()));
            }
            reader.close();
            reader = null;
        }
    }

    private static IntVector all(RowKind kind, int rows) {
        IntVector kinds = new IntVector(SystemFields.VALUE_KIND.type(), rows);
        Arrays.fill(kinds.values(), 0, rows, kind.code());
        kinds.setSize(rows);
        return kinds;
    }

    private @Nullable Piece nextPiece() throws IOException {
        while (pieces.isEmpty() && nextSnapshot <= range.last()) {
            plan(context.snapshotOrChangelog(nextSnapshot++));
        }
        return pieces.poll();
    }

    private void plan(Snapshot snapshot) throws IOException {
        ChangeFiles.Found found = changes.of(snapshot);
        if (found.passedOver()) {
            passedOver.add(snapshot.id());
        }
        add(snapshot, null, found.recordFiles());
        if (!found.removed().isEmpty() || !found.added().isEmpty()) {
            // what is worked out is the merged rows, and these must be known how to make
            FeatureCheck.require(context.paths().name(), context.schema(), FeatureCheck.Use.READ);
        }
        add(snapshot, RowKind.DELETE, found.removed());
        add(snapshot, RowKind.INSERT, found.added());
    }

    private void add(Snapshot snapshot, @Nullable RowKind kind, List<LiveFile> files) throws IOException {
        TableSchema schema = context.schema();
        context.requireKnownTypes(files, schema);
        for (FileGroup group : FileGroup.byBucket(files)) {
            List<Section> sections = kind == null ? group.unmerged() : group.merged(schema);
            MergeRequest request = new MergeRequest(
                    new MergeRequest.Order(
                            schema.rowType(),
                            schema.trimmedPrimaryKeys(),
                            kind == null ? SequenceFields.NONE : SequenceFields.of(schema)),
                    new MergeRequest.Wanted(
                            columns,
                            kind == null ? SystemColumns.SEQUENCE_AND_KIND : SystemColumns.NONE,
                            kind == null ? Retractions.KEEP : Retractions.DROP,
                            condition),
                    new MergeRequest.Input(sections, group.opener(context, schema), context.resolver()),
                    new MergeRequest.Effort(context.environment().workers()));
            pieces.add(new Piece(snapshot.id(), kind, request));
        }
    }

    @Override
    public void close() {
        run(() -> {
            pieces.clear();
            closed = true;
            if (reader != null) {
                reader.close();
                reader = null;
            }
        });
    }
}
