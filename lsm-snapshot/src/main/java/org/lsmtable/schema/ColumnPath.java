package org.lsmtable.schema;

import java.util.List;

/**
 * A column, or a field within one: the column's name, then for each step inwards the name of a ROW's field, {@code element} for what an
 * ARRAY holds, {@code value} for the values of a MAP.
 *
 * @param names at least one
 */
public record ColumnPath(List<String> names) {
    static final String ELEMENT = "element";
    static final String VALUE = "value";

    public ColumnPath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a path needs a column");
        }
    }

    /** A path of its names. */
    public static ColumnPath of(String... names) {
        return new ColumnPath(List.of(names));
    }

    /** Whether it is a column of the table. */
    boolean isColumn() {
        return names.size() == 1;
    }

    /** The last name. */
    String last() {
        return names.get(names.size() - 1);
    }

    /** The names with points between them. */
    @Override
    public String toString() {
        return String.join(".", names);
    }
}
