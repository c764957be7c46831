package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.Workers;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;
import org.lsmtable.options.Options;
import org.lsmtable.scan.IntervalPartition;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.memory.RandomValues;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Writers of several buckets against tree maps: commits, crashes, compactions, spilling, whatever the options. */
class MergeTreeWriterTest {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    @AfterAll
    static void stop() {
        POOL.shutdown();
    }

    /** A table of some buckets in memory. */
    private static final class Table {
        final MemoryStorage storage = new MemoryStorage();
        final TableSchema schema;
        final Executor compactions;
        final Workers workers;
        final List<Map<String, DataFileMeta>> committed = new ArrayList<>();
        final Set<String> everCommitted = new HashSet<>();
        final AtomicInteger names = new AtomicInteger();

        @Nullable
        List<MergeTreeWriter> writers;

        Table(TableSchema schema, int buckets, Executor compactions, Workers workers) {
            this.schema = schema;
            this.compactions = compactions;
            this.workers = workers;
            for (int i = 0; i < buckets; i++) {
                committed.add(new LinkedHashMap<>());
            }
        }

        ColumnResolver resolver() {
            return ColumnResolver.byFieldId(id -> schema);
        }

        MergeTreeWriter writer(int bucket) {
            List<MergeTreeWriter> open = writers;
            if (open == null) {
                TestWriters factory = new TestWriters(new TestWriters.Surroundings(
                        storage,
                        new TablePaths("/t"),
                        schema,
                        resolver(),
                        Clock.fixed(Instant.parse("2026-05-06T07:08:09Z"), ZoneOffset.ofHours(2)),
                        () -> "uuid" + names.incrementAndGet(),
                        SpillSpace.of(schema.options(), storage, "/tmp", () -> "s" + names.incrementAndGet()),
                        compactions,
                        workers,
                        Runnable::run));
                open = new ArrayList<>();
                for (int b = 0; b < committed.size(); b++) {
                    open.add(factory.open(
                            new MergeTreeWriter.Bucket(BinaryRow.EMPTY, b, committed.size()),
                            List.copyOf(committed.get(b).values())));
                }
                writers = open;
            }
            return open.get(bucket);
        }

        void commit(Wait wait) throws IOException {
            for (int b = 0; b < committed.size(); b++) {
                CommitMessage message = writer(b).prepareCommit(wait);
                Map<String, DataFileMeta> files = committed.get(b);
                for (DataFileMeta file : message.newFiles()) {
                    assertThat(files.put(file.fileName(), file)).isNull();
                    everCommitted.add(b + "/" + file.fileName());
                }
                for (DataFileMeta file : message.compactBefore()) {
                    DataFileMeta gone = files.remove(file.fileName());
                    assertThat(gone).isEqualTo(file);
                }
                for (DataFileMeta file : message.compactAfter()) {
                    assertThat(files.put(file.fileName(), file)).isNull();
                    everCommitted.add(b + "/" + file.fileName());
                }
                Levels.of(new KeyComparator(schema.trimmedKeyType().types()), 6, List.copyOf(files.values()));
            }
        }

        void closeWriters() {
            List<MergeTreeWriter> open = writers;
            if (open != null) {
                open.forEach(MergeTreeWriter::close);
                writers = null;
            }
        }

        BucketFiles files(int bucket) {
            return new BucketFiles(
                    new BucketFiles.Place(storage, new TablePaths("/t"), schema, BinaryRow.EMPTY, bucket),
                    new BucketFiles.Encoding("none", Clock.systemUTC(), BucketFiles.settings(schema.options())));
        }

        List<List<@Nullable Object>> read(int bucket) throws IOException {
            List<Section> sections = IntervalPartition.of(
                            List.copyOf(committed.get(bucket).values()),
                            new KeyComparator(schema.trimmedKeyType().types()))
                    .stream()
                    .map(s -> new Section(s.runs()))
                    .toList();
            return rows(MergeRequest.ofRead(
                    schema.rowType(),
                    schema.trimmedPrimaryKeys(),
                    schema.rowType().names(),
                    null,
                    sections,
                    files(bucket),
                    resolver()));
        }

