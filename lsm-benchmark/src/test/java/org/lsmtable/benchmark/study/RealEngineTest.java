package org.lsmtable.benchmark.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted on real files, by hand; and the simulator beside it. */
class RealEngineTest {
    @TempDir
    Path scratch;

    private static Setting setting(Arrivals arrivals, int commits) {
        return new Setting(Strategy.universal, new Setting.Rules(5, 1, 200, 0), arrivals, 4_000, 200, commits, 0);
    }

    private Amplification real(Setting setting) throws Exception {
        return Amplification.mean(new RealEngine(scratch).measure(setting));
    }

    /**
     * Four flushes of new rows stay as they are. The fifth makes 4 flushes against 1, above 200 percent: all five are merged into one run.
     */
    @Test
    void countsTheFirstCompactionOfInserts() throws Exception {
        Amplification four = real(setting(Arrivals.INSERTS, 4));
        assertThat(four.compactedBytes()).isZero();
        assertThat(four.write()).isEqualTo(1);
        assertThat(four.runsMean()).isEqualTo((1 + 2 + 3 + 4) / 4.0);
        assertThat(four.runsMax()).isEqualTo(4);

        Amplification five = real(setting(Arrivals.INSERTS, 5));
        FileShape shape = five.shape();
        assertThat(five.runsMean()).isEqualTo((1 + 2 + 3 + 4 + 1) / 5.0);
        double flushed = 5 * (200 * shape.rowBytes() + shape.overheadBytes());
        double merged = 1000 * shape.rowBytes() + shape.overheadBytes();
        assertThat((double) five.flushedBytes()).isCloseTo(flushed, withPercentage(2));
        assertThat((double) five.compactedBytes()).isCloseTo(merged, withPercentage(2));
        assertThat(five.space().peak()).isCloseTo(flushed / merged, withPercentage(2));
        assertThat(five.stalls()).isZero();
    }

    /** A table that is full at the start: its own load is not counted, and its run is there from the first commit on. */
    @Test
    void leavesTheLoadOfTheTableOut() throws Exception {
        Amplification two = real(setting(Arrivals.UPDATES_IN_TURN, 2));
        assertThat(two.runsMean()).isEqualTo((2 + 3) / 2.0);
        assertThat(two.compactedBytes()).isZero();
        // 4,000 rows, then 200 more and 200 more of the same keys
        assertThat(two.space().mean()).isCloseTo(1 + (200 + 400) / 2.0 / 4_000, withPercentage(3));
        assertThat((double) two.flushedBytes()).isCloseTo(2 * two.shape().bytes(200), withPercentage(3));
    }

    @Test
    void simulatedIsCloseToReal() throws Exception {
        RealEngine real = new RealEngine(scratch);
        for (Arrivals arrivals : new Arrivals[] {Arrivals.UPDATES, Arrivals.HOT_UPDATES, Arrivals.UPDATES_IN_TURN}) {
            Amplification measured = Amplification.mean(real.measure(setting(arrivals, 60)));
            List<Amplification> courses = new SimulatedEngine(real).measure(setting(arrivals, 60));
            Amplification simulated = Amplification.mean(courses);
            assertThat(simulated.write()).as(arrivals.label()).isCloseTo(measured.write(), withPercentage(10));
            assertThat(simulated.runsMean()).as(arrivals.label()).isCloseTo(measured.runsMean(), withPercentage(10));
            assertThat(simulated.space().mean())
                    .as(arrivals.label())
                    .isCloseTo(measured.space().mean(), withPercentage(10));
            // one full compaction sooner or later is a peak more or less: that of a real course is among those of the
            // simulated ones
            DoubleSummaryStatistics peaks =
                    courses.stream().mapToDouble(c -> c.space().peak()).summaryStatistics();
            assertThat(measured.space().peak())
                    .as(arrivals.label())
                    .isBetween(0.95 * peaks.getMin(), 1.05 * peaks.getMax());
        }
    }
}
