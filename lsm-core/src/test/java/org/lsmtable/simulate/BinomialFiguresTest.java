package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.options.Options;

/**
 * Write amplification of binomial compaction in the simulator against figures that were found on paper (of inserts, the transform's own
 * sums) and by an independent model, and against universal compaction on the same flushes.
 */
class BinomialFiguresTest {
    private static final double FLUSH = 1 << 20;

    private static SimulationResult run(String strategy, int trigger, Workload workload, long commits) {
        return run(strategy, trigger, workload, commits, 0);
    }

    private static SimulationResult run(
            String strategy, int trigger, Workload workload, long commits, long overheadBytes) {
        Options options =
                new Options(Map.of("compaction.strategy", strategy, "num-sorted-run.compaction-trigger", "" + trigger));
        Pacing sync = new Pacing.Sync(Duration.ofSeconds(1));
        SimulationResult result = Simulator.run(new Scenario(options, workload, sync, commits, overheadBytes));
        assertThat(result.runs().max()).isLessThanOrEqualTo(trigger);
        return result;
    }

    @ParameterizedTest
    @CsvSource({"100, 3.67", "1000, 7.17", "10000, 12.2", "100000, 20.8"})
    void inserts(long commits, double expected) {
        assertThat(run("binomial", 5, SyntheticWorkload.inserts(FLUSH), commits).writeAmplification())
                .isCloseTo(expected, Percentage.withPercentage(2));
    }

    @ParameterizedTest
    @CsvSource({"10, 2.75", "100, 5.8", "1000, 9.6", "10000, 18"})
    void updatesInTheLongRun(int flushesOfData, double paper) {
        long commits = Math.min(40_000, Math.max(2000, 20L * flushesOfData));
        Workload workload = SyntheticWorkload.updates(flushesOfData * FLUSH, FLUSH);
        assertThat(run("binomial", 5, workload, commits).writeAmplification()).isLessThan(paper * 1.02);
    }
}
