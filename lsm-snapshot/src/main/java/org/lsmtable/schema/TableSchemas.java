package org.lsmtable.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.types.DataField;

/** Makes the first schema of a table from what a user asks for (spec: metadata, creating a table). */
public final class TableSchemas {
    static final Option<List<String>> PRIMARY_KEY =
            Option.ofList("primary-key", "The primary key, moved out of the options when a table is created.");
    static final Option<List<String>> PARTITION =
            Option.ofList("partition", "The partition columns, moved out of the options when a table is created.");

    private TableSchemas() {}

    /**
     * Schema 0 of a new table: ids given anew, key columns NOT NULL, keys that stand in the options moved to their place, lists of
     * columns in options without blanks, everything else verbatim.
     *
     * @param columns in order; their ids do not matter
     * @param options what the user sets; nothing is added
     * @throws IllegalArgumentException listing everything that is wrong with it, in one line
     * @throws org.lsmtable.types.UnsupportedFeatureException naming the option, if it asks for another layout of the files
     */
    public static TableSchema create(
            List<DataField> columns,
            List<String> primaryKeys,
            List<String> partitionKeys,
            Map<String, String> options,
            @Nullable String comment,
            long timeMillis) {
        List<String> violations = new ArrayList<>();
        Options given = new Options(options);
        List<String> keys = keys(given, PRIMARY_KEY, primaryKeys, violations::add);
        List<String> partition = keys(given, PARTITION, partitionKeys, violations::add);
        FieldIds ids = new FieldIds(-1);
        List<DataField> fields = ids.assign(columns).stream()
                .map(field -> keys.contains(field.name())
                        ? field.withType(field.type().notNull())
                        : field)
                .toList();
        TableSchema schema = new TableSchema(
                TableSchema.VERSION, 0, fields, ids.highest(), partition, keys, stored(given), comment, timeMillis);
        forbid(options, "path", violations::add);
        if ("true".equalsIgnoreCase(options.get("auto-create"))) {
            violations.add("option 'auto-create' is for other engines; leave it out");
        }
        violations.addAll(SchemaRules.violations(schema));
        if (!violations.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", violations));
        }
        TableOptions.requireSupported(schema.options());
        return schema;
    }

    private static void forbid(Map<String, String> options, String key, Consumer<String> violations) {
        if (options.containsKey(key)) {
            violations.accept("option '" + key + "' follows from where the table lies; leave it out");
        }
    }

    private static List<String> keys(
            Options options, Option<List<String>> option, List<String> declared, Consumer<String> violations) {
        if (!options.isSet(option)) {
            return declared;
        }
        if (!declared.isEmpty()) {
            violations.accept("option '" + option.key() + "' and the definition both name columns; leave one out");
            return declared;
        }
        return options.get(option);
    }

    /** The options to be stored. Column lists lose their blanks, which some readers would take for parts of the names. */
    private static Options stored(Options given) {
        Map<String, String> stored = new LinkedHashMap<>(given.asMap());
        stored.remove(PRIMARY_KEY.key());
        stored.remove(PARTITION.key());
        for (Option<List<String>> list : List.of(TableOptions.BUCKET_KEY, TableOptions.SEQUENCE_FIELD)) {
            stored.computeIfPresent(list.key(), (key, text) -> String.join(",", given.get(list)));
        }
        return new Options(stored);
    }
}