        List<List<@Nullable Object>> rows(MergeRequest request) throws IOException {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            try (MergeReader reader = new MergeReader(request)) {
                for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                    for (int i = 0; i < chunk.rows(); i++) {
                        List<@Nullable Object> row = new ArrayList<>();
                        for (ColumnVector column : chunk.columns()) {
                            row.add(Values.get(column, i));
                        }
                        if (chunk.sequences() != null && chunk.kinds() != null) {
                            row.add(chunk.sequences().get(i));
                            row.add(chunk.kinds().get(i));
                        }
                        rows.add(row);
                    }
                }
            }
            return rows;
        }
    }

    private static TableSchema schema(SplittableRandom random, Map<String, String> options) {
        List<DataField> fields = new ArrayList<>();
        List<String> key = new ArrayList<>();
        int columns = 2 + random.nextInt(6);
        int keyColumns = 1 + random.nextInt(2);
        for (int i = 0; i < columns; i++) {
            DataType type = RandomValues.SCALARS.get(random.nextInt(RandomValues.SCALARS.size()));
            if (i >= columns - keyColumns) {
                key.add("c" + i);
                type = type.notNull();
            }
            fields.add(new DataField(i, "c" + i, type));
        }
        Collections.reverse(key);
        return new TableSchema(3, 0, fields, columns - 1, List.of(), key, new Options(options), null, 0);
    }

    private static Map<String, String> options(SplittableRandom random) {
        Map<String, String> options = new HashMap<>();
        options.put("write-buffer-size", (2000 + random.nextInt(random.nextBoolean() ? 3000 : 100_000)) + " b");
        options.put("write-buffer-spillable", "" + random.nextBoolean());
        options.put("local-sort.max-num-file-handles", "" + (2 + random.nextInt(4)));
        options.put("target-file-size", (500 + random.nextInt(random.nextBoolean() ? 3000 : 1_000_000)) + " b");
        options.put("num-sorted-run.compaction-trigger", "" + (1 + random.nextInt(4)));
        options.put("data-file.thin-mode", "" + random.nextBoolean());
        options.put("parquet.page.row.count.limit", "" + (1 + random.nextInt(40)));
        options.put("file.row-group-size", (200 + random.nextInt(20_000)) + " b");
        options.put("write-only", "" + (random.nextInt(4) == 0));
        if (random.nextInt(4) == 0) {
            options.put("write-buffer-spill.max-disk-size", "3000 b");
        }
        if (random.nextInt(4) == 0) {
            options.put("target-file-row-num", "" + (1 + random.nextInt(50)));
        }
        return options;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void behavesLikeATreeMap(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 3; round++) {
            int buckets = 1 + random.nextInt(3);
            TableSchema schema = schema(random, options(random));
            String what = "seed " + seed + " round " + round + " " + schema.rowType() + " " + schema.options();
            Table table = new Table(
                    schema,
                    buckets,
                    random.nextBoolean() ? Runnable::run : POOL,
                    random.nextBoolean() ? Workers.single() : Workers.of(POOL, 2));
            List<SortedMap<List<Object>, Stored>> committed = models(schema, buckets);
            List<SortedMap<List<Object>, Stored>> current = copy(committed, schema);
            long[] sequences = new long[buckets];
            int variety = 4 + random.nextInt(300);
            for (int step = 0; step < 14; step++) {
                int action = random.nextInt(10);
                if (action < 4) {
                    writeRows(table, random, variety, current, sequences);
                } else if (action < 7) {
                    writeBatch(table, random, variety, current, sequences);
                } else if (action < 9) {
                    table.commit(random.nextBoolean() ? Wait.NO : Wait.UNTIL_ENDED);
                    committed = copy(current, schema);
                    check(table, committed, what);
                } else {
                    table.closeWriters();
                    current = copy(committed, schema);
                    for (int b = 0; b < buckets; b++) {
                        sequences[b] = MergeTreeWriter.nextSequence(
                                List.copyOf(table.committed.get(b).values()));
                    }
                    assertNoLeftovers(table, what);
                }
            }
            table.commit(Wait.UNTIL_ENDED);
            check(table, current, what);
            table.closeWriters();
            assertNoLeftovers(table, what);
            table.storage.assertNothingOpen();
        }
    }

    private record Stored(List<@Nullable Object> values, RowKind kind, long sequence) {}

    private static List<SortedMap<List<Object>, Stored>> models(TableSchema schema, int buckets) {
        List<SortedMap<List<Object>, Stored>> models = new ArrayList<>();
        List<DataType> types = schema.trimmedKeyType().types();
        for (int b = 0; b < buckets; b++) {
            models.add(new TreeMap<>((x, y) -> {
                for (int i = 0; i < types.size(); i++) {
                    int sign = Values.compare(x.get(i), y.get(i), types.get(i));
                    if (sign != 0) {
                        return sign;
                    }
                }
                return 0;
            }));
        }
        return models;
    }

    private static List<SortedMap<List<Object>, Stored>> copy(
            List<SortedMap<List<Object>, Stored>> models, TableSchema schema) {
        List<SortedMap<List<Object>, Stored>> copies = models(schema, models.size());
        for (int b = 0; b < models.size(); b++) {
            copies.get(b).putAll(models.get(b));
        }
        return copies;
    }

    private static List<@Nullable Object> randomRow(TableSchema schema, SplittableRandom random, int variety) {
        List<@Nullable Object> row = new ArrayList<>();
        for (DataField field : schema.fields()) {
            row.add(RandomValues.next(
                    field.type(), random, schema.primaryKeys().contains(field.name()) ? variety : 50));
        }
        return row;
    }

    private static List<Object> key(TableSchema schema, List<@Nullable Object> row) {
        return schema.trimmedPrimaryKeys().stream()
                .map(name -> Objects.requireNonNull(row.get(schema.rowType().indexOf(name))))
                .toList();
    }

    private static int bucketOf(TableSchema schema, List<@Nullable Object> row, int buckets) {
        BinaryRow binary =
                BinaryRow.of(schema.trimmedKeyType().types(), key(schema, row).toArray());
        return Math.floorMod(binary.hashCode(), buckets);
    }

    private static RowKind randomKind(SplittableRandom random) {
        return random.nextInt(3) > 0 ? RowKind.INSERT : RowKind.ofCode(random.nextInt(4));
    }

    private static void writeRows(
            Table table,
            SplittableRandom random,
            int variety,
            List<SortedMap<List<Object>, Stored>> models,
            long[] sequences)
            throws IOException {
        int rows = random.nextInt(200);
        boolean inserts = random.nextBoolean();
        for (int i = 0; i < rows; i++) {
            List<@Nullable Object> row = randomRow(table.schema, random, variety);
            int bucket = bucketOf(table.schema, row, models.size());
            RowKind kind = inserts ? RowKind.INSERT : randomKind(random);
            table.writer(bucket).write(kind, Row.of(row.toArray()));
            models.get(bucket).put(key(table.schema, row), new Stored(row, kind, sequences[bucket]++));
        }
    }

    private static void writeBatch(
            Table table,
            SplittableRandom random,
            int variety,
            List<SortedMap<List<Object>, Stored>> models,
            long[] sequences)
            throws IOException {
        int rows = 1 + random.nextInt(300);
        List<ColumnVector> columns = new ArrayList<>();
        table.schema.fields().forEach(f -> columns.add(ColumnVector.of(f.type(), 0)));
        IntVector kinds = random.nextBoolean() ? null : new IntVector(SystemFields.VALUE_KIND.type(), rows);
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            List<@Nullable Object> row = randomRow(table.schema, random, variety);
            values.add(row);
            for (int c = 0; c < columns.size(); c++) {
                Values.append(row.get(c), columns.get(c));
            }
            if (kinds != null) {
                kinds.append(randomKind(random).code());
            }
        }
        for (int b = 0; b < models.size(); b++) {
            int bucket = b;
            int[] picked = java.util.stream.IntStream.range(0, rows)
                    .filter(i -> bucketOf(table.schema, values.get(i), models.size()) == bucket)
                    .toArray();
            table.writer(b).write(columns, picked, 0, picked.length, kinds);
            for (int i : picked) {
                RowKind kind = kinds == null ? RowKind.INSERT : RowKind.ofCode(kinds.get(i));
                models.get(b).put(key(table.schema, values.get(i)), new Stored(values.get(i), kind, sequences[b]++));
            }
        }
    }

    private static void check(Table table, List<SortedMap<List<Object>, Stored>> models, String what)
            throws IOException {
        for (int b = 0; b < models.size(); b++) {
            List<List<@Nullable Object>> expected = models.get(b).values().stream()
                    .filter(s -> !s.kind.isRetract())
                    .map(s -> s.values)
                    .toList();
            List<List<@Nullable Object>> found = table.read(b);
            assertThat(found.size()).as(what).isEqualTo(expected.size());
            for (int i = 0; i < found.size(); i++) {
                assertThat(Arrays.deepEquals(
                                found.get(i).toArray(), expected.get(i).toArray()))
                        .as(what + " row " + i + " " + found.get(i) + " for " + expected.get(i))
                        .isTrue();
            }
            for (DataFileMeta file : table.committed.get(b).values()) {
                checkMetadata(table, b, file, models.get(b), what);
            }
        }
    }

    private static void checkMetadata(
            Table table, int bucket, DataFileMeta file, SortedMap<List<Object>, Stored> model, String what)
            throws IOException {
        List<List<@Nullable Object>> rows = table.rows(MergeRequest.ofAll(
                table.schema.rowType(),
                table.schema.trimmedPrimaryKeys(),
                List.of(new Section(List.of(List.of(file)))),
                table.files(bucket),
                table.resolver()));
        int columns = table.schema.fields().size();
        List<DataType> types = table.schema.trimmedKeyType().types();
        assertThat(file.rowCount()).as(what).isEqualTo(rows.size());
        assertThat(file.minKey())
                .as(what)
                .isEqualTo(BinaryRow.of(types, key(table.schema, rows.get(0)).toArray()));
        assertThat(file.maxKey())
                .as(what)
                .isEqualTo(BinaryRow.of(
                        types, key(table.schema, rows.get(rows.size() - 1)).toArray()));
        long[] sequences = rows.stream()
                .mapToLong(r -> (Long) Objects.requireNonNull(r.get(columns)))
                .toArray();
        assertThat(file.minSequence()).isEqualTo(Arrays.stream(sequences).min().getAsLong());
        assertThat(file.maxSequence()).isEqualTo(Arrays.stream(sequences).max().getAsLong());
        assertThat(file.deleteRowCount())
                .isEqualTo(rows.stream()
                        .filter(r -> ((Integer) Objects.requireNonNull(r.get(columns + 1)) & 1) == 1)
                        .count());
        assertThat(file.fileSize())
                .isEqualTo(table.storage
                        .info("/t/bucket-" + bucket + "/" + file.fileName())
                        .sizeBytes());
        assertThat(file.creationTimeMillis())
                .isEqualTo(Instant.parse("2026-05-06T09:08:09Z").toEpochMilli());
        for (int i = 0; i < rows.size(); i++) {
            Stored newest = Objects.requireNonNull(model.get(key(table.schema, rows.get(i))));
            // an older version may have any content; the newest one has exactly what was written
            assertThat(sequences[i]).as(what).isLessThanOrEqualTo(newest.sequence);
            if (sequences[i] == newest.sequence) {
                assertThat(rows.get(i).get(columns + 1)).as(what).isEqualTo((int) newest.kind.code());
            }
        }
    }

    private static void assertNoLeftovers(Table table, String what) throws IOException {
        for (int b = 0; b < table.committed.size(); b++) {
            for (FileInfo file : table.storage.list("/t/bucket-" + b)) {
                assertThat(table.everCommitted).as(what).contains(b + "/" + file.name());
            }
        }
        assertThat(table.storage.list("/tmp")).as(what).isEmpty();
    }

    private static Table simple(Map<String, String> options) {
        List<DataField> fields =
                List.of(new DataField(0, "k", Types.BIGINT.notNull()), new DataField(1, "v", Types.STRING));
        return new Table(
                new TableSchema(3, 0, fields, 1, List.of(), List.of("k"), new Options(options), null, 0),
                1,
                Runnable::run,
                Workers.single());
    }

    @Test
    void spillingGivesOneFileFlushingGivesSeveral() throws IOException {
        for (boolean spillable : new boolean[] {true, false}) {
            Table table = simple(Map.of(
                    "write-buffer-size", "10 kb", "write-buffer-spillable", "" + spillable, "write-only", "true"));
            for (int i = 0; i < 1000; i++) {
                table.writer(0).write(RowKind.INSERT, Row.of((long) (i * 7919 % 1000), "value " + i));
            }
            table.commit(Wait.NO);
            List<DataFileMeta> files = List.copyOf(table.committed.get(0).values());
            if (spillable) {
                assertThat(files).hasSize(1);
            } else {
                assertThat(files).hasSizeBetween(3, 8);
                for (int i = 1; i < files.size(); i++) {
                    assertThat(files.get(i).minSequence())
                            .isEqualTo(files.get(i - 1).maxSequence() + 1);
                }
            }
            assertThat(table.read(0)).hasSize(1000);
            table.closeWriters();
            assertNoLeftovers(table, "");
        }
    }

    @Test
    void aRowLargerThanTheBufferIsRefusedAndNothingElseIsLost() throws IOException {
        Table table = simple(Map.of("write-buffer-size", "10 kb"));
        MergeTreeWriter writer = table.writer(0);
        writer.write(RowKind.INSERT, Row.of(1L, "small"));
        assertThatThrownBy(() -> writer.write(RowKind.INSERT, Row.of(2L, "x".repeat(20_000))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not fit the write buffer of 10240 bytes (write-buffer-size)");
        List<ColumnVector> columns = List.of(ColumnVector.of(Types.BIGINT, 1), ColumnVector.of(Types.STRING, 1));
        Values.append(3L, columns.get(0));
        Values.append("y".repeat(20_000), columns.get(1));
        assertThatThrownBy(() -> writer.write(columns, new int[] {0}, 0, 1, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write-buffer-size");
        writer.write(RowKind.INSERT, Row.of(4L, "small too"));
        table.commit(Wait.NO);
        assertThat(table.read(0)).containsExactly(List.of(1L, "small"), List.of(4L, "small too"));
        assertThat(table.committed.get(0).values().iterator().next().maxSequence())
                .isEqualTo(1);
        table.closeWriters();
    }

    @Test
    void oneKeyWrittenManyTimesKeepsTheLast() throws IOException {
        Table table = simple(Map.of());
        RowKind[] kinds = {
            RowKind.INSERT, RowKind.INSERT, RowKind.UPDATE_AFTER, RowKind.DELETE, RowKind.INSERT, RowKind.UPDATE_AFTER
        };
        long[] keys = {1, 2, 3, 1, 3, 2};
        for (int i = 0; i < keys.length; i++) {
            table.writer(0).write(kinds[i], Row.of(keys[i], "r" + i));
        }
        table.commit(Wait.NO);
        DataFileMeta file = table.committed.get(0).values().iterator().next();
        assertThat(file.rowCount()).isEqualTo(3);
        assertThat(file.minSequence()).isEqualTo(3);
        assertThat(file.maxSequence()).isEqualTo(5);
        assertThat(file.deleteRowCount()).isEqualTo(1);
        assertThat(table.read(0)).containsExactly(List.of(2L, "r5"), List.of(3L, "r4"));
        table.closeWriters();
    }

    @Test
    void memoryStaysWithinTheLimit() throws IOException {
        Table table = simple(Map.of("write-buffer-size", "64 kb", "write-only", "true"));
        long most = 0;
        TestWriters writers = new TestWriters(new TestWriters.Surroundings(
                table.storage,
                new TablePaths("/t"),
                table.schema,
                table.resolver(),
                Clock.systemUTC(),
                () -> "u" + table.names.incrementAndGet(),
                SpillSpace.of(table.schema.options(), table.storage, "/tmp", () -> "s" + table.names.incrementAndGet()),
                null,
                Workers.single(),
                Runnable::run));
        List<MergeTreeWriter> open = new ArrayList<>();
        for (int b = 0; b < 4; b++) {
            open.add(writers.open(new MergeTreeWriter.Bucket(BinaryRow.EMPTY, b, 4), List.of()));
        }
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 20_000; i++) {
            open.get(random.nextInt(random.nextInt(4) + 1)).write(RowKind.INSERT, Row.of((long) i, "text of row " + i));
            most = Math.max(most, writers.memory().usedBytes());
        }
        assertThat(most).isBetween(60_000L, 64L * 1024);
        for (MergeTreeWriter writer : open) {
            assertThat(writer.prepareCommit(Wait.NO).newFiles()).hasSize(1);
        }
        assertThat(writers.memory().usedBytes()).isZero();
        assertThat(table.storage.list("/tmp")).isEmpty();
        open.forEach(MergeTreeWriter::close);
    }
}
