package org.lsmtable.benchmark.study;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.options.Options;
import org.lsmtable.simulate.FlushSizes;
import org.lsmtable.simulate.KeyPattern;
import org.lsmtable.simulate.Pacing;
import org.lsmtable.simulate.RowShape;
import org.lsmtable.simulate.Scenario;
import org.lsmtable.simulate.SimulationResult;
import org.lsmtable.simulate.Simulator;
import org.lsmtable.simulate.Skew;
import org.lsmtable.simulate.SyntheticWorkload;

/**
 * The simulator. What a row and a file take, and how much flushes differ in size, it learns from a few files that the real engine writes;
 * everything else it works out.
 */
final class SimulatedEngine implements StudyEngine {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    /** How many courses, each with flush sizes drawn anew: where sizes decide picks by a hair, one course says little. */
    private static final int COURSES = 8;

    private final RealEngine files;

    SimulatedEngine(RealEngine files) {
        this.files = files;
    }

    @Override
    public List<Amplification> measure(Setting setting) throws IOException {
        FileShape shape = files.shape(setting);
        List<Amplification> courses = new ArrayList<>();
        for (int seed = 1; seed <= COURSES; seed++) {
            courses.add(amplification(Simulator.run(scenario(setting, shape, seed)), shape));
        }
        return courses;
    }

    private static Amplification amplification(SimulationResult result, FileShape shape) {
        return new Amplification(
                result.flushedBytes(),
                result.compactedBytes(),
                result.runs().mean(),
                result.runs().max(),
                new Amplification.Space(result.space().mean(), result.space().peak()),
                result.stalls(),
                shape);
    }

    private static Scenario scenario(Setting setting, FileShape shape, long seed) {
        double flushBytes = setting.flushRows() * shape.rowBytes();
        Pacing pacing = setting.isSync()
                ? new Pacing.Sync(INTERVAL)
                : new Pacing.Async(INTERVAL, setting.throughput() * shape.bytes(setting.flushRows()));
        return new Scenario(
                new Options(setting.options()),
                workload(setting.arrivals(), setting.tableRows() * shape.rowBytes(), flushBytes)
                        .with(sizes(flushBytes, shape.flushDeviationBytes(), seed))
                        .with(new RowShape(shape.rowBytes(), 1)),
                pacing,
                setting.commits(),
                shape.overheadBytes());
    }

    /** Sizes that differ by chance; for small deviations the logarithm of a normal distribution is as good as normal itself. */
    private static FlushSizes sizes(double flushBytes, double deviationBytes, long seed) {
        return new FlushSizes.LogNormal(flushBytes, deviationBytes / flushBytes, seed);
    }

    private static SyntheticWorkload workload(Arrivals arrivals, double tableBytes, double flushBytes) {
        return switch (arrivals) {
            case UPDATES -> SyntheticWorkload.updates(tableBytes, flushBytes);
            case HOT_UPDATES ->
                SyntheticWorkload.updates(tableBytes, flushBytes).with(Skew.hot(0.1, 0.9));
            case UPDATES_IN_TURN ->
                SyntheticWorkload.updates(tableBytes, flushBytes).with(KeyPattern.SEQUENTIAL);
            case HALF_UPDATES ->
                SyntheticWorkload.updates(tableBytes, flushBytes).withShares(0.5, 0);
            case INSERTS -> SyntheticWorkload.inserts(flushBytes);
            case INSERTS_IN_ORDER -> SyntheticWorkload.inserts(flushBytes).with(KeyPattern.SEQUENTIAL);
        };
    }
}
