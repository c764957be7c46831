package org.lsmtable.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/**
 * A table's columns, keys and options at one time (spec: metadata, schema files).
 *
 * @param version the version of the file it came from; 3 is written
 * @param highestFieldId the greatest field id ever given out
 * @param partitionKeys column names, in path order
 * @param primaryKeys column names, as declared
 * @param options as stored: only what was set
 * @param comment null if none
 * @param timeMillis when it was made
 */
public record TableSchema(
        int version,
        long id,
        List<DataField> fields,
        int highestFieldId,
        List<String> partitionKeys,
        List<String> primaryKeys,
        Options options,
        @Nullable String comment,
        long timeMillis) {
    /** The version that is written, and the newest that is read. */
    public static final int VERSION = 3;

    public TableSchema {
        fields = List.copyOf(fields);
        partitionKeys = List.copyOf(partitionKeys);
        primaryKeys = List.copyOf(primaryKeys);
    }

    /** Whether another schema has the same columns, keys, options and comment. */
    boolean saysTheSameAs(TableSchema other) {
        return fields.equals(other.fields)
                && highestFieldId == other.highestFieldId
                && partitionKeys.equals(other.partitionKeys)
                && primaryKeys.equals(other.primaryKeys)
                && options.equals(other.options)
                && Objects.equals(comment, other.comment);
    }

    /** All columns. */
    public RowType rowType() {
        return RowType.of(fields);
    }

    /** The primary key without partition columns, in declared order: what orders rows within a bucket. */
    public List<String> trimmedPrimaryKeys() {
        List<String> trimmed = new ArrayList<>(primaryKeys);
        trimmed.removeAll(partitionKeys);
        return List.copyOf(trimmed);
    }

    /** The columns of {@link #trimmedPrimaryKeys()}. */
    public RowType trimmedKeyType() {
        return rowType().project(trimmedPrimaryKeys());
    }

    /** The partition columns. */
    public RowType partitionType() {
        return rowType().project(partitionKeys);
    }

    /** The same schema with other options, for one call only. */
    public TableSchema withOptions(Options newOptions) {
        return new TableSchema(
                version, id, fields, highestFieldId, partitionKeys, primaryKeys, newOptions, comment, timeMillis);
    }
}
