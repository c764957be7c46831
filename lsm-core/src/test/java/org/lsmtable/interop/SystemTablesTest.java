package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.fs.Storage;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.system.SystemTable;
import org.lsmtable.system.SystemTables;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/**
 * Every system table of a table that real Paimon 2.0.0 has written, row by row as Paimon 2.0.0 itself shows it. Partitions whose text is
 * blank are left out: there Paimon shows another partition's name.
 */
class SystemTablesTest {
    @TempDir
    Path folder;

    @Test
    void showWhatPaimonShows() throws Exception {
        Path table = folder.resolve("db.db/t");
        create(table);
        try (Peer peer = Peers.paimon20()) {
            for (int commit = 0; commit < 3; commit++) {
                List<Object[]> rows = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    rows.add(row(i));
                }
                peer.write(table, rows, Map.of());
            }
            peer.createTag(table, "keep", 2);
            peer.createBranch(table, "empty", null);
            peer.createBranch(table, "b", "keep");
            peer.write(table, List.<Object[]>of(row(1)), Map.of("branch", "b"));
            peer.setConsumer(table, "reader", 2);
            peer.analyze(table, 50, "amt", 7);

            for (String name : SystemTables.names()) {
                assertThat(columns(system(table, "main", name))).as(name).isEqualTo(peer.columns(table, name));
            }
            for (String name : List.of(
                    "snapshots",
                    "schemas",
                    "options",
                    "manifests",
                    "files",
                    "file_key_ranges",
                    "tags",
                    "branches",
                    "consumers",
                    "partitions",
                    "buckets",
                    "statistics",
                    "aggregation_fields",
                    "table_indexes")) {
                for (String branch : List.of("main", "b", "empty")) {
                    assertThat(ours(table, branch, name))
                            .as("%s of %s", name, branch)
                            .containsExactlyInAnyOrderElementsOf(theirs(peer, table, branch, name));
                }
            }
            assertThat(ours(table, "main", "statistics")).hasSize(1);
            assertThat(ours(table, "main", "consumers")).hasSize(1);
            assertThat(ours(table, "b", "branches")).hasSize(2);
            assertThat(ours(table, "b", "snapshots")).hasSize(2);
        }
    }

    private static Object[] row(int i) {
        boolean isNull = i % 7 == 0;
        return new Object[] {
            i % 9 == 8 ? "-D" : "+I",
            LocalDate.of(2026, 1, 1 + i % 3),
            i % 2 == 0 ? "a/b" : "c",
            (long) i,
            "name-of-some-length-" + i,
            isNull ? null : new BigDecimal(i + ".50"),
            isNull ? null : LocalDateTime.of(2026, 1, 1, 10, 0, 0, i * 1000),
            Instant.ofEpochMilli(1_700_000_000_000L + i),
            isNull ? null : LocalTime.of(1, 2, 3),
            isNull ? null : i % 2 == 0,
            isNull ? null : i / 4.0,
            null,
            null
        };
    }

    /** ROWs within others, whose fields have odd names, comments and defaults. */
    private static DataType nested() {
        RowType inner = new RowType(
                List.of(
                        new DataField(12, "x", Types.INT.notNull(), "it's", null),
                        new DataField(13, "a `b`", Types.STRING, "", null)),
                false);
        RowType outer = new RowType(
                List.of(
                        new DataField(14, "m", new MapType(Types.INT.notNull(), inner, true)),
                        new DataField(15, "n", new MultisetType(Types.STRING, true), null, null)),
                true);
        return new ArrayType(outer, true);
    }

    private static void create(Path table) throws IOException {
        List<DataField> fields = List.of(
                new DataField(0, "dt", Types.DATE.notNull()),
                new DataField(1, "hr", Types.STRING.notNull()),
                new DataField(2, "id", Types.BIGINT.notNull()),
                new DataField(3, "name", Types.STRING.notNull(), "a comment", null),
                new DataField(4, "amt", Types.decimal(10, 2)),
                new DataField(5, "ts", Types.timestamp(6)),
                new DataField(6, "ltz", Types.timestampLtz(3)),
                new DataField(7, "tm", Types.time(0)),
                new DataField(8, "b", Types.BOOLEAN),
                new DataField(9, "d", Types.DOUBLE),
                new DataField(10, "arr", new ArrayType(Types.INT, true)),
                new DataField(11, "nested", nested()));
        Map<String, String> options = Map.of(
                "bucket", "2",
                "write-only", "true",
                "changelog-producer", "input",
                "fields.amt.ignore-retract", "true");
        TableSchema schema = new TableSchema(
                3,
                0,
                fields,
                15,
                List.of("dt", "hr"),
                List.of("dt", "hr", "id", "name"),
                new Options(options),
                "a table",
                1_700_000_000_000L);
        new SchemaStore(LocalStorage.of(Durability.PROCESS), new TablePaths(table.toString())).create(schema);
    }

    /** Index files are listed: those of dynamic buckets. */
    @Test
    void showIndexFiles() throws Exception {
        Path table = folder.resolve("db.db/d");
        try (Peer peer = Peers.paimon20()) {
            peer.create(
                    table,
                    List.of(new Peer.Column("p", "STRING NOT NULL"), new Peer.Column("id", "INT NOT NULL")),
                    List.of("p", "id"),
                    List.of("p"),
                    Map.of("bucket", "-1"));
            peer.write(table, List.of(new Object[] {"+I", "x", 1}, new Object[] {"+I", "y/z", 2}), Map.of());
            for (String name : List.of("table_indexes", "partitions", "buckets", "files")) {
                assertThat(ours(table, "main", name))
                        .as(name)
                        .hasSize(2)
                        .containsExactlyInAnyOrderElementsOf(theirs(peer, table, "main", name));
            }
        }
    }

    /** Bounds are shown as they are stored, also those of which only a part holds. */
    @Test
    void showBoundsOfOrcFiles() throws Exception {
        Path table = folder.resolve("db.db/o");
        try (Peer peer = Peers.paimon20()) {
            peer.create(
                    table,
                    List.of(
                            new Peer.Column("id", "INT NOT NULL"),
                            new Peer.Column("c", "CHAR(5)"),
                            new Peer.Column("d", "DOUBLE"),
                            new Peer.Column("f", "FLOAT")),
                    List.of("id"),
                    List.of(),
                    Map.of("bucket", "1", "file.format", "orc"));
            peer.write(
                    table,
                    List.of(new Object[] {"+I", 1, "a b", 1.5, 2f}, new Object[] {"+I", 2, "", 3.5, 7f}),
                    Map.of());
            peer.write(table, List.<Object[]>of(new Object[] {"+I", 3, "a b", Double.NaN, Float.NaN}), Map.of());
            assertThat(ours(table, "main", "files"))
                    .hasSize(2)
                    .containsExactlyInAnyOrderElementsOf(theirs(peer, table, "main", "files"));
        }
    }

    private static List<Peer.Column> columns(SystemTable table) {
        return table.type().fields().stream()
                .map(field -> new Peer.Column(field.name(), field.type().asText()))
                .toList();
    }

    private static SystemTable system(Path table, String branch, String name) throws IOException {
        Storage storage = LocalStorage.of(Durability.PROCESS);
        TablePaths paths = new TablePaths(table.toString()).onBranch(branch);
        TableSchema schema = new SchemaStore(storage, paths).latest().orElseThrow();
        TableStores stores =
                TableStores.of(storage, paths, schema, () -> UUID.randomUUID().toString());
        return new SystemTables(stores, schema, ZoneId.systemDefault()).open(name, null);
    }

    private static List<String> ours(Path table, String branch, String name) throws IOException {
        SystemTable found = system(table, branch, name);
        List<String> texts = new ArrayList<>();
        for (Iterator<Row> rows = found.rows(); rows.hasNext(); ) {
            Row row = rows.next();
            assertThat(row.size()).isEqualTo(found.type().fieldCount());
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(row.get(i));
            }
            texts.add(text(name, values));
        }
        return texts;
    }

    private static List<String> theirs(Peer peer, Path table, String branch, String name) throws Exception {
        List<String> texts = new ArrayList<>();
        for (Object[] row : peer.read(table, name, Map.of("branch", branch))) {
            texts.add(text(name, new ArrayList<>(Arrays.asList(row))).replace("file:/", "/"));
        }
        return texts;
    }

    /** A row as text; the options of a schema in one order, because the peer shows them in that of a hash map. */
    private static String text(String name, List<Object> values) throws IOException {
        if (name.equals("schemas")) {
            Map<?, ?> options = new ObjectMapper().readValue((String) values.get(4), Map.class);
            values.set(4, new TreeMap<>(options).toString());
        }
        return values.toString();
    }
}
