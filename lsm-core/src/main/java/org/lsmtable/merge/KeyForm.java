package org.lsmtable.merge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * How the values of a key column are ordered, given the shape they have in vectors (spec: rows, comparison order).
 *
 * <p>For all forms but {@link #TEXT} a value has a <em>word</em>: a signed 64-bit number that never decreases as the value grows.
 */
enum KeyForm {
    /** Signed numbers in 32 bits. */
    INT,
    /** Bits of a FLOAT: -0.0 before 0.0, NaN last and equal to itself. */
    FLOAT,
    /** Signed numbers in 64 bits. */
    LONG,
    /** Bits of a DOUBLE. */
    DOUBLE,
    /** 12 bytes of a wide TIMESTAMP: signed milliseconds, then nanoseconds. The word is the milliseconds. */
    WIDE_TIMESTAMP,
    /** 16 bytes of a wide DECIMAL, big-endian and signed. The word is the upper part of as many bits as the precision needs. */
    WIDE_DECIMAL,
    /** Unsigned bytes, a prefix first. */
    TEXT;

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final double LOG2_OF_10 = 3.321928094887362;

    /** The form of a type; {@link org.lsmtable.vector.Physical} refuses what vectors cannot hold. */
    static KeyForm of(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, DATE, TIME -> INT;
            case FLOAT -> FLOAT;
            case BIGINT -> LONG;
            case DOUBLE -> DOUBLE;
            case DECIMAL -> ((DecimalType) type).isCompact() ? LONG : WIDE_DECIMAL;
            case TIMESTAMP, TIMESTAMP_LTZ -> ((TemporalType) type).isCompact() ? LONG : WIDE_TIMESTAMP;
            case CHAR, VARCHAR, BINARY, VARBINARY -> TEXT;
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR ->
                throw new IllegalArgumentException("a key column cannot be of type " + type.asText());
        };
    }

    /** The bits of a wide DECIMAL that its word leaves out. */
    static int droppedBits(DataType type) {
        int bits = (int) Math.ceil(((DecimalType) type).precision() * LOG2_OF_10) + 1;
        return Math.max(0, bits - Long.SIZE);
    }

    /** The least word a value of the type can have; TEXT has none. */
    static long least(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> 0;
            case TINYINT -> Byte.MIN_VALUE;
            case SMALLINT -> Short.MIN_VALUE;
            case INT, DATE, TIME, FLOAT -> Integer.MIN_VALUE;
            default -> Long.MIN_VALUE;
        };
    }

    /** The greatest word a value of the type can have; TEXT has none. */
    static long greatest(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> 1;
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INT, DATE, TIME, FLOAT -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    /** Whether equal words mean equal values. */
    boolean wordIsValue() {
        return this == INT || this == FLOAT || this == LONG || this == DOUBLE;
    }

    /** The bits of a FLOAT as a number in the same order. */
    static int ordered(int floatBits) {
        int bits = (floatBits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : floatBits;
        return bits ^ bits >> 31 & 0x7fffffff;
    }

    /** The bits of a DOUBLE as a number in the same order. */
    static long ordered(long doubleBits) {
        long bits = (doubleBits & 0x7fffffffffffffffL) > 0x7ff0000000000000L ? 0x7ff8000000000000L : doubleBits;
        return bits ^ bits >> 63 & 0x7fffffffffffffffL;
    }

    /** The upper word of a wide DECIMAL, cut to the 64-bit range should the value exceed its precision. */
    static long decimalWord(byte[] bytes, int at, int dropped) {
        long high = bigEndian(bytes, at);
        if (dropped == Long.SIZE) {
            return high;
        }
        if (dropped == 0) {
            long low = bigEndian(bytes, at + 8);
            return high == low >> 63 ? low : high >> 63 ^ Long.MAX_VALUE;
        }
        int kept = Long.SIZE - dropped;
        if (high << kept >> kept != high) {
            return high >> 63 ^ Long.MAX_VALUE;
        }
        return high << kept | bigEndian(bytes, at + 8) >>> dropped;
    }

    /** Eight bytes as a number, the first the most significant. */
    static long bigEndian(byte[] bytes, int at) {
        return (long) BIG_ENDIAN.get(bytes, at);
    }

    /** Up to eight bytes as an unsigned number, the first the most significant, zeros behind the end. */
    static long textWord(byte[] bytes, int at, int length) {
        if (length >= 8) {
            return bigEndian(bytes, at);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (bytes[at + i] & 255L) << 56 - 8 * i;
        }
        return word;
    }

    /** The word of a row that is not null; TEXT has none. */
    long word(ColumnVector vector, int row, DataType type) {
        return switch (this) {
            case INT -> ((IntVector) vector).get(row);
            case FLOAT -> ordered(((IntVector) vector).get(row));
            case LONG -> ((LongVector) vector).get(row);
            case DOUBLE -> ordered(((LongVector) vector).get(row));
            case WIDE_TIMESTAMP -> bigEndian(((BytesVector) vector).bytes(), ((BytesVector) vector).start(row));
            case WIDE_DECIMAL ->
                decimalWord(((BytesVector) vector).bytes(), ((BytesVector) vector).start(row), droppedBits(type));
            case TEXT -> throw new IllegalStateException("text has no word");
        };
    }
}
