package org.lsmtable.schema;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.MergeEngine;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;

/**
 * What a schema must hold before it is written (spec: metadata, creating a table; merge engines, validation), as far as primary-key
 * tables are concerned. All violations are found at once, each a sentence without line break.
 */
final class SchemaRules {
    private static final String FIELDS_PREFIX = "fields.";
    private static final String DEFAULT_FUNCTION = "default-aggregate-function";
    private static final List<String> FORMATS = List.of("parquet", "orc", "avro");
    private static final Set<TypeRoot> EXPIRY_TYPES =
            Set.of(TypeRoot.INT, TypeRoot.BIGINT, TypeRoot.TIMESTAMP, TypeRoot.TIMESTAMP_LTZ);

    private final TableSchema schema;
    private final RowType columns;
    private final Options options;
    private final List<String> violations = new ArrayList<>();

    private SchemaRules(TableSchema schema) {
        this.schema = schema;
        this.columns = schema.rowType();
        this.options = schema.options();
    }

    static List<String> violations(TableSchema schema) {
        SchemaRules rules = new SchemaRules(schema);
        rules.columns();
        rules.keys();
        List<String> ofOptions = TableOptions.violations(schema.options());
        rules.violations.addAll(ofOptions);
        if (ofOptions.isEmpty()) {
            // what follows reads options, so it waits until all of them can be read
            rules.buckets();
            rules.sequence();
            rules.fieldOptions();
            rules.columnOptions();
            rules.rowTracking();
            rules.formats();
        }
        return rules.violations;
    }

    private void check(boolean holds, String violation) {
        if (!holds) {
            violations.add(violation);
        }
    }

    private void columns() {
        Set<String> seen = new HashSet<>();
        for (DataField column : schema.fields()) {
            String name = column.name();
            check(!name.isEmpty(), "a column without name");
            check(seen.add(name), "column '" + name + "' is there twice");
            check(
                    !SystemFields.isReserved(name),
                    "column '" + name + "': the name is reserved, as are " + SystemFields.RESERVED_NAMES
                            + " and what begins with " + SystemFields.KEY_PREFIX);
            eachFieldOnce(column.name(), column.type());
            defaultOf(column);
            String description = column.description();
            check(
                    description == null || !description.startsWith("__") || !isTypeDirective(description),
                    "column '" + name + "': comments that begin with __BLOB or __VECTOR change the type, which is not"
                            + " supported");
        }
    }

    /** The fields of a ROW, wherever it is within a column, have different names. */
    private void eachFieldOnce(String path, DataType type) {
        if (type instanceof RowType row) {
            Set<String> seen = new HashSet<>();
            for (DataField field : row.fields()) {
                check(seen.add(field.name()), "column '" + path + "': field '" + field.name() + "' is there twice");
                eachFieldOnce(path + "." + field.name(), field.type());
            }
        } else if (type instanceof ArrayType array) {
            eachFieldOnce(path + ".element", array.element());
        } else if (type instanceof MultisetType multiset) {
            eachFieldOnce(path + ".element", multiset.element());
        } else if (type instanceof MapType map) {
            eachFieldOnce(path + ".key", map.key());
            eachFieldOnce(path + ".value", map.value());
        }
    }

