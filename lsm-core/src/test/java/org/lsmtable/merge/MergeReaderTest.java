package org.lsmtable.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.testing.memory.MemoryFile;
import org.lsmtable.testing.memory.MemoryTable;
import org.lsmtable.testing.memory.MemoryTable.Stored;
import org.lsmtable.testing.memory.RandomValues;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/** Merging against a tree map into which the stored rows are put from the oldest to the newest. */
class MergeReaderTest {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    @AfterAll
    static void stop() {
        POOL.shutdown();
    }

    /** A random section, the files in memory and what must come out. */
    private static final class Case {
        final MemoryTable table;
        final List<List<DataFileMeta>> runs = new ArrayList<>();
        final SortedMap<List<Object>, Stored> model;
        final SortedMap<List<Object>, Integer> modelLevels;
        private int names;

        Case(MemoryTable table) {
            this.table = table;
            this.model = table.sortedMap();
            this.modelLevels = table.sortedMap();
        }

        /** Of equal key the greater sequence number wins, then the lower level. */
        void put(Stored row, int level) {
            List<Object> key = table.keyOf(row.values());
            Stored before = model.get(key);
            if (before == null
                    || row.sequence() > before.sequence()
                    || row.sequence() == before.sequence() && level < Objects.requireNonNull(modelLevels.get(key))) {
                model.put(key, row);
                modelLevels.put(key, level);
            }
        }

        String nextName() {
            return "file-" + names++;
        }
    }

