package org.lsmtable.schema;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.all.Formats;
import org.lsmtable.format.avro.AvroCodec;
import org.lsmtable.options.ChangelogProducer;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.MergeEngine;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ListVector;

/**
 * What tables of the format may ask for and this engine lacks, in one place. Reading is refused where what we would return could
 * differ from what the table means, writing and compacting also where what we would leave behind could mislead others. The format
 * of a data file is not looked at when reading: each file tells its own.
 */
public final class FeatureCheck {
    /** What one wants to do with a table. */
    public enum Use {
        /** Reading merged rows. */
        READ,
        /** Reading change records, which are stored as they are: nothing is merged. */
        CHANGES,
        WRITE,
        COMPACT;

        private String verb() {
            return this == CHANGES ? "read changes" : name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Set<Use> ALL = EnumSet.allOf(Use.class);
    /** What depends on which version of a row counts. */
    private static final Set<Use> MERGE = EnumSet.of(Use.READ, Use.WRITE, Use.COMPACT);

    private static final Set<Use> CHANGE = EnumSet.of(Use.WRITE, Use.COMPACT);

    /** One option, the values of it that are fine, and the uses that need such a value. */
    private record Rule<T>(Set<Use> uses, Option<T> option, Predicate<T> fine, String lacking) {
        void check(Options options, Use use, List<String> lacks) {
            if (!uses.contains(use)) {
                return;
            }
            T value = options.find(option).orElse(null);
            if (value != null && !fine.test(value)) {
                String text = options.asMap().getOrDefault(option.key(), value.toString());
                lacks.add(lacking + " (option '" + option.key() + "' = '" + text + "')");
            }
        }
    }

    private static Rule<Boolean> off(Set<Use> uses, String key, String lacking) {
        return new Rule<>(uses, Option.ofBoolean(key, false, lacking), on -> !on, lacking);
    }

    private static Rule<String> unset(Set<Use> uses, String key, String lacking) {
        return new Rule<>(uses, Option.ofText(key, null, lacking), String::isBlank, lacking);
    }

    private static final List<Rule<?>> RULES = List.of(
            new Rule<>(ALL, TableOptions.TYPE, type -> type.equalsIgnoreCase("table"), "tables of this type"),
            new Rule<>(
                    MERGE, TableOptions.MERGE_ENGINE, engine -> engine == MergeEngine.DEDUPLICATE, "this merge engine"),
            new Rule<>(MERGE, TableOptions.SEQUENCE_SNAPSHOT_ORDERING, on -> !on, "an order of rows by snapshots"),
            new Rule<>(ALL, TableOptions.CLUSTERING_OVERRIDE, on -> !on, "files ordered by other columns than the key"),
            new Rule<>(MERGE, TableOptions.DELETION_VECTORS, on -> !on, "deletion vectors"),
            new Rule<>(ALL, FileOptions.MANIFEST_FORMAT, "avro"::equalsIgnoreCase, "manifests of this format"),
            off(ALL, "row-tracking.enabled", "row tracking"),
            off(ALL, "data-evolution.enabled", "data evolution"),
            off(ALL, "chain-table.enabled", "chain tables"),
            off(EnumSet.of(Use.READ), "postpone.merge-on-read", "rows that wait for a bucket"),
            new Rule<>(
                    EnumSet.of(Use.WRITE),
                    TableOptions.BUCKET,
                    buckets -> buckets != -2,
                    "writing rows that wait for a bucket"),
            new Rule<>(
                    EnumSet.of(Use.COMPACT),
                    TableOptions.BUCKET,
                    buckets -> buckets != -2,
                    "compacting postponed rows"),
            new Rule<>(
                    CHANGE,
                    TableOptions.CHANGELOG_PRODUCER,
                    producer -> producer == ChangelogProducer.NONE,
                    "producing a changelog"),
            new Rule<>(EnumSet.of(Use.COMPACT), MergeTreeOptions.RECORD_EXPIRE_TIME, time -> false, "rows that expire"),
            new Rule<>(CHANGE, FileOptions.FORMAT, Formats::isKnown, "writing files of this format"),
            new Rule<>(CHANGE, FileOptions.MANIFEST_COMPRESSION, AvroCodec::isKnown, "manifests compressed like this"),
            new Rule<>(
                    CHANGE,
                    FileOptions.FORMAT_PER_LEVEL,
                    formats -> formats.values().stream().allMatch(Formats::isKnown),
                    "writing files of these formats"),
            new Rule<>(
                    ALL,
                    FileOptions.DATA_DIRECTORY,
                    directory -> !directory.contains(":/"),
                    "data files in another file system"),
            new Rule<>(
                    CHANGE,
                    FileOptions.DATA_DIRECTORY,
                    directory -> !directory.startsWith("/"),
                    "writing files outside the table"),
            new Rule<>(
                    CHANGE,
                    FileOptions.EXTERNAL_PATHS_STRATEGY,
                    "none"::equalsIgnoreCase,
                    "writing files outside the table"),
            unset(EnumSet.of(Use.READ), "scan.fallback-branch", "partitions that come from another branch"),
            unset(EnumSet.of(Use.READ), "scan.primary-branch", "partitions that come from another branch"),
            unset(CHANGE, "pk-btree.index.columns", "global indexes"),
            unset(CHANGE, "pk-bitmap.index.columns", "global indexes"),
            unset(CHANGE, "pk-vector.index.columns", "global indexes"),
            unset(CHANGE, "pk-full-text.index.columns", "global indexes"));

    private FeatureCheck() {}

    /**
     * Refuses a table that cannot be used in some way.
     *
     * @param table names the table in the message
     * @throws UnsupportedFeatureException naming everything that is lacking, and the option that asks for it
     */
    public static void require(String table, TableSchema schema, Use use) {
        List<String> lacks = lacks(schema, use);
        if (!lacks.isEmpty()) {
            throw new UnsupportedFeatureException(table + ": schema " + schema.id() + ": cannot " + use.verb()
                    + ": not supported: " + String.join("; ", lacks));
        }
    }

    /** What is lacking for a use of a table, each a phrase with the option that asks for it; empty if nothing is. */
    public static List<String> lacks(TableSchema schema, Use use) {
        List<String> lacks = new ArrayList<>();
        if (schema.primaryKeys().isEmpty()) {
            lacks.add("tables without a primary key");
        }
        for (Rule<?> rule : RULES) {
            rule.check(schema.options(), use, lacks);
        }
        for (Map.Entry<String, String> option : schema.options().asMap().entrySet()) {
            if (option.getKey().endsWith(".map.storage-layout")) {
                lacks.add("maps in this layout (option '" + option.getKey() + "' = '" + option.getValue() + "')");
            }
        }
        if (use == Use.WRITE && !schema.primaryKeys().containsAll(schema.partitionKeys())) {
            lacks.add("keys that move between partitions (partitioned by " + String.join(", ", schema.partitionKeys())
                    + ")");
        }
        for (String name :
                MERGE.contains(use) ? schema.options().get(TableOptions.SEQUENCE_FIELD) : List.<String>of()) {
            int position = schema.rowType().indexOf(name);
            if (position >= 0 && schema.rowType().typeAt(position).root().isNested()) {
                lacks.add("an order of rows by a column of type "
                        + schema.rowType().typeAt(position).root() + " (option 'sequence.field', column '" + name
                        + "')");
            }
        }
        if (CHANGE.contains(use)) {
            lacks.addAll(lackingTypes(schema.rowType()));
        }
        if (use == Use.WRITE) {
            for (DataField column : schema.fields()) {
                if (!ColumnDefault.isSupported(column)) {
                    lacks.add("default values of type " + column.type().root() + " (column '" + column.name() + "')");
                }
            }
        }
        return lacks;
    }

    /**
     * Refuses columns whose values cannot be read. Others of the table can.
     *
     * @param table names the table in the message
     * @throws UnsupportedFeatureException naming the columns and their types
     */
    public static void requireReadable(String table, RowType wanted) {
        List<String> lacks = lackingTypes(wanted);
        if (!lacks.isEmpty()) {
            throw new UnsupportedFeatureException(
                    table + ": cannot read: not supported: " + String.join("; ", lacks) + "; select other columns");
        }
    }

    /** Whether values of a type can be read. */
    public static boolean isReadable(DataType type) {
        return lackingPart(type) == null;
    }

    /** Columns of types whose values this engine cannot hold, each a phrase with the column; empty if there are none. */
    static List<String> lackingTypes(RowType columns) {
        List<String> lacks = new ArrayList<>();
        for (DataField column : columns.fields()) {
            DataType part = lackingPart(column.type());
            if (part != null) {
                String within = part.equals(column.type())
                        ? ""
                        : " within " + column.type().root();
                lacks.add("type " + part.root() + within + " (column '" + column.name() + "')");
            }
        }
        return lacks;
    }

    /** The first part of a type that vectors cannot hold; null if there is none. */
    private static @Nullable DataType lackingPart(DataType type) {
        TypeRoot root = type.root();
        if (root == TypeRoot.VARIANT || root == TypeRoot.BLOB || root == TypeRoot.VECTOR) {
            return type;
        }
        List<DataType> parts =
                type instanceof RowType row ? row.types() : root.isNested() ? ListVector.childTypes(type) : List.of();
        for (DataType part : parts) {
            DataType lacking = lackingPart(part);
            if (lacking != null) {
                return lacking;
            }
        }
        return null;
    }
}
