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

    /** Whether two rows are both null or hold the same parts. */
    static boolean same(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        if (left.isNull(leftRow) || right.isNull(rightRow)) {
            return left.isNull(leftRow) && right.isNull(rightRow);
        }
        if (left instanceof RowVector rows) {
            for (int c = 0; c < rows.children().size(); c++) {
                if (!Values.same(rows.child(c), leftRow, ((RowVector) right).child(c), rightRow)) {
                    return false;
                }
            }
            return true;
        }
        ListVector ours = (ListVector) left;
        ListVector theirs = (ListVector) right;
        int count = ours.end(leftRow) - ours.start(leftRow);
        if (count != theirs.end(rightRow) - theirs.start(rightRow)) {
            return false;
        }
        return sameInOrder(ours, ours.start(leftRow), theirs, theirs.start(rightRow), count)
                || (ours.children().size() > 1 && Row.of(get(left, leftRow)).equals(Row.of(get(right, rightRow))));
    }

    private static boolean sameInOrder(ListVector left, int leftStart, ListVector right, int rightStart, int count) {
        for (int c = 0; c < left.children().size(); c++) {
            for (int i = 0; i < count; i++) {
                if (!Values.same(left.child(c), leftStart + i, right.child(c), rightStart + i)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The order of two rows, neither null: part by part, null first, what ends first first. */
    static int compare(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        if (left instanceof RowVector rows) {
            int order = 0;
            for (int c = 0; order == 0 && c < rows.children().size(); c++) {
                order = Values.compare(rows.child(c), leftRow, ((RowVector) right).child(c), rightRow);
            }
            return order;
        }
        ListVector ours = (ListVector) left;
        ListVector theirs = (ListVector) right;
        if (ours.children().size() > 1) {
            throw new IllegalArgumentException("values of type " + left.type().asText() + " cannot be compared");
        }
        int count = ours.end(leftRow) - ours.start(leftRow);
        int otherCount = theirs.end(rightRow) - theirs.start(rightRow);
        int order = 0;
        for (int i = 0; order == 0 && i < Math.min(count, otherCount); i++) {
            order = Values.compare(ours.child(0), ours.start(leftRow) + i, theirs.child(0), theirs.start(rightRow) + i);
        }
        return order != 0 ? order : Integer.compare(count, otherCount);
    }
}