    private void defaultOf(DataField column) {
        if (!ColumnDefault.isSupported(column)) {
            violations.add("column '" + column.name() + "': defaults of type "
                    + column.type().asText() + " are not supported");
            return;
        }
        try {
            ColumnDefault.value(column, ZoneOffset.UTC);
        } catch (IllegalArgumentException e) {
            violations.add(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isTypeDirective(String description) {
        return description.startsWith("__BLOB_FIELD")
                || description.startsWith("__BLOB_DESCRIPTOR_FIELD")
                || description.startsWith("__BLOB_VIEW_FIELD")
                || description.startsWith("__VECTOR_FIELD");
    }

    private void keys() {
        check(!schema.primaryKeys().isEmpty(), "a primary key is missing; this engine has no tables without one");
        keyColumns("primary key", schema.primaryKeys());
        keyColumns("partition key", schema.partitionKeys());
        check(
                schema.primaryKeys().isEmpty() || !schema.partitionKeys().containsAll(schema.primaryKeys()),
                "primary key " + schema.primaryKeys() + " has no column besides the partition key "
                        + schema.partitionKeys());
        check(!options.asMap().containsKey("upsert-key"), "option 'upsert-key' has no place beside a primary key");
    }

    private void keyColumns(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            check(seen.add(name), what + ": column '" + name + "' is named twice");
            columnOf(what, name)
                    .ifPresent(column -> check(
                            !column.type().root().isNested(),
                            what + ": column '" + name + "' of type "
                                    + column.type().asText() + " cannot be part of it"));
        }
    }

    private Optional<DataField> columnOf(String what, String name) {
        int position = columns.indexOf(name);
        if (position < 0) {
            violations.add(what + ": no column '" + name + "'; columns are " + columns.names());
            return Optional.empty();
        }
        return Optional.of(columns.field(position));
    }

    private void buckets() {
        for (String name : options.get(TableOptions.BUCKET_KEY)) {
            String what = "option 'bucket-key'";
            columnOf(what, name);
            check(
                    schema.primaryKeys().contains(name)
                            && !schema.partitionKeys().contains(name),
                    what + ": column '" + name + "' is not of the primary key without partition columns, "
                            + schema.trimmedPrimaryKeys());
        }
        check(
                options.get(TableOptions.BUCKET) < 0 || !isCrossPartition(),
                "primary key " + schema.primaryKeys() + " does not have all partition columns " + schema.partitionKeys()
                        + ", which a fixed number of buckets does not allow");
    }

    /** Whether a row may move to another partition. */
    private boolean isCrossPartition() {
        return !schema.primaryKeys().isEmpty() && !schema.primaryKeys().containsAll(schema.partitionKeys());
    }

    private void sequence() {
        List<String> sequence = options.get(TableOptions.SEQUENCE_FIELD);
        String what = "option 'sequence.field'";
        for (String name : sequence) {
            columnOf(what, name);
            check(
                    !options.asMap().containsKey(FIELDS_PREFIX + name + ".aggregate-function"),
                    what + ": column '" + name + "' has an aggregate function");
        }
        check(
                sequence.isEmpty() || !isCrossPartition(),
                what + " needs all partition columns " + schema.partitionKeys() + " in the primary key");
    }

    /** The columns that {@code fields.COLUMN,COLUMN.…} names must exist. */
    private void fieldOptions() {
        Set<String> grouped = new HashSet<>();
        for (Map.Entry<String, String> entry : options.asMap().entrySet()) {
            String key = entry.getKey();
            if (!key.startsWith(FIELDS_PREFIX)) {
                continue;
            }
            String names = key.substring(FIELDS_PREFIX.length());
            if (names.equals(DEFAULT_FUNCTION)) {
                continue;
            }
            for (String name : list(columnPart(names))) {
                columnOf("option '" + key + "'", name);
            }
            if (key.endsWith(".sequence-group")) {
                sequenceGroup(key, entry.getValue(), grouped);
            }
        }
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    /** What stands before the last part that is not of a column's name: the longest prefix whose names are columns. */
    private String columnPart(String names) {
        for (int dot = names.lastIndexOf('.'); dot > 0; dot = names.lastIndexOf('.', dot - 1)) {
            String part = names.substring(0, dot);
            if (list(part).stream().allMatch(name -> columns.indexOf(name) >= 0)) {
                return part;
            }
        }
        int dot = names.indexOf('.');
        return dot < 0 ? names : names.substring(0, dot);
    }

    private void sequenceGroup(String key, String members, Set<String> grouped) {
        if (options.get(TableOptions.MERGE_ENGINE) != MergeEngine.PARTIAL_UPDATE) {
            return;
        }
        for (String name : list(members)) {
            columnOf("option '" + key + "'", name);
            check(grouped.add(name), "option '" + key + "': column '" + name + "' is in another sequence group too");
        }
    }

    private void columnOptions() {
        options.find(TableOptions.ROWKIND_FIELD)
                .flatMap(name -> columnOf("option 'rowkind.field'", name))
                .ifPresent(column -> check(
                        column.type().root().isCharacter(),
                        "option 'rowkind.field': column '" + column.name() + "' of type "
                                + column.type().asText() + " holds no text"));
        options.find(MergeTreeOptions.RECORD_TIME_FIELD)
                .flatMap(name -> columnOf("option 'record-level.time-field'", name))
                .ifPresent(column -> check(
                        EXPIRY_TYPES.contains(column.type().root()),
                        "option 'record-level.time-field': column '" + column.name() + "' of type "
                                + column.type().asText() + " is none of INT, BIGINT, TIMESTAMP"));
    }

    private void rowTracking() {
        for (String key : List.of("row-tracking.enabled", "data-evolution.enabled")) {
            check(
                    !options.get(Option.ofBoolean(key, false, "")),
                    "option '" + key + "' has no place in a table with a primary key");
        }
    }

    private void formats() {
        Set<String> formats =
                new HashSet<>(options.get(FileOptions.FORMAT_PER_LEVEL).values());
        formats.add(options.get(FileOptions.FORMAT));
        for (String format : formats) {
            check(
                    FORMATS.contains(format.toLowerCase(Locale.ROOT)),
                    "file format '" + format + "' is none of " + FORMATS);
        }
        if (formats.stream().anyMatch("avro"::equalsIgnoreCase)) {
            for (DataField column : schema.fields()) {
                checkAvro(column.name(), column.type());
            }
        }
    }

    private void checkAvro(String column, DataType type) {
        if (type instanceof TemporalType temporal) {
            int most = temporal.root() == TypeRoot.TIME ? 3 : 6;
            check(
                    temporal.precision() <= most,
                    "column '" + column + "': format avro has no " + type.asText() + ", only up to " + most
                            + " fraction digits");
        } else if (type instanceof ArrayType array) {
            checkAvro(column, array.element());
        } else if (type instanceof MultisetType multiset) {
            checkAvro(column, multiset.element());
        } else if (type instanceof MapType map) {
            checkAvro(column, map.key());
            checkAvro(column, map.value());
        } else if (type instanceof RowType row) {
            row.fields().forEach(field -> checkAvro(column, field.type()));
        }
    }
}
