package org.lsmtable.format.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericArray;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.data.Row;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.RandomColumn;
import org.lsmtable.format.RandomNested;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/** Nested values in Avro files: the Avro library finds ours, we find its, and what types cannot hold is refused by name. */
class AvroNestedTest {
    private static final String PATH = "/t/data-1-0.avro";
    private static final int SEEDS = 8;

    private final MemoryStorage storage = new MemoryStorage();

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
    private DataFileWriter.Result write(RowType schema, List<List<@Nullable Object>> columns) throws IOException {
        storage.delete(PATH);
        try (DataFileWriter writer = new AvroFormat().create(storage.create(PATH), schema, WriteSettings.DEFAULT)) {
            List<ColumnVector> vectors = new ArrayList<>();
            for (int c = 0; c < columns.size(); c++) {
                vectors.add(RandomNested.vector(schema.typeAt(c), columns.get(c)));
            }
            writer.write(vectors, columns.get(0).size());
            return writer.finish();
        }
    }

    private List<String> read(String column, DataType type) throws IOException {
        try (DataFileReader reader = new AvroFormat().open(storage.open(PATH));
                ColumnCursor cursor = reader.column(column, type)) {
            ColumnVector vector = cursor.read((int) reader.rowCount(), null);
            RandomNested.requireWellFormed(vector);
            return RandomNested.texts(vector);
        }
    }

    private void store(byte[] content) throws IOException {
        storage.delete(PATH);
        try (StorageOutput out = storage.create(PATH)) {
            out.write(content);
        }
    }

