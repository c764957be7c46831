package org.lsmtable.tools.input;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/**
 * What a file is loaded into.
 *
 * @param type all columns of the table
 * @param keys the columns of the primary key
 * @param kindColumn the column of the file that holds row kinds, null if there is none
 * @param nullText the unquoted CSV field that stands for null
 */
public record InputTarget(
        RowType type, List<String> keys, @Nullable String kindColumn, String nullText) {
    public InputTarget {
        keys = List.copyOf(keys);
    }

    /** The columns of a table, no kinds, empty fields as nulls. */
    public static InputTarget of(TableSchema schema) {
        return new InputTarget(schema.rowType(), schema.primaryKeys(), null, "");
    }

    /** With a column of kinds, null for none. */
    public InputTarget withKinds(@Nullable String column) {
        return new InputTarget(type, keys, column, nullText);
    }

    /** With another text for null. */
    public InputTarget withNullText(String text) {
        return new InputTarget(type, keys, kindColumn, text);
    }

    /**
     * Checks that a file's columns are columns of the table, each once, and that those that can never be null are there.
     *
     * @param file for the message
     */
    void check(Collection<String> fileColumns, String file) {
        if (kindColumn != null && !fileColumns.contains(kindColumn)) {
            throw CliException.usage(file + ": expected a column '" + kindColumn
                    + "' with the row kinds (--kind-column), found " + List.copyOf(fileColumns));
        }
        Set<String> seen = new HashSet<>();
        for (String name : fileColumns) {
            if (type.indexOf(name) < 0 && !name.equals(kindColumn)) {
                throw CliException.usage(
                        file + ": column '" + name + "' is not in the table; its columns are " + type.names());
            }
            if (!seen.add(name)) {
                throw CliException.usage(file + ": column '" + name + "' stands there twice");
            }
        }
        for (DataField field : type.fields()) {
            if (!seen.contains(field.name()) && !mayEverBeNull(field)) {
                throw CliException.usage(file + ": expected a column '" + field.name() + "', which "
                        + (keys.contains(field.name()) ? "belongs to the primary key" : "is NOT NULL") + ", found "
                        + List.copyOf(fileColumns));
            }
        }
    }

    /** Whether a column takes nulls, in rows of some kind: it is nullable, has a default, or is none of the key and the row deletes. */
    boolean mayEverBeNull(DataField field) {
        return mayBeNull(field, kindColumn == null ? null : RowKind.DELETE);
    }

    /** Whether a column takes nulls in rows of a kind; of none if there are no kinds. */
    boolean mayBeNull(DataField field, @Nullable RowKind kind) {
        if (field.defaultValue() != null) {
            return true;
        }
        return !keys.contains(field.name()) && (field.type().isNullable() || kind != null && kind.isRetract());
    }

    /** What is wrong with a null in a column that takes none. */
    BadValueException nullRefused(DataField field) {
        String type = field.type().nullable().asText();
        return new BadValueException(
                keys.contains(field.name()) ? type + " in a primary key column" : type + " NOT NULL", null);
    }
}
