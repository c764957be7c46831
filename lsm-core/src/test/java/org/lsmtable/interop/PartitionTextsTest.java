package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;

/** Partition values as names of folders: those of real Paimon for the same rows, whatever the characters, and read back by both. */
@ExtendWith(CheckedTables.class)
class PartitionTextsTest {
    private static Peer peer;

    @BeforeAll
    static void open() {
        peer = Peers.paimon20();
    }

    @AfterAll
    static void close() {
        peer.close();
    }

    /** The folders of a table's buckets, below it. */
    private static List<String> buckets(Path table) throws IOException {
        try (Stream<Path> walk = Files.walk(table)) {
            return walk.filter(path -> path.getFileName().toString().startsWith("bucket-"))
                    .map(path -> table.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void bothWriteAndRead(RandomTables.Definition definition, List<Object[]> rows, Path folder)
            throws Exception {
        Path ours = folder.resolve("ours.db/t");
        Path theirs = folder.resolve("theirs.db/t");
        Ours.create(ours, definition);
        peer.create(theirs, definition.columns(), definition.keys(), definition.partitions(), definition.options());
        Ours.write(ours, rows, CompactionMode.NONE);
        peer.write(theirs, rows, Map.of("write-only", "true"));
        assertThat(buckets(ours)).isEqualTo(buckets(theirs));
        List<String> expected = rows.stream()
                .map(row -> RandomTables.rowText(java.util.Arrays.copyOfRange(row, 1, row.length)))
                .sorted()
                .toList();
        for (Path table : List.of(ours, theirs)) {
            assertThat(Ours.texts(Ours.rows(table))).isEqualTo(expected);
            assertThat(Ours.texts(peer.read(table, null, Map.of()))).isEqualTo(expected);
            for (Object[] row : rows) {
                Predicate own = Predicate.and(Predicate.eq("p", row[1]), Predicate.eq("q", row[2]));
                assertThat(Ours.rows(table, SnapshotRef.latest(), own))
                        .as("the partition of %s, %s", row[1], row[2])
                        .hasSize(1);
            }
        }
    }

    private static RandomTables.Definition definition(String p, String q, String legacyName) {
        return new RandomTables.Definition(
                List.of(
                        new Peer.Column("p", p + " NOT NULL"),
                        new Peer.Column("q", q + " NOT NULL"),
                        new Peer.Column("id", "INT NOT NULL")),
                List.of("p", "q", "id"),
                List.of("p", "q"),
                Map.of("bucket", "1", "partition.legacy-name", legacyName));
    }

    /** StarRocks pull request 44774 and Amoro pull request 1663: an equals sign in a value, and all that needs to be escaped. */
    @Test
    void anyCharacterMayBeInAValue(Path folder) throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int c = 0x01; c <= 0x7f; c++) {
            rows.add(new Object[] {"+I", (char) c + "x", "q", c});
        }
        for (String value :
                List.of("%2F", "%", "a/b=c%d:é 😀", "dot.", "blank ", ".", "..", "p=x", "", " ", "y".repeat(85))) {
            rows.add(new Object[] {"+I", value, "a/b", rows.size()});
        }
        bothWriteAndRead(definition("STRING", "STRING", "true"), rows, folder);
    }

    /** StarRocks pull request 73950: by default a date is the number of its day, which may be negative. */
    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void datesAreNumbersOrDates(String legacyName, Path folder) throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (long day : new long[] {0, -1, 1, -719_162, 19_000}) {
            rows.add(new Object[] {"+I", LocalDate.ofEpochDay(day), (int) day, 1});
        }
        bothWriteAndRead(definition("DATE", "INT", legacyName), rows, folder);
        assertThat(buckets(folder.resolve("ours.db/t")))
                .contains(legacyName.equals("true") ? "p=-1/q=-1/bucket-0" : "p=1969-12-31/q=-1/bucket-0");
    }

    /** A name longer than file systems have fails the commit by its name and leaves the table as it was. */
    @Test
    void aNameThatIsTooLongIsTold(Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        Ours.create(table, definition("STRING", "STRING", "true"));
        String longest = "z".repeat(253);
        Ours.write(table, List.<Object[]>of(new Object[] {"+I", longest, "q", 1}), CompactionMode.NONE);
        try (Table opened = Table.open(table)) {
            try (TableWriter writer = opened.newWriter()) {
                assertThatThrownBy(() -> {
                            writer.upsert(Row.of("z".repeat(300), "q", 1));
                            writer.commit();
                        })
                        .hasMessageContaining("p=zzz")
                        .hasMessageContaining("File name too long");
            }
            assertThat(opened.snapshots()).hasSize(1);
        }
        assertThat(Ours.rows(table)).hasSize(1);
    }
}
