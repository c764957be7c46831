package org.lsmtable.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A row on an array of its values. Equality is by value, byte arrays by content. */
sealed class ArrayRow implements Row permits KeyRow {
    private final @Nullable Object[] values;

    ArrayRow(@Nullable Object[] values) {
        this.values = values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public @Nullable Object get(int position) {
        return values[position];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ArrayRow row && Arrays.deepEquals(values, row.values);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values);
    }
}
