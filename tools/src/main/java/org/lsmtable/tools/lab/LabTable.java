package org.lsmtable.tools.lab;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.compact.Decision;
import org.lsmtable.data.Row;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableWriter;

/** A real table of one bucket on which a lab is played. */
final class LabTable implements AutoCloseable {
    private static final BucketRef ONLY_BUCKET = BucketRef.bucket(0);

    private final Table table;
    private int nextId;

    private LabTable(Table table) {
        this.table = table;
    }

    static LabTable create(Path folder, TableEnvironment environment, String columns, Map<String, String> options) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put("bucket", "1");
        TableDefinition definition = TableDefinition.parse(columns).with(List.of(), all, null);
        return new LabTable(Table.create(folder.toString(), environment, definition));
    }

    /** Commits so many rows with new keys, without compaction. */
    void base(int rows) {
        commit(CompactionMode.NONE, newRows(rows));
        table.compactFully();
    }

    /** Commits rows, lets the writer compact as it sees fit, and tells what it saw and decided. */
    Decision commit(List<Row> rows) {
        Snapshot append = commit(CompactionMode.AWAIT, rows).stream()
                .filter(s -> s.commitKind() == CommitKind.APPEND)
                .findFirst()
                .orElseThrow();
        return table.explain(SnapshotRef.snapshot(append.id()), ONLY_BUCKET, null);
    }

    /** Rows with keys that were not there before: a number, a text, and nulls in the columns behind. */
    List<Row> newRows(int count) {
        int first = nextId;
        nextId += count;
        int width = table.schema().fields().size();
        return IntStream.range(first, first + count)
                .mapToObj(id -> {
                    @Nullable Object[] values = new @Nullable Object[width];
                    values[0] = id;
                    values[1] = "value";
                    return Row.of(values);
                })
                .toList();
    }

    /** The levels as a text. */
    String levels() {
        List<BucketLevels> buckets = table.levels(SnapshotRef.latest());
        return buckets.isEmpty() ? "empty" : PickText.levels(buckets.get(0).runs());
    }

    /** The merged rows as a text: the second column by the first. */
    String contents() {
        Map<String, String> byKey = new TreeMap<>();
        try (RowCursor rows = table.scan().open()) {
            while (rows.next()) {
                byKey.put(String.valueOf(rows.get(0)), String.valueOf(rows.get(1)));
            }
        }
        StringBuilder text = new StringBuilder();
        byKey.forEach((key, value) -> text.append(text.length() == 0 ? "" : ", ")
                .append(key)
                .append(' ')
                .append(value));
        return text.toString();
    }

    private List<Snapshot> commit(CompactionMode mode, List<Row> rows) {
        try (TableWriter writer = table.newWriter(mode)) {
            rows.forEach(writer::upsert);
            CommitResult result = writer.commit();
            if (!(result instanceof CommitResult.Committed)) {
                throw new IllegalStateException("the lab's commit ended as " + result);
            }
            return result.snapshots();
        }
    }

    @Override
    public void close() {
        table.close();
    }
}
