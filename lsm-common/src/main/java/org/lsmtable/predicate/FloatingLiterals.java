package org.lsmtable.predicate;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.WordLiterals.Place;

/** Where a literal lies among all FLOAT or DOUBLE values, in total order. */
final class FloatingLiterals {
    private static final long NEGATIVE_ZERO = -1;
    private static final long POSITIVE_ZERO = 0;

    private FloatingLiterals() {}

    static @Nullable Place ofFloat(Object literal) {
        if (literal instanceof Float exact) {
            return exactly(exact);
        }
        if (literal instanceof Double wide && (Double.isNaN(wide) || wide.floatValue() == wide)) {
            return exactly(wide.floatValue()); // also infinities, and zeros with their sign
        }
        BigDecimal number = Literals.number(literal);
        if (number == null) {
            return null;
        }
        float near = number.floatValue();
        if (near == Float.POSITIVE_INFINITY) {
            return above(Float.MAX_VALUE);
        }
        if (near == Float.NEGATIVE_INFINITY) {
            return above(near);
        }
        int sign = new BigDecimal(near).compareTo(number);
        return sign == 0 ? exactly(near) : above(sign < 0 ? near : Math.nextDown(near));
    }

    static @Nullable Place ofDouble(Object literal) {
        if (literal instanceof Double || literal instanceof Float) {
            return exactly(((Number) literal).doubleValue());
        }
        BigDecimal number = Literals.number(literal);
        if (number == null) {
            return null;
        }
        double near = number.doubleValue();
        if (near == Double.POSITIVE_INFINITY) {
            return above(Double.MAX_VALUE);
        }
        if (near == Double.NEGATIVE_INFINITY) {
            return above(near);
        }
        int sign = new BigDecimal(near).compareTo(number);
        return sign == 0 ? exactly(near) : above(sign < 0 ? near : Math.nextDown(near));
    }

    private static Place exactly(float value) {
        return Place.exactly(WordOrder.ofFloatBits(Float.floatToRawIntBits(value)));
    }

    private static Place above(float value) {
        return Place.above(WordOrder.ofFloatBits(Float.floatToRawIntBits(value)));
    }

    private static Place exactly(double value) {
        return Place.exactly(WordOrder.ofDoubleBits(Double.doubleToRawLongBits(value)));
    }

    private static Place above(double value) {
        return Place.above(WordOrder.ofDoubleBits(Double.doubleToRawLongBits(value)));
    }

    /** A lower bound that leaves no zero out: statistics may have taken the two for one. */
    static long belowZeros(long word) {
        return word == POSITIVE_ZERO ? NEGATIVE_ZERO : word;
    }

    /** An upper bound that leaves no zero out. */
    static long aboveZeros(long word) {
        return word == NEGATIVE_ZERO ? POSITIVE_ZERO : word;
    }
}
