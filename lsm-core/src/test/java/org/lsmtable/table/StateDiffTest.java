package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;

/** What differs between two states, applied to the one, makes the other. */
@ExtendWith(CheckedTables.class)
class StateDiffTest {
    /** The rows of a state by partition and key. */
    private static TreeMap<String, Row> state(Table table, long snapshot) {
        TreeMap<String, Row> rows = new TreeMap<>();
        try (RowCursor cursor =
                table.scan().asOf(SnapshotRef.snapshot(snapshot)).open()) {
            while (cursor.next()) {
                Row row = cursor.copy();
                assertThat(rows.put(key(row), row)).isNull();
            }
        }
        return rows;
    }

    private static String key(Row row) {
        return row.get(0) + "/" + row.get(1);
    }

    /** Applies the changes, each of which must fit the state it finds; the number of changes. */
    private static int apply(Table table, long from, long to, TreeMap<String, Row> rows) {
        int changes = 0;
        try (ChangeBatchCursor diff = table.diff(SnapshotRef.snapshot(from), SnapshotRef.snapshot(to))) {
            for (Batch batch = diff.next(); batch != null; batch = diff.next()) {
                for (int i = 0; i < batch.size(); i++, changes++) {
                    Object[] values = new Object[batch.columns().size()];
                    for (int c = 0; c < values.length; c++) {
                        values[c] = Values.get(batch.column(c), i);
                    }
                    Row row = Row.of(values);
                    switch (RowKind.ofCode(diff.kinds().get(i))) {
                        case INSERT -> assertThat(rows.put(key(row), row)).isNull();
                        case UPDATE_AFTER ->
                            assertThat(rows.put(key(row), row)).isNotNull().isNotEqualTo(row);
                        case UPDATE_BEFORE -> assertThat(rows.get(key(row))).isEqualTo(row);
                        case DELETE -> assertThat(rows.remove(key(row))).isEqualTo(row);
                    }
                }
            }
        }
        return changes;
    }

    static List<Long> seeds() {
        Long given = Long.getLong("diff.seed");
        if (given != null) {
            return List.of(given);
        }
        Random random = new Random();
        return List.of(1L, 2L, 3L, random.nextLong());
    }

    /** Repeat one with {@code -Ddiff.seed=SEED}. */
    @ParameterizedTest(name = "-Ddiff.seed={0}")
    @MethodSource("seeds")
    void makesTheOneOutOfTheOther(long seed, Path folder) {
        Random random = new Random(seed);
        TableDefinition definition = TableDefinition.parse("p INT, id INT, d DOUBLE, s STRING, PRIMARY KEY (p, id)")
                .with(List.of("p"), Map.of("bucket", "2", "num-sorted-run.compaction-trigger", "3"), null);
        try (Table table = Table.create(folder.resolve("db.db/t"), definition)) {
            for (int commit = 0; commit < 12; commit++) {
                boolean compacts = random.nextInt(3) == 0;
                try (TableWriter writer = table.newWriter(compacts ? CompactionMode.AWAIT : CompactionMode.NONE)) {
                    for (int i = random.nextInt(60); i >= 0; i--) {
                        Row row = Row.of(random.nextInt(2), random.nextInt(40), number(random), text(random));
                        writer.write(random.nextInt(4) == 0 ? RowKind.DELETE : RowKind.INSERT, row);
                    }
                    writer.commit();
                }
                if (random.nextInt(5) == 0) {
                    table.compactFully();
                }
            }
            long last = table.snapshots().size();
            for (int i = 0; i < 25; i++) {
                long from = 1L + random.nextInt((int) last);
                long to = 1L + random.nextInt((int) last);
                TreeMap<String, Row> rows = state(table, from);
                int changes = apply(table, from, to, rows);
                assertThat(rows).as("%d to %d", from, to).isEqualTo(state(table, to));
                assertThat(changes > 0 || from == to || rows.equals(state(table, from)))
                        .isTrue();
            }
        }
    }

    private static @Nullable Double number(Random random) {
        double[] some = {0.0, -0.0, Double.NaN, 1.5, Double.NEGATIVE_INFINITY};
        int n = random.nextInt(some.length + 1);
        return n == some.length ? null : some[n];
    }

