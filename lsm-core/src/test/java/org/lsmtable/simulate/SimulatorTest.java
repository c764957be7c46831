package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.lsmtable.simulate.Scenarios.MIB;
import static org.lsmtable.simulate.Scenarios.at;
import static org.lsmtable.simulate.Scenarios.run;
import static org.lsmtable.simulate.Scenarios.sync;
import static org.lsmtable.simulate.Scenarios.trigger;
import static org.lsmtable.simulate.Scenarios.withOverhead;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.options.Options;

/** Short simulations against arithmetic by hand. */
class SimulatorTest {
    private static List<Integer> runs(SimulationResult result) {
        return result.timeline().points().stream().map(Timeline.Point::runs).toList();
    }

    private static List<Long> live(SimulationResult result) {
        return result.timeline().points().stream()
                .map(Timeline.Point::liveBytes)
                .toList();
    }

    private static List<String> compactions(SimulationResult result) {
        return result.timeline().compactions().stream()
                .map(c -> c.commit() + ": " + c.rule() + " to L" + c.outputLevel() + ", " + c.readBytes() + " read, "
                        + c.writtenBytes() + " written")
                .toList();
    }

    /**
     * Flushes of 1000 new bytes, trigger 3, so levels 0 to 3.
     *
     * <pre>
     *   1  1
     *   2  1 1
     *   3  1 1 1    1.01 >= 1, 2.02 >= 1: all to L3                3 written
     *   4  1 3
     *   5  1 1 3    1.01 >= 1, 2.02 < 3: two to L2                 2 written
     *   6  1 2 3    1.01 < 2; no more than 3 runs: nothing
     *   7  1 1 2 3  1.01 >= 1, 2.02 >= 2, 4.04 >= 3: all to L3     7 written
     * </pre>
     */
    @Test
    void insertsByHand() {
        SimulationResult result = run(SyntheticWorkload.inserts(1000), 7, trigger(3));
        assertThat(runs(result)).containsExactly(1, 2, 1, 2, 2, 3, 1);
        assertThat(compactions(result))
                .containsExactly(
                        "3: size ratio to L3, 3000 read, 3000 written",
                        "5: size ratio to L2, 2000 read, 2000 written",
                        "7: size ratio to L3, 7000 read, 7000 written");
        assertThat(result.flushedBytes()).isEqualTo(7000);
        assertThat(result.compactedBytes()).isEqualTo(12_000);
        assertThat(result.writeAmplification()).isEqualTo(19.0 / 7);
        assertThat(result.space()).isEqualTo(new SimulationResult.Space(1, 1));
        assertThat(result.runs()).isEqualTo(new SimulationResult.Runs(12.0 / 7, 3));
        assertThat(result.compactions().minor()).isEqualTo(1);
        assertThat(result.compactions().full()).isEqualTo(2);
        assertThat(result.compactions().writtenBytes()).isEqualTo(Map.of(Rule.SIZE_RATIO, 12_000L));
        assertThat(result.live().runs()).containsExactly(new Run(3, 1, 7000));
    }

    /**
     * A full table of 4000 bytes, flushes of 1000. In n flushes there are 4000(1 − e^(−n/4)) different bytes: 884.8, 1573.9, 2110.5, 2528.5.
     *
     * <pre>
     *   1  885 4000
     *   2  885 885 4000       1770 is not above 8000; 893.85 >= 885, 1787.7 < 4000: two to L2     1574 written
     *   3  885 1574 4000      893.85 < 1574: nothing
     *   4  885 885 1574 4000  1787.7 >= 1574, 3377.44 < 4000: three to L2                         2528 written
     * </pre>
     */
    @Test
    void updatesByHand() {
        SimulationResult result = run(SyntheticWorkload.updates(4000, 1000), 4, trigger(3));
        assertThat(runs(result)).containsExactly(2, 2, 3, 2);
        assertThat(live(result)).containsExactly(4885L, 5574L, 6459L, 6528L);
        assertThat(result.flushedBytes()).isEqualTo(4 * 885);
        assertThat(result.compactedBytes()).isEqualTo(1574 + 2528);
        assertThat(result.space().peak()).isEqualTo((885 + 885 + 1574 + 4000) / 4000.0);
        assertThat(result.space().mean()).isCloseTo((4885 + 5574 + 6459 + 6528) / 16_000.0, within(1e-9));
        assertThat(result.live().runs()).containsExactly(new Run(2, 1, 2528), new Run(3, 1, 4000));
        assertThat(result.live().mergedBytes()).isEqualTo(4000);
        assertThat(result.timeline().compactions().get(1).decision())
                .startsWith("3 of 4 runs to level 2 by size ratio, 3344 bytes to rewrite");
    }

