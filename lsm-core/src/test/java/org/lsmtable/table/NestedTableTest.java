package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.testing.RandomValues;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;

/** Tables with nested columns through the whole engine: buffers that spill, merges, lookups, differences, refusals. */
@ExtendWith(CheckedTables.class)
class NestedTableTest {
    private static Table create(Path folder, String columns, Map<String, String> options) {
        return Table.create(
                folder.resolve("db.db/t"), TableDefinition.parse(columns).with(List.of(), options, null));
    }

    private static List<Row> rows(Table table) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
        }
        return rows;
    }

    private static void committed(TableWriter writer) {
        assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
    }

    private static Batch batch(RowType type, List<Row> rows) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int c = 0; c < type.fieldCount(); c++) {
            ColumnVector column = ColumnVector.of(type.typeAt(c), rows.size());
            for (Row row : rows) {
                Values.append(row.get(c), column);
            }
            columns.add(column);
        }
        return new Batch(type, columns, rows.size());
    }

    /** Rows and batches in small buffers, on disk and not, against a plain map. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void writtenRowsAreThere(long seed, Path folder) {
        SplittableRandom random = new SplittableRandom(seed);
        List<DataField> columns = new ArrayList<>(List.of(new DataField(0, "id", Types.INT.notNull())));
        for (int i = 1; i < 4; i++) {
            columns.add(new DataField(i, "n" + i, RandomValues.nestedType(random, 3)));
        }
        Map<String, String> options = Map.of(
                "bucket", "2",
                "write-buffer-size", "32 kb",
                "page-size", "1 kb",
                "write-buffer-spillable", Boolean.toString(random.nextBoolean()),
                "num-sorted-run.compaction-trigger", "3");
        TreeMap<Integer, Row> model = new TreeMap<>();
        String what = "seed " + seed + " " + columns;
        try (Table table = Table.create(
                        folder.resolve("db.db/t"),
                        new TableDefinition(columns, List.of("id"), List.of(), options, null));
                TableWriter writer = table.newWriter()) {
            RowType type = table.schema().rowType();
            for (int commit = 0; commit < 4; commit++) {
                List<Row> written = new ArrayList<>();
                for (int i = 0; i < 400; i++) {
                    int key = random.nextInt(600);
                    @Nullable Object[] values = new @Nullable Object[4];
                    values[0] = key;
                    for (int c = 1; c < 4; c++) {
                        values[c] = RandomValues.orNull(random, type.typeAt(c));
                    }
                    written.add(Row.of(values));
                    model.put(key, Row.of(values));
                }
                if (commit % 2 == 0) {
                    written.forEach(writer::upsert);
                } else {
                    writer.upsert(batch(type, written));
                }
                int gone = model.firstKey();
                writer.delete(Row.key(gone));
                model.remove(gone);
                committed(writer);
                List<Row> found = new ArrayList<>(rows(table));
                found.sort((a, b) -> Integer.compare(a.getInt(0), b.getInt(0)));
                assertThat(found).as(what).isEqualTo(List.copyOf(model.values()));
            }
            table.compactFully();
            assertThat(table.get(model.firstKey()))
                    .as(what)
                    .contains(model.firstEntry().getValue());
        }
    }

    @Test
    void greatValuesLieBesideSmallOnes(Path folder) {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            many.add(i % 7 == 0 ? "seven" : "element " + i);
        }
        Map<String, String> one = Map.of("k", "x".repeat(3_000_000));
        try (Table table =
                        create(folder, "id INT, a ARRAY<STRING>, m MAP<STRING, STRING>, PRIMARY KEY (id)", Map.of());
                TableWriter writer = table.newWriter()) {
            for (int i = 0; i < 2_000; i++) {
                writer.upsert(Row.of(i, List.of("a"), null));
            }
            writer.upsert(Row.of(500, many, null));
            writer.upsert(Row.of(501, null, one));
            committed(writer);
            writer.upsert(Row.of(500, many, one));
            committed(writer);
            table.compactFully();
            List<Row> rows = rows(table);
            assertThat(rows).hasSize(2_000);
            assertThat(rows.get(499)).isEqualTo(Row.of(499, List.of("a"), null));
            assertThat(rows.get(500)).isEqualTo(Row.of(500, many, one));
            assertThat(rows.get(501)).isEqualTo(Row.of(501, null, one));
        }
    }

    @Test
    void mapsInAnotherOrderDoNotDiffer(Path folder) {
        Map<Integer, String> map = new LinkedHashMap<>(Map.of(1, "a"));
        map.put(2, "b");
        Map<Integer, String> reversed = new LinkedHashMap<>(Map.of(2, "b"));
        reversed.put(1, "a");
        try (Table table = create(folder, "id INT, m MAP<INT, STRING>, PRIMARY KEY (id)", Map.of());
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, map));
            writer.upsert(Row.of(2, map));
            committed(writer);
            writer.upsert(Row.of(1, reversed));
            writer.upsert(Row.of(2, Map.of(1, "a")));
            committed(writer);
            List<Row> differing = new ArrayList<>();
            try (ChangeBatchCursor diff = table.diff(SnapshotRef.snapshot(1), SnapshotRef.snapshot(2))) {
                for (Batch batch = diff.next(); batch != null; batch = diff.next()) {
                    for (int i = 0; i < batch.size(); i++) {
                        differing.add(Row.of(Values.get(batch.column(0), i), Values.get(batch.column(1), i)));
                    }
                }
            }
            assertThat(differing).containsExactly(Row.of(2, map), Row.of(2, Map.of(1, "a")));
        }
    }

    @Test
    void nullsWhereTheyAreForbiddenAreRefusedWithTheirPlace(Path folder) {
        String columns = "id INT, r ROW<x INT NOT NULL, y ARRAY<STRING NOT NULL>>, PRIMARY KEY (id)";
        try (Table table = create(folder, columns, Map.of());
                TableWriter writer = table.newWriter()) {
            RowType type = table.schema().rowType();
            Row noX = Row.of(1, Row.of(null, null));
            Row noElement = Row.of(1, Row.of(1, Collections.singletonList(null)));
            assertThatThrownBy(() -> writer.upsert(noX))
                    .hasMessageContaining("column 'r': field 'x': expected a value of type INT NOT NULL, found null");
            assertThatThrownBy(() -> writer.upsert(noElement))
                    .hasMessageContaining("column 'r': field 'y': element 0: expected a value");
            assertThatThrownBy(() -> writer.upsert(batch(type, List.of(noX))))
                    .hasMessageContaining("column 'r', field 'x' of type INT NOT NULL: expected a value, found null");
            assertThatThrownBy(() -> writer.upsert(batch(type, List.of(noElement))))
                    .hasMessageContaining("column 'r', field 'y', element of type STRING NOT NULL: expected a value");
            writer.upsert(batch(type, List.of(Row.of(1, null), Row.of(2, Row.of(1, null)))));
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(1, null), Row.of(2, Row.of(1, null)));
        }
    }

    @Test
    void aDeleteNeedsOnlyTheKeyAlsoBesideNestedColumnsThatAreNotNull(Path folder) {
        String columns = "id INT, a ARRAY<INT> NOT NULL, m MAP<INT, INT> NOT NULL,"
                + " r ROW<x DATE NOT NULL, y INT> NOT NULL, s MULTISET<INT> NOT NULL, PRIMARY KEY (id)";
        try (Table table = create(folder, columns, Map.of());
                TableWriter writer = table.newWriter()) {
            DataType none = table.schema().rowType().typeAt(3);
            assertThat(none.isNullable()).isFalse();
            writer.delete(Row.key(1));
            committed(writer);
            assertThat(rows(table)).isEmpty();
        }
    }
}
