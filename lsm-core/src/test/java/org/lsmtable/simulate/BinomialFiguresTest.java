package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.compact.Strategy;
import org.lsmtable.options.Options;

/**
 * Write amplification of binomial compaction in the simulator: against figures found on paper and by an independent model, and, where
 * there are none, against universal compaction of the same flushes.
 */
@Execution(ExecutionMode.CONCURRENT)
class BinomialFiguresTest {
    private static final double FLUSH = 1 << 20;

    private static SimulationResult run(Strategy strategy, int trigger, Case given) {
        Options options = new Options(Map.of(
                "compaction.strategy",
                strategy.text(),
                "num-sorted-run.compaction-trigger",
                Integer.toString(trigger)));
        Pacing sync = new Pacing.Sync(Duration.ofSeconds(1));
        SimulationResult result =
                Simulator.run(new Scenario(options, given.workload(), sync, given.commits(), given.overheadBytes()));
        assertThat(result.runs().max()).as("runs with %s", strategy).isLessThanOrEqualTo(trigger);
        return result;
    }

    /** What is simulated, with a name. */
    private record Case(String name, Workload workload, long commits, long overheadBytes) {
        Case(String name, Workload workload) {
            this(name, workload, 3000, 0);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** On paper: 12.2 and 20.8; the others are the transform's own sums. */
    @ParameterizedTest
    @CsvSource({"100, 3.67", "1000, 7.17", "10000, 12.2", "100000, 20.8"})
    void inserts(long commits, double expected) {
        Case inserts = new Case("inserts", SyntheticWorkload.inserts(FLUSH), commits, 0);
        assertThat(run(Strategy.BINOMIAL, 5, inserts).writeAmplification())
                .isCloseTo(expected, Percentage.withPercentage(2));
    }

    /** The model of these rules, and the paper's figures, which do not know that overwritten rows make merges smaller. */
    @ParameterizedTest
    @CsvSource({"10, 2.67, 2.75", "100, 5.03, 5.8", "1000, 8.90, 9.6", "10000, 14.83, 18"})
    void updates(int flushesOfData, double model, double paper) {
        Case updates = new Case(
                "updates",
                SyntheticWorkload.updates(flushesOfData * FLUSH, FLUSH),
                Math.max(20_000, 3L * flushesOfData),
                0);
        assertThat(run(Strategy.BINOMIAL, 5, updates).writeAmplification())
                .isCloseTo(model, Percentage.withPercentage(2))
                .isLessThan(paper);
    }

    static Stream<Arguments> uneven() {
        SyntheticWorkload updates = SyntheticWorkload.updates(1000 * FLUSH, FLUSH);
        SyntheticWorkload inserts = SyntheticWorkload.inserts(FLUSH);
        FlushSizes log1 = new FlushSizes.LogNormal(FLUSH, 1, 1);
        FlushSizes log2 = new FlushSizes.LogNormal(FLUSH, 2, 1);
        return Stream.of(
                        new Case("uniform", updates.with(new FlushSizes.Uniform(FLUSH / 2, 3 * FLUSH / 2, 1))),
                        new Case("log-normal, sigma 1", updates.with(log1)),
                        new Case("log-normal, sigma 2", updates.with(log2)),
                        new Case("inserts, log-normal, sigma 1", inserts.with(log1)),
                        new Case("inserts, log-normal, sigma 2", inserts.with(log2)),
                        new Case("hot rows", updates.with(Skew.hot(0.1, 0.9))),
                        new Case("very hot rows", updates.with(Skew.hot(0.01, 0.99))),
                        new Case(
                                "Zipf, log-normal",
                                updates.with(Skew.zipf(0.99, 10_000_000)).with(log1)),
                        new Case("half inserts", updates.withShares(0.5, 0)),
                        new Case("deletes", updates.withShares(1, 0.3)),
                        new Case("in turn", inserts.with(KeyPattern.SEQUENTIAL)),
                        new Case("files that are overhead for the most part", updates, 3000, (long) (10 * FLUSH)))
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("uneven")
    void neverWritesMuchMoreThanUniversal(Case given) {
        for (int trigger : new int[] {3, 5, 8, 15}) {
            double universal = run(Strategy.UNIVERSAL, trigger, given).writeAmplification();
            double binomial = run(Strategy.BINOMIAL, trigger, given).writeAmplification();
            assertThat(binomial).as("trigger %d", trigger).isLessThan(universal * (trigger <= 5 ? 0.9 : 1.06));
        }
    }
}
