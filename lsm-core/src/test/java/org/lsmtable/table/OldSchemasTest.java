package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.data.Row;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/** Files written under an older schema: columns are found by id, so that names may move, come and go (spec: data files, older schemas). */
@ExtendWith(CheckedTables.class)
class OldSchemasTest {
    private static Path tableOfTwoRows(Path folder) {
        Path table = folder.resolve("db.db/t");
        try (Table created =
                        Table.create(table, TableDefinition.parse("id INT, a STRING, b INT, c INT, PRIMARY KEY (id)"));
                TableWriter writer = created.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(1, "one", 10, 100));
            writer.upsert(Row.of(2, "two", 20, 200));
            writer.commit();
        }
        return table;
    }

    private static void newSchema(Path table, List<DataField> fields, int highestId) throws Exception {
        try (Table opened = Table.open(table)) {
            TableSchema old = opened.schema();
            assertThat(opened.stores()
                            .schemas()
                            .create(new TableSchema(
                                    3,
                                    old.id() + 1,
                                    fields,
                                    highestId,
                                    List.of(),
                                    old.primaryKeys(),
                                    old.options(),
                                    null,
                                    0)))
                    .isTrue();
        }
    }

    private static List<Row> rows(Scan scan) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
        }
        return rows;
    }

    /** Old files and their statistics are read by field id, not by name. Paimon pull requests 6077 and 5964. */
    @Test
    void columnsThatSwapNamesComeAndGo(Path folder) throws Exception {
        Path table = tableOfTwoRows(folder);
        // b and c swap their names, a is dropped, and another a comes
        newSchema(
                table,
                List.of(
                        new DataField(0, "id", Types.INT.notNull()),
                        new DataField(2, "c", Types.INT),
                        new DataField(3, "b", Types.INT),
                        new DataField(4, "a", Types.STRING)),
                4);
        try (Table opened = Table.open(table);
                Peer peer = Peers.paimon20()) {
            assertThat(rows(opened.scan())).containsExactly(Row.of(1, 10, 100, null), Row.of(2, 20, 200, null));
            assertThat(rows(opened.scan().where(Predicate.eq("b", 200)))).containsExactly(Row.of(2, 20, 200, null));
            assertThat(rows(opened.scan().where(Predicate.eq("a", "two")))).isEmpty();
            assertThat(opened.get(2)).contains(Row.of(2, 20, 200, null));
            assertThat(rows(opened.scan().asOf(SnapshotRef.snapshot(1)))).contains(Row.of(1, "one", 10, 100));
            try (TableWriter writer = opened.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of(2, 21, 201, "new"));
                writer.commit();
            }
            List<Row> expected = List.of(Row.of(1, 10, 100, null), Row.of(2, 21, 201, "new"));
            assertThat(rows(opened.scan())).isEqualTo(expected);
            opened.compactFully();
            assertThat(rows(opened.scan())).isEqualTo(expected);
            assertThat(peer.read(table, null, Map.of()).stream()
                            .map(Arrays::asList)
                            .toList())
                    .containsExactly(Arrays.asList(1, 10, 100, null), Arrays.asList(2, 21, 201, "new"));
        }
    }

    @Test
    void aColumnOfAnotherTypeIsCast(Path folder) throws Exception {
        Path table = tableOfTwoRows(folder);
        newSchema(
                table,
                List.of(
                        new DataField(0, "id", Types.INT.notNull()),
                        new DataField(1, "a", Types.varchar(2)),
                        new DataField(2, "b", Types.BIGINT),
                        new DataField(3, "c", Types.STRING)),
                3);
        try (Table opened = Table.open(table);
                Peer peer = Peers.paimon20()) {
            List<Row> expected = List.of(Row.of(1, "on", 10L, "100"), Row.of(2, "tw", 20L, "200"));
            assertThat(rows(opened.scan())).isEqualTo(expected);
            assertThat(opened.get(2)).contains(expected.get(1));
            assertThat(opened.versions(1)).extracting(KeyVersion::row).containsExactly(expected.get(0));
            assertThat(peer.read(table, null, Map.of()).stream()
                            .map(Arrays::asList)
                            .toList())
                    .containsExactly(Arrays.asList(1, "on", 10L, "100"), Arrays.asList(2, "tw", 20L, "200"));
            assertThat(rows(opened.scan().asOf(SnapshotRef.snapshot(1))))
                    .as("an older state has its own types")
                    .containsExactly(Row.of(1, "one", 10, 100), Row.of(2, "two", 20, 200));
            opened.compactFully();
            assertThat(rows(opened.scan())).isEqualTo(expected);
        }
    }

    /** Each type was castable to the next, but files of the first cannot be read as the last. */
    @Test
    void aCastThatIsNotThereIsRefusedByName(Path folder) {
        Path path = tableOfTwoRows(folder);
        try (Table table = Table.open(path)) {
            table.alter(type("b", Types.STRING));
            table.alter(type("b", Types.DATE));
            assertThat(rows(table.scan().select("id", "c"))).containsExactly(Row.of(1, 100), Row.of(2, 200));
            assertThatThrownBy(() -> rows(table.scan()))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("column 'b'")
                    .hasMessageContaining("INT")
                    .hasMessageContaining("DATE")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.UNSUPPORTED);
        }
    }

    @Test
    void aValueThatCannotBecomeOneOfTheNewTypeFailsTheRead(Path folder) {
        Path path = tableOfTwoRows(folder);
        try (Table table = Table.open(path)) {
            table.alter(type("a", Types.INT));
            assertThat(rows(table.scan().select("id", "b"))).containsExactly(Row.of(1, 10), Row.of(2, 20));
            assertThatThrownBy(() -> rows(table.scan()))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining(".parquet: column 'a' in rows 0 to 1: 'one' of type STRING cannot become INT")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.DAMAGED);
            table.alter(type("a", Types.STRING));
            assertThat(rows(table.scan())).hasSize(2);
        }
    }

    /** A table that was opened before must not take the wider values for narrower ones. */
    @Test
    void filesOfALaterTypeAreNotReadUnderTheEarlierOne(Path folder) {
        Path path = tableOfTwoRows(folder);
        try (Table before = Table.open(path);
                Table table = Table.open(path)) {
            table.alter(type("b", Types.BIGINT));
            assertThat(rows(before.scan())).hasSize(2);
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of(2, "two", 5_000_000_000L, 200));
                writer.commit();
            }
            assertThatThrownBy(() -> rows(before.scan()))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("open the table again")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.SCHEMA_CHANGED);
        }
    }

    private static ChangeType type(String column, DataType type) {
        return new ChangeType(ColumnPath.of(column), type, SchemaChange.Nullability.AS_GIVEN);
    }
}