    private static Case randomCase(SplittableRandom random) {
        List<DataField> fields = new ArrayList<>();
        List<String> key = new ArrayList<>();
        int columns = 2 + random.nextInt(6);
        int keyColumns = 1 + random.nextInt(Math.min(3, columns));
        for (int i = 0; i < columns; i++) {
            DataType type = RandomValues.SCALARS.get(random.nextInt(RandomValues.SCALARS.size()));
            boolean inKey = key.size() < keyColumns && (columns - i == keyColumns - key.size() || random.nextBoolean());
            if (inKey) {
                key.add("c" + i);
                type = type.notNull();
            }
            fields.add(new DataField(i, "c" + i, type));
        }
        if (random.nextBoolean()) {
            java.util.Collections.reverse(key);
        }
        Case made = new Case(new MemoryTable(RowType.of(fields), key));
        int runs = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 4);
        boolean sequencesMeet = random.nextInt(3) == 0;
        boolean retractions = random.nextInt(3) > 0;
        boolean sameKind = random.nextInt(3) == 0;
        int variety = 2 + random.nextInt(random.nextInt(3) == 0 ? 3000 : 60);
        long sequence = 0;
        for (int r = 0; r < runs; r++) {
            int rows = 1 + random.nextInt(random.nextInt(3) == 0 ? 400 : 30);
            int level = sequencesMeet ? r : random.nextInt(6);
            SortedMap<List<Object>, Stored> run = made.table.sortedMap();
            for (int i = 0; i < rows; i++) {
                List<@Nullable Object> values = new ArrayList<>();
                for (DataField field : fields) {
                    values.add(RandomValues.next(field.type(), random, key.contains(field.name()) ? variety : 40));
                }
                int kind = sameKind ? 0 : retractions ? random.nextInt(4) : 2 * random.nextInt(2);
                long number = sequencesMeet ? random.nextInt(6) : sequence++;
                run.put(made.table.keyOf(values), new Stored(values, number, kind));
            }
            made.runs.add(files(made, new ArrayList<>(run.values()), level, random));
        }
        java.util.Collections.shuffle(made.runs, new java.util.Random(random.nextLong()));
        return made;
    }

    private static List<DataFileMeta> files(Case made, List<Stored> rows, int level, SplittableRandom random) {
        List<DataFileMeta> run = new ArrayList<>();
        int from = 0;
        while (from < rows.size()) {
            int to = random.nextInt(3) == 0 ? Math.min(rows.size(), from + 1 + random.nextInt(40)) : rows.size();
            List<Stored> part = rows.subList(from, to);
            run.add(made.table.add(
                    made.nextName(),
                    level,
                    part,
                    random.nextInt(4) > 0,
                    1 + random.nextInt(50),
                    MemoryFile.DictionaryUse.values()[random.nextInt(3)]));
            part.forEach(row -> made.put(row, level));
            from = to;
        }
        return run;
    }

    @ParameterizedTest
    @ValueSource(longs = {101, 102, 103, 104, 105, 106})
    void mergesLikeATreeMap(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 150; round++) {
            Case made = randomCase(random);
            MergeRequest request = MergeRequest.ofAll(
                            made.table.table(),
                            made.table.key(),
                            List.of(new Section(made.runs)),
                            made.table,
                            made.table.sameNames())
                    .withChunkRows(1 + random.nextInt(random.nextBoolean() ? 20 : 500))
                    .with(random.nextBoolean() ? Workers.single() : Workers.of(POOL, 2))
                    .with(random.nextBoolean() ? Retractions.KEEP : Retractions.DROP);
            List<Stored> expected = made.model.values().stream()
                    .filter(s -> request.wanted().retractions() == Retractions.KEEP || (s.kind() & 1) == 0)
                    .toList();
            String what = "seed " + seed + " round " + round + " key " + made.table.key() + " of " + made.table.table();
            assertRows(read(request), expected, what);
            assertAllClosed(made, what);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {201, 202, 203})
    void projectionsReadOnlyWhatIsAskedFor(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 100; round++) {
            Case made = randomCase(random);
            List<String> names = new ArrayList<>(made.table.table().names());
            java.util.Collections.shuffle(names, new java.util.Random(random.nextLong()));
            List<String> columns = names.subList(0, random.nextInt(names.size() + 1));
            MergeRequest request = MergeRequest.ofRead(
                            made.table.table(),
                            made.table.key(),
                            columns,
                            null,
                            List.of(new Section(made.runs)),
                            made.table,
                            made.table.sameNames())
                    .withChunkRows(1 + random.nextInt(100));
            List<List<@Nullable Object>> expected = new ArrayList<>();
            for (Stored row : made.model.values()) {
                if ((row.kind() & 1) == 0) {
                    expected.add(columns.stream()
                            .map(c -> row.values().get(made.table.table().indexOf(c)))
                            .toList());
                }
            }
            String what = "seed " + seed + " round " + round + " " + columns;
            List<List<@Nullable Object>> found = new ArrayList<>();
            read(request).forEach(row -> found.add(row.values()));
            assertSame(found, expected, what);
            assertAllClosed(made, what);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {301, 302, 303, 304})
    void filtersAreExactWhateverIsSkipped(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int passing = 0;
        for (int round = 0; round < 150; round++) {
            Case made = randomCase(random);
            RowType type = made.table.table();
            Predicate predicate = randomPredicate(type, made.table.key(), random, 2);
            Filter filter = predicate.bind(type);
            List<String> names = new ArrayList<>(type.names());
            java.util.Collections.shuffle(names, new java.util.Random(random.nextLong()));
            List<String> columns = names.subList(0, random.nextInt(names.size() + 1));
            MergeRequest request = MergeRequest.ofRead(
                            type,
                            made.table.key(),
                            columns,
                            predicate,
                            List.of(new Section(made.runs)),
                            made.table,
                            made.table.sameNames())
                    .withChunkRows(1 + random.nextInt(100))
                    .with(random.nextBoolean() ? Workers.single() : Workers.of(POOL, 2));
            List<List<@Nullable Object>> expected = new ArrayList<>();
            for (Stored row : made.model.values()) {
                if ((row.kind() & 1) == 0 && filter.test(Row.of(row.values().toArray()))) {
                    expected.add(columns.stream()
                            .map(c -> row.values().get(type.indexOf(c)))
                            .toList());
                }
            }
            passing += expected.isEmpty() ? 0 : 1;
            String what = "seed " + seed + " round " + round + " " + predicate + " on " + type;
            List<List<@Nullable Object>> found = new ArrayList<>();
            read(request).forEach(row -> found.add(row.values()));
            assertSame(found, expected, what);
            assertAllClosed(made, what);
        }
        assertThat(passing).as("rounds with rows that pass").isBetween(40, 149);
    }

    private static Predicate randomPredicate(RowType type, List<String> key, SplittableRandom random, int depth) {
        int shape = random.nextInt(depth == 0 ? 3 : 6);
        if (shape >= 3) {
            Predicate left = randomPredicate(type, key, random, depth - 1);
            Predicate right = randomPredicate(type, key, random, depth - 1);
            return shape == 3
                    ? Predicate.and(left, right)
                    : shape == 4 ? Predicate.or(left, right) : Predicate.not(left);
        }
        DataField field = random.nextBoolean()
                ? type.field(key.get(random.nextInt(key.size())))
                : type.field(random.nextInt(type.fieldCount()));
        Object literal = Objects.requireNonNull(RandomValues.next(field.type().notNull(), random, 40));
        if (shape == 0) {
            return Predicate.isNull(field.name());
        }
        if (shape == 1) {
            return Predicate.in(
                    field.name(),
                    literal,
                    Objects.requireNonNull(RandomValues.next(field.type().notNull(), random, 40)));
        }
        Predicate.Op[] ops = Predicate.Op.values();
        return new Predicate.Compare(field.name(), ops[random.nextInt(ops.length)], literal);
    }

    @Test
    void equalSequencesAreDecidedByTheLowerLevel() throws IOException {
        MemoryTable table = new MemoryTable(
                RowType.of(List.of(new DataField(0, "k", Types.INT.notNull()), new DataField(1, "v", Types.STRING))),
                List.of("k"));
        DataFileMeta one = table.add(
                "one", 1, List.of(new Stored(List.of(1, "L1"), 7, 0)), true, 10, MemoryFile.DictionaryUse.NONE);
        DataFileMeta two = table.add(
                "two", 2, List.of(new Stored(List.of(1, "L2"), 7, 0)), true, 10, MemoryFile.DictionaryUse.NONE);
        for (List<List<DataFileMeta>> runs :
                List.of(List.of(List.of(one), List.of(two)), List.of(List.of(two), List.of(one)))) {
            List<Stored> rows = read(MergeRequest.ofAll(
                    table.table(), table.key(), List.of(new Section(runs)), table, table.sameNames()));
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0).values()).containsExactly(1, "L1");
        }
    }

    @Test
    void wideRowsMakeSmallChunks() throws IOException {
        MemoryTable table = new MemoryTable(
                RowType.of(List.of(new DataField(0, "k", Types.INT.notNull()), new DataField(1, "v", Types.BYTES))),
                List.of("k"));
        byte[] wide = new byte[16 << 10];
        List<Stored> rows = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            rows.add(new Stored(List.of(i, wide), i, 0));
        }
        DataFileMeta file = table.add("wide", 0, rows, true, 100, MemoryFile.DictionaryUse.NONE);
        MergeRequest request = MergeRequest.ofAll(
                        table.table(),
                        table.key(),
                        List.of(new Section(List.of(List.of(file)))),
                        table,
                        table.sameNames())
                .withChunkRows(1200);
        List<Integer> sizes = new ArrayList<>();
        try (MergeReader reader = new MergeReader(request)) {
            for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                sizes.add(chunk.rows());
            }
        }
        assertThat(sizes.get(0)).isEqualTo(1200);
        assertThat(sizes.get(1)).as("16 MiB of 16 KiB rows").isBetween(900, 1024);
    }

    @Test
    void filesOfOlderSchemasAreReadByFieldId() throws IOException {
        RowType old = RowType.of(List.of(
                new DataField(0, "k", Types.INT.notNull()),
                new DataField(1, "was", Types.STRING),
                new DataField(2, "gone", Types.INT)));
        RowType now = RowType.of(List.of(
                new DataField(1, "is", Types.STRING),
                new DataField(0, "k", Types.INT.notNull()),
                new DataField(3, "gone", Types.BIGINT)));
        MemoryTable table = new MemoryTable(old, List.of("k"));
        DataFileMeta one = table.add(
                "one",
                0,
                List.of(new Stored(List.of(1, "a", 10), 0, 0), new Stored(List.of(2, "b", 20), 1, 0)),
                true,
                10,
                MemoryFile.DictionaryUse.ALL);
        DataFileMeta two = table.add(
                "two", 0, List.of(new Stored(List.of(2, "c", 30), 2, 0)), true, 10, MemoryFile.DictionaryUse.ALL);
        ColumnResolver resolver = ColumnResolver.byFieldId(id -> schema(old, id));
        for (Predicate filter : Arrays.asList(null, Predicate.isNull("gone"), Predicate.ne("is", "x"))) {
            List<Stored> rows = read(MergeRequest.ofRead(
                    now,
                    List.of("k"),
                    now.names(),
                    filter,
                    List.of(new Section(List.of(List.of(one), List.of(two)))),
                    table,
                    resolver));
            assertThat(rows.stream().map(Stored::values).toList())
                    .containsExactly(Arrays.asList("a", 1, null), Arrays.asList("c", 2, null));
        }
        RowType dated = RowType.of(List.of(new DataField(0, "k", Types.DATE.notNull())));
        assertThatThrownBy(() -> read(MergeRequest.ofRead(
                        dated,
                        List.of("k"),
                        List.of("k"),
                        null,
                        List.of(new Section(List.of(List.of(one)))),
                        table,
                        resolver)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("column 'k' has changed its type")
                .hasMessageContaining("values of type INT NOT NULL cannot be read as DATE NOT NULL");
    }

    private static TableSchema schema(RowType type, long id) {
        return new TableSchema(3, id, type.fields(), 9, List.of(), List.of("k"), new Options(Map.of()), null, 0);
    }

    @Test
    void rowsOutOfOrderAreFoundBeforeTheyAreMerged() {
        MemoryTable table =
                new MemoryTable(RowType.of(List.of(new DataField(0, "k", Types.INT.notNull()))), List.of("k"));
        DataFileMeta good = table.add(
                "good",
                0,
                List.of(new Stored(List.of(1), 0, 0), new Stored(List.of(9), 1, 0)),
                true,
                10,
                MemoryFile.DictionaryUse.NONE);
        DataFileMeta bad = table.add(
                "bad",
                0,
                List.of(new Stored(List.of(5), 2, 0), new Stored(List.of(3), 3, 0)),
                true,
                10,
                MemoryFile.DictionaryUse.NONE);
        assertThatThrownBy(() -> read(MergeRequest.ofAll(
                        table.table(),
                        table.key(),
                        List.of(new Section(List.of(List.of(good), List.of(bad)))),
                        table,
                        table.sameNames())))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("bad: rows 0 to 1: expected ascending keys, found a key less than the one before it");
    }

    @Test
    void sectionsFollowOneAnother() throws IOException {
        MemoryTable table =
                new MemoryTable(RowType.of(List.of(new DataField(0, "k", Types.BIGINT.notNull()))), List.of("k"));
        List<Section> sections = new ArrayList<>();
        List<Long> expected = new ArrayList<>();
        for (long s = 0; s < 5; s++) {
            List<List<DataFileMeta>> runs = new ArrayList<>();
            for (int r = 0; r <= s % 3; r++) {
                runs.add(List.of(table.add(
                        "f" + s + r,
                        0,
                        List.of(new Stored(List.of(s * 10), r, 0), new Stored(List.of(s * 10 + 1), r, 0)),
                        true,
                        1,
                        MemoryFile.DictionaryUse.NONE)));
            }
            sections.add(new Section(runs));
            expected.addAll(List.of(s * 10, s * 10 + 1));
        }
        sections.add(2, new Section(List.of()));
        List<Stored> rows = read(MergeRequest.ofAll(table.table(), table.key(), sections, table, table.sameNames()));
        assertThat(rows.stream().map(r -> r.values().get(0)).toList()).isEqualTo(expected);
    }

    @Test
    void pagesWithoutAWinnerAreNotDecoded() throws IOException {
        MemoryTable table = new MemoryTable(
                RowType.of(List.of(
                        new DataField(0, "k", Types.INT.notNull()), new DataField(1, "v", Types.BIGINT.notNull()))),
                List.of("k"));
        List<Stored> old = new ArrayList<>();
        List<Stored> fresh = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            old.add(new Stored(List.of(i, -1L), i, 0));
            if (i >= 2_000 && i < 8_000) {
                fresh.add(new Stored(List.of(i, 1L), 20_000 + i, 0));
            }
        }
        DataFileMeta base = table.add("base", 5, old, true, 100, MemoryFile.DictionaryUse.NONE);
        DataFileMeta top = table.add("top", 0, fresh, true, 100, MemoryFile.DictionaryUse.NONE);
        MergeRequest request = MergeRequest.ofRead(
                        table.table(),
                        table.key(),
                        List.of("v"),
                        null,
                        List.of(new Section(List.of(List.of(top), List.of(base)))),
                        table,
                        table.sameNames())
                .withChunkRows(500);
        List<Stored> rows = read(request);
        assertThat(rows).hasSize(10_000);
        assertThat(rows.stream().filter(r -> Objects.equals(r.values().get(0), 1L)))
                .hasSize(6_000);
        // the key column has 100 pages, all decoded; of the 100 pages of v about 60 hold only rows that lose
        assertThat(table.file("base").decodedPages()).isBetween(140L, 160L);
        assertThat(table.file("top").decodedPages()).isEqualTo(120L);
    }

    private static List<Stored> read(MergeRequest request) throws IOException {
        List<Stored> rows = new ArrayList<>();
        try (MergeReader reader = new MergeReader(request)) {
            for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                for (int i = 0; i < chunk.rows(); i++) {
                    List<@Nullable Object> values = new ArrayList<>();
                    for (ColumnVector column : chunk.columns()) {
                        assertThat(column.size()).isEqualTo(chunk.rows());
                        values.add(Values.get(column, i));
                    }
                    rows.add(new Stored(
                            values,
                            chunk.sequences() == null ? -1 : chunk.sequences().get(i),
                            chunk.kinds() == null ? -1 : chunk.kinds().get(i)));
                }
            }
        }
        return rows;
    }

    private static void assertRows(List<Stored> found, List<Stored> expected, String what) {
        assertThat(found.size()).as(what).isEqualTo(expected.size());
        assertThat(found.stream().map(Stored::sequence).toList())
                .as(what)
                .isEqualTo(expected.stream().map(Stored::sequence).toList());
        assertThat(found.stream().map(Stored::kind).toList())
                .as(what)
                .isEqualTo(expected.stream().map(Stored::kind).toList());
        assertSame(
                found.stream().map(Stored::values).toList(),
                expected.stream().map(Stored::values).toList(),
                what);
    }

    private static void assertSame(
            List<List<@Nullable Object>> found, List<List<@Nullable Object>> expected, String what) {
        assertThat(found.size()).as(what).isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            if (!Arrays.deepEquals(found.get(i).toArray(), expected.get(i).toArray())) {
                assertThat(found.get(i)).as(what + " row " + i).isEqualTo(expected.get(i));
            }
        }
    }

    private static void assertAllClosed(Case made, String what) {
        for (MemoryFile file : made.table.files()) {
            assertThat(file.openReaders()).as(what).isZero();
            assertThat(file.openCursors()).as(what).isZero();
        }
    }
}