    /** The same with 100 bytes more a file: 985 985 4100; 1970, 1989.7 < 4100; then 985 1674: 994.85 < 1674. */
    @Test
    void filesTakeMoreThanTheirRows() {
        SimulationResult result =
                Simulator.run(withOverhead(100, sync(SyntheticWorkload.updates(4000, 1000), 3, trigger(3))));
        assertThat(live(result)).containsExactly(5085L, 5774L, 6759L);
        assertThat(result.flushedBytes()).isEqualTo(3 * 985);
        assertThat(result.compactedBytes()).isEqualTo(1674);
        assertThat(result.space().peak()).isEqualTo(6759 / 4100.0);
    }

    /**
     * Example C of the documentation of the rules: L0 1, 5, 20, L2 80, L3 300, L5 1000. Start with 2 runs, 6; 2.1 takes 20 as it lies on level
     * 0, and stops at 80; 2.0 stops at 20, but two runs would stay on level 0, so 20 and 80 are taken.
     */
    @Test
    void ruleSetsDiffer() {
        RecordedWorkload workload = new RecordedWorkload(
                List.of(new RecordedWorkload.Flush(List.of(new RecordedWorkload.FlushFile(0, 1, 1e6, 0)))),
                List.of(file(0, 5e6), file(0, 20e6), file(2, 80e6), file(3, 300e6), file(5, 1e9)),
                0,
                1,
                Skew.NONE,
                RowShape.DEFAULT);
        assertThat(run(workload, 1, trigger(5, "target-file-size", "2 gb"))
                        .live()
                        .runs())
                .containsExactly(
                        new Run(1, 1, 26_000_000),
                        new Run(2, 1, 80_000_000),
                        new Run(3, 1, 300_000_000),
                        new Run(5, 1, 1_000_000_000));
        assertThat(run(workload, 1, trigger(5, "target-file-size", "2 gb", "compaction.universal.rule-set", "2.0"))
                        .live()
                        .runs())
                .containsExactly(new Run(2, 1, 106_000_000), new Run(3, 1, 300_000_000), new Run(5, 1, 1_000_000_000));
    }

    private static RecordedWorkload.StartFile file(int level, double bytes) {
        return new RecordedWorkload.StartFile(level, 0, 1, bytes, 0);
    }

    @Test
    void fullCompactionsEverySoManyCommits() {
        // Trigger 9: nothing else compacts. 4000, then 885 each.
        SimulationResult result =
                run(SyntheticWorkload.updates(4000, 1000), 5, trigger(9, "full-compaction.delta-commits", "2"));
        assertThat(runs(result)).containsExactly(2, 1, 2, 1, 2);
        assertThat(compactions(result))
                .containsExactly(
                        "2: full compaction requested to L9, 5770 read, 4000 written",
                        "4: full compaction requested to L9, 5770 read, 4000 written");
    }

