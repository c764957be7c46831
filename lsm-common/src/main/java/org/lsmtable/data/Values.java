package org.lsmtable.data;

import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/**
 * The one mapping between plain Java objects, vectors and binary rows (see the package), and the order of values.
 *
 * <p>Order (spec: rows, comparison order): numbers by value, FLOAT and DOUBLE in total order (-0.0 before 0.0, NaN last),
 * text by code point, binary as unsigned bytes with a prefix first, false before true.
 */
public final class Values {
    private Values() {}

    /**
     * Brings an object to the class that a type is held in: smaller integers widen, numbers become DECIMAL of the type's
     * scale if that loses nothing, a {@code java.sql}-free set of plain classes only.
     *
     * @param column named in the error
     * @throws IllegalArgumentException naming the column, the type and the class or value found, if it does not fit
     */
    public static @Nullable Object coerce(@Nullable Object value, DataType type, String column) {
        throw new UnsupportedOperationException();
    }

    /** Appends an object, already of the right class, to a vector; null appends a null. */
    public static void append(@Nullable Object value, ColumnVector vector) {
        throw new UnsupportedOperationException();
    }

    /** The value of a vector's row as an object, null if it is null. */
    public static @Nullable Object get(ColumnVector vector, int row) {
        throw new UnsupportedOperationException();
    }

    /** Compares two values of a type, neither of them null. */
    public static int compare(Object left, Object right, DataType type) {
        throw new UnsupportedOperationException();
    }
}
