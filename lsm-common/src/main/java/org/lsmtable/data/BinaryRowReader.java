package org.lsmtable.data;

import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;

/** Fields of binary rows as plain Java objects. */
final class BinaryRowReader {
    private BinaryRowReader() {}

    static @Nullable Object get(BinaryRow row, int field, DataType type) {
        throw new UnsupportedOperationException();
    }
}
