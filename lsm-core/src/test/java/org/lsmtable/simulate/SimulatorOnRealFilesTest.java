package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.simulate.RealWorkload.Keys;

/**
 * The simulator beside real files: the same workload in rows, written by this engine and by real Paimon, and in the simulator's words. What
 * a row and a file take is measured from the files, everything else is predicted.
 */
@Execution(ExecutionMode.CONCURRENT)
class SimulatorOnRealFilesTest {
    private static final int FLUSH_ROWS = 200;

    private static final Peer PAIMON_20 = Peers.paimon20();

    @TempDir
    Path folder;

    @AfterAll
    static void close() {
        PAIMON_20.close();
    }

    private static Arguments workload(Keys keys, int tableFlushes, int commits, String... options) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return Arguments.of(new RealWorkload(keys, tableFlushes, FLUSH_ROWS, commits, all));
    }

    /**
     * Inserts are read off at commits where no full compaction is near: each adds almost 1 to the write amplification, and may come a few
     * commits sooner or later.
     */
    static Stream<Arguments> ours() {
        return Stream.of(
                workload(Keys.UPDATES, 20, 100),
                workload(Keys.UPDATES, 40, 100),
                workload(Keys.UPDATES, 25, 100, "num-sorted-run.compaction-trigger", "3"),
                workload(Keys.UPDATES, 40, 120, "num-sorted-run.compaction-trigger", "8"),
                workload(Keys.UPDATES, 25, 100, "compaction.size-ratio", "50"),
                workload(Keys.UPDATES, 25, 100, "compaction.max-size-amplification-percent", "50"),
                workload(Keys.UPDATES, 25, 100, "num-levels", "3"),
                workload(Keys.UPDATES, 25, 100, "compaction.universal.rule-set", "2.0"),
                workload(Keys.UPDATES_IN_TURN, 25, 100),
                workload(Keys.UPDATES_OF_HOT_ROWS, 25, 100),
                workload(Keys.HALF_UPDATES, 20, 100),
                workload(Keys.INSERTS, 0, 120),
                workload(Keys.INSERTS, 0, 100, "num-sorted-run.compaction-trigger", "8"),
                workload(Keys.INSERTS_IN_ORDER, 0, 100),
                workload(Keys.UPDATES, 40, 120, "compaction.strategy", "binomial"),
                workload(Keys.UPDATES_OF_HOT_ROWS, 25, 100, "compaction.strategy", "binomial"),
                workload(Keys.INSERTS, 0, 120, "compaction.strategy", "binomial"),
                workload(
                        Keys.UPDATES,
                        25,
                        100,
                        "compaction.strategy",
                        "binomial",
                        "num-sorted-run.compaction-trigger",
                        "3"));
    }

    @ParameterizedTest
    @MethodSource("ours")
    void predictsThisEngine(RealWorkload workload) throws Exception {
        predicts(workload, RealRun.ours(workload, folder.resolve("db.db/t")));
    }

    private static void predicts(RealWorkload workload, RealRun real) {
        SimulationResult simulated = Simulator.run(workload.scenario(real.rowBytes(), real.fileOverheadBytes()));
        assertThat(simulated.writeAmplification())
                .as("%s: %s", workload, real)
                .isCloseTo(real.writeAmplification(), withPercentage(10));
    }

    static Stream<Arguments> theirs() {
        return Stream.of(
                workload(Keys.UPDATES, 15, 70),
                workload(Keys.UPDATES, 15, 70, "num-sorted-run.compaction-trigger", "8"),
                workload(Keys.UPDATES, 15, 70, "compaction.max-size-amplification-percent", "50"),
                workload(Keys.UPDATES_IN_TURN, 15, 70),
                workload(Keys.INSERTS, 0, 70));
    }

    @ParameterizedTest
    @MethodSource("theirs")
    void predictsPaimon20(RealWorkload workload) throws Exception {
        predicts(workload, RealRun.theirs(workload, folder.resolve("db.db/t"), PAIMON_20));
    }
}
