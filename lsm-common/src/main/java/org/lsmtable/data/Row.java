package org.lsmtable.data;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as an application sees it: plain Java values by position ({@link Values} lists the classes).
 *
 * <p>Positions count from 0; one that is not there is an {@link IndexOutOfBoundsException}. A typed getter of another type than the value's
 * is a {@link ClassCastException}, and one of a primitive type a {@link NullPointerException} where the value is null.
 */
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

    /** How errors name a position. */
    default String nameOf(int position) {
        return "position " + position;
    }

    /** The BOOLEAN at a position. */
    default boolean getBoolean(int position) {
        Object value = present(position);
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw wrong(position, value, "BOOLEAN");
    }

    /** The INT, SMALLINT or TINYINT at a position. */
    default int getInt(int position) {
        Object value = present(position);
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        }
        throw wrong(position, value, "INT, SMALLINT or TINYINT");
    }

    /** The BIGINT or smaller integer at a position. */
    default long getLong(int position) {
        Object value = present(position);
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw wrong(position, value, "BIGINT or smaller integer");
    }

    /** The FLOAT at a position. */
    default float getFloat(int position) {
        Object value = present(position);
        if (value instanceof Float) {
            return ((Number) value).floatValue();
        }
        throw wrong(position, value, "FLOAT");
    }

    /** The DOUBLE or FLOAT at a position. */
    default double getDouble(int position) {
        Object value = present(position);
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        throw wrong(position, value, "DOUBLE or FLOAT");
    }

    /** The CHAR or VARCHAR at a position, null if it is null. */
    default @Nullable String getString(int position) {
        return (String) checked(position, String.class, "CHAR or VARCHAR");
    }

    /** The BINARY or VARBINARY at a position, null if it is null. */
    default byte @Nullable [] getBytes(int position) {
        return (byte[]) checked(position, byte[].class, "BINARY or VARBINARY");
    }

    /** The DECIMAL at a position, null if it is null. */
    default @Nullable BigDecimal getDecimal(int position) {
        return (BigDecimal) checked(position, BigDecimal.class, "DECIMAL");
    }

    /** The DATE at a position, null if it is null. */
    default @Nullable LocalDate getDate(int position) {
        return (LocalDate) checked(position, LocalDate.class, "DATE");
    }

    /** The TIME at a position, null if it is null. */
    default @Nullable LocalTime getTime(int position) {
        return (LocalTime) checked(position, LocalTime.class, "TIME");
    }

    /** The TIMESTAMP at a position, null if it is null. */
    default @Nullable LocalDateTime getTimestamp(int position) {
        return (LocalDateTime) checked(position, LocalDateTime.class, "TIMESTAMP");
    }

    /** The TIMESTAMP WITH LOCAL TIME ZONE at a position, null if it is null. */
    default @Nullable Instant getInstant(int position) {
        return (Instant) checked(position, Instant.class, "TIMESTAMP WITH LOCAL TIME ZONE");
    }

    /** The ARRAY at a position, null if it is null; the elements are of the classes that {@link Values} lists. */
    default @Nullable List<? extends @Nullable Object> getList(int position) {
        return (List<?>) checked(position, List.class, "ARRAY");
    }

    /** The MAP at a position, or the MULTISET as a map from element to count, null if it is null. */
    default @Nullable Map<?, ? extends @Nullable Object> getMap(int position) {
        return (Map<?, ?>) checked(position, Map.class, "MAP or MULTISET");
    }

    /** The ROW at a position, null if it is null. */
    default @Nullable Row getRow(int position) {
        return (Row) checked(position, Row.class, "ROW");
    }

    private Object present(int position) {
        Object value = get(position);
        if (value == null) {
            throw new NullPointerException(nameOf(position) + ": expected a value, found null; ask isNull first");
        }
        return value;
    }

    private @Nullable Object checked(int position, Class<?> type, String wanted) {
        Object value = get(position);
        if (value == null || type.isInstance(value)) {
            return value;
        }
        throw wrong(position, value, wanted);
    }

    private ClassCastException wrong(int position, Object value, String wanted) {
        return new ClassCastException(nameOf(position) + ": asked for " + wanted + ", found a value of class "
                + value.getClass().getSimpleName());
    }
}
