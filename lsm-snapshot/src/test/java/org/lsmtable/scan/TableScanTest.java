package org.lsmtable.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lsmtable.predicate.Predicate.and;
import static org.lsmtable.predicate.Predicate.between;
import static org.lsmtable.predicate.Predicate.eq;
import static org.lsmtable.predicate.Predicate.ge;
import static org.lsmtable.predicate.Predicate.gt;
import static org.lsmtable.predicate.Predicate.in;
import static org.lsmtable.predicate.Predicate.isNull;
import static org.lsmtable.predicate.Predicate.le;
import static org.lsmtable.predicate.Predicate.lt;
import static org.lsmtable.predicate.Predicate.ne;
import static org.lsmtable.predicate.Predicate.or;
import static org.lsmtable.scan.ScanFixture.names;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

class TableScanTest {
    private static final List<DataField> KEY_VALUE = List.of(
            new DataField(0, "k", Types.INT.notNull()),
            new DataField(1, "v", Types.INT),
            new DataField(2, "s", Types.STRING));
    private static final List<DataField> PARTITIONED = List.of(
            new DataField(0, "dt", Types.STRING),
            new DataField(1, "k", Types.INT.notNull()),
            new DataField(2, "v", Types.INT));

    private static ScanFixture plain(Map<String, String> options) throws IOException {
        return new ScanFixture(ScanFixture.schema(0, KEY_VALUE, List.of(), List.of("k"), options));
    }

    private static ScanFixture partitioned() throws IOException {
        return new ScanFixture(
                ScanFixture.schema(0, PARTITIONED, List.of("dt"), List.of("dt", "k"), Map.of("bucket", "4")));
    }

    /** A file of keys {@code from} to {@code to}; {@code v} is the key plus {@code offset}. */
    private static DataFileMeta file(ScanFixture fixture, String name, int level, int from, int to, int offset) {
        List<Row> rows = IntStream.rangeClosed(from, to)
                .mapToObj(k -> Row.of(k, k + offset, "text-" + k))
                .toList();
        return fixture.file(name, level, fixture.schema, rows);
    }

    @Test
    void liveFilesAreThoseAddedAndNotDeleted() throws IOException {
        ScanFixture f = plain(Map.of());
        ManifestEntry a = f.add(file(f, "a", 0, 1, 5, 0));
        ManifestEntry b = f.add(file(f, "b", 0, 1, 5, 0));
        ManifestEntry moved = f.add(b.file().atLevel(4));
        Snapshot snapshot = f.snapshot(
                List.of(a, b),
                // a deletion may stand in a manifest before the one with its addition
                List.of(ScanFixture.delete(a), ScanFixture.delete(b), moved),
                List.of(f.add(file(f, "c", 0, 1, 5, 0))));

        TableScan.Plan plan = f.scan().explain(snapshot, ScanFilter.ALL);

        assertThat(names(plan.files())).containsExactly("b", "c");
        assertThat(plan.files().get(0).file().level()).isEqualTo(4);
        assertThat(plan.counters()).isEqualTo(new ScanCounters(3, 0, 6, 0, 0, 0, 2, 0, 0, 0, 2));
        assertThat(names(f.scan().plan(f.snapshot(List.of()), ScanFilter.ALL))).isEmpty();
        assertThat(names(f.scan().plan(f.snapshot(List.of(a), List.of(ScanFixture.delete(a))), ScanFilter.ALL)))
                .isEmpty();
    }

    @Test
    void deltaKeepsTheOrderOfEntries() throws IOException {
        ScanFixture f = plain(Map.of());
        ManifestEntry a = f.add(file(f, "a", 0, 1, 5, 0));
        Snapshot snapshot = f.snapshot(
                List.of(a),
                List.of(ScanFixture.delete(a), f.add(a.file().atLevel(1)), f.add(file(f, "b", 0, 1, 1, 0))));

        assertThat(f.scan().delta(snapshot))
                .extracting(e ->
                        e.kind() + " " + e.file().fileName() + "@" + e.file().level())
                .containsExactly("DELETE a@0", "ADD a@1", "ADD b@0");
        assertThat(f.scan().changelog(snapshot)).isEmpty();
    }

