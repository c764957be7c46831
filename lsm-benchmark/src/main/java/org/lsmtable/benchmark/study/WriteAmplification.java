package org.lsmtable.benchmark.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a setting come to in bytes written, space taken and runs to read? One run of a whole workload; the counters tell, the seconds
 * are by the way. Rows follow seed 20260131.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(1)
public class WriteAmplification {
    /** {@code real} or {@code simulated}. */
    @Param({"simulated", "real"})
    public EngineKind engine = EngineKind.simulated;

    /** {@code compaction.strategy}. */
    @Param("universal")
    public Strategy strategy = Strategy.universal;

    /** {@code num-sorted-run.compaction-trigger}. */
    @Param("5")
    public int trigger;

    /** {@code compaction.size-ratio}. */
    @Param("1")
    public int sizeRatio;

    /** {@code compaction.max-size-amplification-percent}. */
    @Param("200")
    public int sizeAmplification;

    /** {@code num-levels}; 0 for one more than the trigger. */
    @Param("0")
    public int levels;

    /** Which keys come. */
    @Param("UPDATES")
    public Arrivals arrivals = Arrivals.UPDATES;

    /** Rows that are updated, there at the start. */
    @Param("20000")
    public int tableRows;

    /** Rows a flush. */
    @Param("200")
    public int flushRows;

    /** Flushes, each one commit. */
    @Param("600")
    public int commits;

    /** Flushes that compaction gets through while one comes in; 0 if each commit waits for its compaction. */
    @Param("0")
    public double throughput;

    private Path scratch = Path.of("");

    /** The parameters that distinguish settings, each with the value that holds unless something else is said. */
    static Map<String, String> usual() {
        Map<String, String> usual = new LinkedHashMap<>();
        usual.put("strategy", Strategy.universal.name());
        usual.put("trigger", "5");
        usual.put("sizeRatio", "1");
        usual.put("sizeAmplification", "200");
        usual.put("levels", "0");
        usual.put("arrivals", Arrivals.UPDATES.name());
        usual.put("throughput", "0");
        return usual;
    }

    /** What came out. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Counters {
        /** Bytes written for each byte flushed, the flush included. */
        public double writeAmplification;

        /** The least of several simulated courses; the same where there is one. */
        public double leastWriteAmplification;

        /** The greatest. */
        public double greatestWriteAmplification;

        /** Sorted runs after a commit, the mean. */
        public double readAmplification;

        /** Bytes of all files to those of the merged table, the mean after commits. */
        public double spaceAmplification;

        /** The greatest of these, also before compactions. */
        public double peakSpaceAmplification;

        /** Flushes that had to wait. */
        public double stalls;

        /** Bytes flushed. */
        public double flushedBytes;

        /** What a row takes in a file. */
        public double rowBytes;

        /** What a file takes besides. */
        public double fileOverheadBytes;
    }

    /** Makes a folder for the tables. */
    @Setup
    public void setUp() throws IOException {
        scratch = Files.createTempDirectory("lsm-study");
    }

    /** Deletes it. Tables are gone by now. */
    @TearDown
    public void tearDown() throws IOException {
        Files.deleteIfExists(scratch);
    }

    /** Runs the workload. */
    @Benchmark
    public long run(Counters counters) throws IOException {
        RealEngine real = new RealEngine(scratch);
        StudyEngine chosen = engine == EngineKind.real ? real : new SimulatedEngine(real);
        List<Amplification> courses = chosen.measure(new Setting(
                strategy,
                new Setting.Rules(trigger, sizeRatio, sizeAmplification, levels),
                arrivals,
                tableRows,
                flushRows,
                commits,
                throughput));
        Amplification result = Amplification.mean(courses);
        counters.writeAmplification = result.write();
        counters.leastWriteAmplification =
                courses.stream().mapToDouble(Amplification::write).min().orElseThrow();
        counters.greatestWriteAmplification =
                courses.stream().mapToDouble(Amplification::write).max().orElseThrow();
        counters.readAmplification = result.runsMean();
        counters.spaceAmplification = result.space().mean();
        counters.peakSpaceAmplification = result.space().peak();
        counters.stalls = result.stalls();
        counters.flushedBytes = result.flushedBytes();
        counters.rowBytes = result.shape().rowBytes();
        counters.fileOverheadBytes = result.shape().overheadBytes();
        return result.compactedBytes();
    }
}
