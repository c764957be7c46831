package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;

/** What happens to rows at the door of a writer: kinds, kinds from a column, dropped kinds, refusals (spec: merge tree, write path). */
@ExtendWith(CheckedTables.class)
class WriteRulesTest {
    private static Table create(Path folder, String columns, Map<String, String> options) {
        return Table.create(
                folder.resolve("db.db/t"), TableDefinition.parse(columns).with(List.of(), options, null));
    }

    private static List<Row> rows(Table table) {
        java.util.ArrayList<Row> rows = new java.util.ArrayList<>();
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

    @Test
    void theLastRowOfAKeyWinsWithinAndBetweenCommits(Path folder) {
        try (Table table = create(folder, "id INT, v STRING, PRIMARY KEY (id)", Map.of());
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, "a"));
            writer.upsert(Row.of(1, "b"));
            writer.write(RowKind.UPDATE_BEFORE, Row.of(2, "x"));
            writer.write(RowKind.UPDATE_AFTER, Row.of(2, "y"));
            writer.upsert(Row.of(3, "gone"));
            writer.delete(Row.key(3));
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(1, "b"), Row.of(2, "y"));
            writer.delete(Row.of(1, "whatever"));
            writer.upsert(Row.of(3, "back"));
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(2, "y"), Row.of(3, "back"));
        }
    }

    @Test
    void theKindComesFromAColumnIfTheOptionSaysSo(Path folder) {
        try (Table table = create(folder, "id INT, k STRING, PRIMARY KEY (id)", Map.of("rowkind.field", "k"));
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, "+I"));
            writer.upsert(Row.of(2, "+I"));
            writer.upsert(Row.of(1, "-D"));
            assertThatThrownBy(() -> writer.upsert(Row.of(3, "delete")))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("+I -U +U -D")
                    .hasMessageContaining("'delete'");
            assertThatThrownBy(() -> writer.upsert(Row.of(3, null)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("'k'")
                    .hasMessageContaining("found null");
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(2, "+I"));
        }
    }

    @Test
    void kindsOfABatchComeFromTheColumnToo(Path folder) {
        try (Table table = create(folder, "id INT, k STRING, PRIMARY KEY (id)", Map.of("rowkind.field", "k"));
                TableWriter writer = table.newWriter()) {
            List<String> texts = List.of("+I", "+U", "-U", "-D");
            IntVector ids = new IntVector(Types.INT.notNull(), 4);
            BytesVector plain = new BytesVector(Types.STRING, 4);
            for (int i = 0; i < texts.size(); i++) {
                ids.append(i);
                plain.append(texts.get(i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
            DictionaryVector coded = new DictionaryVector(plain, 4);
            IntVector otherIds = new IntVector(Types.INT.notNull(), 4);
            for (int i = 0; i < texts.size(); i++) {
                otherIds.append(10 + i);
                coded.appendCode(i);
            }
            writer.upsert(new Batch(table.schema().rowType(), List.<ColumnVector>of(ids, plain), 4));
            writer.upsert(new Batch(table.schema().rowType(), List.<ColumnVector>of(otherIds, coded), 4));
            committed(writer);
            assertThat(rows(table))
                    .containsExactly(Row.of(0, "+I"), Row.of(1, "+U"), Row.of(10, "+I"), Row.of(11, "+U"));
            BytesVector wrong = new BytesVector(Types.STRING, 1);
            wrong.append("+Ix".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            IntVector oneId = new IntVector(Types.INT.notNull(), 1);
            oneId.append(1);
            assertThatThrownBy(() ->
                            writer.upsert(new Batch(table.schema().rowType(), List.<ColumnVector>of(oneId, wrong), 1)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("'+Ix'");
        }
    }

    @Test
    void ignoredKindsAreDroppedAndTakeNoSequenceNumber(Path folder) {
        try (Table table = create(folder, "id INT, v STRING, PRIMARY KEY (id)", Map.of("ignore-delete", "true"));
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(1, "a"));
            writer.delete(Row.key(1));
            writer.write(RowKind.UPDATE_BEFORE, Row.of(1, "a"));
            writer.upsert(Row.of(2, "b"));
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(1, "a"), Row.of(2, "b"));
            BucketLevels.SortedRunView run =
                    table.levels(SnapshotRef.latest()).get(0).runs().get(0);
            assertThat(run.maxSequence()).isEqualTo(1);
            assertThat(run.deletes()).isZero();
        }
    }

    @Test
    void batchesAreWrittenLikeRows(Path folder) {
        try (Table table = create(
                        folder, "id INT, v STRING, PRIMARY KEY (id)", Map.of("bucket", "3", "ignore-delete", "false"));
                TableWriter writer = table.newWriter()) {
            IntVector ids = new IntVector(Types.INT.notNull(), 4);
            BytesVector values = new BytesVector(Types.STRING, 4);
            IntVector kinds = new IntVector(Types.TINYINT, 4);
            for (int i = 0; i < 1000; i++) {
                ids.append(i % 100);
                values.append(("v" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
                kinds.append(i == 950 ? RowKind.DELETE.code() : RowKind.INSERT.code());
            }
            writer.write(new Batch(table.schema().rowType(), List.<ColumnVector>of(ids, values), 1000), kinds);
            committed(writer);
            List<Row> rows = rows(table);
            assertThat(rows)
                    .hasSize(99)
                    .doesNotContain(Row.of(50, "v950"))
                    .contains(Row.of(49, "v949"), Row.of(7, "v907"));
            assertThat(table.levels(SnapshotRef.latest())).hasSize(3);
        }
    }

    @Test
    void aDictionaryOfLargeValuesCountsForWhatItsRowsTake(Path folder) {
        int rows = 32;
        try (Table table = create(
                        folder,
                        "id INT, v STRING, PRIMARY KEY (id)",
                        Map.of("write-buffer-size", "4 mb", "write-buffer-spillable", "false"));
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            IntVector ids = new IntVector(Types.INT.notNull(), rows);
            BytesVector large = new BytesVector(Types.STRING, 1);
            large.append("x".repeat(1 << 20).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            DictionaryVector values = new DictionaryVector(large, rows);
            for (int i = 0; i < rows; i++) {
                ids.append(i);
                values.appendCode(0);
            }
            writer.upsert(new Batch(table.schema().rowType(), List.<ColumnVector>of(ids, values), rows));
            committed(writer);
            // four megabytes hold fewer than five rows: so many flushes, not one of 32 megabytes
            assertThat(table.levels(SnapshotRef.latest()).get(0).runs()).hasSizeGreaterThan(rows / 5);
            assertThat(table.scan().count()).isEqualTo(rows);
        }
    }

    @Test
    void wrongRowsAreRefusedAndTheWriterGoesOn(Path folder) {
        try (Table table = create(folder, "id INT, v STRING NOT NULL, n INT, PRIMARY KEY (id)", Map.of());
                TableWriter writer = table.newWriter()) {
            assertThatThrownBy(() -> writer.upsert(Row.of(1, "a")))
                    .hasMessageContaining("expected 3 values for [id, v, n], found 2");
            assertThatThrownBy(() -> writer.upsert(Row.of(null, "a", 1))).hasMessageContaining("'id'");
            assertThatThrownBy(() -> writer.upsert(Row.of(1, null, 1))).hasMessageContaining("'v'");
            assertThatThrownBy(() -> writer.upsert(Row.of(1, "a", "text"))).hasMessageContaining("'n'");
            assertThatThrownBy(() -> writer.upsert(Row.of(1L << 40, "a", 1))).hasMessageContaining("'id'");
            writer.upsert(Row.of(1, "a", null));
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(1, "a", null));
            writer.delete(Row.key(1));
            committed(writer);
            assertThat(rows(table)).isEmpty();
        }
    }

    @Test
    void aKeyIsReadInItsDeclaredOrderEvenIfThereAreNoOtherColumns(Path folder) {
        try (Table table = create(folder, "a INT, b INT, PRIMARY KEY (b, a)", Map.of());
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, 2));
            writer.upsert(Row.of(2, 1));
            committed(writer);
            writer.delete(Row.key(2, 1)); // b = 2, a = 1
            assertThatThrownBy(() -> writer.delete(Row.key(2)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("expected 2 values for [b, a], found 1");
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(2, 1));
            writer.delete(Row.of(2, 1)); // a row: a = 2, b = 1
            committed(writer);
            assertThat(rows(table)).isEmpty();
        }
    }

    @Test
    void anEmptyCommitMakesNoSnapshot(Path folder) {
        try (Table table = create(folder, "id INT, PRIMARY KEY (id)", Map.of());
                TableWriter writer = table.newWriter()) {
            assertThat(writer.commit().snapshots()).isEmpty();
            assertThat(table.snapshots()).isEmpty();
            assertThat(rows(table)).isEmpty();
            assertThat(table.scan().count()).isZero();
            assertThat(table.get(1)).isEmpty();
            assertThat(table.compactFully().snapshots()).isEmpty();
            assertThat(table.levels(SnapshotRef.latest())).isEmpty();
        }
    }

    private static Table partitioned(Path folder, String buckets) {
        return Table.create(
                folder.resolve("db.db/t"),
                TableDefinition.parse("id INT, v STRING, dt STRING, PRIMARY KEY (dt, id)")
                        .with(List.of("dt"), Map.of("bucket", buckets), null));
    }

    @Test
    void rowsAndBatchesGoToTheBucketsOfTheirPartitions(Path folder) {
        int count = 1_000;
        IntVector ids = new IntVector(Types.INT.notNull(), count);
        BytesVector values = (BytesVector) ColumnVector.of(Types.STRING, count);
        BytesVector days = (BytesVector) ColumnVector.of(Types.STRING.notNull(), count);
        java.util.Set<Row> expected = new java.util.HashSet<>();
        for (int i = 0; i < count; i++) {
            String day = "2026-01-" + (10 + i * 7 % 13);
            ids.append(i);
            values.append(("v" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            days.append(day.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            expected.add(Row.of(i, "v" + i, day));
        }
        try (Table table = partitioned(folder, "3");
                TableWriter writer = table.newWriter()) {
            writer.upsert(new Batch(table.schema().rowType(), List.of(ids, values, days), count));
            committed(writer);
            assertThat(rows(table)).hasSize(count).containsAll(expected);
            for (int i = 0; i < 13; i++) {
                Row row = Row.of(2_000 + i, "single", "2026-01-" + (10 + i));
                writer.upsert(row);
                expected.add(row);
            }
            writer.delete(Row.key("2026-01-10", 0));
            expected.remove(Row.of(0, "v0", "2026-01-10"));
            committed(writer);
            assertThat(rows(table)).hasSize(expected.size()).containsAll(expected);
            assertThat(table.get("2026-01-17", 1)).contains(Row.of(1, "v1", "2026-01-17"));
            assertThat(table.get("2026-01-17", 2)).isEmpty();
            assertThat(table.levels(SnapshotRef.latest())).hasSize(39);
            table.compactFully();
            assertThat(rows(table)).hasSize(expected.size()).containsAll(expected);
        }
    }

    @Test
    void anOldPartitionKeepsItsNumberOfBuckets(Path folder) {
        try (Table table = partitioned(folder, "4");
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, "old", "a"));
            committed(writer);
        }
        String location = folder.resolve("db.db/t").toString();
        TableEnvironment environment =
                TableEnvironment.of(org.lsmtable.fs.LocalStorage.of(org.lsmtable.fs.Durability.PROCESS));
        try (Table table = Table.open(location, environment, Map.of("bucket", "2"));
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, "new", "b"));
            committed(writer);
            for (int id = 0; id < 2; id++) {
                Row row = Row.of(id, "x", "a");
                assertThatThrownBy(() -> {
                            writer.upsert(row);
                            writer.commit();
                        })
                        .isInstanceOf(TableException.class)
                        .hasMessageContaining("was written with 4 buckets, option 'bucket' says 2");
            }
            assertThat(rows(table)).containsExactlyInAnyOrder(Row.of(1, "old", "a"), Row.of(1, "new", "b"));
        }
    }

    /** What says how old a delete is, or which it is, is no placeholder. */
    @Test
    void aDeleteNeedsItsKeyAndSequenceFields(Path folder) {
        String columns = "id INT, s INT NOT NULL, v INT NOT NULL, PRIMARY KEY (id)";
        try (Table table = create(folder, columns, Map.of("sequence.field", "s"));
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, 5, 7));
            writer.upsert(Row.of(2, 5, 7));
            assertThatThrownBy(() -> writer.delete(Row.of(1, null, 7)))
                    .hasMessageContaining("column 's': expected a value of type INT NOT NULL, found null");
            assertThatThrownBy(() -> writer.delete(Row.of(null, 6, 7))).hasMessageContaining("column 'id'");
            assertThatThrownBy(() -> writer.upsert(Row.of(1, 6, null))).hasMessageContaining("column 'v'");
            writer.delete(Row.of(1, 6, null));
            writer.delete(Row.of(2, 4, null));
            committed(writer);
            assertThat(rows(table)).containsExactly(Row.of(2, 5, 7));
        }
    }
}
