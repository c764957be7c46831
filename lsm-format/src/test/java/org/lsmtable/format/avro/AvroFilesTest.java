package org.lsmtable.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Values;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/** Our Avro files are what the specification and the Avro library say, and files of the library are read whatever their form. */
class AvroFilesTest {
    private static final String PATH = "/t/data-1-0.avro";

    private final MemoryStorage storage = new MemoryStorage();

    private void write(RowType schema, List<List<@Nullable Object>> rows, String codec) throws IOException {
        try (DataFileWriter writer =
                new AvroFormat().create(storage.create(PATH), schema, WriteSettings.DEFAULT.withCompression(codec))) {
            List<ColumnVector> vectors = new ArrayList<>();
            for (int column = 0; column < schema.fieldCount(); column++) {
                ColumnVector vector = ColumnVector.of(schema.typeAt(column), rows.size());
                for (List<@Nullable Object> row : rows) {
                    Values.append(row.get(column), vector);
                }
                vectors.add(vector);
            }
            writer.write(vectors, rows.size());
            writer.finish();
        }
    }

    private DataFileReader<GenericRecord> library() throws IOException {
        return new DataFileReader<>(new SeekableByteArrayInput(storage.read(PATH)), new GenericDatumReader<>());
    }

    @Test
    void schemaIsThatOfRealFiles() throws IOException {
        List<JsonNode> columns = VectorFile.read("column-mapping.json").stream()
                .filter(node -> node.has("avro"))
                .toList();
        assertThat(columns).hasSizeGreaterThan(28);
        List<DataField> fields = new ArrayList<>();
        for (JsonNode node : columns) {
            String name = node.get("column").asText();
            if (node.has("paimonType")) {
                fields.add(new DataField(node.get("fieldId").asInt(), name, VectorFile.type(node.get("paimonType"))));
            }
        }
        RowType table = RowType.of(fields);
        List<DataField> all = new ArrayList<>(List.of(
                SystemFields.keyCopy(table.field("id")),
                SystemFields.keyCopy(table.field("k2")),
                SystemFields.SEQUENCE_NUMBER,
                SystemFields.VALUE_KIND));
        all.addAll(fields);
        write(RowType.of(all), List.of(), "zstd");

        try (DataFileReader<GenericRecord> file = library()) {
            assertThat(file.getMetaKeys().stream().filter(key -> key.startsWith("avro.")))
                    .containsExactlyInAnyOrder("avro.schema", "avro.codec");
            assertThat(file.getMetaString("avro.codec")).isEqualTo("zstandard");
            JsonNode schema = new ObjectMapper().readTree(file.getMetaString("avro.schema"));
            assertThat(schema.get("name").asText()).isEqualTo("record");
            assertThat(schema.get("namespace").asText()).isEqualTo("org.apache.paimon.avro.generated");
            for (int i = 0; i < columns.size(); i++) {
                JsonNode field = schema.get("fields").get(i);
                assertThat(field.get("name")).isEqualTo(columns.get(i).get("column"));
                assertThat(field.get("type")).isEqualTo(columns.get(i).get("avro"));
                boolean isUnion = field.get("type").isArray();
                assertThat(field.has("default")).as("default of %s", field).isEqualTo(isUnion);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate", "snappy", "zstd", "bzip2"})
    void theLibraryReadsWhatWeWrite(String codec) throws IOException {
        List<DataType> types = List.of(
                Types.INT.notNull(),
                Types.BOOLEAN,
                Types.BIGINT,
                Types.FLOAT,
                Types.DOUBLE,
                Types.STRING,
                Types.BYTES,
                Types.DATE,
                Types.time(3),
                Types.decimal(9, 2),
                Types.decimal(38, 0),
                Types.timestamp(3),
                Types.timestamp(6),
                Types.timestampLtz(3),
                Types.timestampLtz(6));
        RowType schema = schema(types);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) { // several blocks
            rows.add(Arrays.asList(
                    i,
                    true,
                    Long.MIN_VALUE,
                    -0.0f,
                    Double.MAX_VALUE,
                    "\u4e2d" + i,
                    new byte[] {0, -1},
                    LocalDate.of(1969, 12, 31),
                    LocalTime.of(23, 59, 59, 999_000_000),
                    new BigDecimal("-1.28"),
                    new BigDecimal("99999999999999999999999999999999999999"),
                    LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000),
                    LocalDateTime.of(2024, 5, 14, 12, 34, 56, 789_012_000),
                    Instant.parse("2024-05-14T12:34:56.789Z"),
                    Instant.parse("1969-12-31T23:59:59.999999Z")));
        }
        List<@Nullable Object> nulls = new ArrayList<>(java.util.Collections.nCopies(types.size(), null));
        nulls.set(0, -5);
        rows.add(nulls);
        write(schema, rows, codec);

        try (DataFileReader<GenericRecord> file = library()) {
            for (int i = 0; i < 5000; i++) {
                GenericRecord row = file.next();
                assertThat(row.get(0)).isEqualTo(i);
                assertThat(row.get(1)).isEqualTo(true);
                assertThat(row.get(2)).isEqualTo(Long.MIN_VALUE);
                assertThat(row.get(3)).isEqualTo(-0.0f);
                assertThat(row.get(4)).isEqualTo(Double.MAX_VALUE);
                assertThat(row.get(5)).hasToString("\u4e2d" + i);
                assertThat(row.get(6)).isEqualTo(ByteBuffer.wrap(new byte[] {0, -1}));
                assertThat(row.get(7)).isEqualTo(-1);
                assertThat(row.get(8)).isEqualTo(86_399_999);
                assertThat(row.get(9)).isEqualTo(ByteBuffer.wrap(new byte[] {-128})); // as short as it gets
                assertThat(new BigInteger(((ByteBuffer) row.get(10)).array()))
                        .isEqualTo(BigInteger.TEN.pow(38).subtract(BigInteger.ONE));
                assertThat(row.get(11)).isEqualTo(-1L);
                assertThat(row.get(12)).isEqualTo(1_715_690_096_789_012L);
                assertThat(row.get(13)).isEqualTo(1_715_690_096_789L);
                assertThat(row.get(14)).isEqualTo(-1L);
            }
            GenericRecord last = file.next();
            assertThat(last.get(0)).isEqualTo(-5);
            for (int i = 1; i < types.size(); i++) {
                assertThat(last.get(i)).isNull();
            }
            assertThat(file.hasNext()).isFalse();
        }
    }

    private static RowType schema(List<DataType> types) {
        List<DataField> fields = new ArrayList<>();
        for (DataType type : types) {
            fields.add(new DataField(fields.size(), "c" + fields.size(), type));
        }
        return RowType.of(fields);
    }

    private void libraryWrites(Schema schema, String codec, int rows, List<@Nullable Object> row) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Schema record =
                schema.getType() == Schema.Type.UNION ? schema.getTypes().get(1) : schema;
        try (var writer = new org.apache.avro.file.DataFileWriter<>(new GenericDatumWriter<GenericRecord>())) {
            writer.setCodec(CodecFactory.fromString(codec)).setSyncInterval(200).create(schema, bytes);
            for (int i = 0; i < rows; i++) {
                GenericRecord one = new GenericData.Record(record);
                for (int field = 0; field < row.size(); field++) {
                    one.put(field, row.get(field));
                }
                writer.append(one);
            }
        }
        store(PATH, bytes.toByteArray());
    }

