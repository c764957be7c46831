package org.lsmtable.schema;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.json.JsonObject;
import org.lsmtable.json.JsonText;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.UnsupportedFeatureException;

/** The content of a schema file (spec: metadata, schema files): read from any version up to ours, written in ours. */
final class SchemaJson {
    private SchemaJson() {}

    /**
     * Reads a schema file.
     *
     * @throws UnsupportedFeatureException if it is of a later version
     */
    static TableSchema parse(String file, byte[] content) throws DamagedFileException {
        JsonObject json = JsonObject.parse(file, content);
        int version = json.has("version") ? json.getInt("version") : 1;
        if (version > TableSchema.VERSION) {
            throw new UnsupportedFeatureException(file + ": schema version " + version + " is newer than "
                    + TableSchema.VERSION + ", the newest known");
        }
        List<DataField> fields = TypeJson.parseFields(json, new TypeJson.Ids());
        Long timeMillis = json.findLong("timeMillis");
        TableSchema schema = new TableSchema(
                version,
                json.getLong("id"),
                fields,
                json.getInt("highestFieldId"),
                json.getTexts("partitionKeys"),
                json.getTexts("primaryKeys"),
                options(json, version),
                json.findText("comment"),
                timeMillis == null ? 0 : timeMillis);
        check(json, schema);
        return schema;
    }

    /** The options, with the defaults spelled out that were others when the file was written. */
    private static Options options(JsonObject json, int version) throws DamagedFileException {
        Map<String, String> stored = json.findTextMap("options");
        Map<String, String> options = stored == null ? new LinkedHashMap<>() : stored;
        if (version <= 1) {
            options.putIfAbsent("bucket", "1");
        }
        if (version <= 2) {
            options.putIfAbsent("file.format", "orc");
        }
        return new Options(options);
    }

    private static void check(JsonObject json, TableSchema schema) throws DamagedFileException {
        Set<String> names = new HashSet<>();
        for (DataField field : schema.fields()) {
            if (!names.add(field.name())) {
                throw json.damaged("fields", "distinct names", "'" + field.name() + "' twice");
            }
        }
        for (String key : schema.partitionKeys()) {
            if (!names.contains(key)) {
                throw json.damaged("partitionKeys", "columns of the table " + names, "'" + key + "'");
            }
        }
        for (String key : schema.primaryKeys()) {
            if (!names.contains(key)) {
                throw json.damaged("primaryKeys", "columns of the table " + names, "'" + key + "'");
            }
        }
    }

    /** The content of a schema's file. */
    static byte[] print(TableSchema schema) {
        return JsonText.object(text -> {
            text.number("version", TableSchema.VERSION);
            text.number("id", schema.id());
            TypeJson.printFields(text, schema.fields());
            text.number("highestFieldId", schema.highestFieldId());
            text.texts("partitionKeys", schema.partitionKeys());
            text.texts("primaryKeys", schema.primaryKeys());
            text.textMap("options", schema.options().asMap());
            text.textIfSet("comment", schema.comment());
            text.number("timeMillis", schema.timeMillis());
        });
    }
}
