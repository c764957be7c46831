package org.lsmtable.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;

/** What the literals of several types have in common. */
final class Literals {
    /** No column has more digits before or behind the point; numbers further away need not be scaled to be placed. */
    private static final int FAR_DIGITS = 100;

    private Literals() {}

    /** A finite number of any class, exactly; null if the object is none. */
    static @Nullable BigDecimal number(Object literal) {
        if (literal instanceof BigDecimal decimal) {
            return decimal;
        }
        if (literal instanceof Long
                || literal instanceof Integer
                || literal instanceof Short
                || literal instanceof Byte) {
            return BigDecimal.valueOf(((Number) literal).longValue());
        }
        if (literal instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return literal instanceof Double || literal instanceof Float
                ? new BigDecimal(((Number) literal).doubleValue())
                : null;
    }

    /** An infinity or NaN as a double; null for everything else. */
    static @Nullable Double infinite(Object literal) {
        if (literal instanceof Double || literal instanceof Float) {
            double value = ((Number) literal).doubleValue();
            return Double.isFinite(value) ? null : (Double) value;
        }
        return null;
    }

    static boolean isNaN(Object value) {
        Double infinite = infinite(value);
        return infinite != null && Double.isNaN(infinite);
    }

    /** The greatest integer that is not above {@code number * 10^scale}; numbers far away may be cut short. */
    static BigInteger floorUnscaled(BigDecimal number, int scale) {
        long digitsBeforePoint = (long) number.precision() - number.scale();
        if (number.signum() == 0) {
            return BigInteger.ZERO;
        }
        if (digitsBeforePoint > FAR_DIGITS) {
            BigInteger far = BigInteger.TEN.pow(FAR_DIGITS);
            return number.signum() > 0 ? far : far.negate();
        }
        if (digitsBeforePoint < -FAR_DIGITS) {
            return number.signum() > 0 ? BigInteger.ZERO : BigInteger.ONE.negate();
        }
        return number.setScale(scale, RoundingMode.FLOOR).unscaledValue();
    }

    /** A point in time for a column of TIMESTAMP or TIMESTAMP_LTZ, a local one taken as UTC; null if it is none of these. */
    static @Nullable Instant instant(Object literal, DataType type) {
        if (type.root() == TypeRoot.TIMESTAMP) {
            return literal instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : null;
        }
        if (literal instanceof Instant instant) {
            return instant;
        }
        if (literal instanceof OffsetDateTime offset) {
            return offset.toInstant();
        }
        return literal instanceof ZonedDateTime zoned ? zoned.toInstant() : null;
    }
}
