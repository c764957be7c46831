package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lsmtable.options.Options;
import org.lsmtable.simulate.Advice.Choice;
import org.lsmtable.simulate.Advice.Confidence;
import org.lsmtable.simulate.RecordedWorkload.Flush;
import org.lsmtable.simulate.RecordedWorkload.FlushFile;
import org.lsmtable.simulate.RecordedWorkload.StartFile;

class AdvisorTest {
    private static final Pacing SYNC = new Pacing.Sync(Duration.ZERO);
    private static final Options DEFAULTS = new Options(Map.of());

    /** Updates of a full table of so many flushes. */
    private static FittedWorkload updates(int tableFlushes, int flushes, long compactedBytes) {
        Flush flush = new Flush(List.of(new FlushFile(0, 1, 1000, 0)));
        RecordedWorkload workload = new RecordedWorkload(
                IntStream.range(0, flushes).mapToObj(i -> flush).toList(),
                List.of(new StartFile(5, 0, 1, tableFlushes * 1000.0, 0)),
                tableFlushes * 1000.0,
                0,
                Skew.NONE,
                RowShape.DEFAULT);
        return new FittedWorkload(
                workload,
                0,
                new FittedWorkload.Measured(1, 2L * flushes, flushes, flushes * 1000L, 10, compactedBytes, 0, 60),
                0.01);
    }

    private static Choice choice(Random random, int changes) {
        Map<String, String> keys = new HashMap<>();
        for (int i = 0; i < changes; i++) {
            keys.put("k" + i, Integer.toString(random.nextInt(1_000_000)));
        }
        SimulationResult base = BASE;
        return new Choice(
                keys,
                new SimulationResult(
                        base.scenario(),
                        keys,
                        1000,
                        random.nextInt(5000),
                        base.live(),
                        new SimulationResult.Space(1, 1 + random.nextInt(20) / 10.0),
                        new SimulationResult.Runs(1 + random.nextInt(100) / 10.0, 3 + random.nextInt(10)),
                        base.compactions(),
                        0,
                        random.nextInt(3),
                        1,
                        base.timeline()));
    }

    private static final SimulationResult BASE =
            Simulator.run(updates(10, 5, 0).scenario(new Options(Map.of()), new Pacing.Sync(Duration.ZERO), 5));

    private static double[] costs(Choice choice) {
        SimulationResult r = choice.result();
        return new double[] {r.writeAmplification(), r.runs().mean(), r.space().peak(), r.stallSeconds()};
    }

    private static boolean covers(double[] a, double[] b, double factor) {
        return IntStream.range(0, 4).allMatch(i -> a[i] <= b[i] * factor);
    }

