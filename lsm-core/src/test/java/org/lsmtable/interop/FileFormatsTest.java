package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;

/** Values at the edges of their types in ORC and Avro files: what real Paimon writes we read, and what we write it reads. */
@ExtendWith(CheckedTables.class)
@Isolated("changes the time zone of the process")
class FileFormatsTest {
    private static List<Peer> peers = List.of();

    @BeforeAll
    static void open() {
        peers = Peers.all();
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    /** A type and values of it, besides null. */
    private record Column(String type, List<Object> values) {
        Column(String type, Object... values) {
            this(type, List.of(values));
        }
    }

    private static LocalDateTime at(String text) {
        return LocalDateTime.parse(text);
    }

    /** Those that every format has. */
    private static List<Column> common() {
        return List.of(
                new Column("BOOLEAN", true, false),
                new Column("TINYINT", Byte.MIN_VALUE, Byte.MAX_VALUE),
                new Column("SMALLINT", Short.MIN_VALUE, Short.MAX_VALUE),
                new Column("INT", Integer.MIN_VALUE, Integer.MAX_VALUE),
                new Column("BIGINT", Long.MIN_VALUE, Long.MAX_VALUE),
                new Column("FLOAT", -0.0f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY),
                new Column("DOUBLE", -0.0, Double.NaN, Double.MIN_VALUE, Double.POSITIVE_INFINITY),
                new Column("DECIMAL(5, 2)", new BigDecimal("999.99"), new BigDecimal("-1.00"), new BigDecimal("0.00")),
                new Column("DECIMAL(18, 4)", new BigDecimal("-99999999999999.9999"), new BigDecimal("1000.0000")),
                new Column("DECIMAL(19, 0)", new BigDecimal("9999999999999999999"), new BigDecimal("-100")),
                new Column(
                        "DECIMAL(38, 10)",
                        new BigDecimal("-9999999999999999999999999999.9999999999"),
                        new BigDecimal("0.0000000000")),
                new Column("CHAR(5)", "", "a b", "\u4e2d\uD83D\uDE00\u00e9"),
                new Column("VARCHAR(5)", "", "ab  ", "\u4e2d\uD83D\uDE00\u00e9"),
                new Column("STRING", "", " ", "x".repeat(50)),
                new Column("BYTES", new byte[0], new byte[] {0, -1, 127}),
                new Column(
                        "DATE",
                        LocalDate.of(1, 1, 1),
                        LocalDate.of(1500, 3, 1),
                        LocalDate.of(1969, 12, 31),
                        LocalDate.of(9999, 12, 31)),
                new Column("TIME(3)", LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59, 999_000_000)),
                new Column("TIMESTAMP(0)", at("1969-12-31T23:59:58"), at("2038-01-19T03:14:08")),
                new Column("TIMESTAMP(3)", at("1582-10-15T00:00:00"), at("9999-12-31T23:59:59.999")),
                new Column("TIMESTAMP(6)", at("1969-12-31T23:59:58.999999"), at("1969-12-30T00:00:00.000001")),
                new Column(
                        "TIMESTAMP(3) WITH LOCAL TIME ZONE",
                        Instant.parse("1969-12-31T23:59:58.001Z"),
                        Instant.parse("2024-03-31T01:30:00.123Z")),
                new Column(
                        "TIMESTAMP(6) WITH LOCAL TIME ZONE",
                        Instant.parse("1900-01-01T00:00:00.000001Z"),
                        Instant.parse("2024-07-01T12:00:00.999999Z")));
    }

    private static List<Column> columns(String format) {
        List<Column> columns = new ArrayList<>(common());
        if (format.equals("orc")) {
            columns.add(new Column(
                    "TIMESTAMP(9)", at("1969-12-31T23:59:58.999999999"), at("2024-05-14T12:34:56.000000001")));
            columns.add(
                    new Column("TIMESTAMP(9) WITH LOCAL TIME ZONE", Instant.parse("1960-01-01T00:00:00.123456789Z")));
        }
        return columns;
    }

    private static void create(Peer peer, Path table, List<Column> columns, Map<String, String> options)
            throws Exception {
        List<Peer.Column> all = new ArrayList<>(List.of(new Peer.Column("k", "INT NOT NULL")));
        for (Column column : columns) {
            all.add(new Peer.Column("v" + all.size(), column.type));
        }
        peer.create(table, all, List.of("k"), List.of(), options);
    }

