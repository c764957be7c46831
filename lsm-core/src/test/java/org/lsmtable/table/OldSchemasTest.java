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
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
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
    void aColumnOfAnotherTypeIsRefusedByName(Path folder) throws Exception {
        Path table = tableOfTwoRows(folder);
        newSchema(
                table,
                List.of(
                        new DataField(0, "id", Types.INT.notNull()),
                        new DataField(1, "a", Types.STRING),
                        new DataField(2, "b", Types.BIGINT),
                        new DataField(3, "c", Types.INT)),
                3);
        try (Table opened = Table.open(table)) {
            assertThat(rows(opened.scan().select("id", "c"))).containsExactly(Row.of(1, 100), Row.of(2, 200));
            assertThatThrownBy(() -> rows(opened.scan()))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("column 'b'")
                    .hasMessageContaining("INT")
                    .hasMessageContaining("BIGINT")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.UNSUPPORTED);
        }
    }
}
