package org.lsmtable.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Values;
import org.lsmtable.format.BetweenFilter;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.RowRanges;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;

/** Our ORC files are laid out as the specification says, their statistics skip rows, and damage is told by name. */
class OrcFilesTest {
    private static final String PATH = "/t/data-1-0.orc";

    private final MemoryStorage storage = new MemoryStorage();

    private static OrcFormat format(String... options) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        return new OrcFormat(new Options(map));
    }

    private DataFileWriter.Result write(
            OrcFormat format, RowType schema, List<List<@Nullable Object>> rows, String codec) throws IOException {
        storage.delete(PATH);
        try (DataFileWriter writer =
                format.create(storage.create(PATH), schema, WriteSettings.DEFAULT.withCompression(codec))) {
            List<ColumnVector> vectors = new ArrayList<>();
            for (int column = 0; column < schema.fieldCount(); column++) {
                ColumnVector vector = ColumnVector.of(schema.typeAt(column), rows.size());
                for (List<@Nullable Object> row : rows) {
                    Values.append(row.get(column), vector);
                }
                vectors.add(vector);
            }
            writer.write(vectors, rows.size());
            return writer.finish();
        }
    }

    private static RowType schema(DataType... types) {
        List<DataField> fields = new ArrayList<>();
        for (DataType type : types) {
            fields.add(new DataField(fields.size(), "c" + fields.size(), type));
        }
        return RowType.of(fields);
    }

    private Reader library() throws IOException {
        Configuration configuration = new Configuration(false);
        StorageInput input = storage.open(PATH);
        return OrcFile.createReader(
                OneFileSystem.PATH,
                OrcFile.readerOptions(configuration)
                        .filesystem(OneFileSystem.reading(input, configuration))
                        .maxLength(input.length()));
    }

    private List<@Nullable Object> read(String column, DataType type) throws IOException {
        try (DataFileReader reader = format().open(storage.open(PATH));
                ColumnCursor cursor = reader.column(column, type)) {
            ColumnVector vector = cursor.read((int) reader.rowCount(), null);
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < vector.size(); i++) {
                values.add(Values.get(vector, i));
            }
            return values;
        }
    }

    private void store(byte[] content) throws IOException {
        storage.delete(PATH);
        try (StorageOutput out = storage.create(PATH)) {
            out.write(content);
        }
    }

    /** ORC's own reader takes zeros of both signs for one repeated value. */
    @Test
    void zerosKeepTheirSigns() throws IOException {
        List<List<@Nullable Object>> rows =
                List.of(List.of(-0.0, 0.0f), List.of(0.0, -0.0f), List.of(0.0, -0.0f), List.of(-0.0, 0.0f));
        write(format(), schema(Types.DOUBLE, Types.FLOAT), rows, "zstd");
        assertThat(read("c0", Types.DOUBLE)).containsExactly(-0.0, 0.0, 0.0, -0.0);
        assertThat(read("c1", Types.FLOAT)).containsExactly(0.0f, -0.0f, -0.0f, 0.0f);
    }

    @Test
    void schemaIsThatOfRealFiles() throws IOException {
        List<JsonNode> columns = VectorFile.read("column-mapping.json").stream()
                .filter(node -> node.has("orc"))
                .toList();
        assertThat(columns).hasSizeGreaterThan(38);
        List<DataField> fields = new ArrayList<>();
        for (JsonNode node : columns) {
            if (node.has("paimonType")) {
                fields.add(new DataField(
                        node.get("fieldId").asInt(),
                        node.get("column").asText(),
                        VectorFile.type(node.get("paimonType"))));
            }
        }
        RowType table = RowType.of(fields);
        List<DataField> all = new ArrayList<>(List.of(
                SystemFields.keyCopy(table.field("id")),
                SystemFields.keyCopy(table.field("k2")),
                SystemFields.SEQUENCE_NUMBER,
                SystemFields.VALUE_KIND));
        all.addAll(fields);
        write(format(), RowType.of(all), List.of(), "zstd");

        try (Reader file = library()) {
            TypeDescription struct = file.getSchema();
            assertThat(struct.getAttributeNames()).isEmpty();
            for (int i = 0; i < columns.size(); i++) {
                JsonNode node = columns.get(i);
                TypeDescription column = struct.getChildren().get(i);
                assertThat(struct.getFieldNames().get(i))
                        .isEqualTo(node.get("column").asText());
                assertThat(column.toString()).isEqualTo(node.get("orc").asText());
                assertThat("paimon.id=" + column.getAttributeValue("paimon.id"))
                        .isEqualTo(node.get("orcAttributes").asText());
            }
            assertThat(file.getMetadataKeys()).isEmpty();
            assertThat(file.getFileVersion()).isEqualTo(OrcFile.Version.V_0_12);
            assertThat(file.getCompressionKind()).isEqualTo(CompressionKind.ZSTD);
            assertThat(file.getRowIndexStride()).isEqualTo(10_000);
        }
    }

    @Test
    void optionsReachTheLibrary() throws IOException {
        OrcFormat format =
                format("file.block-size", "1 mb", "orc.row.index.stride", "2000", "orc.bloom.filter.columns", "c0");
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(List.of(i));
        }
        write(format, schema(Types.INT), rows, "none");
        try (Reader file = library()) {
            assertThat(file.getRowIndexStride()).isEqualTo(2000);
            assertThat(file.getCompressionKind()).isEqualTo(CompressionKind.NONE);
            OrcProto.Footer footer = file.getFileTail().getFooter();
            assertThat(footer.getRowIndexStride()).isEqualTo(2000);
        }
    }

    @ParameterizedTest
    @CsvSource({"none", "zlib", "snappy", "lzo", "lz4", "zstd"})
    void everyCodecIsRead(String codec) throws IOException {
        RowType schema = schema(Types.INT, Types.STRING);
        write(format(), schema, List.of(List.of(1, "a"), Arrays.asList(null, null)), codec);
        try (Reader file = library()) {
            assertThat(file.getCompressionKind().name()).isEqualToIgnoringCase(codec);
        }
        assertThat(read("c1", Types.STRING)).containsExactly("a", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "lz4_raw", "bzip2"})
    void unknownCodecsAreRefusedByName(String codec) {
        assertThatThrownBy(() -> write(format(), schema(Types.INT), List.of(), codec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'file.compression': ORC files: expected one of none, zlib, snappy, lzo, lz4, zstd,"
                        + " found '" + codec + "'");
        assertThatThrownBy(() -> storage.read(PATH)).isInstanceOf(NoSuchFileException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"VARIANT", "ARRAY<VARIANT>", "MAP<STRING, ROW<f VARIANT>>"})
    void typesThatVectorsLackAreRefusedByName(String type) {
        assertThatThrownBy(() -> write(format(), schema(TypeParser.parse(type)), List.of(), "zstd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column 'c0': ")
                .hasMessageContaining("VARIANT");
    }

    @Test
    void nullsWhereNoneMayBeAreRefused() {
        assertThatThrownBy(() ->
                        write(format(), schema(Types.INT.notNull()), List.of(Arrays.asList((Object) null)), "zstd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 'c0' is INT NOT NULL, found a null");
        assertThatThrownBy(() -> storage.read(PATH)).isInstanceOf(NoSuchFileException.class);
    }

    /** What ORC gives back a second later is refused; everything around it comes back. */
    @Test
    void theSecondBefore1970() throws IOException {
        List<String> fine = List.of(
                "1969-12-31T23:59:58.999999999",
                "1969-12-31T23:59:59",
                "1969-12-31T23:59:59.000999999",
                "1970-01-01T00:00:00",
                "1970-01-01T00:00:00.000000001");
        List<List<@Nullable Object>> rows = new ArrayList<>();
        fine.forEach(text -> rows.add(List.of(LocalDateTime.parse(text))));
        write(format(), schema(Types.timestamp(9)), rows, "zstd");
        assertThat(read("c0", Types.timestamp(9)))
                .isEqualTo(rows.stream().map(row -> row.get(0)).toList());
        for (String text : List.of("1969-12-31T23:59:59.001", "1969-12-31T23:59:59.999999999")) {
            assertThatThrownBy(() -> write(
                            format(), schema(Types.timestamp(9)), List.of(List.of(LocalDateTime.parse(text))), "zstd"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("column 'c0': ")
                    .hasMessageEndingWith("found " + text);
        }
    }

    @Test
    void charLosesItsLastBlanksInValuesAndBounds() throws IOException {
        DataFileWriter.Result result = write(
                format(), schema(Types.charOf(4)), List.of(List.of("a "), List.of("b\u0001 "), List.of(" ")), "zstd");
        assertThat(read("c0", Types.charOf(4))).containsExactly("a", "b\u0001", "");
        assertThat(result.columns()).containsExactly(new ColumnRange("", "b\u0001", 0L, 3));
    }

    @Test
    void keysThatWouldLoseBlanksAreRefused() {
        DataField key = new DataField(0, "k", Types.charOf(4));
        BytesVector values = new BytesVector(key.type(), 3);
        Values.append("a", values);
        Values.append(null, values);
        Values.append("b\u0001", values);
        format().requireKept(key, values);
        Values.append("c  ", values);
        assertThatThrownBy(() -> format().requireKept(key, values))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column 'k': a key of type CHAR(4) ")
                .hasMessageEndingWith("found 'c  '");
        format().requireKept(new DataField(0, "k", Types.varchar(4)), values);
    }

    private long rowsLeft(RowType schema, int column, @Nullable Object least, @Nullable Object most)
            throws IOException {
        try (DataFileReader reader = format().open(storage.open(PATH))) {
            BetweenFilter filter =
                    new BetweenFilter(List.of(new BetweenFilter.Condition(column, schema.typeAt(column), least, most)));
            return reader.mayMatch(filter, schema).rowCount();
        }
    }

    /** 25,000 rows ascending in groups of 10,000: one group is left for one value, the last has 5,000. */
    @Test
    void rowGroupsAreSkipped() throws IOException {
        RowType schema = schema(
                Types.BIGINT,
                Types.STRING,
                Types.DOUBLE,
                Types.decimal(12, 2),
                Types.DATE,
                Types.timestamp(6),
                Types.BOOLEAN,
                Types.charOf(6));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 25_000; i++) {
            rows.add(Arrays.asList(
                    (long) i,
                    String.format("%06d", i),
                    i < 10_000 ? null : i * 0.5,
                    BigDecimal.valueOf(i, 2),
                    LocalDate.ofEpochDay(i),
                    LocalDateTime.of(2000, 1, 1, 0, 0).plusHours(i),
                    i >= 20_000,
                    String.format("%05d", i)));
        }
        write(format(), schema, rows, "zstd");
        assertThat(rowsLeft(schema, 0, 15_000L, 15_000L)).isEqualTo(10_000);
        assertThat(rowsLeft(schema, 0, 15_000L, 20_000L)).isEqualTo(15_000);
        assertThat(rowsLeft(schema, 0, 30_000L, 40_000L)).isZero();
        assertThat(rowsLeft(schema, 1, "024999", "024999")).isEqualTo(5_000);
        assertThat(rowsLeft(schema, 2, 12_499.5, 12_499.5)).isEqualTo(5_000);
        assertThat(rowsLeft(schema, 2, null, null)).isEqualTo(10_000);
        assertThat(rowsLeft(schema, 3, new BigDecimal("0.00"), new BigDecimal("1.00")))
                .isEqualTo(10_000);
        assertThat(rowsLeft(schema, 4, LocalDate.ofEpochDay(12_000), LocalDate.ofEpochDay(12_001)))
                .isEqualTo(10_000);
        LocalDateTime hour = LocalDateTime.of(2000, 1, 1, 0, 0).plusHours(22_000);
        assertThat(rowsLeft(schema, 5, hour, hour)).isEqualTo(5_000);
        assertThat(rowsLeft(schema, 6, true, true)).isEqualTo(5_000);
        assertThat(rowsLeft(schema, 7, "24999", "24999")).isEqualTo(5_000);
        assertThat(rowsLeft(schema, 0, null, null)).isZero();

        try (DataFileReader reader = format().open(storage.open(PATH));
                ColumnCursor cursor = reader.column("c0", Types.BIGINT)) {
            cursor.skipTo(21_234);
            assertThat(Values.get(cursor.read(1, null), 0)).isEqualTo(21_234L);
            assertThat(Values.get(cursor.read(10, null), 9)).isEqualTo(21_244L);
            cursor.skipTo(24_999);
            assertThat(Values.get(cursor.read(1, null), 0)).isEqualTo(24_999L);
        }
    }

    /** NaN hides what is greater and less: bounds with it exclude nothing. */
    @Test
    void nanHidesBounds() throws IOException {
        RowType schema = schema(Types.DOUBLE, Types.DOUBLE);
        write(format(), schema, List.of(List.of(1.0, -0.0), List.of(Double.NaN, 0.0), List.of(5.0, 0.0)), "zstd");
        assertThat(rowsLeft(schema, 0, Double.NaN, Double.NaN)).isEqualTo(3);
        assertThat(rowsLeft(schema, 0, 4.0, 6.0)).isEqualTo(3);
        assertThat(rowsLeft(schema, 1, -0.0, -0.0)).isEqualTo(3);
        assertThat(rowsLeft(schema, 1, 1.0, 2.0)).isZero();
    }

    /** Files of the library with several stripes and columns that are wider or missing. */
    @Test
    void filesOfTheLibraryAreRead() throws IOException {
        TypeDescription type = TypeDescription.fromString("struct<n:bigint,s:varchar(10),l:array<int>>");
        Configuration configuration = new Configuration(false);
        try (StorageOutput out = storage.create(PATH);
                Writer writer = OrcFile.createWriter(
                        OneFileSystem.PATH,
                        OrcFile.writerOptions(configuration)
                                .setSchema(type)
                                .stripeSize(1)
                                .rowIndexStride(1000)
                                .fileSystem(OneFileSystem.writing(out, configuration)))) {
            VectorizedRowBatch batch = type.createRowBatch(1000);
            for (int part = 0; part < 12; part++) {
                batch.reset();
                for (int i = 0; i < 1000; i++) {
                    ((LongColumnVector) batch.cols[0]).vector[i] = part * 1000L + i;
                    ((BytesColumnVector) batch.cols[1]).setVal(i, ("s" + part).getBytes(StandardCharsets.UTF_8));
                }
                batch.cols[2].noNulls = false;
                Arrays.fill(batch.cols[2].isNull, true);
                batch.size = 1000;
                writer.addRowBatch(batch);
            }
        }
        try (Reader file = library()) {
            assertThat(file.getStripes()).hasSizeGreaterThan(1);
        }
        assertThat(read("n", Types.INT)).hasSize(12_000).startsWith(0, 1).endsWith(11_999);
        assertThat(read("s", Types.STRING)).hasSize(12_000).startsWith("s0").endsWith("s11");
        assertThat(read("absent", Types.DATE)).hasSize(12_000).containsOnlyNulls();
        RowType schema = RowType.of(List.of(new DataField(0, "n", Types.INT)));
        assertThat(rowsLeft(schema, 0, 5_500, 5_500)).isEqualTo(1_000);
        try (DataFileReader reader = format().open(storage.open(PATH));
                ColumnCursor cursor = reader.column("n", Types.INT)) {
            cursor.skipTo(11_500);
            assertThat(Values.get(cursor.read(1, null), 0)).isEqualTo(11_500);
        }
        assertThatThrownBy(() -> read("n", Types.TINYINT))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(PATH + ": column 'n' from row 0: expected a number from -128 to 127, found 128");
        assertThatThrownBy(() -> read("l", Types.INT))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(PATH + ": column 'l': expected one that holds INT, found array<int>");
        assertThatThrownBy(() -> read("n", Types.timestamp(3)))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(PATH + ": column 'n': expected one that holds TIMESTAMP(3), found bigint");
    }

    @Test
    void cutAndForeignFilesAreRefused() throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(List.of(i, "text " + i * 7919));
        }
        write(format(), schema(Types.INT, Types.STRING), rows, "zlib");
        byte[] whole = storage.read(PATH);
        for (int length = 0; length < whole.length; length += length < 20 ? 1 : 37) {
            store(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> read("c0", Types.INT))
                    .as("first %d of %d bytes", length, whole.length)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageStartingWith(PATH + ": ")
                    .hasMessageContaining("expected ");
        }
        store("PAR1 and so on".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> read("c0", Types.INT))
                .hasMessage(PATH + ": magic at byte 0: expected 4f5243 (ORC), found 504152");
    }

    /** Changed anywhere, a file gives values, or is refused by name. */
    @Test
    void changedFilesNeverFailOtherwise() throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(Arrays.asList(i, i % 3 == 0 ? null : "text " + i, new BigDecimal(i), i * 0.5));
        }
        RowType schema = schema(Types.INT, Types.STRING, Types.decimal(20, 0), Types.DOUBLE);
        write(format(), schema, rows, "zlib");
        byte[] whole = storage.read(PATH);
        int refused = 0;
        for (int at = 0; at < whole.length; at += 3) {
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (1 << at % 8);
            store(changed);
            try (DataFileReader reader = format().open(storage.open(PATH))) {
                for (DataField field : schema.fields()) {
                    try (ColumnCursor cursor = reader.column(field.name(), field.type())) {
                        cursor.read((int) Math.min(200, reader.rowCount()), null);
                    }
                }
                RowRanges ranges = reader.mayMatch(BetweenFilter.of(Types.INT, 1, 2), schema);
                assertThat(ranges.rowCount()).isNotNegative();
            } catch (DamagedFileException e) {
                assertThat(e).hasMessageStartingWith(PATH + ": ");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(40);
    }
}
