package org.lsmtable.simulate;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.history.BucketEvent;
import org.lsmtable.history.CompactionReasons;
import org.lsmtable.history.HistoryVisitor;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.history.TableHistory;
import org.lsmtable.interop.Peer;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableWriter;

/**
 * What a workload came to on real files, as the table's snapshots tell it.
 *
 * @param rowBytes what a row takes in a file, from the smallest and the largest file
 * @param fileOverheadBytes what a file takes besides
 */
record RealRun(long flushedBytes, long compactedBytes, double meanRuns, double rowBytes, long fileOverheadBytes) {
    /** The key and the values. */
    private static final List<Peer.Column> COLUMNS = Stream.concat(
                    Stream.of(new Peer.Column("id", "BIGINT NOT NULL")),
                    IntStream.range(0, RealWorkload.VALUES).mapToObj(i -> new Peer.Column("v" + i, "BIGINT")))
            .toList();

    double writeAmplification() {
        return (double) (flushedBytes + compactedBytes) / flushedBytes;
    }

    /** The workload on a table written by this engine. */
    static RealRun ours(RealWorkload workload, Path table) throws Exception {
        String columns = COLUMNS.stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "));
        TableDefinition definition =
                TableDefinition.parse(columns + ", PRIMARY KEY (id)").with(List.of(), workload.tableOptions(), null);
        try (Table created = Table.create(table.toString(), environment(), definition)) {
            if (workload.tableFlushes() > 0) {
                try (TableWriter writer = created.newWriter(CompactionMode.NONE)) {
                    commit(writer, workload.start());
                }
                created.compactFully();
            }
            long before = created.snapshots().size();
            try (TableWriter writer = created.newWriter(CompactionMode.AWAIT)) {
                for (int commit = 0; commit < workload.commits(); commit++) {
                    commit(writer, workload.flush(commit));
                }
            }
            return measured(created, before);
        }
    }

    private static void commit(TableWriter writer, List<Object[]> rows) {
        for (Object[] row : rows) {
            writer.upsert(Row.of(Arrays.copyOfRange(row, 1, row.length)));
        }
        CommitResult result = writer.commit();
        if (!(result instanceof CommitResult.Committed)) {
            throw new AssertionError(result);
        }
    }

    /** The workload on a table written by real Paimon. */
    static RealRun theirs(RealWorkload workload, Path table, Peer peer) throws Exception {
        peer.create(table, COLUMNS, List.of("id"), List.of(), workload.tableOptions());
        if (workload.tableFlushes() > 0) {
            peer.write(table, workload.start(), Map.of("write-only", "true"));
            peer.compactFully(table);
        }
        try (Table opened = Table.open(table.toString(), environment(), Map.of())) {
            long before = opened.snapshots().size();
            try (Peer.Stream stream = peer.openStream(table)) {
                for (int commit = 0; commit < workload.commits(); commit++) {
                    stream.commit(workload.flush(commit));
                }
            }
            return measured(opened, before);
        }
    }

    private static TableEnvironment environment() {
        return TableEnvironment.of(LocalStorage.of(Durability.PROCESS));
    }

    /** What happened after the first snapshots. */
    private static RealRun measured(Table table, long firstSnapshots) throws Exception {
        CompactionReasons reasons = new CompactionReasons(
                table.stores().schemas(),
                table.schema(),
                (options, rules) -> {
                    throw new AssertionError("no reasons are asked for");
                },
                ZoneOffset.UTC);
        Sums sums = new Sums();
        new TableHistory(table.stores(), table.schema(), reasons)
                .walk(new HistoryWindow(firstSnapshots + 1, Long.MAX_VALUE, Long.MAX_VALUE), sums);
        sums.files.sort(Comparator.comparingLong(DataFileMeta::rowCount));
        DataFileMeta small = sums.files.get(0);
        DataFileMeta large = sums.files.get(sums.files.size() - 1);
        double rowBytes = (double) (large.fileSize() - small.fileSize()) / (large.rowCount() - small.rowCount());
        return new RealRun(
                sums.flushedBytes,
                sums.compactedBytes,
                (double) sums.runs / sums.commits,
                rowBytes,
                Math.max(0, Math.round(small.fileSize() - small.rowCount() * rowBytes)));
    }

    private static final class Sums implements HistoryVisitor {
        private final List<DataFileMeta> files = new ArrayList<>();
        private long flushedBytes;
        private long compactedBytes;
        private long commits;
        private long runs;
        private long runsNow;

        @Override
        public void start(BinaryRow partition, int bucket, Levels levels) {
            files.addAll(levels.files());
        }

        @Override
        public void event(BucketEvent event) {
            if (!event.flushed().isEmpty()) {
                runs += runsNow;
                commits++;
            }
            files.addAll(event.after().files());
            flushedBytes += event.flushedBytes();
            compactedBytes += event.compactedBytes();
            runsNow = event.after().runCount();
        }
    }
}