    @Test
    void earlyFullCompactionsByTimeSizeAndRows() {
        // A commit a second, the last full compaction at 0: more than 2 s have passed at 3, 6, 9.
        assertThat(runs(run(
                        SyntheticWorkload.updates(4000, 1000),
                        9,
                        trigger(99, "compaction.optimization-interval", "2 s"))))
                .containsExactly(2, 3, 1, 2, 3, 1, 2, 3, 1);
        // 1000 bytes are 10 rows of 100.
        assertThat(runs(run(
                        SyntheticWorkload.updates(4000, 1000), 6, trigger(99, "full-compaction.delta-records", "20"))))
                .containsExactly(2, 1, 2, 1, 2, 1);
        assertThat(runs(run(
                        SyntheticWorkload.updates(4000, 1000),
                        6,
                        trigger(99, "compaction.incremental-size-threshold", "2000 b"))))
                .containsExactly(2, 3, 1, 2, 3, 1);
    }

    @Test
    void flushesInTheirOwnRangesAreOnlyMoved() {
        // Files of 900 are large for a target of 1000: none is written again, whatever the trigger.
        SimulationResult result = run(
                SyntheticWorkload.inserts(900).with(KeyPattern.SEQUENTIAL),
                1000,
                trigger(5, "target-file-size", "1000 b"));
        assertThat(result.writeAmplification()).isEqualTo(1);
        assertThat(result.compactions().upgradedFiles()).isGreaterThan(1000);
        assertThat(result.live().bytes()).isEqualTo(900_000);
        assertThat(result.live().files()).isEqualTo(1000);
        // Small ones are put together, but large ones are not touched again; spread keys cost far more.
        SimulationResult small = run(
                SyntheticWorkload.inserts(100).with(KeyPattern.SEQUENTIAL),
                1000,
                trigger(5, "target-file-size", "1000 b"));
        SimulationResult spread = run(SyntheticWorkload.inserts(100), 1000, trigger(5, "target-file-size", "1000 b"));
        assertThat(small.live().bytes()).isEqualTo(100_000);
        assertThat(small.writeAmplification()).isBetween(1.5, spread.writeAmplification() / 2);
    }

    @Test
    void sequentialUpdatesGoRoundTheTable() {
        // Ten flushes are a round.
        SimulationResult result =
                run(SyntheticWorkload.updates(4000, 400).with(KeyPattern.SEQUENTIAL), 35, trigger(99));
        assertThat(result.flushedBytes()).isEqualTo(35 * 400);
        assertThat(result.live().bytes()).isEqualTo(4000 + 35 * 400);
        assertThat(result.live().mergedBytes()).isEqualTo(4000);
        SimulationResult merged = run(
                SyntheticWorkload.updates(4000, 400).with(KeyPattern.SEQUENTIAL),
                35,
                trigger(99, "full-compaction.delta-commits", "35"));
        assertThat(merged.live().bytes()).isEqualTo(4000);
    }

    /** Files of one flush that share no key are sorted runs of their own while they lie on level 0. */
    @Test
    void aFlushLargerThanAFileIsSeveralRuns() {
        SimulationResult result = run(SyntheticWorkload.inserts(2500), 1, trigger(9, "target-file-size", "1000 b"));
        assertThat(result.live().runs()).containsExactly(new Run(0, 1, 1000), new Run(0, 1, 1000), new Run(0, 1, 500));
    }

    /**
     * Of 2000 keys' bytes half are there, 1000. A flush of 550 is 1000 bytes of rows of which half delete, at a tenth of their size. It hits
     * 2000(1 − e^(−1/2)) = 786.94 bytes of keys: 393.47 of rows and 39.35 of deletes remain.
     */
    @Test
    void deletesTakeLittleAndGoWithTheLastMerge() {
        SyntheticWorkload workload = SyntheticWorkload.updates(1000, 550).withShares(1, 0.5);
        SimulationResult kept = run(workload, 1, trigger(9));
        assertThat(kept.live().runs()).containsExactly(new Run(0, 1, 433), new Run(9, 1, 1000));
        assertThat(kept.live().mergedBytes()).isEqualTo(1000);
        // Two flushes meet above the table: 2000(1 − e^−1) = 1264.2 keys; 632.1 and 63.2. Then all is merged.
        SimulationResult minor = run(workload, 2, trigger(3));
        assertThat(minor.live().runs()).containsExactly(new Run(2, 1, 695), new Run(3, 1, 1000));
        SimulationResult full = run(workload, 3, trigger(9, "full-compaction.delta-commits", "3"));
        assertThat(full.live().runs()).containsExactly(new Run(9, 1, 1000));
        assertThat(full.compactedBytes()).isEqualTo(1000);
    }

