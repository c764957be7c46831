package org.lsmtable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.options.Options;
import org.lsmtable.testing.PaimonTable;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.UnsupportedFeatureException;

class TablePathsTest {
    private static final TablePaths PATHS = new TablePaths("/w/t");

    private static TableSchema schema(Map<String, String> options, String... types) {
        List<DataField> fields = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            names.add("p" + i);
            fields.add(new DataField(i, "p" + i, TypeParser.parse(types[i])));
        }
        fields.add(new DataField(types.length, "k", TypeParser.parse("INT NOT NULL")));
        return new TableSchema(3, 0, fields, types.length, names, List.of("k"), new Options(options), null, 0);
    }

    private static String folder(Map<String, String> options, String type, @Nullable Object value) {
        DataType parsed = TypeParser.parse(type);
        return PATHS.bucketFolder(schema(options, type), BinaryRow.of(List.of(parsed), value), 0)
                .replace("/w/t/p0=", "")
                .replace("/bucket-0", "");
    }

    static Stream<JsonNode> names() {
        return VectorFile.read("partition-path.json").stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void namesFoldersAsPaimonDoes(JsonNode vector) {
        String type = vector.get("type").asText();
        Object value = VectorFile.value(vector.get("value"), TypeParser.parse(type));
        if (vector.has("legacy")) {
            assertThat(folder(Map.of(), type, value))
                    .isEqualTo(vector.get("legacy").asText());
        }
        boolean zoned = type.endsWith("WITH LOCAL TIME ZONE");
        if (!zoned || ZoneId.systemDefault().getRules().equals(ZoneOffset.UTC.getRules())) {
            assertThat(folder(Map.of("partition.legacy-name", "false"), type, value))
                    .isEqualTo(vector.get("cast").asText());
        }
    }

    @Test
    void spellsZonedTimestampsInUtcOrInTheZoneOfTheProcess() {
        Instant instant = Instant.parse("2023-11-14T22:13:20.123Z");
        String type = "TIMESTAMP(3) WITH LOCAL TIME ZONE";
        assertThat(folder(Map.of(), type, instant)).isEqualTo("2023-11-14T22%3A13%3A20.123");
        assertThat(folder(Map.of("partition.legacy-name", "false"), type, instant))
                .isEqualTo(LocalDateTime.ofInstant(instant, ZoneId.systemDefault())
                        .toString()
                        .replace('T', ' ')
                        .replace(":", "%3A"));
    }

    @Test
    void escapesExactlyTheCharactersOfTheFormat() {
        String escaped = "\"#%'*/:=?\\{}[]^";
        for (char c = 1; c < 0x100; c++) {
            String expected =
                    c < 0x20 || c == 0x7f || escaped.indexOf(c) >= 0 ? "x" + String.format("%%%02X", (int) c) : "x" + c;
            assertThat(folder(Map.of(), "STRING", "x" + c))
                    .as("0x%02x", (int) c)
                    .isEqualTo(expected);
        }
        assertThat(folder(Map.of(), "STRING", "y".repeat(300))).isEqualTo("y".repeat(300));
    }

    @Test
    void binaryValuesHaveANameOnlyWithoutTheLegacyForm() {
        byte[] value = {'a', '/'};
        assertThat(folder(Map.of("partition.legacy-name", "false"), "BYTES", value))
                .isEqualTo("a%2F");
        assertThatThrownBy(() -> folder(Map.of(), "BYTES", value))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("'p0'")
                .hasMessageContaining("partition.legacy-name");
    }

    @Test
    void putsBucketsBelowPartitionsBelowTheDataDirectory() {
        List<DataType> types = List.of(TypeParser.parse("STRING"), TypeParser.parse("INT"));
        TableSchema two = schema(Map.of("data-file.path-directory", "data"), "STRING", "INT");
        assertThat(PATHS.bucketFolder(two, BinaryRow.of(types, "x/y", 7), 3))
                .isEqualTo("/w/t/data/p0=x%2Fy/p1=7/bucket-3");
        BinaryRow partition = BinaryRow.of(types, "x", 7);
        TableSchema outside = schema(Map.of("data-file.path-directory", "/data/"), "STRING", "INT");
        assertThat(PATHS.bucketFolder(outside, partition, 3)).isEqualTo("/data/p0=x/p1=7/bucket-3");
        assertThat(new TablePaths("hdfs://nn:8020/w/t").bucketFolder(outside, partition, 3))
                .isEqualTo("hdfs://nn:8020/data/p0=x/p1=7/bucket-3");
        TableSchema none = schema(Map.of());
        assertThat(PATHS.bucketFolder(none, BinaryRow.EMPTY, 0)).isEqualTo("/w/t/bucket-0");
        assertThat(PATHS.bucketFolder(none, BinaryRow.EMPTY, -2)).isEqualTo("/w/t/bucket-postpone");
        assertThatThrownBy(() -> PATHS.bucketFolder(two, BinaryRow.EMPTY, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a partition of [p0, p1], found 0 fields");
    }

    static Stream<String> tables() {
        return PaimonTable.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void findsDataFilesWherePaimonPutsThem(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        TableSchema schema = new SchemaStore(table.storage(), new TablePaths(table.root())).get(0);
        List<String> ours = new ArrayList<>();
        for (JsonNode entries : table.expected().get("manifests")) {
            for (JsonNode entry : entries) {
                byte[] partition =
                        HexFormat.of().parseHex(entry.get("partition").asText());
                String folder = new TablePaths("")
                        .bucketFolder(
                                schema,
                                BinaryRow.fromStored(partition),
                                entry.get("bucket").asInt());
                ours.add(entry.get("level").asInt() + " " + folder + "/"
                        + entry.get("fileName").asText());
            }
        }
        for (JsonNode state : table.snapshots()) {
            for (JsonNode live : state.get("live")) {
                assertThat(ours).contains(live.asText());
            }
        }
    }
}
