package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Given;
import org.lsmtable.compact.PickMemory;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.mergetree.MemoryStore.Version;
import org.lsmtable.mergetree.MergeTreeCompactManager.Surroundings;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;

/** Writers that flush, look and collect at any moment while compactions of all their buckets run in shared threads. */
@Timeout(60)
class CompactWhileWritingTest {
    private static final long SEED = 20260131;

    @Test
    void collectsAtAnyMoment() throws Exception {
        ExecutorService compactors = Executors.newFixedThreadPool(2);
        ExecutorService writers = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> lives = new ArrayList<>();
            for (int bucket = 0; bucket < 4; bucket++) {
                long seed = SEED + bucket;
                String options = bucket % 2 == 0 ? "trigger=3" : "trigger=2 small=0 force=always";
                lives.add(() -> write("bucket-" + seed, Given.options(options), new Random(seed), compactors));
            }
            int compactions = 0;
            for (Future<Integer> life : writers.invokeAll(lives)) {
                compactions += life.get();
            }
            assertThat(compactions).as("seeds from %d", SEED).isGreaterThan(100);
        } finally {
            writers.shutdownNow();
            compactors.shutdownNow();
            assertThat(compactors.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Flushes some hundred files; returns how many compactions were collected. */
    private static int write(String name, CompactionOptions options, Random random, ExecutorService compactors)
            throws IOException {
        MemoryStore store = new MemoryStore(50);
        Levels empty = Levels.of(TestFile.KEY_ORDER, options.levels(), List.of());
        CompactIncrement increment = new CompactIncrement();
        TreeMap<Integer, Integer> model = new TreeMap<>();
        int compactions = 0;
        try (MergeTreeCompactManager manager = new MergeTreeCompactManager(
                name,
                new BucketState(empty, PickMemory.EMPTY, -1),
                new CompactionDecider(options, new UniversalCompaction(options)),
                new Surroundings(compactors, Clock.systemUTC(), store, store::delete))) {
            long sequence = 0;
            for (int flush = 0; flush < 300; flush++) {
                Wait wait = manager.shouldWaitBeforeFlush() ? Wait.UNTIL_ENDED : Wait.NO;
                TreeMap<Integer, Version> rows = new TreeMap<>();
                for (int i = 0; i < 20; i++) {
                    int key = random.nextInt(400);
                    boolean delete = random.nextInt(4) == 0;
                    rows.put(key, new Version(sequence++, delete, flush));
                    if (delete) {
                        model.remove(key);
                    } else {
                        model.put(key, flush);
                    }
                }
                manager.add(store.write(0, rows));
                var result = manager.collect(wait);
                if (result.isPresent()) {
                    compactions++;
                    increment.fold(result.get()).forEach(store::delete);
                }
                manager.trigger();
                // One that was flushed above the limit, one that came while that flush waited for a pick that moved a
                // single run.
                assertThat(manager.levels().runCount()).isLessThanOrEqualTo(options.stopTrigger() + 2);
                if (flush % 20 == 0) {
                    assertThat(store.read(manager.levels().files())).as(name).isEqualTo(model);
                }
            }
            manager.collect(Wait.UNTIL_ENDED).ifPresent(increment::fold);
            assertThat(store.read(manager.levels().files())).as(name).isEqualTo(model);
        }
        return compactions;
    }
}
