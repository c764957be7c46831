package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lsmtable.compact.Given.picked;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Given;
import org.lsmtable.compact.PickMemory;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.MemoryStore.Version;
import org.lsmtable.mergetree.MergeTreeCompactManager.Surroundings;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;

@Timeout(30)
class MergeTreeCompactManagerTest {
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final MemoryStore store = new MemoryStore(100);
    private final List<DataFileMeta> discarded = new ArrayList<>();
    private long sequence;

    private MergeTreeCompactManager manager(String options) {
        return manager(options, waiting::add, store);
    }

    private MergeTreeCompactManager manager(String words, Executor executor, CompactRewriter rewriter) {
        CompactionOptions options = Given.options(words);
        Levels levels = Levels.of(TestFile.KEY_ORDER, options.levels(), List.of());
        return manager(options, new BucketState(levels, PickMemory.EMPTY, -1), CLOCK, executor, rewriter);
    }

    private MergeTreeCompactManager manager(
            CompactionOptions options, BucketState state, Clock clock, Executor executor, CompactRewriter rewriter) {
        return new MergeTreeCompactManager(
                "dt=1/bucket-0",
                state,
                new CompactionDecider(options, new UniversalCompaction(options)),
                new Surroundings(executor, clock, rewriter, discarded::add));
    }

    private DataFileMeta flush(MergeTreeCompactManager manager, int... keys) {
        TreeMap<Integer, Version> rows = new TreeMap<>();
        for (int key : keys) {
            rows.put(key, new Version(sequence++, false, key));
        }
        DataFileMeta file = store.write(0, rows);
        manager.add(file);
        return file;
    }

    private void runCompactions() {
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
    }

    private static List<String> names(List<DataFileMeta> files) {
        return files.stream().map(DataFileMeta::fileName).toList();
    }

    @Test
    void putsAResultIntoTheLevelsWhenItIsCollected() throws IOException {
        MergeTreeCompactManager manager = manager("trigger=3");
        flush(manager, 1, 2);
        flush(manager, 2, 3);
        assertThat(manager.trigger()).isEmpty();
        assertThat(manager.isPending()).isFalse();
        flush(manager, 3, 4);
        Decision decision = manager.trigger().orElseThrow();
        assertThat(picked(decision).rule()).isEqualTo(Rule.SIZE_RATIO);
        assertThat(manager.isPending()).isTrue();
        assertThat(manager.trigger()).as("one at a time").isEmpty();
        assertThat(waiting).hasSize(1);
        assertThat(manager.collect(Wait.NO)).as("not yet run").isEmpty();

        runCompactions();
        DataFileMeta fresh = flush(manager, 9);
        assertThat(manager.levels().runCount()).as("not yet collected").isEqualTo(4);
        CompactResult result = manager.collect(Wait.NO).orElseThrow();
        assertThat(names(result.before())).containsExactlyInAnyOrder("f1", "f2", "f3");
        assertThat(names(result.after())).containsExactly("f4");
        assertThat(result.decision()).isEqualTo(decision);
        assertThat(manager.isPending()).isFalse();
        assertThat(manager.levels().levelZero()).containsExactly(fresh);
        assertThat(manager.levels().level(3).files()).isEqualTo(result.after());
        assertThat(store.read(manager.levels().files()).keySet()).containsExactly(1, 2, 3, 4, 9);
        assertThat(manager.collect(Wait.UNTIL_ENDED)).as("nothing to wait for").isEmpty();
    }

    @Test
    void showsInADecisionWhatHappensToEachFile() {
        MergeTreeCompactManager manager = manager("trigger=3 small=30 amp=1000");
        flush(manager, 1, 2);
        flush(manager, 2, 3);
        flush(manager, 7, 8, 9);
        Decision decision = manager.explain();
        assertThat(decision.explain()).endsWith("""
            pick: 3 of 3 runs to level 3 by size ratio, 40 of 70 bytes to rewrite, deletes are dropped
              f1 (L0, 20): rewrite
              f2 (L0, 20): rewrite
              f3 (L0, 30): upgrade, no byte is written
            """);
        assertThat(manager.isPending()).as("explaining starts nothing").isFalse();
        assertThat(manager.trigger()).contains(decision);
    }