    /** As many rows as the column with the most values has, and one of nulls. */
    private static List<Object[]> rows(List<Column> columns) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Object[] row = new Object[columns.size() + 2];
            row[0] = "+I";
            row[1] = i;
            for (int c = 0; c < columns.size() && i < 4; c++) {
                List<Object> values = columns.get(c).values;
                row[c + 2] = values.get(i % values.size());
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<String> texts(List<Object[]> rows, int skipped) {
        return rows.stream()
                .map(row -> RandomTables.rowText(Arrays.copyOfRange(row, skipped, row.length)))
                .sorted()
                .toList();
    }

    private static List<String> ours(Path table) {
        List<Object[]> rows = new ArrayList<>();
        try (Table opened = Table.open(table);
                RowCursor cursor = opened.scan().open()) {
            while (cursor.next()) {
                Object[] values = new Object[cursor.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = cursor.get(i);
                }
                rows.add(values);
            }
        }
        return texts(rows, 0);
    }

    private static List<String> theirs(Peer peer, Path table) throws Exception {
        return texts(peer.read(table, null, Map.of()), 0);
    }

    private static void weWrite(Path table, List<Object[]> rows) {
        try (Table opened = Table.open(table);
                TableWriter writer = opened.newWriter()) {
            for (Object[] row : rows) {
                writer.write(RowKind.ofText((String) row[0]), Row.of(Arrays.copyOfRange(row, 1, row.length)));
            }
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
    }

    private static List<String> fileNames(Path table) throws Exception {
        try (Stream<Path> files = Files.list(table.resolve("bucket-0"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"orc", "avro"})
    void valuesGoBothWays(String format, Path folder) throws Exception {
        List<Column> columns = columns(format);
        List<Object[]> rows = rows(columns);
        List<String> expected = texts(rows, 1);
        Map<String, String> options = Map.of("bucket", "1", "file.format", format);
        for (Peer peer : peers) {
            Path theirs = folder.resolve("db.db/theirs" + peer.version());
            create(peer, theirs, columns, options);
            peer.write(theirs, rows, Map.of("write-only", "true"));
            assertThat(fileNames(theirs)).hasSize(1).allMatch(name -> name.endsWith("." + format));
            assertThat(theirs(peer, theirs))
                    .as("paimon %s reads itself", peer.version())
                    .isEqualTo(expected);
            assertThat(ours(theirs)).as("of paimon %s", peer.version()).isEqualTo(expected);

            Path ours = folder.resolve("db.db/ours" + peer.version());
            create(peer, ours, columns, options);
            weWrite(ours, rows);
            assertThat(fileNames(ours)).hasSize(1).allMatch(name -> name.endsWith("." + format));
            assertThat(ours(ours)).isEqualTo(expected);
            assertThat(theirs(peer, ours))
                    .as("read by paimon %s", peer.version())
                    .isEqualTo(expected);
        }
    }

    /** Codecs that are rare: files and manifests that others have compressed so are read, and what we write they read. */
    @ParameterizedTest
    @CsvSource({"avro,bzip2", "parquet,lz4"})
    void rareCodecsGoBothWays(String format, String codec, Path folder) throws Exception {
        List<Column> columns = common();
        List<Object[]> rows = rows(columns);
        for (int key = rows.size(); key < 3000; key++) {
            Object[] row = rows.get(key % 5).clone();
            row[1] = key;
            rows.add(row);
        }
        List<String> expected = texts(rows, 1);
        for (Peer peer : peers) {
            Path table = folder.resolve("db.db/" + peer.version());
            Map<String, String> options = Map.of(
                    "bucket", "1", "file.format", format, "file.compression", codec, "manifest.compression", "bzip2");
            create(peer, table, columns, options);
            peer.write(table, rows.subList(0, 2000), Map.of("write-only", "true"));
            assertThat(ours(table)).isEqualTo(theirs(peer, table)).hasSize(2000);
            weWrite(table, rows.subList(1000, 3000));
            assertThat(ours(table)).isEqualTo(expected);
            assertThat(theirs(peer, table)).isEqualTo(expected);
            peer.compactFully(table);
            assertThat(ours(table)).isEqualTo(expected);
            peer.write(table, rows.subList(0, 2000), Map.of("write-only", "true"));
            try (Table opened = Table.open(table)) {
                opened.compactFully();
            }
            assertThat(ours(table)).isEqualTo(expected);
            assertThat(theirs(peer, table)).isEqualTo(expected);
        }
    }

    /** Real Paimon writes such times into ORC files with the days of the Julian calendar, but does not read them back so. */
    @Test
    void timesBeforeTheGregorianCalendarThatWeWrite(Path folder) throws Exception {
        List<Column> columns = List.of(
                new Column("TIMESTAMP(3)", at("1500-03-01T12:34:56.789"), at("1582-10-04T23:59:59.999")),
                new Column("TIMESTAMP(6)", at("0001-01-01T00:00:00"), at("1582-10-14T23:59:59.999999")),
                new Column("TIMESTAMP(6) WITH LOCAL TIME ZONE", Instant.parse("1500-03-01T00:00:00Z")));
        List<Object[]> rows = rows(columns);
        for (Peer peer : peers) {
            Path table = folder.resolve("db.db/t" + peer.version());
            create(peer, table, columns, Map.of("bucket", "1", "file.format", "orc"));
            weWrite(table, rows);
            assertThat(ours(table)).isEqualTo(texts(rows, 1));
            assertThat(theirs(peer, table))
                    .as("read by paimon %s", peer.version())
                    .isEqualTo(texts(rows, 1));
            Path theirs = folder.resolve("db.db/theirs" + peer.version());
            create(peer, theirs, columns, Map.of("bucket", "1", "file.format", "orc"));
            peer.write(theirs, rows, Map.of("write-only", "true"));
            assertThat(ours(theirs)).as("as paimon %s", peer.version()).isEqualTo(theirs(peer, theirs));
        }
    }

    /** Real Paimon's bounds of CHAR in ORC files have blanks that the values have not. */
    @ParameterizedTest
    @ValueSource(strings = {"orc", "avro"})
    void filtersOnFilesOfRealPaimonLeaveOutNothing(String format, Path folder) throws Exception {
        List<Column> columns = columns(format);
        List<Object[]> rows = rows(columns);
        for (Peer peer : peers) {
            Path table = folder.resolve("db.db/t" + peer.version());
            create(peer, table, columns, Map.of("bucket", "1", "file.format", format));
            peer.write(table, rows, Map.of("write-only", "true"));
            try (Table opened = Table.open(table)) {
                for (Object[] row : rows) {
                    for (int c = 2; c < row.length; c++) {
                        if (row[c] == null) {
                            continue;
                        }
                        Object value = row[c];
                        int column = c;
                        long expected = rows.stream()
                                .filter(other -> RandomTables.text(value).equals(RandomTables.text(other[column])))
                                .count();
                        long found = 0;
                        try (RowCursor cursor = opened.scan()
                                .where(Predicate.eq("v" + (c - 1), value))
                                .open()) {
                            while (cursor.next()) {
                                found++;
                            }
                        }
                        assertThat(found)
                                .as("paimon %s, %s = %s", peer.version(), columns.get(c - 2), RandomTables.text(value))
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    /** The format of a level decides, and merging files of three formats gives one of the last level's. */
    @Test
    void formatsOfLevelsAreMixedInABucket(Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        List<Column> columns = common();
        List<Object[]> rows = rows(columns);
        create(
                peers.get(0),
                table,
                columns,
                Map.of("bucket", "1", "file.format", "orc", "file.format.per.level", "0:avro,5:parquet"));
        for (Peer peer : peers) {
            peer.write(table, rows, Map.of("write-only", "true"));
            peer.write(table, rows, Map.of("write-only", "true", "file.format.per.level", "0:orc"));
        }
        weWrite(table, rows);
        List<String> expected = texts(rows, 1);
        assertThat(fileNames(table)).anyMatch(n -> n.endsWith(".avro")).anyMatch(n -> n.endsWith(".orc"));
        assertThat(ours(table)).isEqualTo(expected);
        for (Peer peer : peers) {
            assertThat(theirs(peer, table)).isEqualTo(expected);
        }
        try (Table opened = Table.open(table)) {
            opened.compactFully();
        }
        assertThat(fileNames(table)).anyMatch(n -> n.endsWith(".parquet"));
        assertThat(ours(table)).isEqualTo(expected);
        for (Peer peer : peers) {
            assertThat(theirs(peer, table)).isEqualTo(expected);
        }
    }

    /**
     * ORC files hold timestamps shifted by the zone of the process that wrote them. Real Paimon undoes that with the zone of the process
     * that reads, we with the zone that the file names: the same in one zone, and right in another one too.
     */
    @ParameterizedTest
    @ValueSource(strings = {"Asia/Shanghai", "America/New_York"})
    void zonesOfProcesses(String zone, Path folder) throws Exception {
        List<Column> columns = List.of(
                new Column(
                        "TIMESTAMP(3) WITH LOCAL TIME ZONE",
                        Instant.parse("2024-05-14T12:34:56.789Z"),
                        Instant.parse("1965-01-01T00:00:00Z")),
                new Column("TIMESTAMP(9) WITH LOCAL TIME ZONE", Instant.parse("2024-11-14T12:34:56.789012345Z")),
                new Column("TIMESTAMP(6)", at("2024-05-14T12:34:56.789012"), at("1965-01-01T00:00:00.5")));
        List<Object[]> rows = rows(columns);
        List<String> expected = texts(rows, 1);
        TimeZone before = TimeZone.getDefault();
        try {
            for (String legacy : List.of("true", "false")) {
                Map<String, String> options =
                        Map.of("bucket", "1", "file.format", "orc", "orc.timestamp-ltz.legacy.type", legacy);
                for (Peer peer : peers) {
                    TimeZone.setDefault(TimeZone.getTimeZone(zone));
                    Path theirs = folder.resolve("db.db/theirs" + legacy + peer.version());
                    create(peer, theirs, columns, options);
                    peer.write(theirs, rows, Map.of("write-only", "true"));
                    assertThat(theirs(peer, theirs)).isEqualTo(expected);
                    Path ours = folder.resolve("db.db/ours" + legacy + peer.version());
                    create(peer, ours, columns, options);
                    weWrite(ours, rows);
                    String what = zone + ", legacy " + legacy + ", paimon " + peer.version();
                    assertThat(theirs(peer, ours)).as(what).isEqualTo(expected);
                    for (String reader : List.of(zone, "UTC", "Europe/Berlin")) {
                        TimeZone.setDefault(TimeZone.getTimeZone(reader));
                        assertThat(ours(theirs))
                                .as("%s read in %s", what, reader)
                                .isEqualTo(expected);
                        assertThat(ours(ours))
                                .as("%s, ours read in %s", what, reader)
                                .isEqualTo(expected);
                    }
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }
}
