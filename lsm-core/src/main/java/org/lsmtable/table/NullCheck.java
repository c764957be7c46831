package org.lsmtable.table;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/** Looks for nulls where a type forbids them, at every depth. */
final class NullCheck {
    private NullCheck() {}

    /**
     * Where a column has a null that its type forbids.
     *
     * @return a phrase such as {@code ", field 'x' of type INT NOT NULL"}; null if there is none
     */
    static @Nullable String find(ColumnVector vector, DataType type) {
        return find(vector, type, null);
    }

    /**
     * Looks through a vector and what is in it.
     *
     * @param outerNulls rows that are null because the ROW is that they are a field of; null if there are none
     */
    private static @Nullable String find(ColumnVector vector, DataType type, boolean @Nullable [] outerNulls) {
        if (!type.isNullable() && hasNull(vector, outerNulls)) {
            return " of type " + type.asText();
        }
        if (vector instanceof RowVector rows) {
            RowType row = (RowType) type;
            for (int i = 0; i < row.fieldCount(); i++) {
                String found = find(rows.child(i), row.typeAt(i), rows.nulls());
                if (found != null) {
                    return ", field '" + row.field(i).name() + "'" + found;
                }
            }
        } else if (vector instanceof ListVector lists) {
            List<DataType> types = ListVector.childTypes(type);
            for (int i = 0; i < types.size(); i++) {
                boolean isKey = i == 0 && types.size() == 2;
                String found = find(lists.child(i), isKey ? types.get(i).notNull() : types.get(i), null);
                if (found != null) {
                    return ", " + (types.size() == 1 ? "element" : isKey ? "key" : "value") + found;
                }
            }
        }
        return null;
    }

    private static boolean hasNull(ColumnVector vector, boolean @Nullable [] outerNulls) {
        boolean[] nulls = vector.nulls();
        if (nulls == null) {
            return false;
        }
        for (int i = 0; i < vector.size(); i++) {
            if (nulls[i] && (outerNulls == null || !outerNulls[i])) {
                return true;
            }
        }
        return false;
    }
}
