package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.check.Depth;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Scan;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;

/** File indexes: ours have the bytes of real Paimon's, it leaves files out by ours, and we by its own. */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
class FileIndexPeersTest {
    private static List<Peer> peers = List.of();

    @BeforeAll
    static void open() {
        peers = Peers.all();
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    /** A type, values that are written, and one that is not. */
    private record Column(String type, List<Object> values, Object other) {}

    static List<Column> columns() {
        return List.of(
                new Column("TINYINT", List.of((byte) -128, (byte) 3), (byte) 4),
                new Column("SMALLINT", List.of((short) -300, (short) 3), (short) 4),
                new Column("INT", List.of(Integer.MIN_VALUE, 0, 7), 8),
                new Column("BIGINT", List.of(Long.MIN_VALUE, 3_000_000_000L), 3L),
                new Column("FLOAT", List.of(Float.NaN, -0.0f, 1.5f), 0.5f),
                new Column("DOUBLE", List.of(Double.NaN, -0.0, Double.NEGATIVE_INFINITY), 0.25),
                new Column("CHAR(5)", List.of("ab", "é"), "ac"),
                new Column("STRING", List.of("", "中文😀", "x".repeat(100)), "y"),
                new Column("BYTES", List.of(new byte[0], new byte[] {0, -1, 127}), new byte[] {1}),
                new Column("DATE", List.of(LocalDate.of(1969, 12, 31), LocalDate.of(2024, 5, 14)), LocalDate.EPOCH),
                new Column(
                        "TIME(3)", List.of(LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59, 999_000_000)), LocalTime.NOON),
                new Column(
                        "TIMESTAMP(3)",
                        List.of(
                                LocalDateTime.parse("1969-12-31T23:59:59.999"),
                                LocalDateTime.parse("2024-05-14T12:00")),
                        LocalDateTime.parse("2024-05-14T12:01")),
                new Column(
                        "TIMESTAMP(6)",
                        List.of(
                                LocalDateTime.parse("1969-12-31T23:59:59.999001"),
                                LocalDateTime.parse("2024-05-14T12:00")),
                        LocalDateTime.parse("2024-05-14T12:00:00.000001")),
                new Column(
                        "TIMESTAMP(9)",
                        List.of(
                                LocalDateTime.parse("1969-12-31T23:59:58.999001999"),
                                LocalDateTime.parse("2024-05-14T12:00")),
                        LocalDateTime.parse("2024-05-14T12:00:00.000001")),
                new Column(
                        "TIMESTAMP(6) WITH LOCAL TIME ZONE",
                        List.of(Instant.parse("1969-12-31T23:59:59.999001Z")),
                        Instant.EPOCH));
    }

    private static Map<String, String> options(String format, Map<String, String> more) {
        Map<String, String> options = new LinkedHashMap<>(
                Map.of("bucket", "1", "file.format", format, "file-index.bloom-filter.columns", "v"));
        options.putAll(more);
        return options;
    }

    private static final Map<String, String> SMALL =
            Map.of("file-index.bloom-filter.v.items", "50", "file-index.bloom-filter.v.fpp", "0.001");

    private static void create(Peer peer, Path table, String type, Map<String, String> options) throws Exception {
        peer.create(
                table,
                List.of(new Peer.Column("k", "INT NOT NULL"), new Peer.Column("v", type)),
                List.of("k"),
                List.of(),
                options);
    }

    private static List<Object[]> rows(Column column) {
        List<Object[]> rows = new ArrayList<>(List.<Object[]>of(new Object[] {"+I", 0, null}));
        column.values.forEach(value -> rows.add(new Object[] {"+I", rows.size(), value}));
        return rows;
    }