    @Test
    void partitionsArePrunedByManifestAndByEntry() throws IOException {
        ScanFixture f = partitioned();
        List<ManifestEntry> jan = entries(f, "2026-01-01", "2026-01-02");
        List<ManifestEntry> feb = entries(f, "2026-02-01", "2026-02-02");
        List<ManifestEntry> none = List.of(
                f.add(f.partition((Object) null), 0, 4, partitionFile(f, "null", null)),
                f.add(f.partition(""), 0, 4, partitionFile(f, "empty", "")));
        Snapshot snapshot = f.snapshot(jan, feb, none);

        TableScan.Plan one = f.scan().explain(snapshot, ScanFilter.where(eq("dt", "2026-02-01")));
        assertThat(names(one.files())).containsExactly("2026-02-01");
        assertThat(one.counters().manifestsSkipped()).isEqualTo(2);
        assertThat(one.counters().entriesSkippedByPartition()).isEqualTo(1);

        assertThat(found(f, snapshot, isNull("dt"))).containsExactly("null");
        assertThat(found(f, snapshot, ne("dt", "2026-01-01")))
                .containsExactly("empty", "2026-01-02", "2026-02-01", "2026-02-02");
        assertThat(found(f, snapshot, and(ge("dt", "2026-01-02"), lt("dt", "2026-02-02"))))
                .containsExactly("2026-01-02", "2026-02-01");
        assertThat(found(f, snapshot, or(eq("dt", "2026-01-01"), eq("dt", "2026-02-02"))))
                .containsExactly("2026-01-01", "2026-02-02");
        // a condition over partition and value together cannot decide on a partition
        assertThat(found(f, snapshot, or(eq("dt", "2026-01-01"), eq("k", 77)))).hasSize(6);
        assertThat(found(f, snapshot, in("dt"))).isEmpty();

        TableScan.Plan given =
                f.scan().explain(snapshot, new ScanFilter(null, f.partition((Object) null), OptionalInt.empty()));
        assertThat(names(given.files())).containsExactly("null");
        assertThat(given.counters().manifestsSkipped()).isEqualTo(2);
        assertThat(names(f.scan().plan(snapshot, ScanFilter.ALL)))
                .as("nulls first, then by value")
                .containsExactly("null", "empty", "2026-01-01", "2026-01-02", "2026-02-01", "2026-02-02");
    }

    private static List<ManifestEntry> entries(ScanFixture f, String... days) {
        return Stream.of(days)
                .map(day -> f.add(f.partition(day), 0, 4, partitionFile(f, day, day)))
                .toList();
    }

    private static DataFileMeta partitionFile(ScanFixture f, String name, @Nullable String day) {
        return f.file(name, 0, f.schema, List.of(Row.of(day, 1, 1), Row.of(day, 99, 2)));
    }

