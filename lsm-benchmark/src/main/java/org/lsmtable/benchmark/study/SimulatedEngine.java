package org.lsmtable.benchmark.study;

import java.io.IOException;
import java.time.Duration;
import org.lsmtable.options.Options;
import org.lsmtable.simulate.KeyPattern;
import org.lsmtable.simulate.Pacing;
import org.lsmtable.simulate.RowShape;
import org.lsmtable.simulate.Scenario;
import org.lsmtable.simulate.SimulationResult;
import org.lsmtable.simulate.Simulator;
import org.lsmtable.simulate.Skew;
import org.lsmtable.simulate.SyntheticWorkload;

/** The simulator. What a row and a file take it learns from two files that the real engine writes; everything else it works out. */
final class SimulatedEngine implements StudyEngine {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final RealEngine files;

    SimulatedEngine(RealEngine files) {
        this.files = files;
    }

    @Override
    public Amplification measure(Setting setting) throws IOException {
        FileShape shape = files.shape(setting);
        SimulationResult result = Simulator.run(scenario(setting, shape));
        return new Amplification(
                result.flushedBytes(),
                result.compactedBytes(),
                result.runs().mean(),
                result.runs().max(),
                new Amplification.Space(result.space().mean(), result.space().peak()),
                result.stalls(),
                shape);
    }

    private static Scenario scenario(Setting setting, FileShape shape) {
        double flushBytes = setting.flushRows() * shape.rowBytes();
        Pacing pacing = setting.isSync()
                ? new Pacing.Sync(INTERVAL)
                : new Pacing.Async(INTERVAL, setting.throughput() * shape.bytes(setting.flushRows()));
        return new Scenario(
                new Options(setting.options()),
                workload(setting.arrivals(), setting.tableRows() * shape.rowBytes(), flushBytes)
                        .with(new RowShape(shape.rowBytes(), 1)),
                pacing,
                setting.commits(),
                shape.overheadBytes());
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