    private static void weWrite(Path table, List<Object[]> rows) {
        try (Table opened = Table.open(table);
                TableWriter writer = opened.newWriter(CompactionMode.NONE)) {
            rows.forEach(row -> writer.upsert(Row.of(row[1], row[2])));
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
    }

    /** The index of the only file. */
    private static byte[] index(Path table) throws IOException {
        List<LiveFile> files = TableFiles.live(table);
        assertThat(files).hasSize(1);
        byte[] embedded = files.get(0).file().embeddedIndex();
        List<String> extra = files.get(0).file().extraFiles();
        if (embedded != null) {
            assertThat(extra).isEmpty();
            return embedded;
        }
        assertThat(extra).containsExactly(files.get(0).file().fileName() + ".index");
        return Files.readAllBytes(table.resolve("bucket-0/" + extra.get(0)));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static long count(Table table, Object value) {
        return table.scan().where(Predicate.eq("v", value)).count();
    }

    /** Nanoseconds that come back from Parquet as codes of a dictionary. */
    @ParameterizedTest
    @CsvSource({
        "bitmap, TIMESTAMP(9)",
        "bitmap, TIMESTAMP(9) WITH LOCAL TIME ZONE",
        "bloom-filter, TIMESTAMP(9)",
        "bloom-filter, TIMESTAMP(9) WITH LOCAL TIME ZONE"
    })
    void repeatedNanosecondsAreIndexed(String kind, String type, Path folder) throws Exception {
        LocalDateTime local = LocalDateTime.of(2020, 1, 2, 3, 4, 5, 123_456_789);
        Object value = type.endsWith("ZONE") ? local.toInstant(ZoneOffset.UTC) : local;
        List<Object[]> rows = new ArrayList<>();
        for (int id = 0; id < 50; id++) {
            rows.add(new Object[] {"+I", id, id % 10 == 0 ? null : value});
        }
        for (Peer peer : peers) {
            Path table = folder.resolve("db.db/t" + peer.version());
            create(
                    peer,
                    table,
                    type,
                    Map.of("bucket", "1", "file.format", "parquet", "file-index." + kind + ".columns", "v"));
            peer.write(table, rows, Map.of("write-only", "true"));
            peer.write(table, rows.subList(0, 5), Map.of("write-only", "true"));
            try (Table opened = Table.open(table)) {
                assertThat(count(opened, value)).isEqualTo(45);
                assertThat(opened.check(Depth.ROWS)).isEmpty();
                opened.compactFully();
                assertThat(count(opened, value)).isEqualTo(45);
                assertThat(opened.check(Depth.ROWS)).isEmpty();
            }
            assertThat(peer.readEqual(table, "v", value)).hasSize(45);
        }
    }

    @ParameterizedTest
    @MethodSource("columns")
    void bytesAreThoseOfRealPaimonAndEachLeavesOutByThem(Column column, Path folder) throws Exception {
        String format = column.type.startsWith("TIMESTAMP(9)") ? "orc" : "parquet";
        List<Object[]> rows = rows(column);
        for (Peer peer : peers) {
            Path theirs = folder.resolve("db.db/theirs" + peer.version());
            create(peer, theirs, column.type, options(format, SMALL));
            peer.write(theirs, rows, Map.of("write-only", "true"));
            Path ours = folder.resolve("db.db/ours" + peer.version());
            create(peer, ours, column.type, options(format, SMALL));
            weWrite(ours, rows);

            assertThat(hex(index(ours))).as("paimon %s", peer.version()).isEqualTo(hex(index(theirs)));
            for (Object value : column.values) {
                assertThat(peer.indexKeeps(ours, index(ours), "v", value)).isTrue();
                assertThat(peer.readEqual(ours, "v", value)).hasSize(1);
            }
            assertThat(peer.indexKeeps(ours, index(ours), "v", column.other)).isFalse();
            assertThat(peer.readEqual(ours, "v", column.other)).isEmpty();
            try (Table table = Table.open(theirs)) {
                for (Object value : column.values) {
                    assertThat(count(table, value))
                            .as("%s of %s", value, column.type)
                            .isEqualTo(1);
                }
                assertThat(count(table, column.other)).isZero();
            }
        }
    }

    static List<Column> bitmapColumns() {
        List<Column> columns = new ArrayList<>(columns());
        columns.removeIf(column -> column.type.equals("BYTES"));
        columns.add(new Column("BOOLEAN", List.of(true), false));
        return columns;
    }

    /**
     * Bitmaps: the same bytes where each value has one row; where more values have several, real Paimon puts the bitmaps in the order of a hash
     * table, so lengths are the same, and each finds the rows of each value by what the other wrote.
     */
    @ParameterizedTest
    @MethodSource("bitmapColumns")
    void bitmapsAreThoseOfRealPaimon(Column column, Path folder) throws Exception {
        List<Object[]> single = rows(column);
        List<Object[]> several = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Object[] row = single.get(i * i % 7 % single.size()).clone();
            row[1] = i;
            several.add(row);
        }
        for (Peer peer : peers) {
            List<Object[]> rows = peer == peers.get(0) ? single : several;
            Path theirs = folder.resolve("db.db/theirs" + rows.size() + peer.version());
            Path ours = folder.resolve("db.db/ours" + rows.size() + peer.version());
            for (Path path : List.of(theirs, ours)) {
                create(
                        peer,
                        path,
                        column.type,
                        Map.of(
                                "bucket", "1",
                                "file.format", column.type.startsWith("TIMESTAMP(9)") ? "orc" : "parquet",
                                "metadata.stats-mode", "none",
                                "file-index.bitmap.columns", "v",
                                "file-index.bitmap.v.index-block-size", "64 b"));
            }
            if (column.values.contains("x".repeat(100))) {
                return; // real Paimon cannot put a text into a block of 64 bytes
            }
            peer.write(theirs, rows, Map.of());
            peer.compactFully(theirs);
            weWrite(ours, rows);
            try (Table table = Table.open(ours)) {
                table.compactFully();
            }
            if (rows == single) {
                assertThat(hex(index(ours))).as("paimon %s", peer.version()).isEqualTo(hex(index(theirs)));
            }
            assertThat(index(ours)).hasSameSizeAs(index(theirs));
            List<Object> values = new ArrayList<>(column.values);
            values.add(column.other);
            for (Object value : values) {
                long expected = rows.stream()
                        .filter(row -> java.util.Objects.deepEquals(row[2], value))
                        .count();
                assertThat(peer.indexKeeps(ours, index(ours), "v", value)).isEqualTo(expected > 0);
                assertThat(peer.readEqual(ours, "v", value)).hasSize((int) expected);
                try (Table table = Table.open(theirs)) {
                    assertThat(count(table, value))
                            .as("%s of %s", value, column.type)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /** With the settings a table has unless it says otherwise, the index is a file of its own. */
    @Test
    void largeIndexesLieBesideTheirFiles(Path folder) throws Exception {
        Column column = columns().get(7);
        for (Peer peer : peers) {
            for (String format : List.of("parquet", "orc", "avro")) {
                Path ours = folder.resolve("db.db/" + format + peer.version());
                create(peer, ours, column.type, options(format, Map.of()));
                weWrite(ours, rows(column));
                assertThat(index(ours))
                        .hasSize(599_075 + 49); // spec: indexes, placement; the column's name has one letter
                assertThat(peer.indexKeeps(ours, index(ours), "v", "y")).isFalse();
                assertThat(peer.readEqual(ours, "v", "")).hasSize(1);
                assertThat(peer.readEqual(ours, "v", "y")).isEmpty();
                peer.compactFully(ours);
                assertThat(peer.indexKeeps(ours, index(ours), "v", "")).isTrue();
                try (Table table = Table.open(ours)) {
                    assertThat(count(table, "")).isEqualTo(1);
                    assertThat(count(table, "y")).isZero();
                }
            }
        }
    }

    /** Indexes of single keys of maps, several of them beside one of a column: the whole containers are equal. */
    @Test
    void indexesOfKeysOfMapsHaveTheBytesOfRealPaimon(Path folder) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "bucket", "1",
                "file-index.bloom-filter.columns", "m[k1], m[ k2 ],s,n[],m[a]b],m[\u00e9],m[never]",
                "file-index.bloom-filter.m.items", "20",
                "file-index.bloom-filter.m[k1].items", "30",
                "file-index.bloom-filter.m.fpp", "0.001",
                "file-index.bloom-filter.s.items", "10",
                "file-index.bloom-filter.n.items", "10"));
        List<Peer.Column> columns = List.of(
                new Peer.Column("k", "INT NOT NULL"),
                new Peer.Column("m", "MAP<STRING, INT>"),
                new Peer.Column("s", "STRING"),
                new Peer.Column("n", "MAP<VARCHAR(10), TIMESTAMP(9)>"));
        List<Object[]> rows = new ArrayList<>();
        for (int k = 0; k < 60; k++) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (String key : List.of("other", "k1", " k2 ", "k2", "a]b", "\u00e9")) {
                if ((k + key.length()) % 3 != 0) {
                    map.put(key, k % 5 == 0 ? null : k * 31 + key.hashCode());
                }
            }
            rows.add(new Object[] {
                "+I",
                k,
                k % 7 == 0 ? null : map,
                "s" + k,
                k % 2 == 0
                        ? Map.of()
                        : Map.of(
                                "",
                                LocalDateTime.parse("2024-05-14T12:00:00.123456789")
                                        .plusDays(k))
            });
        }
        for (Peer peer : peers) {
            String format = peer.version().startsWith("1") ? "parquet" : "orc";
            options.put("file.format", format);
            Path theirs = folder.resolve("db.db/theirs" + format + peer.version());
            peer.create(theirs, columns, List.of("k"), List.of(), options);
            peer.write(theirs, rows, Map.of("write-only", "true"));
            Path ours = folder.resolve("db.db/ours" + format + peer.version());
            peer.create(ours, columns, List.of("k"), List.of(), options);
            Ours.write(ours, rows, CompactionMode.NONE);
            assertThat(hex(index(ours))).as("paimon %s", peer.version()).isEqualTo(hex(index(theirs)));

            // compacted, the maps come from files and not from rows
            Ours.write(ours, rows, CompactionMode.NONE);
            try (Table table = Table.open(ours)) {
                table.compactFully();
                assertThat(table.scan().where(Predicate.eq("s", "s7")).count()).isEqualTo(1);
            }
            assertThat(hex(index(ours))).as("compacted").isEqualTo(hex(index(theirs)));
            assertThat(peer.read(ours, null, Map.of())).hasSize(60);
            assertThat(Ours.texts(Ours.rows(theirs))).isEqualTo(Ours.texts(peer.read(theirs, null, Map.of())));
        }
    }

    /** Bitmap indexes that real Paimon wrote, of both versions, beside bloom filters and kinds that we pass over. */
    @Test
    void indexesOfOtherKindsThatRealPaimonWrote(Path folder) throws Exception {
        for (Peer peer : peers) {
            for (String version : List.of("1", "2")) {
                Path path = folder.resolve("db.db/t" + version + peer.version());
                List<Peer.Column> columns = List.of(
                        new Peer.Column("k", "INT NOT NULL"),
                        new Peer.Column("i", "INT"),
                        new Peer.Column("s", "STRING"),
                        new Peer.Column("f", "DOUBLE"),
                        new Peer.Column("r", "DECIMAL(5, 2)"));
                peer.create(
                        path,
                        columns,
                        List.of("k"),
                        List.of(),
                        Map.of(
                                "bucket", "1",
                                "metadata.stats-mode", "none",
                                "file-index.bitmap.columns", "i, s,f",
                                "file-index.bitmap.i.version", version,
                                "file-index.bitmap.s.version", version,
                                "file-index.bitmap.f.version", version,
                                "file-index.bloom-filter.columns", "s",
                                "file-index.range-bitmap.columns", "r",
                                "file-index.bsi.columns", "i"));
                peer.write(
                        path,
                        List.of(
                                new Object[] {"+I", 1, 5, "a", 0.0, new BigDecimal("1.00")},
                                new Object[] {"+I", 2, 7, "b", -0.0, new BigDecimal("2.00")},
                                new Object[] {"+I", 3, 5, "", Double.NaN, null}),
                        Map.of("write-only", "true"));
                try (Table table = Table.open(path)) {
                    Map<Predicate, Boolean> kept = new LinkedHashMap<>();
                    kept.put(Predicate.eq("i", 5), true);
                    kept.put(Predicate.eq("i", 6), false);
                    kept.put(Predicate.in("i", 1, 6, 8), false);
                    kept.put(Predicate.isNull("i"), false);
                    kept.put(Predicate.isNotNull("i"), true);
                    kept.put(Predicate.ne("i", 5), true);
                    kept.put(Predicate.not(Predicate.in("i", 5, 7)), false);
                    kept.put(Predicate.eq("s", "b"), true);
                    kept.put(Predicate.eq("s", "c"), false);
                    kept.put(Predicate.eq("f", -0.0), true);
                    kept.put(Predicate.eq("f", Double.NaN), true);
                    kept.put(Predicate.eq("f", 1.0), false);
                    kept.put(Predicate.eq("r", new BigDecimal("9.00")), true);
                    kept.put(Predicate.or(Predicate.eq("i", 6), Predicate.eq("s", "a")), true);
                    kept.put(Predicate.or(Predicate.eq("i", 6), Predicate.eq("s", "c")), false);
                    kept.put(Predicate.and(Predicate.eq("i", 5), Predicate.eq("s", "c")), false);
                    kept.forEach((where, isKept) -> {
                        Scan scan = table.scan().where(where);
                        assertThat(rows(table.scan().where(where)))
                                .as("%s, version %s, paimon %s", where, version, peer.version())
                                .isEqualTo(rows(table.scan()).stream()
                                        .filter(row -> where.bind(row.type()).test(row.row()))
                                        .toList());
                        assertThat(scan.explain().filesSkippedByIndex())
                                .as("%s, version %s, paimon %s", where, version, peer.version())
                                .isEqualTo(isKept ? 0 : 1);
                    });
                }
            }
        }
    }

    private record TypedRow(org.lsmtable.types.RowType type, Row row) {
        @Override
        public boolean equals(Object other) {
            return other instanceof TypedRow typed && typed.row.equals(row);
        }

        @Override
        public int hashCode() {
            return row.hashCode();
        }
    }

    private static List<TypedRow> rows(Scan scan) {
        List<TypedRow> rows = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.next()) {
                rows.add(new TypedRow(cursor.type(), cursor.copy()));
            }
        }
        return rows;
    }
}