    @Test
    void asFastAsNothingIsSynchronous() {
        for (Workload workload : List.of(
                SyntheticWorkload.updates(100 * MIB, MIB),
                SyntheticWorkload.inserts(MIB).with(new FlushSizes.LogNormal(MIB, 1, 5)))) {
            Scenario scenario = sync(workload, 500, trigger(4, "full-compaction.delta-commits", "77"));
            Pacing fast = new Pacing.Async(Duration.ofSeconds(1), Double.POSITIVE_INFINITY);
            assertThat(Simulator.run(at(fast, scenario)))
                    .usingRecursiveComparison()
                    .ignoringFields("scenario")
                    .isEqualTo(Simulator.run(scenario));
        }
    }

    /**
     * Trigger 2, stop trigger 2, a flush of 1000 new bytes a second, 100 bytes a second: 10 s for each flush that is merged.
     *
     * <pre>
     *   at  1  1
     *   at  2  1 1      both, until 22
     *   at  3  1 1 1    2 runs were there, not above 2: goes on
     *   at  4  3 runs are above 2: waits until 22; then 1 1 2: all, until 62
     *   at 23  3 runs again: waits until 62; then 1 4
     *   at 63  1 1 4    1.01 >= 1, 2.02 < 4, level 2: two to level 1, until 83
     * </pre>
     */
    @Test
    void aSlowCompactionMakesTheWriterWait() {
        Scenario scenario = sync(SyntheticWorkload.inserts(1000), 6, trigger(2, "num-sorted-run.stop-trigger", "2"));
        SimulationResult result = Simulator.run(at(new Pacing.Async(Duration.ofSeconds(1), 100), scenario));
        assertThat(runs(result)).containsExactly(1, 2, 3, 3, 2, 3);
        assertThat(result.timeline().points().stream().map(Timeline.Point::seconds))
                .containsExactly(1.0, 2.0, 3.0, 22.0, 62.0, 63.0);
        assertThat(result.stalls()).isEqualTo(2);
        assertThat(result.stallSeconds()).isEqualTo(18 + 39);
        assertThat(result.seconds()).isEqualTo(63);
        assertThat(result.compactedBytes()).as("the third still runs").isEqualTo(2000 + 4000);
    }

    @Test
    void slowerCompactionWaitsMoreAndWritesLess() {
        Scenario scenario = sync(SyntheticWorkload.updates(1000 * MIB, 10 * MIB), 2000, trigger(5));
        SimulationResult fast = Simulator.run(at(new Pacing.Async(Duration.ofSeconds(1), 1000 * MIB), scenario));
        SimulationResult slow = Simulator.run(at(new Pacing.Async(Duration.ofSeconds(1), 20 * MIB), scenario));
        assertThat(fast.stalls()).isZero();
        assertThat(slow.stalls()).isPositive();
        assertThat(slow.seconds()).isCloseTo(2000 + slow.stallSeconds(), within(1e-6));
        assertThat(slow.compactedBytes()).isLessThan(fast.compactedBytes());
        assertThat(slow.runs().max()).as("stop trigger and one").isLessThanOrEqualTo(9 + 1);
    }

