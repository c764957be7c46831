package org.lsmtable.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;

/**
 * A table written by a released Paimon, metadata only, in a storage of its own, with what that release itself said about it
 * (see {@code README.md} beside the files).
 */
public final class PaimonTable {
    /** All such tables, {@code VERSION/TABLE}. */
    public static final List<String> ALL = List.of(
            "1.4.2/orders",
            "1.4.2/types",
            "1.4.2/dynamic",
            "1.4.2/vectors",
            "2.0.0/orders",
            "2.0.0/types",
            "2.0.0/dynamic",
            "2.0.0/vectors",
            "2.0.0/codec-deflate",
            "2.0.0/codec-snappy",
            "2.0.0/codec-zstd");

    private final MemoryStorage storage = new MemoryStorage();
    private final String root;
    private final JsonNode expected;

    private PaimonTable(String name) throws IOException {
        root = "/" + name;
        expected = new ObjectMapper().readTree(resource(name + "/expected.json"));
        for (String file :
                new String(resource(name + "/index.txt"), UTF_8).lines().toList()) {
            storage.createIfAbsent(root + "/" + file, resource(name + "/" + file));
        }
    }

    /** Loads one of {@link #ALL}. */
    public static PaimonTable load(String name) {
        try {
            return new PaimonTable(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = PaimonTable.class.getResourceAsStream("/tables/" + name)) {
            if (in == null) {
                throw new IOException("no resource /tables/" + name);
            }
            return in.readAllBytes();
        }
    }

    /** Where its files are; changes are not seen by others. */
    public MemoryStorage storage() {
        return storage;
    }

    /** The table's folder. */
    public String root() {
        return root;
    }

    /** What Paimon said about the table. */
    public JsonNode expected() {
        return expected;
    }

    /** What Paimon said about each snapshot, by ascending id. */
    public List<JsonNode> snapshots() {
        List<JsonNode> snapshots = new ArrayList<>();
        expected.get("snapshots").forEach(snapshots::add);
        return snapshots;
    }

    /** The partition columns as Paimon said. */
    public RowType partitionType() {
        JsonNode schema = firstSchema();
        List<DataField> fields = new ArrayList<>();
        for (JsonNode key : schema.get("partitionKeys")) {
            for (JsonNode field : schema.get("fields")) {
                if (field.get("name").equals(key)) {
                    DataType type = TypeParser.parse(field.get("type").asText());
                    fields.add(new DataField(field.get("id").asInt(), key.asText(), type));
                }
            }
        }
        return RowType.of(fields);
    }

    /** The options of the first schema as Paimon said. */
    @SuppressWarnings("unchecked") // a JSON object of texts becomes such a map
    public Options options() {
        return new Options(new ObjectMapper().convertValue(firstSchema().get("options"), Map.class));
    }

    private JsonNode firstSchema() {
        for (JsonNode schema : expected.get("schemas")) {
            if (schema.get("id").asInt() == 0) {
                return schema;
            }
        }
        throw new IllegalStateException(root + ": no schema 0");
    }

    /** A row in stored form as hexadecimal digits. */
    public static String hex(BinaryRow row) {
        return HexFormat.of().formatHex(row.toStored());
    }
}
