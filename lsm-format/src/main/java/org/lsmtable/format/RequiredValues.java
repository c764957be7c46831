package org.lsmtable.format;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/** Finds nulls where a type allows none, at any depth; keys of a MAP and elements of a MULTISET are never null. */
public final class RequiredValues {
    private RequiredValues() {}

    /**
     * Checks the first rows of a column.
     *
     * @throws IllegalArgumentException naming the column, inside of it {@code column.field}, {@code column.element}, {@code
     *     column.key} or {@code column.value}, and the type that has a null
     */
    public static void check(DataField column, ColumnVector vector, int rows) {
        check(column.name(), column.type(), vector, rows, null);
    }

    /**
     * Checks rows.
     *
     * @param absent the rows that have no value because the ROW around them is null; null itself if there are none
     */
    private static void check(String name, DataType type, ColumnVector vector, int rows, boolean @Nullable [] absent) {
        boolean[] nulls = vector.nulls();
        if (nulls != null && !type.isNullable()) {
            for (int i = 0; i < rows; i++) {
                if (nulls[i] && (absent == null || !absent[i])) {
                    throw new IllegalArgumentException("column '" + name + "' is " + type.asText() + ", found a null");
                }
            }
        }
        if (vector instanceof RowVector row) {
            for (int c = 0; c < row.children().size(); c++) {
                DataField field = row.rowType().field(c);
                check(name + "." + field.name(), field.type(), row.child(c), rows, nulls);
            }
        } else if (vector instanceof ListVector list) {
            List<DataType> types = ListVector.childTypes(type);
            int elements = rows == 0 ? 0 : list.end(rows - 1);
            if (type instanceof ArrayType) {
                check(name + ".element", types.get(0), list.child(0), elements, null);
            } else {
                check(name + ".key", types.get(0).notNull(), list.child(0), elements, null);
                check(name + ".value", types.get(1), list.child(1), elements, null);
            }
        }
    }
}
