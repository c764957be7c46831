package org.lsmtable.tools.input;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
     * Checks that a file's columns are columns of the table, each once, and that those that cannot be null are there.
     *
     * @param file for the message
     */
    void check(Collection<String> fileColumns, String file) {
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
        if (kindColumn != null && !seen.contains(kindColumn)) {
            throw CliException.usage(file + ": expected a column '" + kindColumn + "' with the row kinds, found "
                    + List.copyOf(fileColumns));
        }
        for (DataField field : type.fields()) {
            if (!seen.contains(field.name()) && !mayBeNull(field)) {
                throw CliException.usage(file + ": expected a column '" + field.name() + "', which "
                        + (keys.contains(field.name()) ? "belongs to the primary key" : "is NOT NULL") + ", found "
                        + List.copyOf(fileColumns));
            }
        }
    }

    /** Whether a column takes nulls. */
    boolean mayBeNull(DataField field) {
        return field.type().isNullable() && !keys.contains(field.name());
    }

    /** What is wrong with a null in a column that takes none. */
    BadValueException nullRefused(DataField field) {
        String type = field.type().nullable().asText();
        return new BadValueException(
                keys.contains(field.name()) ? type + " in a primary key column" : type + " NOT NULL", null);
    }
}