    private static @Nullable String text(Random random) {
        return random.nextInt(4) == 0 ? null : "s" + random.nextInt(3);
    }

    /** More rows than are joined at once, on both sides, and a column that the first state did not have. */
    @Test
    void goesOnOverManyBatches(Path folder) {
        int count = 100_000;
        try (Table table = Table.create(
                folder.resolve("db.db/t"), TableDefinition.parse("p INT, id INT, n INT, PRIMARY KEY (p, id)"))) {
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                for (int i = 0; i < count; i++) {
                    writer.upsert(Row.of(0, i, i));
                }
                writer.commit();
            }
            table.alter(new AddColumn("x", Types.STRING));
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                for (int i = 0; i < count; i++) {
                    if (i % 3 == 0) {
                        writer.upsert(Row.of(0, i, i, "x"));
                    } else if (i % 3 == 1) {
                        writer.delete(Row.of(0, i));
                    }
                }
                writer.upsert(Row.of(0, count, 0, null));
                writer.commit();
            }
            TreeMap<String, Row> rows = new TreeMap<>();
            state(table, 1).forEach((key, row) -> rows.put(key, Row.of(row.get(0), row.get(1), row.get(2), null)));
            int pairs = (count + 2) / 3;
            assertThat(apply(table, 1, 2, rows)).isEqualTo(2 * pairs + count / 3 + 1);
            assertThat(rows).isEqualTo(state(table, 2));
        }
    }

    /** Keys that have moved to other buckets have not changed for that. */
    @Test
    void comparesPartitionsWhoseNumberOfBucketsHasChanged(Path folder) throws Exception {
        Path path = folder.resolve("db.db/t");
        Table.create(
                        path,
                        TableDefinition.parse("p INT, id INT, s STRING, PRIMARY KEY (p, id)")
                                .with(List.of("p"), Map.of("bucket", "2"), null))
                .close();
        try (Peer peer = Peers.paimon20()) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                rows.add(new Object[] {"+I", i % 2, i, "v" + i});
            }
            peer.write(path, rows, Map.of());
            peer.setOption(path, "bucket", "3");
            rows.subList(0, 5).forEach(row -> row[3] = "new");
            rows.removeIf(row -> (Integer) row[2] == 7);
            peer.overwrite(path, rows);
        }
        try (Table table = Table.open(path)) {
            TreeMap<String, Row> rows = state(table, 1);
            assertThat(apply(table, 1, 2, rows)).isEqualTo(11);
            assertThat(rows).isEqualTo(state(table, 2));
        }
    }

    /** Values of the later type have no place in the columns of the earlier state. */
    @Test
    void goesBackUnlessATypeHasChanged(Path folder) {
        Path path = folder.resolve("db.db/t");
        Table.create(path, TableDefinition.parse("p INT, id INT, v INT, PRIMARY KEY (p, id)"))
                .close();
        try (Table table = Table.open(path)) {
            write(table, Row.of(1, 1, 10));
            table.alter(new AddColumn("w", Types.INT));
            write(table, Row.of(1, 2, 20, 30));
            TreeMap<String, Row> rows = new TreeMap<>(Map.of("1/1", Row.of(1, 1, 10), "1/2", Row.of(1, 2, 20)));
            assertThat(apply(table, 2, 1, rows)).isEqualTo(1);
            assertThat(rows).isEqualTo(state(table, 1));
            table.alter(new ChangeType(ColumnPath.of("v"), Types.STRING, Nullability.KEPT));
            write(table, Row.of(1, 3, "x", 30));
            assertThatThrownBy(() -> table.diff(SnapshotRef.snapshot(3), SnapshotRef.snapshot(1)))
                    .isInstanceOfSatisfying(
                            TableException.class, e -> assertThat(e.reason()).isEqualTo(TableException.Reason.INVALID))
                    .hasMessageContaining("is of schema 2")
                    .hasMessageContaining("those of schema 0")
                    .hasMessageContaining("name the older state first");
        }
    }

    private static void write(Table table, Row row) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(row);
            writer.commit();
        }
    }
}
