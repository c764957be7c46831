package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Given;
import org.lsmtable.compact.PickMemory;
import org.lsmtable.compact.Pickers;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.MemoryStore.Version;
import org.lsmtable.mergetree.MergeTreeCompactManager.Surroundings;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;

/**
 * Random lives of a bucket: flushes, compactions that end late, commits, an abort at the end. The bucket must always read as a plain map
 * says, levels must stay ordered by age, and no file may be lost, left over or deleted too early.
 */
class BucketHistoryProperties {
    /** Runs what it is given when it is told to. */
    private static final class LateExecutor implements Executor {
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            waiting.add(task);
        }

        void runAll() {
            for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
                task.run();
            }
        }
    }

    @Provide
    Arbitrary<String> settings() {
        return Combinators.combine(
                        Arbitraries.of("rule-set=2.0", "rule-set=2.1", "strategy=binomial"),
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.integers().between(2, 8),
                        Arbitraries.of(0, 1, 25, 100),
                        Arbitraries.of(0, 50, 200, 1000),
                        Arbitraries.of("never", "always", "gently/3"),
                        Arbitraries.of(0, 60, 200),
                        Arbitraries.of("", " rewrite-all", " total=500", " delta-records=70"))
                .as((rules, trigger, levels, ratio, amp, force, small, more) -> rules + " trigger="
                        + trigger + " levels=" + levels + " size-ratio=" + ratio + " amp=" + amp + " force=" + force
                        + " small=" + small + more);
    }

    @Property(tries = 400)
    void readsAsAMapWhateverIsCompactedWhen(@ForAll("settings") String settings, @ForAll long seed) throws IOException {
        Life life = new Life(Given.options(settings), new Random(seed));
        for (int step = 0; step < 60; step++) {
            life.step();
        }
        life.abort();
    }

    @Property(tries = 200)
    void neverHasMoreRunsThanTheTriggerAfterACompaction(@ForAll("settings") String settings, @ForAll long seed)
            throws IOException {
        CompactionOptions options = Given.options(settings);
        Life life = new Life(options, new Random(seed));
        for (int step = 0; step < 40; step++) {
            life.flush();
            life.compact();
            assertThat(life.manager.levels().runCount()).isLessThanOrEqualTo(options.trigger());
        }
    }

    private static final class Life {
        private final Random random;
        private final MemoryStore store;
        private final LateExecutor executor = new LateExecutor();
        private final MergeTreeCompactManager manager;
        private final CompactIncrement increment = new CompactIncrement();
        private final List<DataFileMeta> newFiles = new ArrayList<>();
        /** What the table refers to, by name. */
        private final Map<String, DataFileMeta> committed = new HashMap<>();
        /** All that was ever committed: snapshots may still need it. */
        private final Set<String> everCommitted = new TreeSet<>();

        private final TreeMap<Integer, Integer> model = new TreeMap<>();
        private final int keys;
        private long sequence;

        Life(CompactionOptions options, Random random) {
            this.random = random;
            this.keys = 5 + random.nextInt(60);
            this.store = new MemoryStore(1 + random.nextInt(20));
            Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
            this.manager = new MergeTreeCompactManager(
                    "bucket-0",
                    new BucketState(Levels.of(TestFile.KEY_ORDER, options.levels(), List.of()), PickMemory.EMPTY, -1),
                    new CompactionDecider(options, Pickers.of(options)),
                    new Surroundings(executor, clock, store, store::delete));
        }

        void step() throws IOException {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> flush();
                case 3, 4 -> manager.trigger();
                case 5 -> {
                    executor.runAll();
                    collect(Wait.NO);
                }
                case 6 -> commit();
                default -> {
                    if (random.nextInt(4) == 0) {
                        compact();
                        manager.triggerFull();
                    }
                }
            }
            check();
        }

        void flush() {
            TreeMap<Integer, Version> rows = new TreeMap<>();
            int from = random.nextInt(keys);
            int width = 1 + random.nextInt(keys);
            for (int i = 0; i < 1 + random.nextInt(12); i++) {
                int key = from + random.nextInt(width);
                boolean delete = random.nextInt(3) == 0;
                int value = random.nextInt();
                rows.put(key, new Version(sequence++, delete, value));
                if (delete) {
                    model.remove(key);
                } else {
                    model.put(key, value);
                }
            }
            DataFileMeta file = store.write(0, rows);
            newFiles.add(file);
            manager.add(file);
        }

        void compact() throws IOException {
            manager.trigger();
            executor.runAll();
            collect(Wait.UNTIL_ENDED);
        }

        private void collect(Wait wait) throws IOException {
            manager.collect(wait).ifPresent(result -> increment.fold(result).forEach(store::delete));
        }

        private void commit() {
            for (DataFileMeta file : newFiles) {
                assertThat(committed.put(file.fileName(), file)).isNull();
            }
            newFiles.clear();
            // A commit makes two snapshots: the flushed files, then the compaction; the first one may need what the
            // second drops.
            everCommitted.addAll(committed.keySet());
            CompactIncrement.Contents contents = increment.drain();
            for (DataFileMeta gone : contents.before()) {
                assertThat(committed).as("deleted by the commit: %s", gone).containsKey(gone.fileName());
                assertThat(Objects.requireNonNull(committed.remove(gone.fileName()))
                                .level())
                        .isEqualTo(gone.level());
            }
            for (DataFileMeta file : contents.after()) {
                assertThat(committed.put(file.fileName(), file)).isNull();
            }
            everCommitted.addAll(committed.keySet());
            assertThat(increment.isEmpty()).isTrue();
            assertThat(Set.copyOf(committed.values()))
                    .isEqualTo(Set.copyOf(manager.levels().files()));
        }

        private void check() {
            List<DataFileMeta> files = manager.levels().files();
            assertThat(store.read(files)).isEqualTo(model);
            assertThat(store.read(committed.values()))
                    .as("what is committed can be read")
                    .isNotNull();
            Map<Integer, Long> newest = new HashMap<>();
            for (DataFileMeta file : files) {
                store.versions(file).forEach((key, version) -> {
                    Long newer = newest.put(key, version.sequence());
                    assertThat(newer == null || newer > version.sequence())
                            .as("key %d: sequence %d lies above %s", key, version.sequence(), newer)
                            .isTrue();
                });
            }
        }

        /** Closes without a commit: only what was committed is left. */
        void abort() {
            if (random.nextBoolean()) {
                executor.runAll();
            }
            manager.close();
            executor.runAll();
            newFiles.forEach(store::delete);
            increment.filesToAbandon().forEach(store::delete);
            assertThat(store.names()).isEqualTo(everCommitted);
        }
    }
}
