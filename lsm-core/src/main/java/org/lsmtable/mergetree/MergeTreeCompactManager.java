package org.lsmtable.mergetree;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.PickMemory;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactionDecider.Planned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the levels of one bucket while it is written, and lets one compaction at a time run in an executor (spec: merge tree, the
 * compaction manager). What a compaction has done becomes part of the levels, and of the next commit, when the writer collects it.
 *
 * <p>Belongs to the writer's thread; only {@link #levels()} may be called from others.
 */
public final class MergeTreeCompactManager implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MergeTreeCompactManager.class);

    private final String bucket;
    private final CompactionDecider decider;
    private final Surroundings surroundings;

    private volatile BucketState state;
    private @Nullable RunningCompaction running;

    /** What was remembered before the compaction that runs was picked: a failed one has not happened. */
    private PickMemory memoryBefore;

    /**
     * What the manager works with.
     *
     * @param executor runs compactions; shared by buckets
     * @param clock the time and zone of picks
     * @param discard deletes a file that was written and will not be used; called in the compaction's and in the writer's thread
     */
    public record Surroundings(
            Executor executor, Clock clock, CompactRewriter rewriter, Consumer<DataFileMeta> discard) {}

    /** Whether to wait. */
    public enum Wait {
        /** Only look. */
        NO,
        /** Until the compaction that runs has ended. */
        UNTIL_ENDED
    }

    /**
     * The manager of a bucket that nobody else writes.
     *
     * @param bucket partition and number, for logs and errors
     * @param state the bucket as its files tell it
     */
    public MergeTreeCompactManager(
            String bucket, BucketState state, CompactionDecider decider, Surroundings surroundings) {
        this.bucket = bucket;
        this.state = state;
        this.memoryBefore = state.memory();
        this.decider = decider;
        this.surroundings = surroundings;
    }

    /** The levels, without what a compaction has done since the last collection. */
    public Levels levels() {
        return state.levels();
    }

    /** Adds a file that the writer has flushed. */
    public void add(DataFileMeta file) {
        state = state.with(file);
    }

    /** Whether there are so many runs that a flush should wait for the compaction that runs. */
    public boolean shouldWaitBeforeFlush() {
        return levels().runCount() > options().stopTrigger();
    }

    /** Whether there are so many runs that a commit should wait for the compaction that runs. */
    public boolean shouldWaitBeforeCommit() {
        return levels().runCount() > options().stopTrigger() + 1L;
    }

    /** What a normal trigger would do now. Changes nothing. */
    public Decision explain() {
        return decider.normal(state, now()).decision();
    }

    /**
     * Starts the compaction that the rules ask for, unless one runs or waits to be collected.
     *
     * @return what is carried out, empty if nothing is
     */
    public Optional<Decision> trigger() {
        return running != null ? Optional.empty() : start(decider.normal(state, now()));
    }

    /**
     * Starts a full compaction.
     *
     * @return what is carried out, empty if there is nothing to do
     * @throws IllegalStateException if one runs or waits to be collected
     */
    public Optional<Decision> triggerFull() {
        if (running != null) {
            throw new IllegalStateException("full compaction of " + bucket + ": collect the one before first");
        }
        return start(decider.full(state, now()));
    }

    private Optional<Decision> start(Planned planned) {
        Decision decision = planned.decision();
        if (planned.plan() == null) {
            state = state.with(decision.memory());
            LOG.debug("compaction of {}: {}", bucket, decision);
            return Optional.empty();
        }
        LOG.info("compaction of {}: {}", bucket, decision);
        CompactTask task = new CompactTask(decision, planned.plan(), surroundings.rewriter(), surroundings.discard());
        RunningCompaction next = new RunningCompaction(task);
        running = next;
        try {
            surroundings.executor().execute(next);
        } catch (RejectedExecutionException e) {
            running = null;
            throw e;
        }
        memoryBefore = state.memory();
        state = state.with(decision.memory());
        return Optional.of(decision);
    }

    /**
     * Takes the outcome of the compaction and puts it into the levels.
     *
     * @return what it has done; empty if none runs, or it still runs and waiting was not asked for
     * @throws IOException if the compaction has failed; it is gone then, and the levels are as before
     */
    public Optional<CompactResult> collect(Wait wait) throws IOException {
        RunningCompaction current = running;
        if (current == null || (wait == Wait.NO && !current.hasEnded())) {
            return Optional.empty();
        }
        current.await();
        running = null;
        CompactResult result = current.result();
        if (result == null) {
            state = state.with(memoryBefore);
            throw current.failure(bucket);
        }
        state = state.with(result);
        return Optional.of(result);
    }

    /** Whether a compaction runs or waits to be collected. */
    public boolean isPending() {
        return running != null;
    }

    /** Whether there is work left: a compaction is pending, or the table needs lookups and level 0 has files. */
    public boolean isUnfinished() {
        return isPending()
                || (options().levelZero().lookup() && !levels().levelZero().isEmpty());
    }

    /** Cancels the compaction that runs, waits until it has stopped and deletes what it has written. */
    @Override
    public void close() {
        RunningCompaction current = running;
        if (current == null) {
            return;
        }
        running = null;
        current.cancel();
        current.awaitUninterruptibly();
        CompactResult result = current.result();
        if (result != null) {
            result.written().forEach(surroundings.discard());
        }
    }

    private CompactionOptions options() {
        return decider.options();
    }

    private Moment now() {
        Instant now = surroundings.clock().instant();
        return new Moment(
                now.toEpochMilli(), now.atZone(surroundings.clock().getZone()).getHour());
    }
}
