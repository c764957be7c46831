package org.lsmtable.types;

import org.jspecify.annotations.Nullable;

/**
 * A column of a table or a field of a ROW.
 *
 * @param id unique over the table, never reused; columns are found by it when a schema has changed
 * @param description the comment, null if none
 * @param defaultValue the text of the default value, null if none
 */
public record DataField(
        int id,
        String name,
        DataType type,
        @Nullable String description,
        @Nullable String defaultValue) {
    /** A field without comment and default. */
    public DataField(int id, String name, DataType type) {
        this(id, name, type, null, null);
    }

    /** The same field with another type. */
    public DataField withType(DataType newType) {
        return new DataField(id, name, newType, description, defaultValue);
    }

    /** The same field with another name. */
    public DataField withName(String newName) {
        return new DataField(id, newName, type, description, defaultValue);
    }
}
