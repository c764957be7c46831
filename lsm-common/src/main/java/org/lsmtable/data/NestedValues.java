package org.lsmtable.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/** The part of {@link Values} that maps values made of other values: List, Map and Row. */
final class NestedValues {
    private NestedValues() {}

    /** Appends a List to an ARRAY, a Map to a MAP or MULTISET, a Row to a ROW. */
    static void append(Object value, ColumnVector vector) {
        if (vector instanceof RowVector rows) {
            Row row = (Row) value;
            for (int i = 0; i < rows.children().size(); i++) {
                Values.append(row.get(i), rows.child(i));
            }
            rows.endRow();
            return;
        }
        ListVector list = (ListVector) vector;
        if (list.type().root() == TypeRoot.ARRAY) {
            for (Object element : (List<?>) value) {
                Values.append(element, list.child(0));
            }
        } else {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                Values.append(entry.getKey(), list.child(0));
                Values.append(entry.getValue(), list.child(1));
            }
        }
        list.endRow();
    }

    /** The value of a row that is not null. */
    static Object get(ColumnVector vector, int row) {
        if (vector instanceof RowVector rows) {
            @Nullable Object[] values = new @Nullable Object[rows.children().size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = Values.get(rows.child(i), row);
            }
            return Row.of(values);
        }
        ListVector list = (ListVector) vector;
        if (list.type().root() == TypeRoot.ARRAY) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (int i = list.start(row); i < list.end(row); i++) {
                elements.add(Values.get(list.child(0), i));
            }
            return elements;
        }
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = list.start(row); i < list.end(row); i++) {
            entries.put(Values.get(list.child(0), i), Values.get(list.child(1), i));
        }
        return entries;
    }
}
