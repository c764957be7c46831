package org.lsmtable.predicate;

import org.lsmtable.types.DataType;

/**
 * How the word of a vector is brought to a 64-bit number that orders as the value does. Floating-point bits keep their order
 * for positive values and are reversed for negative ones; every NaN becomes the one above infinity.
 */
enum WordOrder {
    /** 32-bit words that are numbers. */
    INT,
    /** The bits of FLOAT. */
    FLOAT,
    /** 64-bit words that are numbers. */
    LONG,
    /** The bits of DOUBLE. */
    DOUBLE;

    private static final int FLOAT_INFINITY = 0x7f800000;
    private static final int FLOAT_NAN = 0x7fc00000;
    private static final long DOUBLE_INFINITY = 0x7ff0000000000000L;
    private static final long DOUBLE_NAN = 0x7ff8000000000000L;

    /** The order of a type that vectors hold in words. */
    static WordOrder of(DataType type) {
        return switch (type.root()) {
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case BOOLEAN, TINYINT, SMALLINT, INT, DATE, TIME -> INT;
            default -> LONG;
        };
    }

    boolean isFloating() {
        return this == FLOAT || this == DOUBLE;
    }

    /** The least number that a word can be brought to. */
    long least() {
        return this == INT || this == FLOAT ? Integer.MIN_VALUE : Long.MIN_VALUE;
    }

    /** The greatest number that a word can be brought to. */
    long greatest() {
        return this == INT || this == FLOAT ? Integer.MAX_VALUE : Long.MAX_VALUE;
    }

    static int ofFloatBits(int bits) {
        int one = (bits & Integer.MAX_VALUE) > FLOAT_INFINITY ? FLOAT_NAN : bits;
        return one ^ ((one >> 31) & Integer.MAX_VALUE);
    }

    static long ofDoubleBits(long bits) {
        long one = (bits & Long.MAX_VALUE) > DOUBLE_INFINITY ? DOUBLE_NAN : bits;
        return one ^ ((one >> 63) & Long.MAX_VALUE);
    }

    /** The bits that {@link #ofFloatBits} brings to a number. */
    static int toFloatBits(int word) {
        return word ^ ((word >> 31) & Integer.MAX_VALUE);
    }

    /** The bits that {@link #ofDoubleBits} brings to a number. */
    static long toDoubleBits(long word) {
        return word ^ ((word >> 63) & Long.MAX_VALUE);
    }
}
