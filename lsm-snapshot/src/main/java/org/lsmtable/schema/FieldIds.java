package org.lsmtable.schema;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;

/**
 * Gives ids to the fields of a table (spec: metadata, field ids). A column takes its id before the fields inside it; a field of a
 * ROW takes its id after the fields inside it.
 */
final class FieldIds {
    private int highest;

    /** Ids from {@code highest + 1} on; -1 for a new table. */
    FieldIds(int highest) {
        this.highest = highest;
    }

    /** The greatest id given out so far. */
    int highest() {
        return highest;
    }

    /** The columns with new ids, in order. */
    List<DataField> assign(List<DataField> columns) {
        List<DataField> assigned = new ArrayList<>(columns.size());
        for (DataField column : columns) {
            int id = ++highest;
            assigned.add(withId(column, id, inside(column.type())));
        }
        return assigned;
    }

    private DataType inside(DataType type) {
        if (type instanceof ArrayType array) {
            return new ArrayType(inside(array.element()), array.isNullable());
        }
        if (type instanceof MultisetType multiset) {
            return new MultisetType(inside(multiset.element()), multiset.isNullable());
        }
        if (type instanceof MapType map) {
            DataType key = inside(map.key());
            return new MapType(key, inside(map.value()), map.isNullable());
        }
        if (type instanceof RowType row) {
            List<DataField> fields = new ArrayList<>(row.fieldCount());
            for (DataField field : row.fields()) {
                DataType fieldType = inside(field.type());
                fields.add(withId(field, ++highest, fieldType));
            }
            return new RowType(fields, row.isNullable());
        }
        return type;
    }

    private static DataField withId(DataField field, int id, DataType type) {
        return new DataField(id, field.name(), type, field.description(), field.defaultValue());
    }
}
