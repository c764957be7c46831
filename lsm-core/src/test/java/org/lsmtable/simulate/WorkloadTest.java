package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.lsmtable.simulate.Scenarios.MIB;
import static org.lsmtable.simulate.Scenarios.run;
import static org.lsmtable.simulate.Scenarios.trigger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.simulate.RecordedWorkload.Flush;
import org.lsmtable.simulate.RecordedWorkload.FlushFile;
import org.lsmtable.simulate.RecordedWorkload.StartFile;

class WorkloadTest {
    private static double[] draw(FlushSizes sizes, int count) {
        DoubleSupplier supplier = sizes.draw();
        double[] drawn = new double[count];
        for (int i = 0; i < count; i++) {
            drawn[i] = supplier.getAsDouble();
        }
        return drawn;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    @Test
    void sizesFollowTheirDistribution() {
        assertThat(draw(new FlushSizes.Constant(7), 3)).containsExactly(7, 7, 7);
        double[] uniform = draw(new FlushSizes.Uniform(500, 1500, 1), 20_000);
        assertThat(mean(uniform)).isCloseTo(1000, Percentage.withPercentage(1));
        assertThat(Arrays.stream(uniform).min().orElseThrow()).isBetween(500.0, 510.0);
        assertThat(Arrays.stream(uniform).max().orElseThrow()).isBetween(1490.0, 1500.0);
        double[] skewed = draw(new FlushSizes.LogNormal(1000, 0.5, 1), 20_000);
        assertThat(mean(skewed)).isCloseTo(1000, Percentage.withPercentage(2));
        double[] logs = Arrays.stream(skewed).map(Math::log).toArray();
        double middle = mean(logs);
        double variance = mean(
                Arrays.stream(logs).map(log -> (log - middle) * (log - middle)).toArray());
        assertThat(Math.sqrt(variance)).isCloseTo(0.5, Percentage.withPercentage(2));
    }

    @Test
    void theSameSeedDrawsTheSame() {
        FlushSizes sizes = new FlushSizes.LogNormal(1000, 0.5, 42);
        assertThat(draw(sizes, 50)).isEqualTo(draw(sizes, 50));
        assertThat(draw(sizes, 50)).isNotEqualTo(draw(new FlushSizes.LogNormal(1000, 0.5, 43), 50));
    }

    @Test
    void zipfCutsRanksIntoGroups() {
        // Ranks 1 | 2 3 | 4 to 7 | 8 to 10; weights 1, 1/2 + 1/3, 1/4 + … + 1/7, 1/8 + 1/9 + 1/10.
        List<Skew.Group> groups = Skew.zipf(1, 10).groups();
        double all = 7381 / 2520.0;
        assertThat(groups.stream().map(Skew.Group::data)).containsExactly(0.1, 0.2, 0.4, 0.3);
        double[] weights = {1, 5 / 6.0, 319 / 420.0, 121 / 360.0};
        for (int i = 0; i < weights.length; i++) {
            assertThat(groups.get(i).updates()).isCloseTo(weights[i] / all, within(1e-12));
        }
        assertThat(Skew.zipf(2, 1).groups()).containsExactly(new Skew.Group(1, 1));
        // Without preference a group gets what it holds, also where the sum is taken for an integral.
        for (Skew.Group group : Skew.zipf(0, 1_000_000).groups()) {
            assertThat(group.updates()).isCloseTo(group.data(), within(1e-12));
        }
        // The harmonic number of a million is 14.3927267.
        assertThat(Skew.zipf(1, 1_000_000).groups().get(0).updates()).isCloseTo(1 / 14.3927267, within(1e-6));
    }

    @Test
    void skewSavesWrites() {
        SyntheticWorkload even = SyntheticWorkload.updates(1000 * MIB, MIB);
        double uniform = run(even, 3000, trigger(5)).writeAmplification();
        double flat = run(even.with(Skew.zipf(0, 10_000_000)), 3000, trigger(5)).writeAmplification();
        double hot = run(even.with(Skew.hot(0.05, 0.95)), 3000, trigger(5)).writeAmplification();
        assertThat(flat).isCloseTo(uniform, within(1e-3));
        assertThat(hot).isLessThan(uniform / 2);
        // All updates in a tenth of the table: but for the size of the last run, a table of that size.
        SimulationResult tenth = run(even.with(Skew.hot(0.1, 1)), 3000, trigger(5));
        assertThat(tenth.live().mergedBytes()).isEqualTo(Math.round(1000 * MIB));
    }

    /** What a synthetic workload flushes, written down and played again. */
    @Test
    void aRecordingGivesWhatWasRecorded() {
        double table = 200 * MIB;
        SyntheticWorkload original = SyntheticWorkload.updates(table, MIB);
        double flushed = table * -Math.expm1(-MIB / table);
        RecordedWorkload recording = new RecordedWorkload(
                List.of(new Flush(List.of(new FlushFile(0, 1, flushed, 0)))),
                List.of(new StartFile(5, 0, 1, table, 0)),
                table,
                0,
                Skew.NONE,
                RowShape.DEFAULT);
        assertThat(run(recording, 1000, trigger(5)))
                .usingRecursiveComparison()
                .ignoringFields("scenario")
                .isEqualTo(run(original, 1000, trigger(5)));
        // With groups of rows, the sizes of flushes are kept although hot rows meet.
        SyntheticWorkload hot = original.with(Skew.hot(0.1, 0.9));
        double hotBytes = new SyntheticFlushes(hot).next().content().bytes();
        RecordedWorkload hotRecording = new RecordedWorkload(
                List.of(new Flush(List.of(new FlushFile(0, 1, hotBytes, 0)))),
                List.of(new StartFile(5, 0, 1, table, 0)),
                table,
                0,
                Skew.hot(0.1, 0.9),
                RowShape.DEFAULT);
        assertThat(run(hotRecording, 1000, trigger(5)).writeAmplification())
                .isCloseTo(run(hot, 1000, trigger(5)).writeAmplification(), within(1e-3));
    }

    @Test
    void recordedFilesKeepTheirBytesAndRanges() {
        List<Flush> flushes = new ArrayList<>();
        flushes.add(new Flush(List.of(new FlushFile(0, 0.25, 300, 0), new FlushFile(0.5, 1, 700, 0.5))));
        flushes.add(new Flush(List.of(new FlushFile(0.9, 1, 5000, 0))));
        RecordedWorkload workload = new RecordedWorkload(
                flushes,
                List.of(
                        new StartFile(5, 0.5, 1, 2000, 0),
                        new StartFile(5, 0, 0.4, 1600, 0),
                        new StartFile(0, 0.1, 0.2, 50, 0)),
                4000,
                0.1,
                Skew.NONE,
                RowShape.DEFAULT);
        SimulationResult result = run(workload, 3, trigger(99));
        assertThat(result.flushedBytes()).as("and the first again").isEqualTo(1000 + 5000 + 1000);
        assertThat(result.live().runs())
                .containsExactly(
                        new Run(0, 1, 1000),
                        new Run(0, 1, 5000),
                        new Run(0, 1, 1000),
                        new Run(0, 1, 50),
                        new Run(5, 1, 3600));
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> new Skew(List.of(new Skew.Group(0.5, 1)))).hasMessageContaining("sum of 1, found 0.5");
        assertThatThrownBy(() -> Skew.hot(1, 0.5)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> new FlushFile(0.5, 0.5, 1, 0)).hasMessageContaining("range of keys");
        assertThatThrownBy(() -> new StartFile(-1, 0, 1, 1, 0)).hasMessageContaining("level");
        assertThatThrownBy(() -> new RecordedWorkload(List.of(), List.of(), 1, 0, Skew.NONE, RowShape.DEFAULT))
                .hasMessageContaining("at least 1, found none");
        assertThatThrownBy(() ->
                        SyntheticWorkload.updates(1, 1).with(Skew.hot(0.1, 0.9)).with(KeyPattern.SEQUENTIAL))
                .hasMessageContaining("skew");
        assertThatThrownBy(() -> SyntheticWorkload.updates(1, 1).withShares(1, 1))
                .hasMessageContaining("deletes");
    }
}
