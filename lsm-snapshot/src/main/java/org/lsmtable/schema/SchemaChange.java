package org.lsmtable.schema;

import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;

/** One change of a table's schema (spec: metadata, altering a table). {@link SchemaAlteration} has the rules. */
public sealed interface SchemaChange {
    /** What becomes of nullability when a type changes. */
    enum Nullability {
        /** The new type says it. */
        AS_GIVEN,
        /** It stays as it is. */
        KEPT
    }

    /**
     * Adds a column, which is null in all rows there are.
     *
     * @param type nullable; ids of fields in it do not matter
     * @param comment null for none
     * @param position null for the usual place: last, or before the partition columns if the table's option says so
     */
    record AddColumn(
            ColumnPath column,
            DataType type,
            @Nullable String comment,
            @Nullable ColumnPosition position) implements SchemaChange {
        /** A column without comment in the usual place. */
        public AddColumn(String column, DataType type) {
            this(ColumnPath.of(column), type, null, null);
        }
    }

    /** Drops a column; its values stay in the files that have them and are never seen again. */
    record DropColumn(ColumnPath column) implements SchemaChange {}

    /** Gives a column another name. Options that name it follow. */
    record RenameColumn(ColumnPath column, String newName) implements SchemaChange {}

    /** Gives a column another type; the rows there are will be cast when they are read. */
    record ChangeType(ColumnPath column, DataType type, Nullability nullability) implements SchemaChange {}

    /** Allows a column to be null. */
    record AllowNull(ColumnPath column) implements SchemaChange {}

    /** Forbids a column to be null; the rows there are do not change by that. */
    record ForbidNull(ColumnPath column) implements SchemaChange {}

    /** Sets a column's comment; null removes it. */
    record CommentColumn(ColumnPath column, @Nullable String comment) implements SchemaChange {}

    /** Sets the default of a column, a text that can be cast to its type; null removes it. Rows that are there do not change. */
    record SetDefault(ColumnPath column, @Nullable String text) implements SchemaChange {}

    /** Moves a column of the table to another place. */
    record MoveColumn(String column, ColumnPosition position) implements SchemaChange {}

    /** Sets the table's comment; null removes it. */
    record CommentTable(@Nullable String comment) implements SchemaChange {}

    /** Sets an option. */
    record SetOption(String key, String value) implements SchemaChange {}

    /** Removes an option, which need not be set. */
    record UnsetOption(String key) implements SchemaChange {}
}