    @Test
    void manifestsOfOtherBucketsAreNotReadOnceTheirTotalsAreKnown() throws IOException {
        // The format's own table: of 4 buckets, INT 1 goes to 2, INT 2 to 0, INT 3 to 1; of one bucket, all go to 0.
        ScanFixture f = plain(Map.of("bucket", "4"));
        Snapshot snapshot = f.snapshot(
                List.of(f.add(BinaryRow.EMPTY, 0, 4, file(f, "b0", 0, 0, 99, 0))),
                List.of(
                        f.add(BinaryRow.EMPTY, 0, 4, file(f, "c0", 0, 0, 99, 0)),
                        f.add(BinaryRow.EMPTY, 0, 1, file(f, "one", 0, 0, 99, 0))),
                List.of(
                        f.add(BinaryRow.EMPTY, 1, 4, file(f, "b1", 0, 0, 99, 0)),
                        f.add(BinaryRow.EMPTY, 3, 4, file(f, "b3", 0, 0, 99, 0))),
                List.of(f.add(BinaryRow.EMPTY, 1, -1, file(f, "dynamic", 0, 0, 99, 0))));
        TableScan scan = f.scan();
        for (int time = 0; time < 2; time++) {
            TableScan.Plan two = scan.explain(snapshot, ScanFilter.where(eq("k", 1)));
            assertThat(names(two.files())).containsExactly("one", "dynamic");
            assertThat(two.counters().manifestsSkipped()).isEqualTo(time == 0 ? 0 : 1); // 1 to 3 may hold 2
            TableScan.Plan zero = scan.explain(snapshot, ScanFilter.where(eq("k", 2)));
            assertThat(names(zero.files())).containsExactly("b0", "c0", "one", "dynamic");
            assertThat(zero.counters().manifestsSkipped()).isEqualTo(1);
            TableScan.Plan both = scan.explain(snapshot, ScanFilter.where(in("k", 2, 3)));
            assertThat(names(both.files())).containsExactly("b0", "c0", "one", "b1", "dynamic");
            assertThat(both.counters().manifestsSkipped()).isZero();
        }
        assertThat(f.scan().explain(snapshot, ScanFilter.ALL.onLevel(1)).counters())
                .isEqualTo(new ScanCounters(4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(names(f.scan().plan(snapshot, ScanFilter.ALL.onLevel(0)))).hasSize(6);
    }

    @Test
    void bucketsArePrunedByTheTotalOfEachEntry() throws IOException {
        // The format's own table: of 4 buckets, INT 1 goes to 2, INT 2 to 0, INT 3 to 1; of one bucket, all go to 0.
        ScanFixture f = plain(Map.of("bucket", "4"));
        List<ManifestEntry> entries = new ArrayList<>();
        for (int bucket = 0; bucket < 4; bucket++) {
            entries.add(f.add(BinaryRow.EMPTY, bucket, 4, file(f, "b" + bucket, 0, 0, 99, 0)));
        }
        entries.add(f.add(BinaryRow.EMPTY, 0, 1, file(f, "one", 0, 0, 99, 0)));
        entries.add(f.add(BinaryRow.EMPTY, 3, -1, file(f, "dynamic", 0, 0, 99, 0)));
        Snapshot snapshot = f.snapshot(entries);

        assertThat(found(f, snapshot, eq("k", 1))).containsExactly("one", "b2", "dynamic");
        assertThat(found(f, snapshot, in("k", 2, 3))).containsExactly("b0", "one", "b1", "dynamic");
        assertThat(found(f, snapshot, and(eq("k", 1), gt("v", 0)))).containsExactly("one", "b2", "dynamic");
        assertThat(found(f, snapshot, eq("v", 1))).hasSize(6);
        assertThat(found(f, snapshot, or(eq("k", 1), eq("v", 1)))).hasSize(6);
        assertThat(found(f, snapshot, new Predicate.Compare("k", Predicate.Op.EQ, null)))
                .isEmpty();
        Object[] thousand = IntStream.range(0, 1001).boxed().toArray();
        assertThat(found(f, snapshot, in("k", thousand))).as("too many keys").hasSize(6);
        assertThat(f.scan()
                        .explain(snapshot, ScanFilter.where(eq("k", 1)))
                        .counters()
                        .entriesSkippedByBucket())
                .isEqualTo(3);
    }

    @Test
    void oneBucketIsFoundByTheRangesOfManifests() throws IOException {
        ScanFixture f = plain(Map.of("bucket", "4"));
        Snapshot snapshot = f.snapshot(
                List.of(f.add(BinaryRow.EMPTY, 0, 4, file(f, "a", 0, 1, 2, 0))),
                List.of(
                        f.add(BinaryRow.EMPTY, 1, 4, file(f, "b", 0, 1, 2, 0)),
                        f.add(BinaryRow.EMPTY, 3, 4, file(f, "c", 0, 1, 2, 0))));

        TableScan.Plan plan = f.scan().explain(snapshot, ScanFilter.bucket(BinaryRow.EMPTY, 3));

        assertThat(names(plan.files())).containsExactly("c");
        assertThat(plan.counters().manifestsSkipped()).isEqualTo(1);
        assertThat(plan.counters().entriesSkippedByBucket()).isEqualTo(1);
    }

    @Test
    void severalBucketKeysAreCombined() throws IOException {
        List<DataField> fields = List.of(
                new DataField(0, "a", Types.INT.notNull()),
                new DataField(1, "b", Types.INT.notNull()),
                new DataField(2, "c", Types.INT.notNull()));
        ScanFixture f = new ScanFixture(ScanFixture.schema(
                0, fields, List.of(), List.of("a", "b", "c"), Map.of("bucket", "4", "bucket-key", "b")));
        List<ManifestEntry> entries = new ArrayList<>();
        for (int bucket = 0; bucket < 4; bucket++) {
            DataFileMeta file = f.file("b" + bucket, 0, f.schema, List.of(Row.of(0, 0, 0), Row.of(9, 9, 9)));
            entries.add(f.add(BinaryRow.EMPTY, bucket, 4, file));
        }
        Snapshot snapshot = f.snapshot(entries);

        assertThat(found(f, snapshot, eq("b", 1))).containsExactly("b2");
        assertThat(found(f, snapshot, eq("a", 1))).hasSize(4);
    }

    @Test
    void keyRangesExcludeFilesOnAnyLevel() throws IOException {
        ScanFixture f = plain(Map.of());
        Snapshot snapshot = f.snapshot(List.of(
                f.add(file(f, "a", 0, 1, 10, 0)), f.add(file(f, "b", 0, 5, 20, 0)), f.add(file(f, "c", 5, 15, 30, 0))));

        assertThat(found(f, snapshot, eq("k", 3))).containsExactly("a");
        assertThat(found(f, snapshot, between("k", 11, 14))).containsExactly("b");
        assertThat(found(f, snapshot, gt("k", 20))).containsExactly("c");
        assertThat(found(f, snapshot, le("k", 0))).isEmpty();
        assertThat(found(f, snapshot, isNull("k"))).isEmpty();
        ScanCounters counters =
                f.scan().explain(snapshot, ScanFilter.where(eq("k", 3))).counters();
        assertThat(counters.liveFiles()).isEqualTo(3);
        assertThat(counters.filesSkippedByKey()).isEqualTo(2);
    }

    @Test
    void laterKeyColumnsArePrunedByStatisticsOrByEqualPrefixes() throws IOException {
        List<DataField> fields = List.of(
                new DataField(0, "a", Types.INT.notNull()),
                new DataField(1, "b", Types.INT.notNull()),
                new DataField(2, "v", Types.INT));
        ScanFixture f = new ScanFixture(ScanFixture.schema(0, fields, List.of(), List.of("a", "b"), Map.of()));
        DataFileMeta wide = f.file("wide", 0, f.schema, List.of(Row.of(1, 50, 0), Row.of(2, 10, 0), Row.of(3, 90, 0)));
        DataFileMeta narrow = withKeyStats(
                f.file("narrow", 0, f.schema, List.of(Row.of(7, 20, 0), Row.of(7, 30, 0))), StatsRow.EMPTY);
        Snapshot snapshot = f.snapshot(List.of(f.add(wide), f.add(narrow)));

        assertThat(found(f, snapshot, eq("b", 10))).containsExactly("wide");
        assertThat(found(f, snapshot, eq("b", 25))).containsExactly("wide", "narrow");
        assertThat(found(f, snapshot, gt("b", 90))).isEmpty();
        assertThat(found(f, snapshot, and(eq("a", 7), eq("b", 31)))).isEmpty();
    }

    private static DataFileMeta withKeyStats(DataFileMeta f, StatsRow keyStats) {
        return new DataFileMeta(
                f.fileName(),
                f.fileSize(),
                f.rowCount(),
                f.minKey(),
                f.maxKey(),
                keyStats,
                f.valueStats(),
                f.minSequence(),
                f.maxSequence(),
                f.schemaId(),
                f.level(),
                f.extraFiles(),
                f.creationTimeMillis(),
                f.deleteRowCount(),
                f.embeddedIndex(),
                f.fileSource(),
                f.valueStatsCols(),
                f.externalPath(),
                f.firstRowId(),
                f.writeCols());
    }

    @Test
    void valuesExcludeFilesOnlyWhereNoOtherVersionExists() throws IOException {
        ScanFixture f = plain(Map.of());
        // keys 1 to 9 with v = k, overwritten with v = k + 100; keys 50 to 59 alone, with v = k
        Snapshot snapshot = f.snapshot(List.of(
                f.add(file(f, "old", 5, 1, 9, 0)),
                f.add(file(f, "new", 0, 1, 9, 100)),
                f.add(file(f, "alone", 5, 50, 59, 0))));

        assertThat(found(f, snapshot, eq("v", 6)))
                .as("without the newer file the old row would come to light")
                .containsExactly("old", "new");
        assertThat(found(f, snapshot, eq("v", 55))).containsExactly("alone");
        assertThat(found(f, snapshot, ge("v", 500))).isEmpty();
        assertThat(found(f, snapshot, and(ge("v", 100), ge("k", 20)))).isEmpty();
        assertThat(found(f, snapshot, ge("v", 100))).containsExactly("old", "new");
        assertThat(found(f, snapshot, eq("s", "text-7"))).containsExactly("old", "new");
        assertThat(f.scan()
                        .explain(snapshot, ScanFilter.where(ge("v", 100)))
                        .counters()
                        .filesSkippedByValue())
                .isEqualTo(1);
    }

    @Test
    void combinedRowsAreNeverPrunedByValuesOfTheirParts() throws IOException {
        for (String engine : List.of("partial-update", "aggregation")) {
            ScanFixture f = plain(Map.of("merge-engine", engine));
            // 1 + 2 = 3 although no file holds a 3
            Snapshot snapshot = f.snapshot(List.of(
                    f.add(file(f, "one", 0, 1, 9, 0)),
                    f.add(file(f, "two", 0, 1, 9, 1)),
                    f.add(file(f, "alone", 0, 50, 59, 0))));

            assertThat(found(f, snapshot, eq("v", 300))).as(engine).containsExactly("one", "two");
            assertThat(found(f, snapshot, eq("v", 55))).as(engine).containsExactly("one", "two", "alone");
        }
    }

    @Test
    void levelZeroIsLeftOutWhereItIsNotVisibleYet() throws IOException {
        for (Map<String, String> options : List.of(
                Map.of("merge-engine", "first-row"),
                Map.of("deletion-vectors.enabled", "true"),
                Map.of("deletion-vectors.enabled", "true", "deletion-vectors.merge-on-read", "true"))) {
            ScanFixture f = plain(options);
            Snapshot snapshot = f.snapshot(
                    List.of(f.add(file(f, "fresh", 0, 1, 9, 100))),
                    List.of(f.add(file(f, "low", 4, 1, 9, 50)), f.add(file(f, "top", 5, 1, 9, 0))));

            boolean mergesOnRead = options.size() == 2;
            TableScan.Plan plan = f.scan().explain(snapshot, ScanFilter.ALL.visible());
            assertThat(names(plan.files()))
                    .isEqualTo(mergesOnRead ? List.of("fresh", "low", "top") : List.of("low", "top"));
            assertThat(plan.counters().manifestsSkipped()).isEqualTo(mergesOnRead ? 0 : 1);
            assertThat(names(f.scan().plan(snapshot, ScanFilter.ALL))).containsExactly("fresh", "low", "top");
            // each file alone decides where no key is visible twice
            assertThat(names(
                            f.scan().plan(snapshot, ScanFilter.where(eq("v", 6)).visible())))
                    .isEqualTo(mergesOnRead ? List.of("fresh", "low", "top") : List.of("top"));
        }
        ScanFixture f = plain(Map.of());
        Snapshot snapshot = f.snapshot(List.of(
                f.add(BinaryRow.EMPTY, -2, -2, file(f, "postponed", 0, 1, 9, 0)), f.add(file(f, "a", 0, 1, 9, 0))));
        assertThat(names(f.scan().plan(snapshot, ScanFilter.ALL.visible()))).containsExactly("a");
        assertThat(names(f.scan().plan(snapshot, ScanFilter.ALL))).containsExactly("postponed", "a");
    }

    @Test
    void statisticsAreReadThroughTheSchemaOfTheFile() throws IOException {
        List<DataField> before = List.of(
                new DataField(0, "k", Types.INT.notNull()),
                new DataField(1, "n", Types.INT),
                new DataField(2, "x", Types.decimal(5, 2)),
                new DataField(3, "narrowed", Types.BIGINT),
                new DataField(4, "dropped", Types.INT));
        List<DataField> now = List.of(
                new DataField(5, "added", Types.STRING),
                new DataField(0, "k", Types.INT.notNull()),
                new DataField(1, "renamed", Types.BIGINT),
                new DataField(2, "x", Types.decimal(8, 3)),
                new DataField(3, "narrowed", Types.INT));
        ScanFixture f = new ScanFixture(ScanFixture.schema(1, now, List.of(), List.of("k"), Map.of()));
        TableSchema old = ScanFixture.schema(0, before, List.of(), List.of("k"), Map.of());
        f.schemas.create(old);
        DataFileMeta file = f.file(
                "old",
                5,
                old,
                List.of(
                        Row.of(1, 10, new java.math.BigDecimal("1.50"), 5_000_000_000L, 1),
                        Row.of(2, 20, null, 5_000_000_001L, 2)));
        Snapshot snapshot = f.snapshot(List.of(f.add(file)));

        assertThat(new FileStats(f.schemas, f.schema).ranges(file))
                .containsExactly(
                        new ColumnRange(null, null, 2L, 2),
                        new ColumnRange(1, 2, 0L, 2),
                        new ColumnRange(10L, 20L, 0L, 2),
                        new ColumnRange(new java.math.BigDecimal("1.500"), new java.math.BigDecimal("1.500"), 1L, 2),
                        new ColumnRange(null, null, 0L, 2));
        assertThat(found(f, snapshot, eq("renamed", 3_000_000_000L))).isEmpty();
        assertThat(found(f, snapshot, eq("renamed", 15L))).containsExactly("old");
        assertThat(found(f, snapshot, eq("narrowed", 705_032_704))).containsExactly("old");
        assertThat(found(f, snapshot, eq("added", "z"))).isEmpty();
        assertThat(found(f, snapshot, isNull("added"))).containsExactly("old");
        assertThat(found(f, snapshot, gt("x", new java.math.BigDecimal("1.5")))).isEmpty();
    }

    @Test
    void statisticsOfFewColumnsLeaveTheOthersUnknown() throws IOException {
        ScanFixture f = plain(Map.of());
        DataFileMeta all = file(f, "a", 5, 1, 9, 0);
        DataFileMeta some =
                withStats(all, List.of("s"), ScanFixture.stats(f.schema, List.of("s"), List.of(Row.of(1, 1, "m"))));
        DataFileMeta none = withStats(all, List.of(), StatsRow.EMPTY);

        FileStats stats = new FileStats(f.schemas, f.schema);

        assertThat(stats.ranges(some))
                .containsExactly(ColumnRange.unknown(9), ColumnRange.unknown(9), new ColumnRange("m", "m", 0L, 9));
        assertThat(stats.ranges(none)).containsOnly(ColumnRange.unknown(9));
        assertThat(found(f, f.snapshot(List.of(f.add(none))), eq("v", 1000))).containsExactly("a");
        assertThat(found(f, f.snapshot(List.of(f.add(some))), eq("s", "z"))).isEmpty();
    }

    private static DataFileMeta withStats(DataFileMeta f, List<String> columns, StatsRow stats) {
        return new DataFileMeta(
                f.fileName(),
                f.fileSize(),
                f.rowCount(),
                f.minKey(),
                f.maxKey(),
                f.keyStats(),
                stats,
                f.minSequence(),
                f.maxSequence(),
                f.schemaId(),
                f.level(),
                f.extraFiles(),
                f.creationTimeMillis(),
                f.deleteRowCount(),
                f.embeddedIndex(),
                f.fileSource(),
                columns,
                f.externalPath(),
                f.firstRowId(),
                f.writeCols());
    }

    @Test
    void manifestsReadSideBySideGiveTheSamePlan() throws Exception {
        ScanFixture f = plain(Map.of());
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<ManifestEntry>[] manifests = new List[20];
        for (int i = 0; i < manifests.length; i++) {
            manifests[i] = List.of(f.add(file(f, "f" + i, 0, i, i + 3, 0)), f.add(file(f, "g" + i, 0, i, i + 3, 0)));
        }
        Snapshot snapshot = f.snapshot(manifests);
        List<LiveFile> alone = f.scan().plan(snapshot, ScanFilter.ALL);
        assertThat(alone).hasSize(40);

        ExecutorService executor = Executors.newFixedThreadPool(1);
        try {
            assertThat(names(f.scan(executor).plan(snapshot, ScanFilter.ALL))).isEqualTo(names(alone));
            // the only thread of the executor runs the scan itself: no helper can begin
            assertThat(executor.submit(() -> names(f.scan(executor).plan(snapshot, ScanFilter.ALL)))
                            .get(20, TimeUnit.SECONDS))
                    .isEqualTo(names(alone));
        } finally {
            executor.shutdownNow();
        }
        assertThat(names(f.scan(executor).plan(snapshot, ScanFilter.ALL)))
                .as("an executor that takes nothing any more")
                .isEqualTo(names(alone));
    }

    private static List<String> found(ScanFixture f, Snapshot snapshot, Predicate where) throws IOException {
        return names(f.scan().plan(snapshot, ScanFilter.where(where)));
    }
}
