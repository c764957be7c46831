package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.HashIndexChange;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.maintenance.AfterCommit;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;
import org.lsmtable.mergetree.MergeTreeWriter;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/**
 * The writer of a table: finds the partition and bucket of each row, keeps one merge-tree writer for each bucket written to, and commits what they hand
 * out. When another writer has changed the table meanwhile, the bucket writers are made anew after the commit, or before the first row
 * after it, so that they see its files and go on behind its sequence numbers.
 */
final class BucketedWriter implements TableWriter {
    private final TableContext context;
    private final CompactionMode mode;
    private final BucketWriters factory;
    private final RowInput input;
    private final RowRouter router;
    private final @Nullable DynamicBuckets dynamic;
    private final PendingCommits pending;
    private final AfterCommit afterCommit;
    private final Map<BucketRef, MergeTreeWriter> writers = new LinkedHashMap<>();
    private final List<CommitMessage> drained = new ArrayList<>();
    private @Nullable Long seenSnapshot;

    /** Whether nothing was written since a commit that left nothing pending: others may have committed since. */
    private boolean mayBeBehind;

    private boolean closed;

    BucketedWriter(TableContext context, CompactionMode mode) throws IOException {
        this.context = context;
        this.mode = mode;
        this.factory = BucketWriters.ofRows(context, mode);
        this.input = new RowInput(
                context.schema(),
                new Defaults(context.schema(), context.environment().clock().getZone()));
        this.dynamic = factory.dynamicBuckets().orElse(null);
        this.router = dynamic == null
                ? RowRouter.fixed(context.schema(), factory.buckets())
                : RowRouter.dynamic(context.schema(), dynamic);
        this.pending = new PendingCommits(factory.newCommitter());
        this.afterCommit = factory.newAfterCommit();
    }

    @Override
    public void upsert(Row row) {
        write(RowKind.INSERT, row);
    }

    @Override
    public void delete(Row row) {
        requireOpen();
        write(RowKind.DELETE, input.isKeyOnly(row) ? call(() -> input.ofKey(row)) : row);
    }

    @Override
    public void write(RowKind kind, Row row) {
        requireOpen();
        run(() -> {
            Row checked = input.check(kind, row);
            RowKind effective = input.kind(kind, checked);
            if (effective != null) {
                writer(router.bucketOf(checked)).write(effective, checked);
            }
        });
    }

    @Override
    public void upsert(Batch batch) {
        writeBatch(batch, null);
    }

    @Override
    public void write(Batch batch, IntVector kinds) {
        writeBatch(batch, kinds);
    }

    private void writeBatch(Batch batch, @Nullable IntVector kinds) {
        requireOpen();
        run(() -> {
            RowInput.Selection selection = input.check(batch, kinds);
            List<ColumnVector> columns = selection.columns();
            router.route(
                    columns,
                    selection.rows(),
                    selection.count(),
                    (bucket, rows, from, to) -> writer(bucket).write(columns, rows, from, to, selection.kinds()));
        });
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the writer is closed");
        }
    }

    private MergeTreeWriter writer(BucketRef bucket) throws IOException {
        if (mayBeBehind) {
            catchUp();
        }
        MergeTreeWriter writer = writers.get(bucket);
        if (writer == null) {
            Optional<Snapshot> latest = context.stores().snapshots().latest();
            if (seenSnapshot == null) {
                seenSnapshot = latest.map(Snapshot::id).orElse(0L);
            }
            writer = factory.open(bucket.partition(), bucket.bucket(), latest);
            writers.put(bucket, writer);
        }
        return writer;
    }

    /** Rows written from now on are newer than everything committed before, by whomever. */
    private void catchUp() throws IOException {
        long latest = context.stores().snapshots().latestId().orElse(0L);
        if (seenSnapshot != null && seenSnapshot != latest) {
            reset();
        }
        mayBeBehind = false;
    }

    @Override
    public List<CommitMessage> prepareCommit() {
        requireOpen();
        drain();
        mayBeBehind = false; // what is handed out is in no snapshot yet, and later rows must be newer
        List<CommitMessage> messages = List.copyOf(drained);
        drained.clear();
        return messages;
    }

    /** Collects what the bucket writers hand out. If one fails, what the others gave is kept for the next time. */
    private void drain() {
        run(() -> {
            if (dynamic != null) {
                dynamic.writeIndexes();
            }
            for (MergeTreeWriter writer : writers.values()) {
                CommitMessage message = writer.prepareCommit(mode == CompactionMode.AWAIT ? Wait.UNTIL_ENDED : Wait.NO);
                if (!message.isEmpty()) {
                    drained.add(message);
                }
            }
        });
        if (dynamic != null) {
            attachIndexes(dynamic.handOut());
        }
    }

    /** New keys and the index that has them go into one commit; a bucket's index belongs to the last of its messages. */
    private void attachIndexes(Map<BucketRef, HashIndexChange> indexes) {
        Map<BucketRef, HashIndexChange> open = new LinkedHashMap<>(indexes);
        for (int i = drained.size() - 1; i >= 0 && !open.isEmpty(); i--) {
            CommitMessage message = drained.get(i);
            HashIndexChange index = open.remove(new BucketRef(message.partition(), message.bucket()));
            if (index != null) {
                drained.set(i, message.with(index));
            }
        }
        // keys of rows that could not be written after all: that a bucket has room for them does no harm
        open.forEach((bucket, index) -> drained.add(new CommitMessage(
                        bucket.partition(),
                        bucket.bucket(),
                        Buckets.DYNAMIC,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of())
                .with(index)));
    }

    @Override
    public CommitResult commit() {
        requireOpen();
        drain();
        boolean goesOn = pending.isEmpty();
        List<CommitMessage> messages = List.copyOf(drained);
        drained.clear();
        CommitResult result = pending.commit(messages);
        result.snapshots().stream().reduce((first, second) -> second).ifPresent(afterCommit::run);
        if (!pending.isEmpty()) {
            return result;
        }
        boolean allIn = result instanceof CommitResult.Committed && goesOn && !pending.lastDropped();
        if (allIn) {
            adopt(result.snapshots());
        } else {
            // they count with compactions that are not in the table, or snapshots of others lie between
            reset();
        }
        mayBeBehind = true;
        return result;
    }

    /** Notes our snapshots; if another writer's lie between, the bucket writers must see them. */
    private void adopt(List<Snapshot> snapshots) {
        for (Snapshot snapshot : snapshots) {
            if (seenSnapshot == null || snapshot.id() != seenSnapshot + 1) {
                reset();
            }
            seenSnapshot = snapshot.id();
        }
    }

    private void reset() {
        writers.values().forEach(MergeTreeWriter::close);
        writers.clear();
        seenSnapshot = null;
        if (dynamic != null) {
            dynamic.forget();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        writers.values().forEach(MergeTreeWriter::close);
        writers.clear();
        if (dynamic != null) {
            dynamic.forget();
        }
        pending.giveUp(drained);
    }
}