    @Test
    void theCourseIsBounded() {
        SimulationResult result = run(SyntheticWorkload.updates(1000 * MIB, MIB), 10_007, trigger(5));
        List<Timeline.Point> points = result.timeline().points();
        assertThat(points).hasSizeBetween(250, Timeline.MAX_POINTS);
        assertThat(result.timeline().compactions()).hasSizeLessThanOrEqualTo(Timeline.MAX_POINTS);
        Timeline.Point last = points.get(points.size() - 1);
        assertThat(last.commit()).isEqualTo(10_007);
        assertThat(last.writeAmplification()).isEqualTo(result.writeAmplification());
        assertThat(last.liveBytes()).isEqualTo(result.live().bytes());
        assertThat(points.stream()
                        .mapToDouble(Timeline.Point::spaceAmplification)
                        .max()
                        .orElseThrow())
                .isEqualTo(result.space().peak());
    }

    @Test
    void anInterruptEndsIt() {
        Scenario scenario = sync(SyntheticWorkload.inserts(1000), Integer.MAX_VALUE, trigger(5));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Simulator.run(scenario)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void refusesWhatMakesNoSense() {
        Pacing pacing = new Pacing.Sync(Duration.ZERO);
        Workload workload = SyntheticWorkload.inserts(1);
        assertThatThrownBy(() -> new Scenario(new Options(Map.of()), workload, pacing, 0, 0))
                .hasMessage("commits: expected at least 1, found 0");
        assertThatThrownBy(() -> new Scenario(new Options(Map.of("target-file-size", "10 b")), workload, pacing, 1, 10))
                .hasMessageContaining("target size of files (10 bytes), found 10");
        assertThatThrownBy(() -> new Pacing.Async(Duration.ZERO, 0)).hasMessageContaining("found 0");
        assertThatThrownBy(() -> SyntheticWorkload.updates(0, 1)).hasMessageContaining("table bytes");
        assertThatThrownBy(() -> SyntheticWorkload.inserts(0)).hasMessageContaining("flush sizes");
        assertThatThrownBy(() -> run(workload, 1, trigger(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("num-sorted-run.compaction-trigger");
        assertThatThrownBy(() -> new FlushSizes.LogNormal(1, Double.POSITIVE_INFINITY, 1))
                .hasMessageContaining("found Infinity");
    }

    /** A day over 292 years of flush intervals, and a compaction of five bytes that would take 5e20 nanoseconds. */
    @Test
    void simulatedTimeIsBounded() {
        Workload workload = SyntheticWorkload.inserts(1);
        Options options = new Options(trigger(5));
        Pacing seldom = new Pacing.Sync(Duration.ofDays(1));
        assertThatThrownBy(() -> new Scenario(options, workload, seldom, 106_752, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("flush interval: expected at most")
                .hasMessageContaining("found PT24H");
        assertThat(new Scenario(options, workload, seldom, 106_751, 0).commits())
                .isEqualTo(106_751);
        Pacing slow = new Pacing.Async(Duration.ZERO, 1e-11);
        assertThatThrownBy(() -> Simulator.run(new Scenario(options, workload, slow, 20, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("simulated time: expected at most 292 years");
    }

    /** A table of 10 GB in files of 10 KB and 9,999 bytes of overhead, or of one byte, would be so many objects in memory. */
    @Test
    void moreFilesThanMemoryHoldsAreRefused() {
        Workload workload = SyntheticWorkload.updates(1e10, 1);
        Scenario tiny = sync(workload, 1, Map.of("target-file-size", "1 b"));
        assertThatThrownBy(() -> Simulator.run(tiny))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("simulated files: expected at most 1000000 in a run, found 10000000000 bytes for files with"
                        + " 1 bytes of rows; simulate less data, less overhead or a larger target-file-size");
        Scenario overhead = withOverhead(9_999, sync(workload, 1, Map.of("target-file-size", "10000 b")));
        assertThatThrownBy(() -> Simulator.run(overhead)).hasMessageContaining("files with 1 bytes of rows");
    }
}