    /** Lists come in blocks of a few items with their sizes in front, as only this encoder of the library writes them. */
    private void libraryWrites(Schema schema, List<GenericRecord> rows) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        GenericDatumWriter<GenericRecord> datum = new GenericDatumWriter<>(schema);
        try (var writer = new org.apache.avro.file.DataFileWriter<>(datum)) {
            writer.setSyncInterval(4000).create(schema, file);
            for (int i = 0; i < rows.size(); i++) {
                if (i % 2 == 0) {
                    writer.append(rows.get(i));
                    continue;
                }
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                BinaryEncoder encoder =
                        new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(bytes, null);
                datum.write(rows.get(i), encoder);
                encoder.flush();
                writer.appendEncoded(ByteBuffer.wrap(bytes.toByteArray()));
            }
        }
        store(file.toByteArray());
    }

    /** Keeps maps in the order of the file. */
    private static final class OrderedReader extends GenericDatumReader<GenericRecord> {
        OrderedReader() {
            super(null, null, new GenericData());
            getData().setFastReaderEnabled(false);
        }

        @Override
        protected Object newMap(Object old, int size) {
            return new LinkedHashMap<>();
        }
    }

    /** Random types of up to four levels; the library and we read what the other wrote. */
    @Test
    void theLibraryAndWeReadEachOther() throws IOException {
        String only = System.getProperty("nested.seed");
        List<DataType> leaves = RandomColumn.TYPES.stream()
                .filter(type -> !(type instanceof TemporalType temporal)
                        || temporal.precision() <= (type.root() == TypeRoot.TIME ? 3 : 6))
                .toList();
        for (int seed = 0; seed < SEEDS; seed++) {
            if (only != null && Integer.parseInt(only) != seed) {
                continue;
            }
            Random random = new Random(seed);
            int rows = seed == 0 ? 1025 : 1 + random.nextInt(3000 / (1 + seed));
            RandomNested nested = new RandomNested(random, leaves);
            RowType type = schema(nested.typeForAvro(4), nested.typeForAvro(2), nested.typeForAvro(1));
            List<List<@Nullable Object>> columns = new ArrayList<>();
            for (DataType column : type.types()) {
                columns.add(nested.values(column, rows));
            }
            String context = "-Dnested.seed=" + seed + " " + type;

            write(type, columns);
            Schema schema;
            try (DataFileStream<GenericRecord> file =
                    new DataFileStream<>(new ByteArrayInputStream(storage.read(PATH)), new OrderedReader())) {
                schema = file.getSchema();
                for (int row = 0; row < rows; row++) {
                    GenericRecord record = file.next();
                    for (int c = 0; c < columns.size(); c++) {
                        assertThat(RandomNested.text(fromAvro(record.get(c), type.typeAt(c))))
                                .as("%s column %d row %d", context, c, row)
                                .isEqualTo(RandomNested.text(columns.get(c).get(row)));
                    }
                }
                assertThat(file.hasNext()).isFalse();
            }
            List<GenericRecord> records = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                GenericRecord record = new GenericData.Record(schema);
                for (int c = 0; c < columns.size(); c++) {
                    record.put(
                            c,
                            toAvro(
                                    columns.get(c).get(row),
                                    type.typeAt(c),
                                    schema.getFields().get(c).schema()));
                }
                records.add(record);
            }
            libraryWrites(schema, records);
            for (int c = 0; c < columns.size(); c++) {
                assertThat(read("c" + c, type.typeAt(c)))
                        .as("%s column %d", context, c)
                        .isEqualTo(RandomNested.texts(columns.get(c)));
            }
        }
    }

    private static DataType keyType(DataType type) {
        return type instanceof MapType map ? map.key() : ((MultisetType) type).element();
    }

    private static DataType valueType(DataType type) {
        return type instanceof MapType map ? map.value() : Types.INT;
    }

    private static @Nullable Object fromAvro(@Nullable Object value, DataType type) {
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN, INT, BIGINT, FLOAT, DOUBLE -> value;
            case TINYINT -> ((Integer) value).byteValue();
            case SMALLINT -> ((Integer) value).shortValue();
            case DATE -> LocalDate.ofEpochDay((Integer) value);
            case TIME -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L);
            case CHAR, VARCHAR -> value.toString();
            case BINARY, VARBINARY -> ((ByteBuffer) value).array();
            case DECIMAL -> new BigDecimal(new BigInteger(((ByteBuffer) value).array()), ((DecimalType) type).scale());
            case TIMESTAMP -> local((Long) value, (TemporalType) type);
            case TIMESTAMP_LTZ -> local((Long) value, (TemporalType) type).toInstant(ZoneOffset.UTC);
            case ARRAY ->
                ((GenericArray<?>) value)
                        .stream()
                                .map(element -> fromAvro(element, ((ArrayType) type).element()))
                                .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
            case MAP, MULTISET -> {
                Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
                if (value instanceof Map<?, ?> entries) {
                    entries.forEach((key, mapped) -> map.put(key.toString(), fromAvro(mapped, valueType(type))));
                } else {
                    for (Object entry : (GenericArray<?>) value) {
                        GenericRecord record = (GenericRecord) entry;
                        map.put(
                                fromAvro(record.get("key"), keyType(type)),
                                fromAvro(record.get("value"), valueType(type)));
                    }
                }
                yield map;
            }
            case ROW -> {
                RowType fields = (RowType) type;
                @Nullable Object[] values = new @Nullable Object[fields.fieldCount()];
                for (int i = 0; i < values.length; i++) {
                    values[i] =
                            fromAvro(((GenericRecord) value).get(fields.field(i).name()), fields.typeAt(i));
                }
                yield Row.of(values);
            }
            case VARIANT, BLOB, VECTOR -> throw new IllegalArgumentException(type.asText());
        };
    }

    private static LocalDateTime local(long value, TemporalType type) {
        return LocalDateTime.of(1970, 1, 1, 0, 0)
                .plus(value, type.precision() <= 3 ? ChronoUnit.MILLIS : ChronoUnit.MICROS);
    }

    private static @Nullable Object toAvro(@Nullable Object value, DataType type, Schema schema) {
        if (value == null) {
            return null;
        }
        Schema written =
                schema.getType() == Schema.Type.UNION ? schema.getTypes().get(1) : schema;
        return switch (type.root()) {
            case BOOLEAN, INT, BIGINT, FLOAT, DOUBLE -> value;
            case TINYINT, SMALLINT -> ((Number) value).intValue();
            case DATE -> (int) ((LocalDate) value).toEpochDay();
            case TIME -> (int) (((LocalTime) value).toNanoOfDay() / 1_000_000);
            case CHAR, VARCHAR -> value;
            case BINARY, VARBINARY -> ByteBuffer.wrap((byte[]) value);
            case DECIMAL -> ByteBuffer.wrap(((BigDecimal) value).unscaledValue().toByteArray());
            case TIMESTAMP -> number((LocalDateTime) value, (TemporalType) type);
            case TIMESTAMP_LTZ -> number(LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC), (TemporalType) type);
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (Object element : (List<?>) value) {
                    elements.add(toAvro(element, ((ArrayType) type).element(), written.getElementType()));
                }
                yield elements;
            }
            case MAP, MULTISET -> {
                if (written.getType() == Schema.Type.MAP) {
                    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
                    ((Map<?, ?>) value)
                            .forEach((key, mapped) ->
                                    map.put(key, toAvro(mapped, valueType(type), written.getValueType())));
                    yield map;
                }
                List<@Nullable Object> entries = new ArrayList<>();
                Schema entry = written.getElementType();
                for (Map.Entry<?, ?> one : ((Map<?, ?>) value).entrySet()) {
                    GenericRecord record = new GenericData.Record(entry);
                    record.put(
                            "key",
                            toAvro(
                                    one.getKey(),
                                    keyType(type),
                                    entry.getField("key").schema()));
                    record.put(
                            "value",
                            toAvro(
                                    one.getValue(),
                                    valueType(type),
                                    entry.getField("value").schema()));
                    entries.add(record);
                }
                yield entries;
            }
            case ROW -> {
                RowType fields = (RowType) type;
                GenericRecord record = new GenericData.Record(written);
                for (int i = 0; i < fields.fieldCount(); i++) {
                    String name = fields.field(i).name();
                    record.put(
                            name,
                            toAvro(
                                    ((Row) value).get(i),
                                    fields.typeAt(i),
                                    written.getField(name).schema()));
                }
                yield record;
            }
            case VARIANT, BLOB, VECTOR -> throw new IllegalArgumentException(type.asText());
        };
    }

    private static long number(LocalDateTime value, TemporalType type) {
        LocalDateTime epoch = LocalDateTime.of(1970, 1, 1, 0, 0);
        return epoch.until(value, type.precision() <= 3 ? ChronoUnit.MILLIS : ChronoUnit.MICROS)
                - (value.isBefore(epoch)
                                && value.get(ChronoField.NANO_OF_SECOND) % (type.precision() <= 3 ? 1_000_000 : 1000)
                                        != 0
                        ? 1
                        : 0);
    }

    /** Schemas that real Paimon (1.4.2 and 2.0.0) made of the same columns. */
    @Test
    void schemasAreThoseOfRealFiles() throws IOException {
        for (JsonNode vector : VectorFile.read("avro-nested.json")) {
            RowType type = (RowType) TypeParser.parse(vector.get("row").asText());
            write(RowType.of(type.fields()), Collections.nCopies(type.fieldCount(), List.of()));
            try (DataFileStream<GenericRecord> file = new DataFileStream<>(
                    new ByteArrayInputStream(storage.read(PATH)), new GenericDatumReader<GenericRecord>())) {
                assertThat(new ObjectMapper().readTree(file.getMetaString("avro.schema")))
                        .isEqualTo(vector.get("schema"));
            }
        }
    }

    /** Null, nothing, and one that is null, in many blocks. */
    @Test
    void nullsAndNothingAtEveryDepth() throws IOException {
        RowType schema = schema("ROW<a INT, b ARRAY<INT>>", "ARRAY<ROW<a INT>>", "MAP<STRING, ARRAY<INT>>");
        List<List<@Nullable Object>> kinds = List.of(
                Arrays.asList(null, Row.of(null, null), Row.of(1, List.of()), Row.of(2, Arrays.asList((Object) null))),
                Arrays.asList(null, List.of(), Arrays.asList((Object) null), List.of(Row.of((Object) null))),
                Arrays.asList(
                        null, Map.of(), Collections.singletonMap("k", null), Map.of("k", Arrays.asList(null, 3))));
        for (int shift = 0; shift < 4; shift++) {
            List<List<@Nullable Object>> columns = new ArrayList<>();
            for (List<@Nullable Object> kind : kinds) {
                List<@Nullable Object> column = new ArrayList<>();
                for (int i = 0; i < 20_001; i++) {
                    column.add(kind.get((i + shift) % 4));
                }
                columns.add(column);
            }
            DataFileWriter.Result result = write(schema, columns);
            assertThat(result.columns().get(0).nullCount()).isEqualTo(shift == 0 ? 5001 : 5000);
            assertThat(result.columns().get(1).min()).isNull();
            for (int c = 0; c < 3; c++) {
                assertThat(read("c" + c, schema.typeAt(c))).isEqualTo(RandomNested.texts(columns.get(c)));
            }
        }
    }

    /** Fields of a ROW are found by name, at every depth; the others are passed over, those that lack are null. */
    @Test
    void fieldsAreFoundByName() throws IOException {
        RowType schema = schema("ARRAY<ROW<a INT, b ROW<x STRING, y INT>, d MAP<INT, ARRAY<INT>>>>");
        List<@Nullable Object> column = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            Map<Object, Object> passed = Map.of(1, List.of(2, 3));
            column.add(List.of(Row.of(i, Row.of("x" + i, 2 * i), passed), Row.of(i, null, null)));
        }
        write(schema, List.of(column));
        DataType asked = TypeParser.parse("ARRAY<ROW<none DATE, b ROW<Y INT, y INT, lost ARRAY<INT>>, a INT>>");
        assertThat(read("c0", asked))
                .hasSize(3000)
                .startsWith("[ ( null ( null 0 null ) 0 ) ( null null 0 ) ]")
                .endsWith("[ ( null ( null 5998 null ) 2999 ) ( null null 2999 ) ]");
        assertThat(read("c0", TypeParser.parse("ARRAY<ROW<b ROW<none INT>>>"))).startsWith("[ ( ( null ) ) ( null ) ]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ARRAY<ROW<b ROW<x INT>>>; c0.element.b.x; INT; string",
                "ARRAY<ARRAY<INT>>; c0.element; ARRAY<INT>; record",
                "MAP<INT, INT>; c0; MAP<INT, INT>; array",
                "ROW<a INT>; c0; ROW<a INT>; array"
            })
    void otherTypesAreRefusedByName(String asked, String part, String type, String found) throws IOException {
        write(schema("ARRAY<ROW<b ROW<x STRING>>>"), List.of(List.of()));
        assertThatThrownBy(() -> read("c0", TypeParser.parse(asked)))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(PATH + ": column '" + part + "': expected one that holds " + type + ", found " + found);
    }

    /** Maps with text keys as arrays of records, whose fields are in another order and more than two. */
    @Test
    void otherFormsOfMapsAreRead() throws IOException {
        Schema schema = new Schema.Parser().parse("""
            {"type": "record", "name": "r", "fields": [{"name": "c0", "type": [{"type": "array", "items":
              {"type": "record", "name": "e", "fields": [{"name": "value", "type": ["int", "null"]},
               {"name": "more", "type": {"type": "map", "values": "int"}},
               {"name": "key", "type": "string"}]}}, "null"]}]}
            """);
        Schema entry = schema.getField("c0").schema().getTypes().get(0).getElementType();
        GenericRecord one = new GenericData.Record(entry);
        one.put("value", 7);
        one.put("more", Map.of("x", 1));
        one.put("key", "k");
        GenericRecord row = new GenericData.Record(schema);
        row.put(0, List.of(one));
        libraryWrites(schema, List.of(row, new GenericData.Record(schema)));
        assertThat(read("c0", TypeParser.parse("MAP<STRING, INT>"))).containsExactly("{ 'k'=7 }", "null");
        assertThat(read("c0", TypeParser.parse("MULTISET<STRING>"))).containsExactly("{ 'k'=7 }", "null");
    }

    @Test
    void recordsOfOneNameAndOtherFieldsAreRefused() throws IOException {
        RowType twice = RowType.of(List.of(
                new DataField(0, "a", TypeParser.parse("ROW<b ROW<x INT>>")),
                new DataField(1, "a_b", TypeParser.parse("ARRAY<ROW<y INT>>"))));
        assertThatThrownBy(() -> write(twice, List.of(List.of(), List.of())))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage(
                        "column 'a_b.element': its record in Avro files would be 'record_a_b', the name of another one"
                                + " with other fields");
        RowType same = RowType.of(List.of(
                new DataField(0, "a", TypeParser.parse("ROW<b ROW<x INT>>")),
                new DataField(1, "a_b", TypeParser.parse("ARRAY<ROW<x INT>>"))));
        write(same, List.of(List.of(Row.of(Row.of(1))), List.of(List.of(Row.of(2)))));
        assertThat(read("a", same.typeAt(0))).containsExactly("( ( 1 ) )");
        assertThat(read("a_b", same.typeAt(1))).containsExactly("[ ( 2 ) ]");
        assertThatThrownBy(() -> write(schema("ROW<`a b` INT>"), List.of(List.of())))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageStartingWith("column 'c0.a b': names in Avro files are letters");
    }

    @Test
    void nullsWhereNoneMayBeAreRefused() {
        assertThatThrownBy(() -> write(
                        schema("MAP<INT, ROW<f STRING NOT NULL>>"), List.of(List.of(Map.of(1, Row.of((Object) null))))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 'c0.value.f' is STRING NOT NULL, found a null");
        assertThatThrownBy(() -> write(schema("MULTISET<STRING>"), List.of(List.of(Collections.singletonMap(null, 1)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 'c0.key' is STRING NOT NULL, found a null");
    }

    /** Changed anywhere, a file gives values, or is refused by name. */
    @Test
    void changedFilesNeverFailOtherwise() throws IOException {
        RowType schema = schema("ARRAY<ROW<a INT, s STRING>>", "MAP<STRING, ARRAY<INT>>", "MAP<INT, DECIMAL(20, 2)>");
        Random random = new Random(1);
        RandomNested nested = new RandomNested(random, List.of(Types.INT));
        List<List<@Nullable Object>> columns =
                schema.types().stream().map(type -> nested.values(type, 60)).toList();
        storage.delete(PATH);
        try (DataFileWriter writer =
                new AvroFormat().create(storage.create(PATH), schema, WriteSettings.DEFAULT.withCompression("none"))) {
            List<ColumnVector> vectors = new ArrayList<>();
            for (int c = 0; c < columns.size(); c++) {
                vectors.add(RandomNested.vector(schema.typeAt(c), columns.get(c)));
            }
            writer.write(vectors, 60);
            writer.finish();
        }
        byte[] whole = storage.read(PATH);
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            byte[] changed = whole.clone();
            changed[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
            store(changed);
            try {
                for (DataField field : schema.fields()) {
                    read(field.name(), field.type());
                }
            } catch (DamagedFileException | org.lsmtable.types.UnsupportedFeatureException e) {
                assertThat(e).hasMessageStartingWith(PATH + ": ");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(150);
    }

    /** A list that says it has more items than there are bytes. */
    @Test
    void countsBeyondTheBlockAreRefused() throws IOException {
        String text = "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"c0\",\"type\":"
                + "{\"type\":\"array\",\"items\":\"int\"}}]}";
        AvroOutput row = new AvroOutput();
        row.writeLong(1L << 40);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        AvroOutput head = new AvroOutput();
        head.writeFixed(AvroHeader.MAGIC);
        head.writeLong(1);
        head.writeString("avro.schema");
        head.writeBytes(text.getBytes(UTF_8));
        head.writeLong(0);
        head.writeFixed(new byte[AvroHeader.SYNC_BYTES]);
        head.writeLong(1);
        head.writeLong(row.size());
        file.write(head.bytes(), 0, head.size());
        file.write(row.bytes(), 0, row.size());
        file.write(new byte[AvroHeader.SYNC_BYTES]);
        store(file.toByteArray());
        assertThatThrownBy(() -> read("c0", TypeParser.parse("ARRAY<INT>")))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("expected at most 0 items, found 1099511627776");
    }
}
