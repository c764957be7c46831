package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.VersionParser;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Values;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;

/** What real Paimon writes, as the specification's vectors have it: schemas, timestamps, statistics. */
class ParquetWriterVectorsTest {
    private static final String PATH = "/t/f.parquet";

    private final MemoryStorage storage = new MemoryStorage();

    private DataFileWriter.Result write(RowType schema, List<List<@Nullable Object>> rows) throws IOException {
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema, WriteSettings.DEFAULT)) {
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

    /** The columns of the mapping, system columns included, without VARIANT. */
    private static List<JsonNode> columns() {
        return VectorFile.read("column-mapping.json").stream()
                .filter(node -> !node.path("paimonType").asText().equals("VARIANT"))
                .toList();
    }

    private static RowType schemaOf(List<JsonNode> columns) {
        List<DataField> fields = new ArrayList<>();
        for (JsonNode node : columns) {
            if (node.has("paimonType")) {
                DataType type = VectorFile.type(node.get("paimonType"));
                fields.add(new DataField(
                        node.get("fieldId").asInt(), node.get("column").asText(), type));
            }
        }
        RowType table = RowType.of(fields);
        List<DataField> all = new ArrayList<>(List.of(
                SystemFields.keyCopy(table.field("id")),
                SystemFields.keyCopy(table.field("k2")),
                SystemFields.SEQUENCE_NUMBER,
                SystemFields.VALUE_KIND));
        all.addAll(fields);
        return RowType.of(all);
    }

    @Test
    void schemaIsThatOfRealFiles() throws IOException {
        List<JsonNode> columns = columns();
        assertThat(columns).hasSizeGreaterThan(38);
        write(schemaOf(columns), List.of());
        LibraryFile file = LibraryFile.read(storage.read(PATH));
        MessageType schema = file.footer().getFileMetaData().getSchema();

        assertThat(schema.getName()).isEqualTo("paimon_schema");
        List<String> lines = new ArrayList<>();
        for (Type field : schema.getFields()) {
            StringBuilder line = new StringBuilder();
            field.writeToStringBuilder(line, "");

            // said by the library of 1.18 only, where it would itself write the newer order
            lines.add(
                    line.toString().replace(" columnorder(TYPE_DEFINED_ORDER)", "") + (field.isPrimitive() ? ";" : ""));
        }
        assertThat(lines)
                .isEqualTo(columns.stream()
                        .map(node -> node.get("parquet").asText())
                        .toList());
        assertThat(file.footer().getFileMetaData().getKeyValueMetaData()).isEmpty();
    }

    @Test
    void schemaElementsAreThoseTheLibraryWrites() throws IOException {
        write(schemaOf(columns()), List.of());
        byte[] bytes = storage.read(PATH);
        FileMetaData written = footer(bytes);
        FileMetaData expected = new ParquetMetadataConverter()
                .toParquetMetadata(1, LibraryFile.read(bytes).footer());

        assertThat(written.getSchema()).isEqualTo(expected.getSchema());
        assertThat(written.getColumn_orders()).isEqualTo(expected.getColumn_orders());
        assertThat(written.getNum_rows()).isZero();
        assertThat(written.getRow_groups()).isEmpty();
    }

    private static FileMetaData footer(byte[] bytes) throws IOException {
        int length = ByteBuffer.wrap(bytes, bytes.length - 8, 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        return Util.readFileMetaData(new ByteArrayInputStream(bytes, bytes.length - 8 - length, length));
    }

    @Test
    void createdByIsReadAsAnUnknownApplicationWhoseStatisticsCount() throws Exception {
        write(RowType.of(List.of(new DataField(0, "s", Types.STRING))), List.of(List.of("x")));
        LibraryFile file = LibraryFile.read(storage.read(PATH));

        VersionParser.ParsedVersion version =
                VersionParser.parse(file.footer().getFileMetaData().getCreatedBy());
        assertThat(version.application).isEqualTo("lsm-table");
        assertThat(version.hasSemanticVersion()).isTrue();
        assertThat(file.chunk(0, "s").metaData().getStatistics().getMaxBytes()).isEqualTo(new byte[] {'x'});
    }

    @Test
    void timestampsAreStoredAsInRealFiles() throws IOException {
        List<JsonNode> vectors = VectorFile.read("parquet-timestamps.json");
        RowType schema = RowType.of(List.of(
                new DataField(0, "t9", Types.timestamp(9)),
                new DataField(1, "t6", Types.timestamp(6)),
                new DataField(2, "t3", Types.timestamp(3)),
                new DataField(3, "d", Types.DATE)));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (JsonNode vector : vectors) {
            LocalDateTime time = LocalDateTime.parse(vector.get("timestamp").asText());
            rows.add(Arrays.asList(
                    time,
                    Values.coerce(time, Types.timestamp(6), "t6"),
                    Values.coerce(time, Types.timestamp(3), "t3"),
                    time.toLocalDate()));
        }
        write(schema, rows);
        LibraryFile file = LibraryFile.read(storage.read(PATH));

        assertThat(file.values("t9"))
                .isEqualTo(vectors.stream()
                        .map(v -> ByteBuffer.wrap(
                                HexFormat.of().parseHex(v.get("int96Hex").asText())))
                        .toList());
        assertThat(file.values("t6"))
                .isEqualTo(vectors.stream().map(v -> v.get("micros").asLong()).toList());
        assertThat(file.values("t3"))
                .isEqualTo(vectors.stream().map(v -> v.get("millis").asLong()).toList());
        assertThat(file.values("d"))
                .isEqualTo(vectors.stream().map(v -> v.get("epochDay").asInt()).toList());
    }

    @Test
    void nanAndZerosAreInTheStatisticsAsInPaimon2() throws IOException {
        JsonNode vector = VectorFile.read("column-stats.json").stream()
                .filter(v -> v.get("format").asText().equals("parquet"))
                .filter(v -> v.get("version").asText().equals("2.0.0"))
                .filter(v -> v.get("explanation").asText().contains("(NaN,NaN,0.0),(1.0,-2.0,-0.0)"))
                .findFirst()
                .orElseThrow();
        RowType schema = RowType.of(List.of(
                new DataField(0, "a", Types.FLOAT),
                new DataField(1, "b", Types.DOUBLE),
                new DataField(2, "z", Types.DOUBLE)));
        DataFileWriter.Result result =
                write(schema, List.of(List.of(Float.NaN, Double.NaN, 0.0), List.of(1.0f, -2.0, -0.0)));

        BinaryRow min = stored(vector.get("_VALUE_STATS").get("_MIN_VALUES"));
        BinaryRow max = stored(vector.get("_VALUE_STATS").get("_MAX_VALUES"));
        for (int i = 0; i < 3; i++) {
            ColumnRange range = result.columns().get(i);
            assertThat(range.min()).isEqualTo(min.get(i, schema.typeAt(i)));
            assertThat(range.max()).isEqualTo(max.get(i, schema.typeAt(i)));
            assertThat(range.nullCount()).isZero();
        }
    }

    private static BinaryRow stored(JsonNode hex) {
        String text = Objects.requireNonNull(hex).asText();
        return BinaryRow.fromStored(HexFormat.of().parseHex(text.substring(2)));
    }

    @Test
    void aColumnOfNanOnlyHasNanBounds() throws IOException {
        RowType schema = RowType.of(List.of(new DataField(0, "a", Types.FLOAT)));
        ColumnRange range = write(schema, List.of(List.of(Float.NaN), Arrays.asList((Object) null)))
                .columns()
                .get(0);

        assertThat(range).isEqualTo(new ColumnRange(Float.NaN, Float.NaN, 1L, 2));
    }
}
