package org.lsmtable.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.TemporalType;

/**
 * Brings what an application hands over to the class and the bounds of a column's type ({@link Values#coerce}). A number
 * changes class only if it keeps its value; points in time lose the digits that the type does not have.
 */
final class Coercion {
    private static final int[] NANOS_BY_PRECISION = {
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1
    };

    private Coercion() {}

    static @Nullable Object coerce(@Nullable Object value, DataType type, String column) {
        try {
            return coerce(value, type);
        } catch (Misfit e) {
            throw new IllegalArgumentException("column '" + column + "': " + e.getMessage(), e.getCause());
        }
    }

    /**
     * The value in the type's class.
     *
     * @throws Misfit if it does not fit
     */
    static @Nullable Object coerce(@Nullable Object value, DataType type) {
        if (value == null) {
            if (!type.isNullable()) {
                throw new Misfit("expected a value of type " + type.asText() + ", found null", null);
            }
            return null;
        }
        Object coerced;
        try {
            coerced = tryCoerce(value, type);
        } catch (ArithmeticException | DateTimeException e) {
            coerced = null;
        }
        if (coerced == null) {
            throw new Misfit(
                    "expected a value of type " + type.asText() + ", found "
                            + value.getClass().getSimpleName() + " " + shown(value),
                    null);
        }
        return coerced;
    }

    /** A value that does not fit; the message tells where within the column's value it is. */
    static final class Misfit extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        Misfit(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        /** The same, within something larger. */
        Misfit within(String part) {
            return new Misfit(part + ": " + getMessage(), getCause());
        }
    }

    /** The value in the type's class, null or an ArithmeticException or DateTimeException if it does not fit. */
    private static @Nullable Object tryCoerce(Object value, DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> value instanceof Boolean ? value : null;
            case TINYINT -> value instanceof Byte ? value : narrowed(value, Byte.MIN_VALUE, Byte.MAX_VALUE, type);
            case SMALLINT -> value instanceof Short ? value : narrowed(value, Short.MIN_VALUE, Short.MAX_VALUE, type);
            case INT -> value instanceof Integer ? value : narrowed(value, Integer.MIN_VALUE, Integer.MAX_VALUE, type);
            case BIGINT -> value instanceof Long ? value : narrowed(value, Long.MIN_VALUE, Long.MAX_VALUE, type);
            case FLOAT -> value instanceof Float ? value : toFloat(value);
            case DOUBLE -> value instanceof Double ? value : toDouble(value);
            case DECIMAL -> toDecimal(value, (DecimalType) type);
            case CHAR, VARCHAR -> toText(value, (LengthType) type);
            case BINARY, VARBINARY ->
                value instanceof byte[] bytes && bytes.length <= ((LengthType) type).length() ? value : null;
            case DATE -> value instanceof LocalDate date && date.toEpochDay() == (int) date.toEpochDay() ? value : null;
            case TIME -> toTime(value, (TemporalType) type);
            case TIMESTAMP ->
                value instanceof LocalDateTime local ? checkedRange(truncated(local, (TemporalType) type), type) : null;
            case TIMESTAMP_LTZ -> toInstant(value, (TemporalType) type);
            case ARRAY, MULTISET, MAP, ROW -> NestedCoercion.tryCoerce(value, type);
            case VARIANT, BLOB, VECTOR -> null;
        };
    }

    private static @Nullable Object narrowed(Object value, long min, long max, DataType type) {
        Long number = toLong(value);
        if (number == null || number < min || number > max) {
            return null;
        }
        return switch (type.root()) {
            case TINYINT -> (Object) number.byteValue();
            case SMALLINT -> number.shortValue();
            case INT -> number.intValue();
            default -> number;
        };
    }

    private static @Nullable Long toLong(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return value instanceof BigInteger big ? (Long) big.longValueExact() : null;
    }

    private static @Nullable Object toFloat(Object value) {
        Double exact = value instanceof Double number ? number : toDouble(value);
        return exact != null && (Double.isNaN(exact) || exact.floatValue() == exact) ? exact.floatValue() : null;
    }

    private static @Nullable Double toDouble(Object value) {
        if (value instanceof Float number) {
            return number.doubleValue();
        }
        Long number = toLong(value);
        if (number == null || number == Long.MAX_VALUE) { // the nearest double of which would be cast back to it
            return null;
        }
        double nearest = number.doubleValue();
        return (long) nearest == number ? (Double) nearest : null;
    }

    private static @Nullable Object toDecimal(Object value, DecimalType type) {
        BigDecimal number;
        if (value instanceof BigDecimal decimal) {
            number = decimal;
        } else if (value instanceof BigInteger big) {
            number = new BigDecimal(big);
        } else if (value instanceof Double || value instanceof Float) {
            double floating = ((Number) value).doubleValue();
            if (!Double.isFinite(floating)) {
                return null;
            }
            number = new BigDecimal(floating);
        } else {
            Long integer = toLong(value);
            if (integer == null) {
                return null;
            }
            number = BigDecimal.valueOf(integer);
        }
        // a huge exponent must not make setScale build a number of a billion digits
        if (number.signum() != 0 && (long) number.precision() - number.scale() > type.precision() - type.scale()) {
            return null;
        }
        return number.setScale(type.scale());
    }

    private static @Nullable Object toText(Object value, LengthType type) {
        if (!(value instanceof String text)) {
            return null;
        }
        int codePoints = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return null; // half a character has no UTF-8
                }
                i++;
            }
            codePoints++;
        }
        return codePoints <= type.length() ? text : null;
    }

    private static @Nullable Object toTime(Object value, TemporalType type) {
        if (!(value instanceof LocalTime time)) {
            return null;
        }
        return truncated(time, type.precision() <= 3 ? type : new TemporalType(type.root(), 3, true));
    }

    private static @Nullable Object toInstant(Object value, TemporalType type) {
        Instant instant;
        if (value instanceof Instant given) {
            instant = given;
        } else if (value instanceof OffsetDateTime offset) {
            instant = offset.toInstant();
        } else if (value instanceof ZonedDateTime zoned) {
            instant = zoned.toInstant();
        } else {
            return null;
        }
        return checkedRange(truncated(instant, type), type);
    }

    private static Temporal truncated(Temporal time, TemporalType type) {
        int nanos = time.get(ChronoField.NANO_OF_SECOND);
        return time.with(ChronoField.NANO_OF_SECOND, nanos - nanos % NANOS_BY_PRECISION[type.precision()]);
    }

    /** The value; ArithmeticException if its distance from the epoch does not fit the 64 bits it will be held in. */
    private static Object checkedRange(Object value, DataType type) {
        TemporalType time = (TemporalType) type;
        if (time.isCompact() && !time.isMillis()) {
            Encoding.micros(Encoding.instant(value));
        } else {
            Encoding.millis(Encoding.instant(value));
        }
        return value;
    }

    static String shown(Object value) {
        String text = value instanceof byte[] bytes ? "of " + bytes.length + " bytes" : value.toString();
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
