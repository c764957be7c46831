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

    @Test
    void partitionedTablesAreNotWrittenYet(Path folder) {
        try (Table table = Table.create(
                folder.resolve("db.db/t"),
                TableDefinition.parse("dt STRING, id INT, PRIMARY KEY (dt, id)").with(List.of("dt"), Map.of(), null))) {
            assertThatThrownBy(table::newWriter)
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("writing to partitions")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.UNSUPPORTED);
        }
    }
}
