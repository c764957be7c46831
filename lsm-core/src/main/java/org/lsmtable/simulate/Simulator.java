package org.lsmtable.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Pickers;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.BucketState;
import org.lsmtable.mergetree.CompactResult;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.mergetree.MergeTreeCompactManager;
import org.lsmtable.mergetree.MergeTreeCompactManager.Surroundings;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;

/**
 * Runs one scenario: flush after flush, each followed by what {@code MergeTreeWriter} does at a commit, with the engine's own compaction
 * manager. One simulation is one thread's.
 */
public final class Simulator {
    private final Scenario scenario;
    private final FlushSource flushes;
    private final ModelFiles files;
    private final Meter meter;
    private final SimulatedTime time = new SimulatedTime();
    private final CompactionOptions options;
    private final MergeTreeCompactManager manager;
    private final long intervalNanos;

    /** Commits after which a full compaction is asked for; never if 0. */
    private final int fullEvery;

    /** The table if it was fully merged. */
    private Content merged;

    private Simulator(Scenario scenario) {
        this.scenario = scenario;
        this.flushes = FlushSource.of(scenario.workload());
        Options table = scenario.options();
        this.files = new ModelFiles(
                flushes.space(),
                new ModelFiles.Shape(
                        FileOptions.targetFileBytes(table),
                        scenario.fileOverheadBytes(),
                        scenario.workload().rows().rowBytes()));
        this.meter = new Meter(scenario);
        this.options = CompactionOptions.of(table);
        this.fullEvery = table.find(MergeTreeOptions.FULL_DELTA_COMMITS).orElse(0);
        this.intervalNanos = scenario.pacing().flushInterval().toNanos();
        this.merged = Content.empty(flushes.space());
        List<DataFileMeta> start = startFiles();
        meter.started(start);
        Levels levels = Levels.of(ModelFiles.KEY_ORDER, options.levels(), start);
        this.manager = new MergeTreeCompactManager(
                "simulated bucket",
                BucketState.of(levels, ZoneOffset.UTC),
                new CompactionDecider(options, Pickers.of(options)),
                new Surroundings(time, time.clock(), files, file -> {}));
    }

    /** What a scenario comes to. */
    public static SimulationResult run(Scenario scenario) {
        return run(scenario, Map.of());
    }

    /**
     * The same.
     *
     * @param setting for the result: what distinguishes the scenario from others
     * @throws IllegalArgumentException if an option of the scenario is not valid, naming it; if there would be more files than memory is
     *     likely to hold; or if slow compactions take more than 292 years
     * @throws CancellationException if the thread is interrupted
     */
    public static SimulationResult run(Scenario scenario, Map<String, String> setting) {
        return new Simulator(scenario).run(setting);
    }

    private List<DataFileMeta> startFiles() {
        List<FlushSource.StartRun> runs = new ArrayList<>(flushes.start());
        Collections.reverse(runs);
        List<DataFileMeta> start = new ArrayList<>();
        for (FlushSource.StartRun run : runs) {
            int level = run.level() == FlushSource.LAST_LEVEL ? options.levels() - 1 : run.level();
            Content content = Content.joined(flushes.space(), run.files());
            start.addAll(files.create(content, level, files.rows(content.wholeRowBytes())));
            merged = content.over(merged).withoutDeletes();
        }
        return start;
    }

    private SimulationResult run(Map<String, String> setting) {
        try {
            for (long commit = 1; commit <= scenario.commits(); commit++) {
                if (Thread.interrupted()) {
                    throw new CancellationException("simulation interrupted at commit " + commit);
                }
                time.pass(intervalNanos);
                commit(fullEvery > 0 && commit % fullEvery == 0);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return meter.result(setting, manager.levels(), time.nanos());
    }

    private void commit(boolean fully) throws IOException {
        Wait wait = scenario.pacing() instanceof Pacing.Sync ? Wait.UNTIL_ENDED : Wait.NO;
        flush(wait, fully);
        collect(manager.shouldWaitBeforeCommit() ? Wait.UNTIL_ENDED : wait);
        meter.committed(manager.levels(), time.nanos());
    }

    /** As the engine's writer flushes. */
    private void flush(Wait wait, boolean fully) throws IOException {
        Wait collected = manager.shouldWaitBeforeFlush() ? Wait.UNTIL_ENDED : wait;
        FlushSource.Arrival arrival = flushes.next();
        List<DataFileMeta> fresh = files.flush(arrival.content(), arrival.wholeRowBytes());
        fresh.forEach(manager::add);
        merged = arrival.content().over(merged).withoutDeletes();
        meter.flushed(fresh, files.fileBytes(merged));
        if (fully) {
            collect(Wait.UNTIL_ENDED);
            started(manager.triggerFull());
        } else {
            collect(collected);
            started(manager.trigger());
        }
    }

    /** A compaction has been handed to the executor: it ends when it has got through its bytes. */
    private void started(Optional<Decision> decision) {
        if (decision.isEmpty()) {
            return;
        }
        Pick pick = decision.get().pick();
        long bytes = pick == null ? 0 : pick.bytesToRewrite();
        double nanos = scenario.pacing() instanceof Pacing.Async async ? bytes / async.bytesPerSecond() * 1e9 : 0;
        time.endTaskAfter((long) Math.ceil(nanos));
    }

    private void collect(Wait wait) throws IOException {
        if (wait == Wait.UNTIL_ENDED && manager.isPending()) {
            long waited = time.passUntilTaskEnds();
            if (waited > 0) {
                meter.stalled(waited);
            }
        }
        Optional<CompactResult> result = manager.collect(Wait.NO);
        if (result.isPresent()) {
            files.forget(result.get());
            meter.compacted(result.get(), time.nanos());
        }
    }
}
