package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.history.BucketHistory;
import org.lsmtable.history.HistoryTotals;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.TestFile;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableWriter;

/**
 * Workloads fitted to tables that the engine has written with real files: what is known by construction (how many keys are updated, how many
 * are new) is found again, and the simulator under the table's own options writes what the engine wrote.
 */
@Execution(ExecutionMode.CONCURRENT)
class HistoryFitTest {
    private static final Pacing SYNC = new Pacing.Sync(Duration.ofSeconds(1));
    private static final int FLUSH_ROWS = 60;

    @TempDir
    Path folder;

    /** A table of one bucket after some commits of so many rows each, whose keys a function of the row's number gives. */
    private Table write(String trigger, int commits, IntUnaryOperator keys) {
        String path = folder.resolve("t" + trigger).toString();
        TableEnvironment environment = TableEnvironment.of(LocalStorage.of(Durability.PROCESS));
        TableDefinition definition = TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                .with(List.of(), Map.of("bucket", "1", "num-sorted-run.compaction-trigger", trigger), null);
        Table.create(path, environment, definition).close();
        Table table = Table.open(path, environment, Map.of());
        Random random = new Random(5);
        try (TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            for (int commit = 0; commit < commits; commit++) {
                for (int row = 0; row < FLUSH_ROWS; row++) {
                    StringBuilder text = new StringBuilder();
                    for (int i = 0; i < 6; i++) {
                        text.append(Long.toString(random.nextLong() >>> 1, 36));
                    }
                    writer.upsert(Row.of(keys.applyAsInt(commit * FLUSH_ROWS + row), text.toString()));
                }
                writer.commit();
            }
        }
        return table;
    }

    private static BucketHistory history(Table table, HistoryWindow window) throws IOException {
        return table.history().timeline(window).buckets().get(0);
    }

    private static FittedWorkload fit(Table table, HistoryWindow window) throws IOException {
        return HistoryFit.of(
                history(table, window), table.schema().trimmedKeyType().types(), table.options());
    }

    private static void assertReplays(Table table, FittedWorkload fit) {
        SimulationResult replay = Simulator.run(fit.replay(table.options(), SYNC));
        assertThat(replay.writeAmplification())
                .as("%s", fit.measured())
                .isCloseTo(fit.measured().writeAmplification(), Percentage.withPercentage(10));
        assertThat((double) replay.flushedBytes())
                .isCloseTo((double) fit.measured().flushedBytes(), Percentage.withPercentage(1));
    }

    @Test
    void updatesOfSoManyKeys() throws IOException {
        Random random = new Random(1);
        int keys = 1500;
        try (Table table = write("5", 120, row -> random.nextInt(keys))) {
            FittedWorkload fit = fit(table, HistoryWindow.ALL);
            double rows = fit.workload().tableBytes() / fit.workload().rows().rowBytes();
            assertThat(rows * (1 - fit.workload().newKeys())).isCloseTo(keys, Percentage.withPercentage(15));
            assertThat(fit.workload().newKeys()).isCloseTo(0, within(0.1));
            assertThat(fit.mergeError()).isLessThan(0.05);
            assertReplays(table, fit);
        }
    }

    /** The past of one table under another trigger is what a table with that trigger, given the same rows, has written. */
    @Test
    void foretellsAnotherSetting() throws IOException {
        Random random = new Random(1);
        Random same = new Random(1);
        try (Table five = write("5", 100, row -> random.nextInt(1500));
                Table eight = write("8", 100, row -> same.nextInt(1500))) {
            FittedWorkload fit = fit(five, HistoryWindow.ALL);
            Map<String, String> trigger = Map.of("num-sorted-run.compaction-trigger", "8");
            SimulationResult foretold = Simulator.run(fit.replay(five.options().with(trigger), SYNC));
            HistoryTotals measured = eight.history().totals(HistoryWindow.ALL);
            assertThat(foretold.writeAmplification())
                    .isCloseTo(measured.total().writeAmplification(), Percentage.withPercentage(10));
            assertThat(foretold.runs().mean())
                    .isCloseTo(measured.total().readAmplification(), Percentage.withPercentage(10));
        }
    }

    @Test
    void aPastThatBeginsInTheMiddle() throws IOException {
        Random random = new Random(2);
        try (Table table = write("4", 120, row -> random.nextInt(1200))) {
            FittedWorkload fit = fit(table, HistoryWindow.last(120));
            assertThat(fit.workload().start()).isNotEmpty();
            assertReplays(table, fit);
        }
    }

    @Test
    void newKeysInAnyOrder() throws IOException {
        // odd times, modulo a power of two: each key once, scattered
        try (Table table = write("3", 80, row -> (int) ((row * 2_654_435_761L) & 0xfffff))) {
            FittedWorkload fit = fit(table, HistoryWindow.ALL);
            assertThat(fit.mergeError()).isLessThan(0.05);
            double merged = fit.workload().newKeys() == 1
                    ? 1
                    : fit.workload().tableBytes() / fit.measured().flushedBytes();
            assertThat(fit.workload().newKeys() > 0.9 || merged > 5).isTrue();
            assertReplays(table, fit);
        }
    }

    @Test
    void newKeysInOrder() throws IOException {
        try (Table table = write("3", 80, row -> row)) {
            FittedWorkload fit = fit(table, HistoryWindow.ALL);
            assertReplays(table, fit);
        }
    }

    @Test
    void someUpdatesSomeNewKeysAndHotOnes() throws IOException {
        Random random = new Random(3);
        IntUnaryOperator keys = row -> {
            int dice = random.nextInt(10);
            return dice < 3 ? 1_000_000 + row : dice < 8 ? random.nextInt(100) : random.nextInt(2000);
        };
        try (Table table = write("5", 150, keys)) {
            assertReplays(table, fit(table, HistoryWindow.ALL));
        }
    }

    @Test
    void refusesWhatNothingCanBeLearntFrom() throws IOException {
        try (Table table = write("5", 3, row -> row)) {
            assertThatThrownBy(() -> fit(table, HistoryWindow.ALL))
                    .isInstanceOf(TooLittleHistoryException.class)
                    .hasMessage("3 flushes and 0 compactions");
        }
    }

    /** Flushes of one commit are told apart by their sequence numbers; files of one flush have theirs mixed. */
    @Test
    void flushesOfACommit() {
        DataFileMeta first = TestFile.of("a", 0, 5).sequences(0, 90).meta();
        DataFileMeta firstToo = TestFile.of("b", 6, 9).sequences(3, 99).meta();
        DataFileMeta second = TestFile.of("c", 0, 9).sequences(100, 150).meta();
        assertThat(HistoryFit.flushes(List.of(second, firstToo, first)))
                .containsExactly(List.of(first, firstToo), List.of(second));
    }

    /** Sizes of 1000 bytes and 20 a row; and what cannot be told apart counts as rows. */
    @Test
    void whatFilesAndRowsTake() {
        List<DataFileMeta> files = List.of(
                TestFile.of("a", 0, 9).rows(10).bytes(1200).meta(),
                TestFile.of("b", 0, 9).rows(20).bytes(1400).meta(),
                TestFile.of("c", 0, 9).rows(100).bytes(3000).meta());
        FileCost cost = FileCost.of(files, 1 << 20);
        assertThat(cost.overheadBytes()).isBetween(999L, 1000L);
        assertThat(cost.rowBytes()).isCloseTo(20, within(1e-6));
        FileCost alike = FileCost.of(files.subList(0, 1), 1 << 20);
        assertThat(alike).isEqualTo(new FileCost(0, 120));
    }
}
