package org.lsmtable.merge;

import org.lsmtable.types.DataType;

/**
 * Under which name and type a file holds a column of the table.
 *
 * @param name the top-level column in the file
 * @param type the type it was written with
 */
public record ColumnSource(String name, DataType type) {}
