package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.invalid;
import static org.lsmtable.table.TableErrors.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitEnvironment;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.commit.TableCommitter.Committable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;
import org.lsmtable.mergetree.MergeTreeWriter;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.IntVector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of a table: finds the bucket of each row, keeps one merge-tree writer for each bucket written to, and commits what they hand
 * out. When another writer has changed the table meanwhile, the bucket writers are made anew after the commit, so that they see its files
 * and go on behind its sequence numbers.
 */
final class BucketedWriter implements TableWriter {
    private static final Logger LOG = LoggerFactory.getLogger(BucketedWriter.class);

    private final TableContext context;
    private final TableSchema schema;
    private final CompactionMode mode;
    private final BucketWriters factory;
    private final RowInput input;
    private final RowRouter router;
    private final TableCommitter committer;
    private final Map<Integer, MergeTreeWriter> writers = new TreeMap<>();
    private final List<Committable> unresolved = new ArrayList<>();
    private boolean mayBeCommitted;
    private long nextIdentifier;
    private @Nullable Long seenSnapshot;
    private boolean closed;

    BucketedWriter(TableContext context, CompactionMode mode) throws IOException {
        this.context = context;
        this.schema = context.schema();
        this.mode = mode;
        this.factory = new BucketWriters(context, mode);
        this.input = new RowInput(schema);
        this.router = new RowRouter(schema, factory.buckets());
        TableEnvironment environment = context.environment();
        this.committer = new TableCommitter(
                context.stores(),
                schema,
                BucketWriters.commitUser(schema, environment),
                CommitEnvironment.of(environment.clock(), environment.uuids()));
    }

    @Override
    public void upsert(Row row) {
        write(RowKind.INSERT, row);
    }

    @Override
    public void delete(Row row) {
        write(RowKind.DELETE, input.isKeyOnly(row) ? input.ofKey(row) : row);
    }

    @Override
    public void write(RowKind kind, Row row) {
        run(() -> {
            Row checked = input.check(row);
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
        run(() -> {
            RowInput.Selection selection = input.check(batch, kinds);
            router.route(
                    batch.columns(),
                    selection.rows(),
                    selection.count(),
                    (bucket, rows, from, to) ->
                            writer(bucket).write(batch.columns(), rows, from, to, selection.kinds()));
        });
    }

    private MergeTreeWriter writer(int bucket) throws IOException {
        if (closed) {
            throw new IllegalStateException("the writer is closed");
        }
        MergeTreeWriter writer = writers.get(bucket);
        if (writer == null) {
            Optional<Snapshot> latest = context.stores().snapshots().latest();
            if (seenSnapshot == null) {
                seenSnapshot = latest.map(Snapshot::id).orElse(0L);
            }
            writer = factory.open(BinaryRow.EMPTY, bucket, latest);
            writers.put(bucket, writer);
        }
        return writer;
    }

    @Override
    public List<CommitMessage> prepareCommit() {
        return call(() -> {
            List<CommitMessage> messages = new ArrayList<>();
            for (MergeTreeWriter writer : writers.values()) {
                CommitMessage message = writer.prepareCommit(mode == CompactionMode.AWAIT ? Wait.UNTIL_ENDED : Wait.NO);
                if (!message.isEmpty()) {
                    messages.add(message);
                }
            }
            return messages;
        });
    }

    @Override
    public CommitResult commit() {
        if (closed) {
            throw invalid("the writer is closed");
        }
        List<CommitMessage> messages = prepareCommit();
        unresolved.add(new Committable(++nextIdentifier, null, Map.of(), messages));
        // after a failed or unknown outcome the earlier messages go first, unless they turn out to be in the table
        CommitResult result =
                unresolved.size() == 1 ? committer.commit(unresolved.get(0)) : committer.filterAndCommit(unresolved);
        mayBeCommitted = result instanceof CommitResult.Unknown;
        if (result instanceof CommitResult.Committed) {
            unresolved.clear();
            adopt(result.snapshots());
            return result;
        }
        return result instanceof CommitResult.Lost lost ? afterLoss(lost) : result;
    }

    /**
     * Another commit was in the way of ours. New rows never conflict with anything but a changed number of buckets, so what was lost is as a
     * rule a compaction, which is only an optimisation: it is dropped, and done again from what the table holds now.
     */
    private CommitResult afterLoss(CommitResult.Lost lost) {
        List<CommitMessage> messages =
                unresolved.stream().flatMap(c -> c.messages().stream()).toList();
        boolean rowsAreIn = messages.stream().allMatch(m -> m.newFiles().isEmpty())
                || lost.snapshots().stream().anyMatch(s -> s.commitKind() != CommitKind.COMPACT);
        unresolved.clear();
        if (rowsAreIn) {
            LOG.info("compaction dropped: {}", lost.why());
            committer.abortCompaction(messages);
        } else {
            committer.abort(messages);
        }
        reset();
        return rowsAreIn ? new CommitResult.Committed(lost.snapshots()) : lost;
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
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        writers.values().forEach(MergeTreeWriter::close);
        writers.clear();
        if (!mayBeCommitted) {
            unresolved.forEach(committable -> committer.abort(committable.messages()));
        }
    }
}