    @Test
    void movesALargeFileThatOverlapsNothingWithoutWriting() throws IOException {
        MergeTreeCompactManager manager = manager("small=10");
        DataFileMeta file = flush(manager, 1, 2, 3);
        assertThat(manager.triggerFull()).isPresent();
        runCompactions();
        CompactResult result = manager.collect(Wait.NO).orElseThrow();
        assertThat(result.before()).containsExactly(file);
        assertThat(result.after()).containsExactly(file.atLevel(5));
        assertThat(result.written()).isEmpty();
        assertThat(store.names()).containsExactly("f1");
        assertThat(manager.triggerFull()).as("nothing left to do").isEmpty();
    }

    @Test
    void refusesAFullCompactionWhileOneIsPending() throws IOException {
        MergeTreeCompactManager manager = manager("trigger=2");
        flush(manager, 1);
        flush(manager, 1);
        manager.trigger();
        assertThatThrownBy(manager::triggerFull)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dt=1/bucket-0");
        runCompactions();
        assertThatThrownBy(manager::triggerFull).as("ended, not collected").isInstanceOf(IllegalStateException.class);
        manager.collect(Wait.NO);
        flush(manager, 2);
        assertThat(manager.triggerFull()).isPresent();
    }

    @Test
    void asksToWaitAboveTheStopTrigger() {
        MergeTreeCompactManager manager = manager("trigger=2 stop=3");
        for (int runs = 1; runs <= 6; runs++) {
            flush(manager, runs);
            assertThat(manager.shouldWaitBeforeFlush()).as(runs + " runs").isEqualTo(runs > 3);
            assertThat(manager.shouldWaitBeforeCommit()).as(runs + " runs").isEqualTo(runs > 4);
        }
        MergeTreeCompactManager never = manager("trigger=2 stop=" + Integer.MAX_VALUE);
        flush(never, 1);
        assertThat(never.shouldWaitBeforeFlush()).isFalse();
        assertThat(never.shouldWaitBeforeCommit()).isFalse();
    }

    @Test
    void knowsWhetherWorkIsLeft() throws IOException {
        MergeTreeCompactManager plain = manager("");
        flush(plain, 1);
        assertThat(plain.isUnfinished()).isFalse();

        MergeTreeCompactManager lookup = manager("lookup force=always");
        assertThat(lookup.isUnfinished()).isFalse();
        flush(lookup, 1);
        assertThat(lookup.isUnfinished()).isTrue();
        lookup.trigger();
        runCompactions();
        assertThat(lookup.isUnfinished()).isTrue();
        lookup.collect(Wait.NO);
        assertThat(lookup.isUnfinished()).isFalse();
    }

    /** Rewrites the first so many times, then fails. */
    private CompactRewriter failingAfter(int successes, Exception failure) {
        return new CompactRewriter() {
            private int calls;

            @Override
            public List<DataFileMeta> rewrite(int level, DropDeletes drop, List<List<SortedRun>> sections)
                    throws IOException {
                if (calls++ < successes) {
                    return store.rewrite(level, drop, sections);
                }
                if (failure instanceof IOException io) {
                    throw io;
                }
                throw (RuntimeException) failure;
            }
        };
    }

    @Test
    void raisesAFailureWhenItIsCollectedAndGoesOn() throws IOException {
        CompactRewriter rewriter = failingAfter(1, new IOException("disk full"));
        MergeTreeCompactManager manager = manager("small=25 interval=1000", waiting::add, rewriter);
        // Two sections to rewrite with a large file in between: two rewrites, the second fails.
        flush(manager, 1, 2);
        flush(manager, 2, 3);
        flush(manager, 10, 11, 12);
        flush(manager, 20, 21);
        flush(manager, 21, 22);
        Levels before = manager.levels();
        assertThat(picked(manager.trigger().orElseThrow()).rule()).isEqualTo(Rule.EARLY_FULL);
        runCompactions();
        assertThat(names(discarded)).as("what the first rewrite wrote").containsExactly("f6");

        assertThatThrownBy(() -> manager.collect(Wait.NO))
                .isInstanceOf(IOException.class)
                .hasMessage("compaction of dt=1/bucket-0 failed: disk full")
                .hasRootCauseMessage("disk full");
        assertThat(manager.levels()).isSameAs(before);
        assertThat(manager.isPending()).isFalse();
        assertThat(manager.collect(Wait.UNTIL_ENDED)).as("raised once").isEmpty();
        assertThat(picked(manager.trigger().orElseThrow()).rule())
                .as("the failed full compaction did not restart the interval")
                .isEqualTo(Rule.EARLY_FULL);
    }

