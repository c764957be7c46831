package org.lsmtable.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.json.JsonObject;
import org.lsmtable.json.JsonText;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.VectorType;

/**
 * Types and fields in the JSON of schema files (spec: metadata, type strings): atomic types are texts, nested types are
 * objects whose {@code type} is the bare keyword, with {@code NOT NULL} behind it if the nested type itself refuses null.
 */
final class TypeJson {
    private static final String NOT_NULL = "NOT NULL";

    private TypeJson() {}

    /** Hands out ids to fields that have none; a schema gives ids to all of its fields or to none. */
    static final class Ids {
        private int next;
        private boolean anyStored;
        private boolean anyMissing;

        int take(JsonObject field) throws DamagedFileException {
            boolean stored = field.has("id");
            anyStored |= stored;
            anyMissing |= !stored;
            if (anyStored && anyMissing) {
                throw field.damaged("id", "an id in every field or in none", "ids in some fields only");
            }
            return stored ? field.getInt("id") : next++;
        }
    }

    static List<DataField> parseFields(JsonObject owner, Ids ids) throws DamagedFileException {
        List<DataField> fields = new ArrayList<>();
        for (JsonObject field : owner.getObjects("fields")) {
            int id = ids.take(field);
            fields.add(new DataField(
                    id,
                    field.getText("name"),
                    parseType(field, "type", ids),
                    field.findText("description"),
                    field.findText("defaultValue")));
        }
        return fields;
    }

    private static DataType parseType(JsonObject owner, String key, Ids ids) throws DamagedFileException {
        if (owner.isText(key)) {
            String text = owner.getText(key);
            try {
                return TypeParser.parse(text);
            } catch (IllegalArgumentException e) {
                throw owner.damaged(key, "a type", "'" + text + "' (" + e.getMessage() + ")");
            }
        }
        return parseNested(owner.getObject(key), ids);
    }

    private static DataType parseNested(JsonObject json, Ids ids) throws DamagedFileException {
        String text = json.getText("type").trim().toUpperCase(Locale.ROOT);
        // what stands in brackets belongs to the parts: only what follows them speaks of the nested type itself
        boolean nullable = !text.substring(text.lastIndexOf('>') + 1).contains(NOT_NULL);
        return switch (keyword(text)) {
            case "ARRAY" -> new ArrayType(parseType(json, "element", ids), nullable);
            case "VECTOR" -> parseVector(json, ids, nullable);
            case "MULTISET" -> new MultisetType(parseType(json, "element", ids), nullable);
            case "MAP" -> new MapType(parseType(json, "key", ids), parseType(json, "value", ids), nullable);
            case "ROW" -> new RowType(parseFields(json, ids), nullable);
            default -> throw json.damaged("type", "ARRAY, MULTISET, MAP, ROW or VECTOR", "'" + text + "'");
        };
    }

    private static String keyword(String text) {
        int end = 0;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return text.substring(0, end);
    }

    private static DataType parseVector(JsonObject json, Ids ids, boolean nullable) throws DamagedFileException {
        int length = json.getInt("length");
        if (length < 1) {
            throw json.damaged("length", "at least 1", String.valueOf(length));
        }
        return new VectorType(parseType(json, "element", ids), length, nullable);
    }

    static void printFields(JsonText out, List<DataField> fields) throws IOException {
        List<JsonText.Content> contents = new ArrayList<>();
        for (DataField field : fields) {
            contents.add(text -> {
                text.number("id", field.id());
                text.text("name", field.name());
                printType(text, "type", field.type());
                text.textIfSet("description", field.description());
                text.textIfSet("defaultValue", field.defaultValue());
            });
        }
        out.objects("fields", contents);
    }

    private static void printType(JsonText out, String key, DataType type) throws IOException {
        JsonText.@Nullable Content parts = parts(type);
        if (parts == null) {
            out.text(key, type.asText());
        } else {
            out.object(key, text -> {
                text.text("type", type.isNullable() ? type.root().name() : type.root() + " " + NOT_NULL);
                parts.print(text);
            });
        }
    }

    /** What prints the parts of a nested type, null for an atomic one. */
    private static JsonText.@Nullable Content parts(DataType type) {
        if (type instanceof ArrayType array) {
            return text -> printType(text, "element", array.element());
        }
        if (type instanceof MultisetType multiset) {
            return text -> printType(text, "element", multiset.element());
        }
        if (type instanceof VectorType vector) {
            return text -> {
                printType(text, "element", vector.element());
                text.number("length", vector.length());
            };
        }
        if (type instanceof MapType map) {
            return text -> {
                printType(text, "key", map.key());
                printType(text, "value", map.value());
            };
        }
        if (type instanceof RowType row) {
            return text -> printFields(text, row.fields());
        }
        return null;
    }
}
