package org.lsmtable.data;

import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/** Builds one binary row, field by field in order. Every field must be written once. */
public final class BinaryRowWriter {
    private final int arity;

    public BinaryRowWriter(int arity) {
        this.arity = arity;
    }

    /** Writes a plain Java value of the class that {@link Values} lists, or null. */
    public void write(int field, DataType type, @Nullable Object value) {
        throw new UnsupportedOperationException();
    }

    /** Writes the value of a vector's row. */
    public void write(int field, ColumnVector vector, int row) {
        throw new UnsupportedOperationException();
    }

    /** The row; the writer may be used again from here on. */
    public BinaryRow toRow() {
        throw new UnsupportedOperationException("" + arity);
    }
}