    @Test
    void raisesAProgrammingErrorToo() {
        CompactRewriter rewriter = failingAfter(0, new IllegalStateException("broken"));
        MergeTreeCompactManager manager = manager("trigger=2", waiting::add, rewriter);
        flush(manager, 1);
        flush(manager, 1);
        manager.trigger();
        runCompactions();
        assertThatThrownBy(() -> manager.collect(Wait.UNTIL_ENDED))
                .hasMessageContaining("broken")
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void forgetsACompactionThatTheExecutorRefuses() {
        MergeTreeCompactManager manager = manager(
                "trigger=2",
                task -> {
                    throw new RejectedExecutionException("shut down");
                },
                store);
        flush(manager, 1);
        flush(manager, 1);
        assertThatThrownBy(manager::trigger).isInstanceOf(RejectedExecutionException.class);
        assertThat(manager.isPending()).isFalse();
    }

    @Test
    void closesBeforeACompactionHasBegun() {
        MergeTreeCompactManager manager = manager("trigger=2");
        flush(manager, 1);
        flush(manager, 1);
        manager.trigger();
        manager.close();
        runCompactions();
        assertThat(store.names()).as("it did not run afterwards").containsExactlyInAnyOrder("f1", "f2");
        assertThat(discarded).isEmpty();
    }

    /** Giving up must not delete a file that only changed its level. Paimon pull request 10582. */
    @Test
    void deletesWhatWasWrittenButNotWhatWasMovedWhenClosedUncollected() {
        MergeTreeCompactManager manager = manager("trigger=3 small=25");
        flush(manager, 1, 2);
        flush(manager, 2, 3);
        flush(manager, 7, 8, 9);
        manager.trigger();
        runCompactions();
        manager.close();
        assertThat(names(discarded)).containsExactly("f4");
    }

    @Test
    void interruptsARunningCompactionAndWaitsForItsEnd() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean gaveUp = new AtomicBoolean();
        CompactRewriter endless = (level, drop, sections) -> {
            begun.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            gaveUp.set(true);
            throw new InterruptedIOException();
        };
        AtomicBoolean interruptedAfterwards = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        Executor executor = task -> {
            Thread runner = new Thread(() -> {
                task.run();
                interruptedAfterwards.set(Thread.currentThread().isInterrupted());
                ended.countDown();
            });
            runner.start();
        };
        MergeTreeCompactManager manager = manager("trigger=2", executor, endless);
        flush(manager, 1);
        flush(manager, 1);
        manager.trigger();
        begun.await();
        assertThat(manager.collect(Wait.NO)).isEmpty();
        manager.close();
        assertThat(gaveUp).isTrue();
        ended.await();
        assertThat(interruptedAfterwards)
                .as("the interrupt does not reach the next task of the thread")
                .isFalse();
    }

    @Test
    void passesOnAnInterruptOfTheWaitingWriter() throws Exception {
        MergeTreeCompactManager manager = manager("trigger=2");
        flush(manager, 1);
        flush(manager, 1);
        manager.trigger();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> manager.collect(Wait.UNTIL_ENDED)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        runCompactions();
        assertThat(manager.collect(Wait.NO)).as("nothing is lost").isPresent();
    }

