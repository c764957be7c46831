package org.lsmtable.merge;

import java.util.List;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/**
 * The order of keys held in vectors: column by column, ascending, no column null (spec: rows, comparison order).
 *
 * <p>Bulk work compares {@link KeyPrefix prefixes} and comes here only when they are equal. Immutable.
 */
final class KeyOrder {
    private final List<DataType> types;
    private final KeyForm[] forms;

    /**
     * The order of keys of these columns, in key order.
     *
     * @throws IllegalArgumentException if there is no column, or one of a type that cannot be a key
     */
    KeyOrder(List<DataType> types) {
        if (types.isEmpty()) {
            throw new IllegalArgumentException("a key needs at least one column");
        }
        this.types = List.copyOf(types);
        this.forms = types.stream().map(KeyForm::of).toArray(KeyForm[]::new);
    }

    /** The types of the key columns. */
    List<DataType> types() {
        return types;
    }

    /** The number of key columns. */
    int columnCount() {
        return forms.length;
    }

    KeyForm form(int column) {
        return forms[column];
    }

    /** Compares the key of one row with that of another. */
    int compare(ColumnVector[] left, int leftRow, ColumnVector[] right, int rightRow) {
        for (int i = 0; i < forms.length; i++) {
            int order = Values.compare(left[i], leftRow, right[i], rightRow);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
