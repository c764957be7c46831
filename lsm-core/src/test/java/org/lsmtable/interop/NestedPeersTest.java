package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Scan;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;

/** Nested columns that have broken readers elsewhere, written by us and by both versions of real Paimon, read by all. */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
class NestedPeersTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    private static List<String> ours(Path table, Predicate condition, String... columns) {
        List<String> rows = new ArrayList<>();
        try (Table opened = Table.open(table)) {
            Scan scan = condition == null ? opened.scan() : opened.scan().where(condition);
            try (RowCursor cursor = (columns.length == 0 ? scan : scan.select(columns)).open()) {
                while (cursor.next()) {
                    Object[] values = new Object[cursor.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = cursor.get(i);
                    }
                    rows.add(RandomTables.rowText(values));
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    private static void ourWrite(Path table, List<Object[]> rows) {
        try (Table opened = Table.open(table);
                TableWriter writer = opened.newWriter()) {
            rows.forEach(row -> writer.upsert(Row.of(Arrays.copyOfRange(row, 1, row.length))));
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
    }

    private static List<Object> listOf(Object... values) {
        return Arrays.asList(values);
    }

    private static Map<Object, Object> mapOf(Object key, Object value) {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }

    /** C11: a value that is null, one that is empty, one of nulls, over the edge of a batch, and in the first and last row. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void nullsInsideNestedValues(String format, Path folder) throws Exception {
        List<Peer.Column> columns = List.of(
                new Peer.Column("id", "INT NOT NULL"),
                new Peer.Column("r", "ROW<a INT, b STRING>"),
                new Peer.Column("arr", "ARRAY<INT>"),
                new Peer.Column("m", "MAP<STRING, INT>"),
                new Peer.Column("ar", "ARRAY<ROW<x INT>>"));
        List<Object[]> shapes = List.of(
                new Object[] {null, null, null, null},
                new Object[] {Row.of(null, null), List.of(), Map.of(), List.of()},
                new Object[] {Row.of(1, null), listOf((Object) null), mapOf("k", null), listOf((Object) null)},
                new Object[] {
                    Row.of(null, "x"), listOf(1, null, 3), mapOf("k", 7), listOf(Row.of(1), null, Row.of((Object) null))
                });
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 1025; i++) {
            Object[] shape = shapes.get(i % 1024 == 0 ? 0 : i % shapes.size());
            rows.add(new Object[] {"+I", i, shape[0], shape[1], shape[2], shape[3]});
        }
        writtenByEach(format, folder, columns, rows);
    }

    /** C12: the last column an ARRAY, a DECIMAL with many digits in a ROW, rows in arrays in maps, only the nested column read, several pages. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void shapesThatBrokeReaders(String format, Path folder) throws Exception {
        List<Peer.Column> columns = List.of(
                new Peer.Column("id", "INT NOT NULL"),
                new Peer.Column("d", "ROW<d DECIMAL(20, 2)>"),
                new Peer.Column("m", "MAP<STRING, ARRAY<ROW<x INT, y STRING>>>"),
                new Peer.Column("s", "MULTISET<STRING>"),
                new Peer.Column("last", "ARRAY<STRING>"));
        Random random = new Random(12);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Object[] row = new Object[columns.size() + 1];
            row[0] = "+I";
            row[1] = i;
            for (int c = 1; c < columns.size(); c++) {
                row[c + 1] = random.nextInt(4) == 0
                        ? null
                        : RandomTables.value(random, columns.get(c).type(), 1_000);
            }
            rows.add(row);
        }
        writtenByEach(format, folder, columns, rows);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void columnsThatCannotBeReadAreReadAround(int writer, Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        List<Peer.Column> columns = List.of(
                new Peer.Column("id", "INT NOT NULL"),
                new Peer.Column("v", "VARIANT"),
                new Peer.Column("w", "ROW<a INT, b VARIANT>"),
                new Peer.Column("n", "ARRAY<INT>"));
        PEERS.all().get(writer).create(table, columns, List.of("id"), List.of(), Map.of("bucket", "1"));
        PEERS.all()
                .get(writer)
                .write(
                        table,
                        List.of(
                                new Object[] {"+I", 1, "{\"a\":1}", Row.of(1, "[2]"), List.of(3)},
                                new Object[] {"+I", 2, null, null, null}),
                        Map.of());
        assertThat(ours(table, Predicate.eq("id", 1), "n", "id")).containsExactly("[3], 1");
        assertThat(ours(table, Predicate.isNull("n"), "id")).containsExactly("2");
        try (Table opened = Table.open(table)) {
            assertThat(opened.scan().count()).isEqualTo(2);
            assertThatThrownBy(() -> opened.scan().where(Predicate.isNull("v")).count())
                    .hasMessageContaining("type VARIANT (column 'v')");
            assertThatThrownBy(() -> opened.scan().open())
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("type VARIANT (column 'v'); type VARIANT within ROW (column 'w')")
                    .hasMessageContaining("select other columns");
            assertThatThrownBy(() -> opened.scan().select("w").open()).hasMessageContaining("(column 'w')");
            assertThatThrownBy(() -> opened.get(1)).hasMessageContaining("(column 'v')");
            assertThatThrownBy(opened::newWriter).hasMessageContaining("cannot write: not supported: type VARIANT");
            assertThatThrownBy(opened::compactFully)
                    .hasMessageContaining("cannot compact: not supported: type VARIANT");
        }
    }

    private static void writtenByEach(String format, Path folder, List<Peer.Column> columns, List<Object[]> rows)
            throws Exception {
        List<String> expected = rows.stream()
                .map(row -> RandomTables.rowText(Arrays.copyOfRange(row, 1, row.length)))
                .sorted()
                .toList();
        Map<String, String> options =
                Map.of("bucket", "1", "file.format", format, "parquet.page.row.count.limit", "300");
        for (int writer = 0; writer <= PEERS.all().size(); writer++) {
            Path table = folder.resolve("db.db/" + format + writer);
            PEERS.all().get(writer % PEERS.all().size()).create(table, columns, List.of("id"), List.of(), options);
            if (writer == PEERS.all().size()) {
                ourWrite(table, rows);
            } else {
                PEERS.all().get(writer).write(table, rows, Map.of("write-only", "true"));
            }
            for (int compacted = 0; compacted < 2; compacted++) {
                assertThat(ours(table, null)).as("read by us").isEqualTo(expected);
                for (Peer peer : PEERS.all()) {
                    assertThat(peer.read(table, null, Map.of()).stream()
                                    .map(RandomTables::rowText)
                                    .sorted()
                                    .toList())
                            .as("read by paimon %s", peer.version())
                            .isEqualTo(expected);
                }
                for (int c = 1; c < columns.size(); c++) {
                    checkColumn(table, columns.get(c).name(), c, rows);
                }
                CheckedTables.assertSound(table);
                try (Table opened = Table.open(table)) {
                    opened.compactFully();
                }
            }
        }
    }

    /** Only that column, and conditions on whether it is null and on the key. */
    private static void checkColumn(Path table, String name, int position, List<Object[]> rows) {
        assertThat(ours(table, null, name))
                .isEqualTo(rows.stream()
                        .map(row -> RandomTables.text(row[position + 1]))
                        .sorted()
                        .toList());
        assertThat(ours(table, Predicate.isNull(name), "id"))
                .isEqualTo(rows.stream()
                        .filter(row -> row[position + 1] == null)
                        .map(row -> RandomTables.text(row[1]))
                        .sorted()
                        .toList());
        assertThat(ours(table, Predicate.and(Predicate.isNotNull(name), Predicate.ge("id", 700)), name))
                .isEqualTo(rows.stream()
                        .filter(row -> row[position + 1] != null && (Integer) row[1] >= 700)
                        .map(row -> RandomTables.text(row[position + 1]))
                        .sorted()
                        .toList());
    }
}
