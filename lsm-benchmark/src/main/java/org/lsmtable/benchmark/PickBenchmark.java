package org.lsmtable.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.CompactionView;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.PickMemory;
import org.lsmtable.compact.Picker;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.options.Options;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What does one compaction decision cost, with all its reasons, by the number of level-0 files? Sizes follow seed 1. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PickBenchmark {
    /** The number of level-0 files. */
    @Param({"5", "50"})
    public int files;

    private Picker picker = new UniversalCompaction(CompactionOptions.of(new Options(Map.of())));
    private CompactionView view = new CompactionView(List.of(), 6, new Moment(0, 0), 0, PickMemory.EMPTY);

    /** Makes the view. */
    @Setup
    public void setUp() {
        SplittableRandom random = new SplittableRandom(1);
        List<Decision.Run> runs = new ArrayList<>();
        for (int k = 0; k < files; k++) {
            runs.add(new Decision.Run(0, 1, 1_000_000 + random.nextInt(1_000_000)));
        }
        runs.add(new Decision.Run(5, 8, 1_000_000_000));
        view = new CompactionView(runs, 6, new Moment(0, 12), 0, PickMemory.EMPTY);
    }

    /** Picks. */
    @Benchmark
    public Decision pick() {
        return picker.pick(view);
    }
}
