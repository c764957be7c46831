package org.lsmtable.benchmark.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.history.BucketEvent;
import org.lsmtable.history.CompactionReasons;
import org.lsmtable.history.HistoryVisitor;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.history.TableHistory;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableWriter;
import org.lsmtable.vector.Batch;

/** This engine through its embedding API, on files in a folder; what happened is read from the table's snapshots. */
final class RealEngine implements StudyEngine {
    /** Enough to see how much they differ. */
    private static final int SHAPE_FLUSHES = 20;

    private final Path scratch;

    /**
     * An engine.
     *
     * @param scratch where tables are written, each in a folder of its own that is deleted afterwards
     */
    RealEngine(Path scratch) {
        this.scratch = scratch;
    }

    @Override
    public List<Amplification> measure(Setting setting) throws IOException {
        return withTable(setting, table -> {
            StudyRows rows = new StudyRows(table.schema().rowType(), setting);
            if (setting.startRows() > 0) {
                write(table, rows.start(setting.startRows()));
                table.compactFully();
            }
            long before = table.snapshots().size();
            long[] keys = new long[setting.commits()];
            try (TableWriter writer =
                    table.newWriter(setting.isSync() ? CompactionMode.AWAIT : CompactionMode.BACKGROUND)) {
                for (int commit = 0; commit < keys.length; commit++) {
                    writer.upsert(rows.flush());
                    commit(writer);
                    keys[commit] = rows.keys();
                }
            }
            Tally tally = new Tally(stopTrigger(table));
            history(table).walk(new HistoryWindow(before + 1, Long.MAX_VALUE, Long.MAX_VALUE), tally);
            return List.of(tally.sum(keys));
        });
    }

    /** What a row and a file of a setting take, and how much flushes differ: of a large file and some flushes. */
    FileShape shape(Setting setting) throws IOException {
        return withTable(setting, table -> {
            StudyRows rows = new StudyRows(table.schema().rowType(), setting);
            write(table, rows.start(Math.max(setting.tableRows(), 20 * setting.flushRows())));
            long before = table.snapshots().size();
            for (int flush = 0; flush < SHAPE_FLUSHES; flush++) {
                write(table, rows.flush());
            }
            Tally tally = new Tally(stopTrigger(table));
            history(table).walk(new HistoryWindow(before + 1, Long.MAX_VALUE, Long.MAX_VALUE), tally);
            return tally.shape();
        });
    }

    private static int stopTrigger(Table table) {
        return MergeTreeOptions.stopTrigger(table.options());
    }

    private interface Work<T> {
        T on(Table table) throws IOException;
    }

    private <T> T withTable(Setting setting, Work<T> work) throws IOException {
        Files.createDirectories(scratch);
        Path folder = Files.createTempDirectory(scratch, "study");
        TableDefinition definition = TableDefinition.parse(StudyRows.SCHEMA).with(List.of(), setting.options(), null);
        TableEnvironment environment = TableEnvironment.of(LocalStorage.of(Durability.PROCESS));
        try (Table table = Table.create(folder.resolve("study.db/t").toString(), environment, definition)) {
            return work.on(table);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void write(Table table, Batch rows) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(rows);
            commit(writer);
        }
    }

    private static void commit(TableWriter writer) {
        CommitResult result = writer.commit();
        if (!(result instanceof CommitResult.Committed)) {
            throw new IllegalStateException(result.toString());
        }
    }

    private static TableHistory history(Table table) {
        return new TableHistory(
                table.stores(),
                table.schema(),
                new CompactionReasons(
                        table.stores().schemas(),
                        table.schema(),
                        (options, rules) -> {
                            throw new IllegalStateException("a study asks for no reasons");
                        },
                        ZoneOffset.UTC));
    }

    /** Keeps what snapshots tell: the state after each flush, and after the compaction of its commit. */
    private static final class Tally implements HistoryVisitor {
        private final int stopTrigger;
        private final List<Long> liveAfterFlush = new ArrayList<>();
        private final List<Long> liveAfterCommit = new ArrayList<>();
        private final List<Integer> runsAfterCommit = new ArrayList<>();
        private final List<DataFileMeta> files = new ArrayList<>();
        private final List<DataFileMeta> flushes = new ArrayList<>();
        private long flushedBytes;
        private long compactedBytes;
        private long stalls;
        private int runsNow;

        Tally(int stopTrigger) {
            this.stopTrigger = stopTrigger;
        }

        @Override
        public void start(BinaryRow partition, int bucket, Levels levels) {
            files.addAll(levels.files());
            runsNow = levels.runCount();
        }

        @Override
        public void event(BucketEvent event) {
            if (!event.flushed().isEmpty()) {
                stalls += runsNow > stopTrigger ? 1 : 0;
                liveAfterFlush.add(event.liveBytes());
            } else if (!runsAfterCommit.isEmpty()) {
                liveAfterCommit.remove(liveAfterCommit.size() - 1);
                runsAfterCommit.remove(runsAfterCommit.size() - 1);
            }
            runsNow = event.after().runCount();
            liveAfterCommit.add(event.liveBytes());
            runsAfterCommit.add(runsNow);
            flushes.addAll(event.flushed());
            files.addAll(event.after().files());
            flushedBytes += event.flushedBytes();
            compactedBytes += event.compactedBytes();
        }

        FileShape shape() {
            return FileShape.of(files, flushes);
        }

        Amplification sum(long[] keys) {
            FileShape shape = shape();
            double peak = 0;
            double sum = 0;
            for (int i = 0; i < keys.length; i++) {
                double merged = shape.bytes(keys[i]);
                peak = Math.max(peak, Math.max(liveAfterFlush.get(i), liveAfterCommit.get(i)) / merged);
                sum += liveAfterCommit.get(i) / merged;
            }
            return new Amplification(
                    flushedBytes,
                    compactedBytes,
                    runsAfterCommit.stream().mapToInt(r -> r).average().orElseThrow(),
                    runsAfterCommit.stream().mapToInt(r -> r).max().orElseThrow(),
                    new Amplification.Space(sum / keys.length, peak),
                    stalls,
                    shape);
        }
    }
}
