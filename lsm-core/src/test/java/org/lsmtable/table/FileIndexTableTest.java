package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.data.Row;
import org.lsmtable.interop.TableFiles;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.schema.SchemaChange.SetOption;
import org.lsmtable.types.Types;

/** File indexes in the life of a table. Statistics are turned off, so that only an index can leave a file out. */
@ExtendWith(CheckedTables.class)
class FileIndexTableTest {
    private static final String BESIDE = "0 b";

    private static Table create(Path path, String threshold, String... more) {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "bucket", "1",
                "metadata.stats-mode", "none",
                "file-index.bloom-filter.columns", "id,v",
                "file-index.bloom-filter.id.items", "100",
                "file-index.bloom-filter.v.items", "100",
                "file-index.bloom-filter.id.fpp", "0.0001",
                "file-index.bloom-filter.v.fpp", "0.0001",
                "file-index.in-manifest-threshold", threshold));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return Table.create(
                path, TableDefinition.parse("id INT, v INT, PRIMARY KEY (id)").with(List.of(), options, null));
    }

    /** A file of rows whose values are a hundred times their keys, but for those given. */
    private static void write(Table table, int... keysAndValues) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (int i = 0; i < keysAndValues.length; i += 2) {
                writer.upsert(Row.of(keysAndValues[i], keysAndValues[i + 1]));
            }
            writer.commit();
        }
    }

    private static List<Row> rows(Table table, Predicate where) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().where(where).open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
        }
        return rows;
    }

    private static long skipped(Table table, Predicate where) {
        return table.scan().where(where).explain().filesSkippedByIndex();
    }

    private static List<String> namesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void filesAloneInTheirKeyRangeAreLeftOutByValue(Path folder) {
        for (String threshold : List.of("1 kb", BESIDE)) {
            try (Table table = create(folder.resolve("db.db/t" + threshold.length()), threshold)) {
                write(table, 1, 100, 3, 300);
                write(table, 4, 400, 6, 600);
                write(table, 7, 700, 9, 900);
                assertThat(rows(table, Predicate.eq("v", 400))).containsExactly(Row.of(4, 400));
                assertThat(skipped(table, Predicate.eq("v", 400))).isEqualTo(2);
                assertThat(rows(table, Predicate.in("v", 100, 900, 5))).containsExactly(Row.of(1, 100), Row.of(9, 900));
                assertThat(skipped(table, Predicate.in("v", 100, 900, 5))).isEqualTo(1);
                assertThat(skipped(table, Predicate.not(Predicate.eq("v", 400))))
                        .isZero();
                assertThat(skipped(table, Predicate.gt("v", 400))).isZero();
                assertThat(skipped(table, Predicate.isNull("v"))).isZero();
                // C42: a negated AND needs only one part to fail
                Predicate both = Predicate.and(Predicate.eq("v", 400), Predicate.eq("id", 4));
                assertThat(skipped(table, Predicate.not(both))).isZero();
                assertThat(rows(table, Predicate.not(both))).hasSize(5);
                // C41
                assertThat(rows(table, Predicate.in("v"))).isEmpty();
                try (Table without = Table.open(
                        folder.resolve("db.db/t" + threshold.length()).toString(),
                        TableEnvironment.of(org.lsmtable.fs.LocalStorage.of(org.lsmtable.fs.Durability.PROCESS)),
                        Map.of("file-index.read.enabled", "false"))) {
                    assertThat(skipped(without, Predicate.eq("v", 400))).isZero();
                    assertThat(rows(without, Predicate.eq("v", 400))).containsExactly(Row.of(4, 400));
                }
            }
        }
    }

    /** An index on a value must not bring an older version to light: mistake 10 of the specification. */
    @Test
    void filesThatOverlapStayTogether(Path folder) {
        try (Table table = create(folder.resolve("db.db/t"), BESIDE)) {
            write(table, 1, 100, 5, 500);
            write(table, 1, 111, 3, 300);
            assertThat(rows(table, Predicate.eq("v", 100))).isEmpty();
            assertThat(skipped(table, Predicate.eq("v", 100))).isZero();
            assertThat(rows(table, Predicate.eq("v", 111))).containsExactly(Row.of(1, 111));
            // none of them can match: both may go
            assertThat(skipped(table, Predicate.eq("v", 7))).isEqualTo(2);
            // every version of a key has the key
            assertThat(skipped(table, Predicate.eq("id", 3))).isEqualTo(1);
            assertThat(rows(table, Predicate.eq("id", 3))).containsExactly(Row.of(3, 300));
            assertThat(skipped(table, Predicate.eq("id", 1))).isZero();
            assertThat(rows(table, Predicate.and(Predicate.eq("id", 1), Predicate.eq("v", 100))))
                    .isEmpty();
        }
    }

    /** Of a file that is alone only the rows are read that a bitmap has; of files that are merged, only by what it says of keys. */
    @Test
    void rowsAreLeftOutByBitmaps(Path folder) {
        for (String format : List.of("parquet", "orc", "avro")) {
            try (Table table = create(
                    folder.resolve("db.db/" + format),
                    BESIDE,
                    "file.format",
                    format,
                    "file-index.bloom-filter.columns",
                    "",
                    "file-index.bitmap.columns",
                    "v,id")) {
                int[] keysAndValues = new int[2 * 6_000];
                for (int id = 0; id < 6_000; id++) {
                    keysAndValues[2 * id] = id;
                    keysAndValues[2 * id + 1] = id % 3_000 == 17 ? 1 : 10 + id % 3;
                }
                write(table, keysAndValues);
                List<Row> ones = List.of(Row.of(17, 1), Row.of(3_017, 1));
                assertThat(rows(table, Predicate.eq("v", 1))).isEqualTo(ones);
                assertThat(decoded(table, Predicate.eq("v", 1))).isEqualTo(2);
                assertThat(decoded(table, Predicate.or(Predicate.eq("v", 1), Predicate.eq("id", 3))))
                        .isEqualTo(16); // rows 3 to 17 are near to each other
                assertThat(decoded(table, Predicate.and(Predicate.eq("v", 1), Predicate.lt("id", 2_000))))
                        .isLessThanOrEqualTo(2);
                assertThat(rows(table, Predicate.not(Predicate.in("v", 10, 11, 12))))
                        .isEqualTo(ones);
                assertThat(decoded(table, Predicate.not(Predicate.in("v", 10, 11, 12))))
                        .isEqualTo(2);
                assertThat(decoded(table, Predicate.isNotNull("v"))).isEqualTo(6_000);

                // newer versions of two rows that have the value, and of one that gets it
                write(table, 17, 2, 1_500, 1, 3_017, 3);
                assertThat(rows(table, Predicate.eq("v", 1))).containsExactly(Row.of(1_500, 1));
                assertThat(decoded(table, Predicate.eq("v", 1))).isEqualTo(6_003);
                assertThat(rows(table, Predicate.eq("id", 3_017))).containsExactly(Row.of(3_017, 3));
                assertThat(decoded(table, Predicate.eq("id", 3_017))).isEqualTo(2);
                try (Table without = Table.open(
                        folder.resolve("db.db/" + format).toString(),
                        TableEnvironment.of(org.lsmtable.fs.LocalStorage.of(org.lsmtable.fs.Durability.PROCESS)),
                        Map.of("file-index.read.enabled", "false"))) {
                    assertThat(rows(without, Predicate.eq("v", 1))).isEqualTo(rows(table, Predicate.eq("v", 1)));
                }
                table.compactFully();
                assertThat(rows(table, Predicate.eq("v", 1))).containsExactly(Row.of(1_500, 1));
                assertThat(decoded(table, Predicate.eq("v", 1))).isEqualTo(1);
            }
        }
    }

    private static long decoded(Table table, Predicate where) {
        try (RowCursor cursor = table.scan().where(where).open()) {
            while (cursor.next()) {
                // read to the end
            }
            return cursor.report().rowsDecoded();
        }
    }

    @Test
    void lookupsAskTheIndexOfTheKey(Path folder) {
        try (Table table = create(folder.resolve("db.db/t"), BESIDE)) {
            write(table, 1, 100, 9, 900);
            write(table, 2, 200, 8, 800);
            write(table, 20, 2000);
            KeyLookup found = table.lookup(SnapshotRef.latest(), 9);
            assertThat(found.row()).isEqualTo(Row.of(9, 900));
            assertThat(found.files())
                    .extracting(KeyLookup.Probe::checked)
                    .containsExactly(KeyLookup.Checked.KEY_RANGE, KeyLookup.Checked.KEY_RANGE, KeyLookup.Checked.DATA);
            KeyLookup older = table.lookup(SnapshotRef.latest(), 5);
            assertThat(older.row()).isNull();
            assertThat(older.files())
                    .extracting(KeyLookup.Probe::checked)
                    .containsExactly(KeyLookup.Checked.KEY_RANGE, KeyLookup.Checked.BLOOM, KeyLookup.Checked.BLOOM);
            assertThat(older.files()).extracting(KeyLookup.Probe::result).containsOnly(KeyLookup.Result.SKIPPED);
            assertThat(older.readAmplification()).isZero();
        }
    }

    @Test
    void indexFilesLiveAndDieWithTheirDataFiles(Path folder) throws IOException {
        Path path = folder.resolve("db.db/t");
        try (Table table = create(path, BESIDE, "write-buffer-size", "200 kb", "write-buffer-spillable", "false")) {
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                for (int i = 0; i < 20_000; i++) {
                    writer.upsert(Row.of(i, i));
                }
                assertThat(namesIn(path.resolve("bucket-0"))).hasSizeGreaterThan(1);
                // given up without a commit
            }
            assertThat(namesIn(path.resolve("bucket-0"))).isEmpty();
            write(table, 1, 100);
            DataFileMeta fresh = TableFiles.live(path).get(0).file();
            assertThat(fresh.extraFiles()).containsExactly(fresh.fileName() + ".index");
            assertThat(namesIn(path.resolve("bucket-0")))
                    .containsExactly(fresh.fileName(), fresh.fileName() + ".index");
            table.compactFully();
            DataFileMeta moved = TableFiles.live(path).get(0).file();
            assertThat(moved.level()).isGreaterThan(0);
            assertThat(moved.extraFiles()).hasSize(1);
            assertThat(skipped(table, Predicate.eq("v", 7))).isEqualTo(1);
            write(table, 1, 101, 2, 200);
            table.compactFully();
            DataFileMeta merged = TableFiles.live(path).get(0).file();
            assertThat(merged.extraFiles()).containsExactly(merged.fileName() + ".index");
            assertThat(skipped(table, Predicate.eq("v", 100))).isEqualTo(1);
            assertThat(rows(table, Predicate.eq("v", 101))).containsExactly(Row.of(1, 101));
        }
    }

    @Test
    void theCheckerTellsAnIndexWithoutTheValueOfAKeyOfAMap() throws IOException {
        Path path = Files.createTempDirectory("damaged").resolve("db.db/t");
        try (Table table = Table.create(
                path,
                TableDefinition.parse("id INT, m MAP<STRING, INT>, PRIMARY KEY (id)")
                        .with(List.of(), Map.of("bucket", "1", "file-index.bloom-filter.columns", "m[a]"), null))) {
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of(1, Map.of("b", 7)));
                writer.upsert(Row.of(2, Map.of("b", 7, "a", 8)));
                writer.commit();
            }
            assertThat(table.check(Depth.ROWS)).isEmpty();
            Path index = path.resolve("bucket-0/"
                    + TableFiles.live(path).get(0).file().extraFiles().get(0));
            byte[] wrong = Files.readAllBytes(index);
            java.util.Arrays.fill(wrong, 100, wrong.length, (byte) 0);
            Files.write(index, wrong);
            assertThat(table.check(Depth.ROWS))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.toString()).contains("'m[a]'", "row 1"));
        }
    }

    @Test
    void theCheckerMissesIndexFilesAndTellsDamagedOnes() throws IOException {
        Path folder = Files.createTempDirectory("damaged");
        Path path = folder.resolve("db.db/t");
        try (Table table = create(path, BESIDE)) {
            write(table, 1, 100, 3, 300);
            LiveFile file = TableFiles.live(path).get(0);
            Path index = path.resolve("bucket-0/" + file.file().extraFiles().get(0));
            byte[] content = Files.readAllBytes(index);

            byte[] wrong = content.clone();
            java.util.Arrays.fill(wrong, content.length - 200, content.length, (byte) 0);
            Files.write(index, wrong);
            assertThat(table.check(Depth.METADATA)).isEmpty();
            assertThat(table.check(Depth.ROWS)).extracting(Finding::kind).contains("INDEX_MISMATCH");

            Files.write(index, new byte[20]);
            assertThat(table.check(Depth.METADATA)).extracting(Finding::kind).containsExactly("UNREADABLE_FILE");
            assertThatThrownBy(() -> rows(table, Predicate.eq("v", 7)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining(index.getFileName().toString())
                    .hasMessageContaining("magic");

            Files.delete(index);
            assertThat(table.check(Depth.METADATA)).singleElement().satisfies(finding -> {
                assertThat(finding.kind()).isEqualTo("MISSING_FILE");
                assertThat(finding.file()).endsWith(".index");
            });
        }
    }

    /** C34: an index holds the values of the type that the file was written with. */
    @Test
    void indexesOfColumnsThatHaveChanged(Path folder) {
        try (Table table = create(folder.resolve("db.db/t"), BESIDE)) {
            write(table, 1, 5, 2, 70);
            table.alter(
                    new SetOption("file-index.bloom-filter.columns", "id"),
                    new RenameColumn(ColumnPath.of("v"), "w"),
                    new ChangeType(ColumnPath.of("w"), Types.BIGINT, Nullability.AS_GIVEN));
            assertThat(rows(table, Predicate.eq("w", 70L))).containsExactly(Row.of(2, 70L));
            assertThat(skipped(table, Predicate.eq("w", 70L))).isZero();
            assertThat(skipped(table, Predicate.eq("w", 71L))).isEqualTo(1);
            assertThat(skipped(table, Predicate.eq("w", 4_294_967_366L))).isEqualTo(1); // 70 if it were cut
            assertThat(rows(table, Predicate.eq("w", 4_294_967_366L))).isEmpty();
            table.alter(new ChangeType(ColumnPath.of("w"), Types.STRING, Nullability.AS_GIVEN));
            assertThat(rows(table, Predicate.eq("w", "70"))).containsExactly(Row.of(2, "70"));
        }
    }

    @Test
    void columnsThatCannotHaveAnIndexAreRefusedByName(Path folder) {
        TableDefinition definition = TableDefinition.parse("id INT, d DECIMAL(5, 2), PRIMARY KEY (id)")
                .with(List.of(), Map.of("file-index.bloom-filter.columns", "d"), null);
        assertThatThrownBy(() -> Table.create(folder.resolve("db.db/t"), definition))
                .hasMessageContaining("column 'd' of type DECIMAL(5, 2) cannot have a bloom filter");
        try (Table table = create(folder.resolve("db.db/u"), BESIDE)) {
            ChangeType change = new ChangeType(ColumnPath.of("v"), Types.decimal(5, 2), Nullability.AS_GIVEN);
            assertThatThrownBy(() -> table.alter(change))
                    .hasMessageContaining("column 'v' of type DECIMAL(5, 2) cannot have a bloom filter");
            table.alter(new SetOption("file-index.bloom-filter.columns", "id"), change);
        }
    }
}
