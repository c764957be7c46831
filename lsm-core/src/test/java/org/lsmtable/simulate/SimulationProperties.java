package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.lsmtable.simulate.Scenarios.sync;
import static org.lsmtable.simulate.Scenarios.withOverhead;

import java.time.Duration;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.options.Options;

/** What must hold of any simulation, and the closed forms of what full compactions by size amplification cost. */
class SimulationProperties {
    private static final int COMMITS = 400;
    private static final double FLUSH = 10_000;

    /** Options of universal compaction, and the seed of flush sizes from half to one and a half times the mean. */
    record Setting(int trigger, int percent, int ratio, String rules, long seed) {
        double a() {
            return percent / 100.0;
        }

        Map<String, String> options() {
            return Map.of(
                    "num-sorted-run.compaction-trigger", "" + trigger,
                    "compaction.max-size-amplification-percent", "" + percent,
                    "compaction.size-ratio", "" + ratio,
                    "compaction.universal.rule-set", rules);
        }

        FlushSizes sizes() {
            return new FlushSizes.Uniform(FLUSH / 2, FLUSH * 3 / 2, seed);
        }
    }

    @Provide
    Arbitrary<Setting> settings() {
        return Combinators.combine(
                        Arbitraries.integers().between(2, 10),
                        Arbitraries.integers().between(25, 400),
                        Arbitraries.integers().between(0, 100),
                        Arbitraries.of("2.0", "2.1"),
                        Arbitraries.longs())
                .as(Setting::new);
    }

    private static double byAmplification(SimulationResult result) {
        return (double) result.compactions().writtenBytes().getOrDefault(Rule.SIZE_AMPLIFICATION, 0L)
                / result.flushedBytes();
    }

    /**
     * A full compaction by size amplification writes the table, K, when the bytes that came since the one before exceed aK. And newer runs never
     * hold more than aK when they are looked at, plus a flush; while there are fewer runs than the trigger, they may hold as many flushes.
     */
    @Property(tries = 40)
    void updatesCostOneByAAndTakeTwoPlusA(
            @ForAll("settings") Setting setting, @ForAll @IntRange(min = 2, max = 30) int tables) {
        double table = tables * 1.5 * FLUSH * setting.trigger();
        SimulationResult result = Simulator.run(
                sync(SyntheticWorkload.updates(table, FLUSH).with(setting.sizes()), COMMITS, setting.options()));
        assertThat(byAmplification(result)).isLessThanOrEqualTo(1 / setting.a() + 1e-6);
        assertThat(result.space().peak()).isLessThanOrEqualTo(2 + setting.a());
        assertThat(result.live().mergedBytes()).isEqualTo(Math.round(table));
    }

    /** A full compaction by size amplification writes what came since the one before and an oldest run of less than 1/a of that. */
    @Property(tries = 40)
    void insertsCostOneAndOneByA(@ForAll("settings") Setting setting) {
        SimulationResult result =
                Simulator.run(sync(SyntheticWorkload.inserts(FLUSH).with(setting.sizes()), COMMITS, setting.options()));
        assertThat(byAmplification(result)).isLessThanOrEqualTo(1 + 1 / setting.a() + 1e-6);
        assertThat(result.space().peak()).as("but for halves of bytes of files").isCloseTo(1, within(1e-4));
    }

    /** Nothing is lost or made: what came and was written, less what was replaced, is what lies in the runs at the end. */
    @Property(tries = 50)
    void bytesAreConserved(
            @ForAll("settings") Setting setting,
            @ForAll @DoubleRange(min = 0, max = 1) double updates,
            @ForAll @DoubleRange(min = 0, max = 0.9) double deletes,
            @ForAll KeyPattern keys,
            @ForAll @IntRange(min = 0, max = 2000) int overhead,
            @ForAll @DoubleRange(min = 1000, max = 1_000_000) double bytesPerSecond) {
        SyntheticWorkload workload =
                new SyntheticWorkload(setting.sizes(), 300_000, updates, deletes, Skew.NONE, keys, RowShape.DEFAULT);
        Options options = new Options(setting.options()).with(Map.of("target-file-size", "15000 b"));
        Scenario scenario =
                new Scenario(options, workload, new Pacing.Async(Duration.ofSeconds(1), bytesPerSecond), 150, overhead);
        SimulationResult result = Simulator.run(scenario);
        long start = startBytes(scenario);
        long runs = result.live().runs().stream().mapToLong(Run::bytes).sum();
        long files = result.live().runs().stream().mapToLong(Run::files).sum();
        assertThat(start
                        + result.flushedBytes()
                        + result.compactedBytes()
                        - result.compactions().replacedBytes())
                .isEqualTo(runs);
        assertThat(result.live().bytes()).isEqualTo(runs);
        assertThat(result.live().files()).isEqualTo(files);
        assertThat(result.compactions().writtenBytes().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(result.compactedBytes());
        assertThat(result.live().mergedBytes()).isLessThanOrEqualTo(runs + files);
        assertThat(Simulator.run(scenario)).as("the same again").isEqualTo(result);
    }

    /** The table at the start: 300,000 bytes if there are updates, in files of 15,000 with what each takes itself. */
    private static long startBytes(Scenario scenario) {
        SyntheticWorkload workload = (SyntheticWorkload) scenario.workload();
        if (workload.updates() == 0) {
            return 0;
        }
        double payload = 15_000.0 - scenario.fileOverheadBytes();
        return 300_000 + (long) Math.ceil(300_000 / payload) * scenario.fileOverheadBytes();
    }

    /** Overhead counts once a file: with files as large as need be, each flush has one. */
    @Property(tries = 20)
    void overheadIsPartOfEveryFlush(
            @ForAll("settings") Setting setting, @ForAll @IntRange(min = 0, max = 2000) int bytes) {
        Scenario scenario = sync(SyntheticWorkload.inserts(FLUSH).with(setting.sizes()), 50, setting.options());
        long without = Simulator.run(scenario).flushedBytes();
        assertThat(Simulator.run(withOverhead(bytes, scenario)).flushedBytes()).isEqualTo(without + 50L * bytes);
    }
}
