package org.lsmtable.schema;

/** A place among columns, or among the fields of a ROW. */
public sealed interface ColumnPosition {
    /** Before all others. */
    record First() implements ColumnPosition {}

    /** Behind all others. */
    record Last() implements ColumnPosition {}

    /** Right behind another one, named without a path. */
    record After(String other) implements ColumnPosition {}

    /** Right before another one, named without a path. */
    record Before(String other) implements ColumnPosition {}
}
