package org.lsmtable.data;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row as an application sees it: plain Java values by position ({@link Values} lists the classes). */
public interface Row {
    /** A row of the given values, in the order of the columns; a null element is a null value. */
    static Row of(@Nullable Object... values) {
        return new ArrayRow(values.clone());
    }

    /** A row that holds only the values of the primary key, in the key's declared order. */
    static Row key(Object... values) {
        return new KeyRow(values.clone());
    }

    /** Whether the row was made by {@link #key}: it holds the values of the primary key and no others. */
    default boolean isKey() {
        return false;
    }

    /** The number of values. */
    int size();

    /** The value at a position, null if it is null. */
    @Nullable
    Object get(int position);

    /** Whether the value at a position is null. */
    default boolean isNull(int position) {
        return get(position) == null;
    }

    /** The BOOLEAN at a position; {@link NullPointerException} if it is null, as for all typed getters. */
    default boolean getBoolean(int position) {
        return (Boolean) notNull(position);
    }

    /** The INT, SMALLINT or TINYINT at a position. */
    default int getInt(int position) {
        return ((Number) notNull(position)).intValue();
    }

    /** The BIGINT or smaller integer at a position. */
    default long getLong(int position) {
        return ((Number) notNull(position)).longValue();
    }

    /** The FLOAT at a position. */
    default float getFloat(int position) {
        return ((Number) notNull(position)).floatValue();
    }

    /** The DOUBLE or FLOAT at a position. */
    default double getDouble(int position) {
        return ((Number) notNull(position)).doubleValue();
    }

    /** The CHAR or VARCHAR at a position, null if it is null. */
    default @Nullable String getString(int position) {
        return (String) get(position);
    }

    /** The BINARY or VARBINARY at a position, null if it is null. */
    default byte @Nullable [] getBytes(int position) {
        return (byte[]) get(position);
    }

    /** The DECIMAL at a position, null if it is null. */
    default @Nullable BigDecimal getDecimal(int position) {
        return (BigDecimal) get(position);
    }

    /** The DATE at a position, null if it is null. */
    default @Nullable LocalDate getDate(int position) {
        return (LocalDate) get(position);
    }

    /** The TIME at a position, null if it is null. */
    default @Nullable LocalTime getTime(int position) {
        return (LocalTime) get(position);
    }

    /** The TIMESTAMP at a position, null if it is null. */
    default @Nullable LocalDateTime getTimestamp(int position) {
        return (LocalDateTime) get(position);
    }

    /** The TIMESTAMP WITH LOCAL TIME ZONE at a position, null if it is null. */
    default @Nullable Instant getInstant(int position) {
        return (Instant) get(position);
    }

    /** The ARRAY at a position, null if it is null; the elements are of the classes that {@link Values} lists. */
    default @Nullable List<? extends @Nullable Object> getList(int position) {
        return (List<?>) get(position);
    }

    /** The MAP at a position, or the MULTISET as a map from element to count, null if it is null. */
    default @Nullable Map<?, ? extends @Nullable Object> getMap(int position) {
        return (Map<?, ?>) get(position);
    }

    /** The ROW at a position, null if it is null. */
    default @Nullable Row getRow(int position) {
        return (Row) get(position);
    }

    private Object notNull(int position) {
        Object value = get(position);
        if (value == null) {
            throw new NullPointerException("the value at position " + position + " is null");
        }
        return value;
    }
}