    private void store(String path, byte[] content) throws IOException {
        storage.delete(path);
        try (StorageOutput out = storage.create(path)) {
            out.write(content);
        }
    }

    private List<@Nullable Object> read(String column, DataType type) throws IOException {
        try (org.lsmtable.format.DataFileReader reader = new AvroFormat().open(storage.open(PATH));
                ColumnCursor cursor = reader.column(column, type)) {
            ColumnVector vector = cursor.read((int) reader.rowCount(), null);
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < vector.size(); i++) {
                values.add(Values.get(vector, i));
            }
            return values;
        }
    }

    /** Unions with null behind, fixed decimals, other units of time, nested fields in between, a root that is a union. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate", "snappy", "zstandard", "bzip2"})
    void otherFormsAreRead(String codec) throws IOException {
        String text = """
            ["null", {"type": "record", "name": "r", "fields": [
              {"name": "behind", "type": ["string", "null"]},
              {"name": "list", "type": {"type": "array", "items": ["null", "int"]}},
              {"name": "map", "type": {"type": "map", "values": "long"}},
              {"name": "inner", "type": {"type": "record", "name": "s", "fields": [{"name": "x", "type": "double"}]}},
              {"name": "d", "type": {"type": "fixed", "name": "f", "size": 20,
                                     "logicalType": "decimal", "precision": 30, "scale": 2}},
              {"name": "narrow", "type": "int"},
              {"name": "micros", "type": {"type": "long", "logicalType": "timestamp-micros"}},
              {"name": "millis", "type": ["null", {"type": "long", "logicalType": "local-timestamp-millis"}]},
              {"name": "three", "type": ["null", "int", "string"]}]}]
            """;
        Schema schema = new Schema.Parser().parse(text);
        Schema record = schema.getTypes().get(1);
        GenericRecord inner = new GenericData.Record(record.getField("inner").schema());
        inner.put("x", 1.5);
        byte[] fixed = new byte[20];
        Arrays.fill(fixed, (byte) -1);
        fixed[19] = 1; // -255
        int rows = 300;
        libraryWrites(
                schema,
                codec,
                rows,
                Arrays.asList(
                        "text",
                        Arrays.asList(1, null, 3),
                        java.util.Map.of("k", 7L),
                        inner,
                        new GenericData.Fixed(record.getField("d").schema(), fixed),
                        -7,
                        -1L,
                        1000L,
                        7));
        assertThat(read("behind", Types.STRING)).hasSize(rows).containsOnly("text");
        assertThat(read("d", Types.decimal(30, 2))).hasSize(rows).containsOnly(new BigDecimal("-2.55"));
        assertThat(read("d", Types.decimal(18, 2))).hasSize(rows).containsOnly(new BigDecimal("-2.55"));
        assertThat(read("narrow", Types.BIGINT)).hasSize(rows).containsOnly(-7L);
        assertThat(read("narrow", Types.TINYINT)).hasSize(rows).containsOnly((byte) -7);
        assertThat(read("micros", Types.timestamp(3)))
                .hasSize(rows)
                .containsOnly(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000));
        assertThat(read("millis", Types.timestampLtz(6))).hasSize(rows).containsOnly(Instant.ofEpochSecond(1));
        assertThat(read("absent", Types.INT)).hasSize(rows).containsOnlyNulls();
        assertThatThrownBy(() -> read("three", Types.INT))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(PATH + ": column 'three': expected one that holds INT, found string");
    }

    @ParameterizedTest
    @CsvSource({
        "INT, string",
        "STRING, long",
        "'DECIMAL(9, 2)', bytes",
        "FLOAT, double",
        "TIMESTAMP(9), long timestamp-micros",
        "BOOLEAN, int"
    })
    void otherTypesAreRefusedByName(String type, String written) throws IOException {
        String avro = written.contains(" ")
                ? "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}"
                : "\"" + written + "\"";
        Schema schema = new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"c\",\"type\":" + avro + "}]}");
        libraryWrites(schema, "null", 0, List.of());
        assertThatThrownBy(() -> read("c", TypeParser.parse(type)))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(PATH + ": column 'c': expected one that holds " + type + ", found " + written);
    }

    @Test
    void numbersOutOfRangeAreRefused() throws IOException {
        Schema schema = new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"c\",\"type\":\"int\"}]}");
        libraryWrites(schema, "null", 1, List.of(300));
        assertThatThrownBy(() -> read("c", Types.TINYINT))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageStartingWith(PATH + ": ")
                .hasMessageContaining("expected a number from -128 to 127, found 300");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TIME(6)",
                "TIMESTAMP(7)",
                "TIMESTAMP(9) WITH LOCAL TIME ZONE",
                "ARRAY<TIMESTAMP(7)>",
                "MAP<INT, TIME(6)>",
                "MULTISET<INT>",
                "ROW<f ARRAY<MULTISET<BYTES>>>"
            })
    void typesThatAvroLacksAreRefusedByName(String type) {
        RowType schema = schema(List.of(TypeParser.parse(type)));
        assertThatThrownBy(() -> write(schema, List.of(), "zstd"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("column 'c0': values of type " + type + " are not supported in Avro files");
        assertThatThrownBy(() -> storage.read(PATH)).isInstanceOf(java.nio.file.NoSuchFileException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lz4", "gzip", "xz"})
    void unknownCodecsAreRefusedByName(String codec) {
        assertThatThrownBy(() -> write(schema(List.of(Types.INT)), List.of(), codec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + codec + "'")
                .hasMessageContaining("zstd");
    }

    @Test
    void nullsWhereNoneMayBeAreRefused() {
        RowType schema = schema(List.of(Types.INT.notNull()));
        assertThatThrownBy(() -> write(schema, List.of(Arrays.asList((Object) null)), "zstd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 'c0' is INT NOT NULL, found a null");
    }

    /** Cut anywhere, a file is refused by name; a block missing as a whole is found by the number of rows in the manifest. */
    @Test
    void cutFilesAreRefused() throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            rows.add(List.of(i, "text " + i * 7919));
        }
        write(schema(List.of(Types.INT, Types.STRING.notNull())), rows, "null");
        byte[] whole = storage.read(PATH);
        List<Integer> readable = new ArrayList<>();
        for (int length = 0; length < whole.length; length = length < 600 ? length + 7 : length + 401) {
            store(PATH, Arrays.copyOf(whole, length));
            try {
                readable.add(read("c0", Types.INT).size());
            } catch (DamagedFileException e) {
                assertThat(e).hasMessageStartingWith(PATH + ": ").hasMessageContaining("expected ");
            }
        }
        // nothing but the header is a file without rows
        assertThat(Set.copyOf(readable)).isSubsetOf(Set.of(0));
    }

    /** Changed anywhere, a file gives values, or is refused by name. */
    @Test
    void changedFilesNeverFailOtherwise() throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(Arrays.asList(i, i % 3 == 0 ? null : "text " + i, new BigDecimal(i), i * 0.5));
        }
        RowType schema = schema(List.of(Types.INT, Types.STRING, Types.decimal(20, 0), Types.DOUBLE));
        for (String codec : List.of("null", "zstd", "snappy", "deflate", "bzip2")) {
            storage.delete(PATH);
            write(schema, rows, codec);
            byte[] whole = storage.read(PATH);
            int refused = 0;
            for (int at = 0; at < whole.length; at += 5) {
                byte[] changed = whole.clone();
                changed[at] ^= (byte) (1 << at % 8);
                store(PATH, changed);
                try {
                    for (DataField field : schema.fields()) {
                        read(field.name(), field.type());
                    }
                } catch (DamagedFileException | org.lsmtable.types.UnsupportedFeatureException e) {
                    assertThat(e).hasMessageStartingWith(PATH + ": ");
                    refused++;
                }
            }
            assertThat(refused).as(codec).isGreaterThan(40);
        }
    }
}
