package org.lsmtable.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.ListColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.format.BetweenFilter;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.RandomColumn;
import org.lsmtable.format.RandomNested;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.options.Options;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;

/** Nested values in ORC files: the ORC library finds ours, we find its, and what types cannot hold is refused by name. */
@Isolated("changes the time zone of the process")
class OrcNestedTest {
    private static final String PATH = "/t/data-1-0.orc";
    private static final int SEEDS = 8;

    private final MemoryStorage storage = new MemoryStorage();

    private static OrcFormat format(String... options) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        return new OrcFormat(new Options(map));
    }

    private static RowType schema(DataType... types) {
        List<DataField> fields = new ArrayList<>();
        for (DataType type : types) {
            fields.add(new DataField(fields.size(), "c" + fields.size(), type));
        }
        return RowType.of(fields);
    }

    private static RowType schema(String... types) {
        return schema(Arrays.stream(types).map(TypeParser::parse).toArray(DataType[]::new));
    }

    /** @param columns the values of each column */
    private DataFileWriter.Result write(OrcFormat format, RowType schema, List<List<@Nullable Object>> columns)
            throws IOException {
        storage.delete(PATH);
        int rows = columns.get(0).size();
        try (DataFileWriter writer = format.create(storage.create(PATH), schema, WriteSettings.DEFAULT)) {
            List<ColumnVector> vectors = new ArrayList<>();
            for (int c = 0; c < columns.size(); c++) {
                vectors.add(RandomNested.vector(schema.typeAt(c), columns.get(c)));
            }
            writer.write(vectors, rows);
            return writer.finish();
        }
    }

    private Reader library() throws IOException {
        Configuration configuration = new Configuration(false);
        StorageInput input = storage.open(PATH);
        return OrcFile.createReader(
                OneFileSystem.PATH,
                OrcFile.readerOptions(configuration)
                        .filesystem(OneFileSystem.reading(input, configuration))
                        .useUTCTimestamp(true)
                        .maxLength(input.length()));
    }

    private void libraryWrites(RowType schema, TypeDescription type, List<List<@Nullable Object>> columns)
            throws IOException {
        storage.delete(PATH);
        Configuration configuration = new Configuration(false);
        try (StorageOutput out = storage.create(PATH);
                Writer writer = OrcFile.createWriter(
                        OneFileSystem.PATH,
                        OrcFile.writerOptions(configuration)
                                .setSchema(type)
                                .stripeSize(1)
                                .useUTCTimestamp(true)
                                .rowIndexStride(1000)
                                .fileSystem(OneFileSystem.writing(out, configuration)))) {
            VectorizedRowBatch batch = type.createRowBatch(900);
            int rows = columns.get(0).size();
            for (int from = 0; from < rows; from += 900) {
                batch.reset();
                batch.size = Math.min(900, rows - from);
                for (int c = 0; c < columns.size(); c++) {
                    for (int i = 0; i < batch.size; i++) {
                        OrcValues.set(batch.cols[c], i, columns.get(c).get(from + i), schema.typeAt(c));
                    }
                }
                writer.addRowBatch(batch);
            }
        }
    }

    private List<String> read(OrcFormat format, String column, DataType type) throws IOException {
        try (DataFileReader reader = format.open(storage.open(PATH));
                ColumnCursor cursor = reader.column(column, type)) {
            ColumnVector vector = cursor.read((int) reader.rowCount(), null);
            RandomNested.requireWellFormed(vector);
            return RandomNested.texts(vector);
        }
    }

    /** Random types of up to four levels; the library and we read what the other wrote, in stripes of 1025 rows and fewer. */
    @Test
    void theLibraryAndWeReadEachOther() throws IOException {
        String only = System.getProperty("nested.seed");
        for (int seed = 0; seed < SEEDS; seed++) {
            if (only != null && Integer.parseInt(only) != seed) {
                continue;
            }
            Random random = new Random(seed);
            int rows = seed == 0 ? 1025 : 1 + random.nextInt(6000 / (1 + seed));
            RandomNested nested = new RandomNested(random, RandomColumn.TYPES);
            RowType schema = schema(nested.type(4), nested.type(2), nested.type(1));
            List<List<@Nullable Object>> columns = new ArrayList<>();
            for (DataType type : schema.types()) {
                columns.add(nested.values(type, rows));
            }
            String context = "-Dnested.seed=" + seed + " " + schema;

            write(format(), schema, columns);
            TypeDescription type;
            try (Reader file = library()) {
                type = file.getSchema();
                assertThat(libraryReads(file, schema)).as(context).isEqualTo(texts(columns));
            }
            libraryWrites(schema, type, columns);
            for (int c = 0; c < columns.size(); c++) {
                assertThat(read(format(), "c" + c, schema.typeAt(c)))
                        .as("%s column %d", context, c)
                        .isEqualTo(RandomNested.texts(columns.get(c)));
            }
        }
    }

    private static List<List<String>> libraryReads(Reader file, RowType schema) throws IOException {
        List<List<String>> texts = new ArrayList<>();
        schema.types().forEach(type -> texts.add(new ArrayList<>()));
        try (RecordReader rows = file.rows()) {
            VectorizedRowBatch batch = file.getSchema().createRowBatch(700);
            while (rows.nextBatch(batch)) {
                for (int c = 0; c < texts.size(); c++) {
                    for (int i = 0; i < batch.size; i++) {
                        texts.get(c).add(RandomNested.text(OrcValues.get(batch.cols[c], i, schema.typeAt(c))));
                    }
                }
            }
        }
        return texts;
    }

    private static List<List<String>> texts(List<List<@Nullable Object>> columns) {
        return columns.stream().map(RandomNested::texts).toList();
    }

    /** Ids that real Paimon (1.4.2 and 2.0.0) gave the same columns. */
    @Test
    void fieldIdsAtEveryDepthAreThoseOfRealFiles() throws IOException {
        DataType deep = TypeParser.parse("MAP<INT, MAP<INT, MAP<CHAR(3) NOT NULL, INT>>>");
        RowType inner = new RowType(
                List.of(
                        new DataField(50, "x", Types.INT),
                        new DataField(51, "m", TypeParser.parse("MAP<INT, ARRAY<INT>>"))),
                true);
        RowType schema = RowType.of(List.of(
                new DataField(0, "a", TypeParser.parse("ARRAY<ARRAY<INT NOT NULL>>")),
                new DataField(3, "ms", TypeParser.parse("MULTISET<STRING>")),
                new DataField(6, "r", new ArrayType(inner, true)),
                new DataField(7, "mm", deep),
                new DataField(10, "am", TypeParser.parse("ARRAY<MULTISET<BIGINT>>"))));
        write(format(), schema, Collections.nCopies(5, List.of()));
        try (Reader file = library()) {
            assertThat(file.getSchema())
                    .hasToString("struct<a:array<array<int>>,ms:map<string,int>,"
                            + "r:array<struct<x:int,m:map<int,array<int>>>>,"
                            + "mm:map<int,map<int,map<char(3),int>>>,am:array<map<bigint,int>>>");
            assertThat(ids(file.getSchema()))
                    .isEqualTo("- 0 536870912 536870913 3 536867838 536873984"
                            + " 6 536877056 50 51 536818686 536923136 536923137"
                            + " 7 536863742 536878080 536863741 536878081 536863740 536878082"
                            + " 10 536881152 536860669 536881153");
        }
    }

    private static String ids(TypeDescription type) {
        StringBuilder ids = new StringBuilder();
        ids.append(type.getAttributeNames().isEmpty() ? "-" : type.getAttributeValue("paimon.id"));
        if (type.getChildren() != null) {
            type.getChildren().forEach(child -> ids.append(' ').append(ids(child)));
        }
        return ids.toString();
    }

    /** Null, nothing, and one that is null, before and behind the edge of a batch and in the first and last row. */
    @Test
    void nullsAndNothingAtEveryDepth() throws IOException {
        RowType schema = schema("ROW<a INT, b ARRAY<INT>>", "ARRAY<ROW<a INT>>", "MAP<STRING, ARRAY<INT>>");
        Row rowOfNulls = Row.of(null, null);
        List<List<@Nullable Object>> kinds = List.of(
                Arrays.asList(null, rowOfNulls, Row.of(1, List.of()), Row.of(2, Arrays.asList((Object) null))),
                Arrays.asList(null, List.of(), Arrays.asList((Object) null), List.of(Row.of((Object) null))),
                Arrays.asList(
                        null, Map.of(), Collections.singletonMap("k", null), Map.of("k", Arrays.asList(null, 3))));
        for (int shift = 0; shift < 4; shift++) {
            List<List<@Nullable Object>> columns = new ArrayList<>();
            for (List<@Nullable Object> kind : kinds) {
                List<@Nullable Object> column = new ArrayList<>();
                for (int i = 0; i < 2049; i++) {
                    column.add(kind.get((i + shift) % 4));
                }
                columns.add(column);
            }
            DataFileWriter.Result result = write(format(), schema, columns);
            assertThat(result.columns().get(0).nullCount()).isEqualTo(shift == 0 ? 513 : 512);
            for (int c = 0; c < 3; c++) {
                assertThat(read(format(), "c" + c, schema.typeAt(c))).isEqualTo(RandomNested.texts(columns.get(c)));
            }
        }
    }

    /** Fields of a ROW are found by name, at every depth; the others are not read, those that lack are null. */
    @Test
    void fieldsAreFoundByName() throws IOException {
        RowType schema = schema("ARRAY<ROW<a INT, b ROW<x STRING, y INT>, d INT>>");
        List<@Nullable Object> column = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            column.add(List.of(Row.of(i, Row.of("x" + i, 2 * i), 7), Row.of(i, null, 7)));
        }
        write(format(), schema, List.of(column));
        DataType asked = TypeParser.parse("ARRAY<ROW<none DATE, b ROW<Y INT, y INT, lost ARRAY<INT>>, a INT>>");
        assertThat(read(format(), "c0", asked))
                .hasSize(3000)
                .startsWith("[ ( null ( null 0 null ) 0 ) ( null null 0 ) ]")
                .endsWith("[ ( null ( null 5998 null ) 2999 ) ( null null 2999 ) ]");
        assertThat(read(format(), "c0", TypeParser.parse("ARRAY<ROW<b ROW<none INT>>>")))
                .startsWith("[ ( ( null ) ) ( null ) ]");
        assertThatThrownBy(() -> read(format(), "c0", TypeParser.parse("ARRAY<ROW<b ROW<x INT>>>")))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageStartingWith(
                        PATH + ": column 'c0': expected one that holds ARRAY<ROW<b ROW<x INT>>>, found array<struct<");
    }

    /** The rows of lists in a batch need not lie one behind the other, nor in order. */
    @Test
    void listsAnywhereInABatch() {
        LongColumnVector elements = new LongColumnVector(8);
        for (int i = 0; i < 8; i++) {
            elements.vector[i] = i;
        }
        ListColumnVector lists = new ListColumnVector(5, elements);
        lists.childCount = 8;
        System.arraycopy(new long[] {6, 0, 100, 2, 4}, 0, lists.offsets, 0, 5);
        System.arraycopy(new long[] {2, 2, 9, 0, 1}, 0, lists.lengths, 0, 5);
        lists.noNulls = false;
        lists.isNull[2] = true;
        OrcColumn column =
                OrcColumn.of(TypeParser.parse("ARRAY<INT>"), TypeDescription.fromString("array<int>"), OrcZone.UTC);
        ColumnVector target = ColumnVector.of(column.type(), 0);
        column.append(lists, 0, 5, target);
        column.append(lists, 3, 2, target);
        assertThat(RandomNested.texts(target))
                .containsExactly("[ 6 7 ]", "[ 0 1 ]", "null", "[ ]", "[ 4 ]", "[ ]", "[ 4 ]");
        RandomNested.requireWellFormed(target);

        lists.isRepeating = true;
        ColumnVector repeated = ColumnVector.of(column.type(), 0);
        column.append(lists, 2, 3, repeated);
        assertThat(RandomNested.texts(repeated)).containsExactly("[ 6 7 ]", "[ 6 7 ]", "[ 6 7 ]");

        for (long[] bad : new long[][] {{7, 2}, {-1, 1}, {0, -1}, {Long.MAX_VALUE, 2}}) {
            lists.offsets[0] = bad[0];
            lists.lengths[0] = bad[1];
            assertThatThrownBy(() -> column.append(lists, 0, 1, target))
                    .isInstanceOf(UnfitValueException.class)
                    .hasMessage("expected elements among the 8 of a batch, found " + bad[1] + " from " + bad[0]);
        }
    }

    @Test
    void nullsWhereNoneMayBeAreRefused() {
        Map<String, Object> kinds = Map.of(
                "column 'c0.element' is INT NOT NULL, found a null",
                Map.of("ARRAY<INT NOT NULL>", Arrays.asList(1, null)),
                "column 'c0.f' is INT NOT NULL, found a null",
                Map.of("ROW<f INT NOT NULL>", Row.of((Object) null)),
                "column 'c0.value.f' is STRING NOT NULL, found a null",
                Map.of("MAP<INT, ROW<f STRING NOT NULL>>", Map.of(1, Row.of((Object) null))),
                "column 'c0.key' is INT NOT NULL, found a null",
                Map.of("MAP<INT, INT>", Collections.singletonMap(null, 1)));
        kinds.forEach((message, kind) -> ((Map<?, ?>) kind)
                .forEach((type, value) -> assertThatThrownBy(
                                () -> write(format(), schema((String) type), List.of(List.of(value))))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(message)));
    }

    @Test
    void nothingIsAskedOfFieldsInANullRow() throws IOException {
        RowType schema = schema("ROW<f INT NOT NULL, r ROW<g INT NOT NULL> NOT NULL>");
        List<@Nullable Object> column = Arrays.asList(null, Row.of(1, Row.of(2)), null);
        write(format(), schema, List.of(column));
        assertThat(read(format(), "c0", schema.typeAt(0))).isEqualTo(RandomNested.texts(column));
    }

    @Test
    void valuesWithoutAPlaceAreRefusedInside() {
        assertThatThrownBy(() -> write(
                        format(),
                        schema("MAP<INT, ROW<t TIMESTAMP(3)>>"),
                        List.of(List.of(Map.of(1, Row.of(LocalDateTime.parse("1969-12-31T23:59:59.5")))))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column 'c0.value.t': ORC has no place")
                .hasMessageEndingWith("found 1969-12-31T23:59:59.500");
    }

    /** Local times in a list, beside plain ones, shifted by the writer's zone and back. */
    @Test
    void timestampsInsideAreShiftedByTheZone() throws IOException {
        TimeZone before = TimeZone.getDefault();
        RowType schema = schema("ARRAY<ROW<l TIMESTAMP(3) WITH LOCAL TIME ZONE, t TIMESTAMP(3)>>");
        Instant instant = Instant.parse("2024-05-14T12:34:56.789Z");
        LocalDateTime time = LocalDateTime.parse("2024-05-14T12:34:56.789");
        List<@Nullable Object> column = List.of(List.of(Row.of(instant, time)));
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
            write(format(), schema, List.of(column));
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            assertThat(read(format(), "c0", schema.typeAt(0))).isEqualTo(RandomNested.texts(column));
            assertThat(read(format("orc.timestamp-ltz.legacy.type", "false"), "c0", schema.typeAt(0)))
                    .containsExactly("[ ( 2024-05-14T04:34:56.789Z 2024-05-14T12:34:56.789 ) ]");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** Statistics are those of the right columns where nested ones lie before; of a nested one the nulls count. */
    @Test
    void statisticsBehindNestedColumns() throws IOException {
        RowType schema = schema("ARRAY<INT>", "ROW<a BIGINT, b MAP<INT, BIGINT>>", "BIGINT", "MAP<INT, INT>");
        List<List<@Nullable Object>> columns =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 30_000; i++) {
            columns.get(0).add(List.of(-i));
            columns.get(1).add(Row.of(-7L, Map.of(1, 5L)));
            columns.get(2).add((long) i);
            columns.get(3).add(i < 10_000 ? null : Map.of());
        }
        write(format(), schema, columns);
        assertThat(rowsLeft(schema, 2, 25_000L)).isEqualTo(10_000);
        assertThat(rowsLeft(schema, 2, -7L)).isZero();
        assertThat(rowsLeft(schema, 0, null)).isZero();
        assertThat(rowsLeft(schema, 3, null)).isEqualTo(10_000);
        RowType narrow = RowType.of(List.of(new DataField(0, "c2", Types.BIGINT)));
        assertThat(rowsLeft(narrow, 0, 25_000L)).isEqualTo(10_000);
    }

    private long rowsLeft(RowType schema, int column, @Nullable Object value) throws IOException {
        try (DataFileReader reader = format().open(storage.open(PATH))) {
            BetweenFilter filter = new BetweenFilter(
                    List.of(new BetweenFilter.Condition(column, schema.typeAt(column), value, value)));
            return reader.mayMatch(filter, schema).rowCount();
        }
    }

    /** Changed anywhere, a file gives values, or is refused by name. */
    @Test
    void changedFilesNeverFailOtherwise() throws IOException {
        RowType schema = schema("ARRAY<ROW<a INT, s STRING>>", "MAP<STRING, ARRAY<INT>>", "ROW<d DECIMAL(20, 2)>");
        Random random = new Random(1);
        RandomNested nested = new RandomNested(random, List.of(Types.INT));
        List<List<@Nullable Object>> columns =
                schema.types().stream().map(type -> nested.values(type, 60)).toList();
        write(format(), schema, columns);
        byte[] whole = storage.read(PATH);
        int refused = 0;
        for (int i = 0; i < 250; i++) {
            byte[] changed = whole.clone();
            changed[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
            storage.delete(PATH);
            try (StorageOutput out = storage.create(PATH)) {
                out.write(changed);
            }
            try {
                for (DataField field : schema.fields()) {
                    read(format(), field.name(), field.type());
                }
            } catch (DamagedFileException e) {
                assertThat(e).hasMessageStartingWith(PATH + ": ");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(60);
    }

    @Test
    void valuesOfReusedVectorsAreForgotten() throws IOException {
        RowType schema = schema("ARRAY<ROW<a INT>>");
        write(format(), schema, List.of(List.of(List.of(Row.of(1)), List.of(), Arrays.asList((Object) null))));
        try (DataFileReader reader = format().open(storage.open(PATH));
                ColumnCursor cursor = reader.column("c0", schema.typeAt(0))) {
            ColumnVector vector = cursor.read(1, null);
            vector = cursor.read(1, vector);
            assertThat(RandomNested.texts(vector)).containsExactly("[ ]");
            vector = cursor.read(1, vector);
            assertThat(RandomNested.texts(vector)).containsExactly("[ null ]");
            assertThat(Values.get(vector, 0)).isEqualTo(Arrays.asList((Object) null));
        }
    }
}