    /** When the last full compaction was is told by the table, not by the memory of a writer. Paimon issue 6547. */
    @Test
    void aNewWriterDoesNotRestartTheInterval() throws IOException {
        // A full compaction each hour; writers come and go every ten minutes, in a zone ahead of UTC.
        ZoneId zone = ZoneId.of("Asia/Tokyo");
        Instant start = Instant.parse("2026-01-31T00:00:00Z");
        CompactionOptions options = Given.options("interval=3600000 trigger=100");
        List<DataFileMeta> files = new ArrayList<>();
        List<Integer> fullAt = new ArrayList<>();
        for (int minute = 0; minute <= 180; minute += 10) {
            Clock clock = Clock.fixed(start.plus(Duration.ofMinutes(minute)), zone);
            long local = LocalDateTime.now(clock).toInstant(ZoneOffset.UTC).toEpochMilli();
            CompactRewriter stamping = (level, drop, sections) -> store.rewrite(level, drop, sections).stream()
                    .map(file -> created(file, local))
                    .toList();
            BucketState state = BucketState.of(Levels.of(TestFile.KEY_ORDER, options.levels(), files), zone);
            try (MergeTreeCompactManager manager = manager(options, state, clock, Runnable::run, stamping)) {
                manager.add(created(flush(manager("never"), minute), local));
                if (manager.trigger().isPresent()) {
                    assertThat(manager.collect(Wait.UNTIL_ENDED)
                                    .orElseThrow()
                                    .decision()
                                    .isFull())
                            .isTrue();
                    fullAt.add(minute);
                }
                files = manager.levels().files();
            }
        }
        // The second file starts it; from then on each time that more than an hour has passed.
        assertThat(fullAt).containsExactly(10, 80, 150);
    }

    private static DataFileMeta created(DataFileMeta file, long local) {
        return new DataFileMeta(
                file.fileName(),
                file.fileSize(),
                file.rowCount(),
                file.minKey(),
                file.maxKey(),
                file.keyStats(),
                file.valueStats(),
                file.minSequence(),
                file.maxSequence(),
                file.schemaId(),
                file.level(),
                file.extraFiles(),
                local,
                file.deleteRowCount(),
                file.embeddedIndex(),
                file.fileSource(),
                file.valueStatsCols(),
                file.externalPath(),
                file.firstRowId(),
                file.writeCols());
    }

    @Test
    void countsTheRowsThatCameInSinceTheLastFullCompaction() throws IOException {
        // A base, then ten rows in each commit, always of the same keys: above the base lie never more than ten rows.
        CompactionOptions options = Given.options("delta-records=35 force=always");
        List<DataFileMeta> files = new ArrayList<>();
        List<Integer> fullAfter = new ArrayList<>();
        for (int commit = 0; commit <= 9; commit++) {
            // A new writer each time: the count does not live in memory.
            BucketState state = BucketState.of(Levels.of(TestFile.KEY_ORDER, options.levels(), files), ZoneOffset.UTC);
            try (MergeTreeCompactManager manager = manager(options, state, CLOCK, Runnable::run, store)) {
                flush(manager, IntStream.rangeClosed(1, commit == 0 ? 1000 : 10).toArray());
                assertThat(commit == 0 ? manager.triggerFull() : manager.trigger())
                        .isPresent();
                CompactResult result = manager.collect(Wait.UNTIL_ENDED).orElseThrow();
                if (picked(result.decision()).rule() == Rule.EARLY_FULL) {
                    fullAfter.add(commit);
                } else if (commit > 0) {
                    assertThat(picked(result.decision()).outputLevel()).isEqualTo(4);
                }
                files = manager.levels().files();
            }
        }
        assertThat(fullAfter).containsExactly(4, 8);
    }

    @Test
    void countsAnewAfterAFullCompactionThatLeavesNothing() throws IOException {
        MergeTreeCompactManager manager = manager("delta-records=10 trigger=100");
        flush(manager, 1, 2);
        manager.trigger();
        TreeMap<Integer, Version> deletes = new TreeMap<>();
        for (int key = 0; key < 8; key++) {
            deletes.put(key, new Version(sequence++, true, 0));
        }
        manager.add(store.write(0, deletes));
        assertThat(picked(manager.trigger().orElseThrow()).rule()).isEqualTo(Rule.EARLY_FULL);
        runCompactions();
        assertThat(manager.collect(Wait.NO).orElseThrow().after()).isEmpty();
        for (int row = 1; row <= 9; row++) {
            flush(manager, row);
            assertThat(manager.trigger()).as(row + " rows").isEmpty();
        }
        flush(manager, 10);
        assertThat(manager.trigger()).isPresent();
    }
}
