package org.lsmtable.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.vector.ListVector;

/** Test vectors of the table format, checked against real Paimon: JSON files in the resource folder {@code vectors}. */
public final class VectorFile {
    private VectorFile() {}

    /** The elements of the file's array {@code vectors}. */
    public static List<JsonNode> read(String name) {
        return read(name, "vectors");
    }

    /** The elements of another array of the file. */
    public static List<JsonNode> read(String name, String array) {
        try (InputStream in = VectorFile.class.getResourceAsStream("/vectors/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource /vectors/" + name);
            }
            List<JsonNode> nodes = new ArrayList<>();
            new ObjectMapper().readTree(in).get(array).forEach(nodes::add);
            if (nodes.isEmpty()) {
                throw new IllegalStateException("/vectors/" + name + " has no " + array);
            }
            return nodes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The types in an array of texts. */
    public static List<DataType> types(JsonNode array) {
        List<DataType> types = new ArrayList<>();
        array.forEach(text -> types.add(TypeParser.parse(text.asText())));
        return types;
    }

    /** A type as schema files have it: a text, or an object where it is nested. */
    public static DataType type(JsonNode node) {
        if (node.isTextual()) {
            return TypeParser.parse(node.asText());
        }
        String root = node.get("type").asText();
        DataType type = switch (root.replace(" NOT NULL", "")) {
            case "ARRAY" -> new ArrayType(type(node.get("element")), true);
            case "MAP" -> new MapType(type(node.get("key")), type(node.get("value")), true);
            case "MULTISET" -> new MultisetType(type(node.get("element")), true);
            case "ROW" -> {
                List<DataField> fields = new ArrayList<>();
                for (JsonNode field : node.get("fields")) {
                    fields.add(new DataField(
                            field.get("id").asInt(), field.get("name").asText(), type(field.get("type"))));
                }
                yield new RowType(fields, true);
            }
            default -> throw new IllegalArgumentException(root);
        };
        return root.endsWith(" NOT NULL") ? type.notNull() : type;
    }

    /** The values of an array, each of the type at its position. */
    public static @Nullable Object[] values(JsonNode array, List<DataType> types) {
        @Nullable Object[] values = new @Nullable Object[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(array.get(i), types.get(i));
        }
        return values;
    }

    /** A value in the notation of the files as a plain Java object. */
    public static @Nullable Object value(JsonNode node, DataType type) {
        if (node.isNull()) {
            return null;
        }
        String text = node.asText();
        return switch (type.root()) {
            case BOOLEAN -> node.booleanValue();
            case TINYINT -> Byte.valueOf(text);
            case SMALLINT -> Short.valueOf(text);
            case INT -> Integer.valueOf(text);
            case BIGINT -> Long.valueOf(text);
            case FLOAT -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> new BigDecimal(text);
            case CHAR, VARCHAR -> text;
            case BINARY, VARBINARY -> bytes(text);
            case DATE -> LocalDate.parse(text);
            case TIME -> LocalTime.parse(text);
            case TIMESTAMP -> LocalDateTime.parse(text);
            case TIMESTAMP_LTZ -> OffsetDateTime.parse(text).toInstant();
            case ARRAY -> Arrays.asList(values(node, repeated(((ArrayType) type).element(), node.size())));
            case MULTISET, MAP -> map(node, ListVector.childTypes(type));
            case ROW -> Row.of(values(node, ((RowType) type).types()));
            case VARIANT, BLOB, VECTOR -> throw new IllegalArgumentException("no notation for " + type);
        };
    }

    private static List<DataType> repeated(DataType type, int count) {
        return Collections.nCopies(count, type);
    }

    /** An array of [key, value]. */
    private static Map<@Nullable Object, @Nullable Object> map(JsonNode entries, List<DataType> types) {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (JsonNode entry : entries) {
            map.put(value(entry.get(0), types.get(0)), value(entry.get(1), types.get(1)));
        }
        return map;
    }

    /** Bytes written as hexadecimal digits behind {@code 0x}. */
    public static byte[] bytes(String text) {
        if (!text.startsWith("0x")) {
            throw new IllegalArgumentException("expected 0x…, found " + text);
        }
        return HexFormat.of().parseHex(text, 2, text.length());
    }
}