    /** Against each bound on runs taken by itself: who writes least within it is shown, and nobody else. */
    @Test
    void ofTheFrontTheLeastWrittenForEachNumberOfRunsIsReadFirst() {
        Random random = new Random(5);
        for (int round = 0; round < 50; round++) {
            List<Choice> front = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                front.add(choice(random, 3));
            }
            Advice advice = new Advice(updates(10, 5, 0), BASE, 5, 20, choice(random, 0), front);
            List<Choice> least = advice.leastWrittenForRuns();
            for (int bound = 3; bound <= 12; bound++) {
                int most = bound;
                Long expected = front.stream()
                        .filter(c -> c.result().runs().max() <= most)
                        .map(c -> c.result().compactedBytes())
                        .min(Long::compare)
                        .orElse(null);
                Long shown = least.stream()
                        .filter(c -> c.result().runs().max() <= most)
                        .map(c -> c.result().compactedBytes())
                        .min(Long::compare)
                        .orElse(null);
                assertThat(shown).isEqualTo(expected);
            }
            assertThat(least)
                    .isSortedAccordingTo(
                            Comparator.comparingLong((Choice c) -> c.result().compactedBytes()))
                    .isSortedAccordingTo(Comparator.comparingLong(
                            (Choice c) -> -c.result().runs().max()));
            assertThat(least.stream().map(c -> c.result().runs().max()).distinct())
                    .hasSize(least.size());
        }
    }

    /** Nobody on the front is beaten by anybody, and whoever is not on it is no better than somebody on it by more than a twentieth. */
    @Test
    void theFrontIsThatOfAllPairs() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            List<Choice> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(choice(random, random.nextInt(4)));
            }
            List<Choice> front = Advisor.front(all);
            for (Choice kept : front) {
                assertThat(all)
                        .as("seed %d", seed)
                        .noneMatch(o -> covers(costs(o), costs(kept), 1) && !covers(costs(kept), costs(o), 1));
            }
            for (Choice choice : all) {
                assertThat(front).as("seed %d", seed).anyMatch(kept -> covers(costs(kept), costs(choice), 1.05));
            }
            assertThat(front)
                    .isSortedAccordingTo(
                            Comparator.comparingDouble(c -> c.result().writeAmplification()));
        }
    }

    /** The golden figure of a table of 100 flushes under the defaults is 5.77; fewer bytes cost more runs. */
    @Test
    void knowsTheCurrentSettingAndFindsABetterOne() {
        Advice advice = Advisor.advise(updates(100, 250, 1_200_000), DEFAULTS, SYNC, Runnable::run);
        assertThat(advice.commits()).isEqualTo(1000);
        assertThat(advice.extrapolation()).isEqualTo(4);
        assertThat(advice.current().isCurrent()).isTrue();
        assertThat(advice.current().result().writeAmplification()).isCloseTo(5.77, within(0.2));
        // 250,000 bytes flushed and 1,200,000 compacted: 5.8 measured
        assertThat(advice.replayError()).isCloseTo((advice.replay().writeAmplification() - 5.8) / 5.8, within(1e-9));
        Choice least = advice.front().get(0);
        assertThat(least.result().writeAmplification())
                .isLessThan(advice.current().result().writeAmplification() * 0.7);
        assertThat(least.result().runs().mean())
                .isGreaterThan(advice.current().result().runs().mean());
        assertThat(advice.front())
                .anyMatch(choice -> "binomial".equals(choice.changes().get("compaction.strategy")));
        assertThat(advice.tried()).isGreaterThan(100);
        assertThat(advice.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    private static Advice advice(FittedWorkload fit, long commits) {
        SimulationResult replay = Simulator.run(fit.replay(DEFAULTS, SYNC));
        return new Advice(fit, replay, commits, 1, new Choice(Map.of(), replay), List.of());
    }

    @Test
    void littleHistoryAndBadReplaysAreSaid() {
        double right =
                Simulator.run(updates(100, 400, 0).replay(DEFAULTS, SYNC)).writeAmplification();
        long compacted = Math.round((right - 1) * 400_000);
        assertThat(advice(updates(100, 400, compacted), 400).confidence()).isEqualTo(Confidence.HIGH);
        assertThat(advice(updates(100, 400, compacted), 1000).confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(advice(updates(100, 400, compacted * 5 / 4), 400).confidence())
                .isEqualTo(Confidence.MEDIUM);
        assertThat(advice(updates(100, 30, 0), 30).confidence()).isEqualTo(Confidence.LOW);
        Advice wrong = advice(updates(100, 400, 7_200_000), 400);
        assertThat(wrong.replayError()).isLessThan(-0.25);
        assertThat(wrong.confidence()).isEqualTo(Confidence.LOW);
        assertThat(wrong.grounds()).anyMatch(ground -> ground.contains("measured were 19.00"));
    }

    /** Keys in the order of time: the past is not repeated, since new keys would come where older ones are. */
    @Test
    void flushesWithRangesOfTheirOwnAreNotRepeated() {
        List<Flush> flushes = IntStream.range(0, 50)
                .mapToObj(i -> new Flush(List.of(new FlushFile(i / 50.0, (i + 1) / 50.0, 1000, 0))))
                .toList();
        RecordedWorkload inOrder = new RecordedWorkload(flushes, List.of(), 50_000, 1, Skew.NONE, RowShape.DEFAULT);
        FittedWorkload.Measured measured = new FittedWorkload.Measured(1, 100, 50, 50_000, 10, 50_000, 0, 60);
        FittedWorkload fit = new FittedWorkload(inOrder, 0, measured, 0);
        assertThat(fit.isInKeyOrder()).isTrue();
        assertThat(updates(20, 40, 160_000).isInKeyOrder()).isFalse();
        Advice advice = Advisor.advise(fit, DEFAULTS, SYNC, Runnable::run);
        assertThat(advice.commits()).isEqualTo(50);
        assertThat(advice.current().result().flushedBytes()).isEqualTo(50_000);
    }

    @Test
    void compactionsBesideTheWriterMayStallIt() {
        Pacing slow = new Pacing.Async(Duration.ofSeconds(1), 2000);
        Advice advice = Advisor.advise(updates(20, 40, 160_000), DEFAULTS, slow, Runnable::run);
        assertThat(advice.current().result().stallSeconds()).isPositive();
        assertThat(advice.front().get(0).result().stallSeconds())
                .isLessThan(advice.current().result().stallSeconds());
    }
}
