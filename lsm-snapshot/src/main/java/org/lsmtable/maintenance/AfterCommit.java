package org.lsmtable.maintenance;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.options.Credentials;
import org.lsmtable.options.MaintenanceOptions;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.types.UnsupportedFeatureException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The creation of tags and the expiry, of partitions too, that follow a commit, unless the option {@code write-only} is set (spec: commit, after a commit). It never fails: what it could
 * not do is logged, and done the next time. It runs in the thread that commits, whatever {@code snapshot.expire.execution-mode} says.
 *
 * <p>Most commits find nothing due, so no file is looked at as long as the number and the known ages of the snapshots tell that none has
 * expired. Tags and consumers are looked at once a minute. Not thread-safe: belongs to one writer.
 */
public final class AfterCommit {
    private static final Logger LOG = LoggerFactory.getLogger(AfterCommit.class);
    private static final long CHECK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    /** Of 8 bytes each. */
    private static final int REMEMBERED_NAMES = 2_000_000;

    private final TableStores stores;
    private final TableSchema schema;
    private final Clock clock;
    private final Expiry expiry;
    private final Optional<TagCreation> tags;
    private final Supplier<TableCommitter> committers;
    private final Duration partitionInterval;
    private final boolean isWriteOnly;
    private boolean isOff;
    /** The earliest snapshot when we last looked; 0 before. Others may have expired it since. */
    private long earliest;
    /** When the earliest snapshot can be too old, epoch milliseconds. */
    private long dueMillis;
    /** When to look at everything again, epoch milliseconds. */
    private long checkMillis = Long.MIN_VALUE;
    /** When to look at the ages of partitions again, epoch milliseconds. */
    private long partitionMillis = Long.MIN_VALUE;

    /**
     * The maintenance after the commits of one writer.
     *
     * @param committers those that take expired partitions out of the table
     * @throws IllegalArgumentException naming the option, if one on automatic tags makes no sense
     */
    public AfterCommit(TableStores stores, TableSchema schema, Supplier<TableCommitter> committers, Clock clock) {
        this.stores = stores;
        this.schema = schema;
        this.committers = committers;
        this.clock = clock;
        this.expiry = new Expiry(stores, schema, clock, REMEMBERED_NAMES);
        this.isWriteOnly = schema.options().get(MergeTreeOptions.WRITE_ONLY);
        this.partitionInterval = schema.options().get(MaintenanceOptions.PARTITION_EXPIRATION_CHECK_INTERVAL);
        this.tags = TagCreation.of(stores, schema, clock, expiry);
        if (!isWriteOnly
                && schema.options().get(MaintenanceOptions.TAG_CREATION).equals("batch")) {
            warn("option '" + MaintenanceOptions.TAG_CREATION
                    + "' is 'batch': such tags are made by engines, not here");
        }
    }

    /** To be called when a snapshot was made. */
    public void run(Snapshot latest) {
        if (isWriteOnly) {
            return;
        }
        if (tags.isPresent()) {
            createTags(tags.get(), latest);
        }
        long last = Math.max(latest.id(), expirePartitions(latest));
        if (isOff) {
            return;
        }
        try {
            Retention retention = Retention.of(schema.options());
            if (isDue(last, retention)) {
                expire(last, retention);
            }
        } catch (UnsupportedFeatureException e) {
            isOff = true;
            LOG.warn("nothing expires after commits: {}", e.getMessage());
        } catch (IOException | RuntimeException e) {
            warn(e.getMessage());
        }
    }

    private void createTags(TagCreation creation, Snapshot latest) {
        try {
            for (String name : creation.run(latest)) {
                LOG.info("{}: made tag '{}'", stores.paths().name(), name);
            }
        } catch (IOException | RuntimeException e) {
            warn("automatic tags: " + e.getMessage());
        }
    }

    /** The snapshot that was made; 0 if there was no need. */
    private long expirePartitions(Snapshot latest) {
        long now = clock.millis();
        if (now < partitionMillis || !schema.options().isSet(MaintenanceOptions.PARTITION_EXPIRATION_TIME)) {
            return 0;
        }
        partitionMillis = now + partitionInterval.toMillis();
        try {
            Optional<PartitionExpiry> partitions = PartitionExpiry.of(stores, schema, clock);
            PartitionDrop plan = partitions.isEmpty() ? null : partitions.get().plan();
            if (plan == null || plan.removals().isEmpty()) {
                return 0;
            }
            CommitResult result = plan.executeAfter(latest, committers.get());
            if (!(result instanceof CommitResult.Committed)) {
                warn("expired partitions stay until the next time: " + result);
                return 0;
            }
            long made = result.snapshots().get(0).id();
            LOG.info(
                    "{}: snapshot {} took expired partitions out of the table",
                    stores.paths().name(),
                    made);
            return made;
        } catch (IOException | RuntimeException e) {
            warn("expired partitions stay: " + e.getMessage());
            return 0;
        }
    }

    private boolean isDue(long latest, Retention retention) {
        long now = clock.millis();
        if (earliest == 0 || now >= checkMillis) {
            return true;
        }
        long first = Math.max(earliest, latest - retention.max() + 1);
        return latest - retention.min() + 1 > earliest && (first > earliest || now >= dueMillis);
    }

    private void expire(long latest, Retention retention) throws IOException {
        long now = clock.millis();
        checkMillis = now + CHECK_MILLIS;
        DeletionPlan plan = expiry.plan(retention);
        plan.warnings().forEach(this::warn);
        Outcome outcome = plan.execute();
        outcome.failures().forEach(this::warn);
        if (plan.snapshots().getCount() > 0) {
            LOG.info(
                    "{}: expired snapshots {} to {}, deleted {} files",
                    stores.paths().name(),
                    plan.snapshots().getMin(),
                    plan.snapshots().getMax(),
                    outcome.deleted());
        }
        earliest = stores.snapshots().earliestId().orElse(0L);
        Optional<Snapshot> next = stores.snapshots().find(earliest + 1);
        dueMillis =
                next.isPresent() ? next.get().timeMillis() + retention.time().toMillis() : now;
        boolean waits = plan.snapshots().getCount() == 0 && latest - retention.min() + 1 > earliest && now >= dueMillis;
        if (waits) {
            dueMillis = checkMillis; // for a consumer
        }
    }

    private void warn(@Nullable String what) {
        LOG.warn("{}: maintenance after a commit: {}", stores.paths().name(), Credentials.mask(String.valueOf(what)));
    }
}
