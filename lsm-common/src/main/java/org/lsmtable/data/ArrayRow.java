package org.lsmtable.data;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row on an array of its values. Equality is by value, byte arrays by content, also those within Lists and Maps. */
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
        return other instanceof ArrayRow row && Arrays.equals(comparable(values), comparable(row.values));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(comparable(values));
    }

    private static @Nullable Object[] comparable(@Nullable Object[] values) {
        return Arrays.stream(values).map(ArrayRow::comparable).toArray();
    }

    /** The value, at any depth with byte arrays in a form that equals by content. */
    static @Nullable Object comparable(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (value instanceof Collection<?> elements) {
            return elements.stream().map(ArrayRow::comparable).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> entries = new HashMap<>();
            map.forEach((key, mapped) -> entries.put(comparable(key), comparable(mapped)));
            return entries;
        }
        return value;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values);
    }
}
