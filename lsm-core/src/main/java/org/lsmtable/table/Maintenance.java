package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;

import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.maintenance.DeletionPlan;
import org.lsmtable.maintenance.Expiry;
import org.lsmtable.maintenance.OrphanFiles;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.PartitionDrop;
import org.lsmtable.maintenance.PartitionExpiry;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.maintenance.Rollback;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * Maintenance of a table: what deletes files, and what undoes (spec: commit and maintenance). Every operation makes a plan first, which
 * changes nothing; executing the plan is a call of its own.
 *
 * <p>Safe for use by several threads. Throws {@link TableException}.
 */
public final class Maintenance {
    private static final Duration ORPHAN_AGE = Duration.ofDays(1);

    private final TableContext context;

    Maintenance(TableContext context) {
        this.context = context;
    }

    /** Which snapshots the table's options keep. */
    public Retention retention() {
        return call(() -> Retention.of(context.schema().options()));
    }

    /**
     * What is due by the table's options: snapshots that have expired, tags and consumers whose time is over, and the files that nothing else
     * needs then.
     *
     * @throws TableException DAMAGED if what stays cannot be read, and so might name any file
     */
    public DeletionPlan expiry() {
        return expiry(retention());
    }

    /** The same with a retention of snapshots other than that of the options. */
    public DeletionPlan expiry(Retention retention) {
        return call(() -> planner().plan(retention));
    }

    /**
     * What deleting a tag deletes: its file, and those that no snapshot and no other tag of any branch needs.
     *
     * @throws TableException NOT_FOUND if there is none of that name, DAMAGED if what stays cannot be read
     */
    public DeletionPlan tagDeletion(String name) {
        return call(() -> planner().planTagDeletion(new Tags(context).find(name)));
    }

    /**
     * Carries a plan out, as {@link DeletionPlan#execute} describes it.
     *
     * @return what became of it; a file that could not be deleted is no exception
     */
    public Outcome execute(DeletionPlan plan) {
        return call(plan::execute);
    }

    /** The files of the table and of all its branches that nothing refers to, and that are older than a day. */
    public OrphanFiles orphanFiles() {
        return orphanFiles(context.environment().clock().instant().minus(ORPHAN_AGE));
    }

    /**
     * The same for another age. Whoever takes longer than that from writing a file to committing it loses the file.
     *
     * @param olderThan files last changed at this time or later are spared; not in the future
     * @throws TableException DAMAGED if metadata that may protect files cannot be read
     */
    public OrphanFiles orphanFiles(Instant olderThan) {
        return call(() -> {
            Instant now = context.environment().clock().instant();
            if (olderThan.isAfter(now)) {
                throw TableErrors.invalid(
                        table() + ": orphan files: expected a time that is not in the future, found " + olderThan);
            }
            TableContext main = context.paths().isMain() ? context : context.onBranch(TablePaths.MAIN);
            return OrphanFiles.find(main.stores(), main.schema(), olderThan);
        });
    }

    /**
     * Deletes them.
     *
     * @return what was deleted; a file that could not be is no exception
     * @throws TableException DAMAGED if metadata that may protect files cannot be read; nothing was deleted then
     */
    public Outcome execute(OrphanFiles files) {
        return call(files::execute);
    }

    private Expiry planner() {
        return new Expiry(
                context.stores(), context.schema(), context.environment().clock());
    }

    /**
     * The way back to an earlier state: a snapshot, a tag whose snapshot may have expired, or the last snapshot of a time. Of a branch, if this is one. What was
     * opened before is to be opened again when it has been gone.
     *
     * @throws TableException NOT_FOUND if there is no such state, INVALID if the tag is of a state that the table has left
     */
    public Rollback rollback(SnapshotRef ref) {
        return call(() -> {
            TableStores stores = context.stores();
            if (ref instanceof SnapshotRef.Tag tag) {
                return Rollback.toTag(stores, new Tags(context).find(tag.name()));
            }
            if (ref instanceof SnapshotRef.Id id && !stores.snapshots().exists(id.id())) {
                try {
                    return Rollback.toSnapshot(stores, id.id());
                } catch (NoSuchFileException e) {
                    // told with the snapshots there are, below
                }
            }
            try {
                return Rollback.toSnapshot(stores, context.existing(ref).id());
            } catch (NoSuchFileException e) {
                throw TableErrors.notFound(e.getMessage() + ": the snapshot has expired meanwhile");
            }
        });
    }

    /**
     * Brings the table back to the state that the plan names. Nobody should commit or expire meanwhile.
     *
     * @return the latest snapshot, if somebody committed meanwhile upon what is taken back: it stays and holds that, and the way is to be gone again when
     *     nobody commits; empty if all is well
     * @throws TableException CONFLICT if the table has changed since the plan was made, and nothing was done then; or if an expiration has taken meanwhile what
     *     was to be gone back to: later snapshots that were not yet deleted stay then
     */
    public Optional<Snapshot> execute(Rollback plan) {
        return call(plan::execute);
    }

    /**
     * What would take partitions out of the table. Rows that are committed to them until it is executed go too.
     *
     * @param partitions each by the values of some or all partition columns, by name; null means null
     * @throws TableException INVALID if the table has no partitions, or names and values do not fit
     */
    public PartitionDrop dropPartitions(List<? extends Map<String, ? extends @Nullable Object>> partitions) {
        return call(() -> PartitionDrop.plan(
                context.stores(), context.schema(), PartitionSpecs.anyOf(table(), context.schema(), partitions)));
    }

    /** What would take all rows out of the table. */
    public PartitionDrop truncation() {
        return call(() -> PartitionDrop.plan(context.stores(), context.schema(), null));
    }

    /**
     * What would take out of the table the partitions that have passed the age its options allow, as many as may expire at once. A partition that
     * somebody makes young again before the plan is executed stays.
     *
     * @return empty if the options let none expire
     * @throws TableException UNSUPPORTED if they count ages in a way that others have added, INVALID if they make no sense
     */
    public Optional<PartitionDrop> expiredPartitions() {
        return call(() -> {
            Optional<PartitionExpiry> expiry = PartitionExpiry.of(
                    context.stores(), context.schema(), context.environment().clock());
            return expiry.isEmpty()
                    ? Optional.empty()
                    : Optional.of(expiry.get().plan());
        });
    }

    /**
     * Commits it: one snapshot, also if there is nothing to take out.
     *
     * @throws TableException UNSUPPORTED if the table asks for commits that this engine does not make
     */
    public CommitResult execute(PartitionDrop plan) {
        return call(() -> plan.execute(BucketWriters.committer(context)));
    }

    /** The table this maintains, for messages. */
    String table() {
        return context.paths().name();
    }
}
