package org.lsmtable.predicate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.Physical;

/**
 * Where a literal lies among the byte strings of a column, without narrowing it, as {@link WordLiterals} does for words. Text
 * and binary compare as unsigned bytes; the first byte of wide decimals and timestamps has a sign.
 */
final class BytesLiterals {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final DataType type;
    private final boolean signed;

    BytesLiterals(DataType type) {
        this.type = type;
        this.signed = !isData(type);
    }

    private static boolean isData(DataType type) {
        return type.root().isCharacter() || type.root().isBinary();
    }

    /** A place among the byte strings. */
    static final class Place {
        /** The greatest byte string that is not above the literal, null if the literal is less than all of them. */
        final byte @Nullable [] floor;
        /** Whether the literal is that byte string. */
        final boolean exact;

        private Place(byte @Nullable [] floor, boolean exact) {
            this.floor = floor;
            this.exact = exact;
        }
    }

    /** The place of a literal, null if it does not compare with the type. */
    @Nullable
    Place place(Object literal) {
        return switch (type.root()) {
            case CHAR, VARCHAR -> literal instanceof String text ? ofText(text) : null;
            case BINARY, VARBINARY -> literal instanceof byte[] bytes ? new Place(bytes.clone(), true) : null;
            case DECIMAL -> ofNumber(literal, ((DecimalType) type).scale());
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Instant instant = Literals.instant(literal, type);
                yield instant == null ? null : ofInstant(instant);
            }
            default -> throw new IllegalStateException(type.asText());
        };
    }

    /** Text with half a surrogate pair has no UTF-8 and no place. */
    private static @Nullable Place ofText(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new String(bytes, UTF_8).equals(text) ? new Place(bytes, true) : null;
    }

    private static @Nullable Place ofNumber(Object literal, int scale) {
        Double infinite = Literals.infinite(literal);
        if (infinite != null) {
            return infinite < 0 ? new Place(null, false) : new Place(decimal(maxDecimal()), false);
        }
        BigDecimal number = Literals.number(literal);
        if (number == null) {
            return null;
        }
        BigInteger floor = Literals.floorUnscaled(number, scale);
        if (floor.compareTo(maxDecimal().not()) < 0) {
            return new Place(null, false);
        }
        if (floor.compareTo(maxDecimal()) > 0) {
            return new Place(decimal(maxDecimal()), false);
        }
        return new Place(decimal(floor), new BigDecimal(floor, scale).compareTo(number) == 0);
    }

    private static BigInteger maxDecimal() {
        return BigInteger.ONE.shiftLeft(8 * Physical.WIDE_DECIMAL_BYTES - 1).subtract(BigInteger.ONE);
    }

    private static byte[] decimal(BigInteger unscaled) {
        byte[] minimal = unscaled.toByteArray();
        byte[] wide = new byte[Physical.WIDE_DECIMAL_BYTES];
        Arrays.fill(wide, 0, wide.length - minimal.length, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(minimal, 0, wide, wide.length - minimal.length, minimal.length);
        return wide;
    }

    private static Place ofInstant(Instant instant) {
        BigInteger millis = BigInteger.valueOf(instant.getEpochSecond())
                .multiply(BigInteger.valueOf(1000))
                .add(BigInteger.valueOf(instant.getNano() / NANOS_PER_MILLI));
        if (millis.bitLength() > 63) {
            return millis.signum() < 0
                    ? new Place(null, false)
                    : new Place(timestamp(Long.MAX_VALUE, (int) NANOS_PER_MILLI - 1), false);
        }
        return new Place(timestamp(millis.longValue(), (int) (instant.getNano() % NANOS_PER_MILLI)), true);
    }

    private static byte[] timestamp(long millis, int nanos) {
        return ByteBuffer.allocate(Physical.WIDE_TIMESTAMP_BYTES)
                .putLong(millis)
                .putInt(nanos)
                .array();
    }

    /** The order of a literal and a piece of a vector. */
    int compare(byte[] literal, byte[] bytes, int start, int end) {
        if (signed && literal[0] != bytes[start]) {
            return Byte.compare(literal[0], bytes[start]);
        }
        return Arrays.compareUnsigned(literal, 0, literal.length, bytes, start, end);
    }

    /** The order of two byte strings of this column. */
    int compare(byte[] left, byte[] right) {
        return compare(left, right, 0, right.length);
    }

    /** Byte strings as a vector of the column's type. */
    ColumnVector vector(byte[][] values) {
        BytesVector vector = new BytesVector(type, values.length);
        for (byte[] value : values) {
            vector.append(value);
        }
        return vector;
    }

    /** A bound from statistics as a byte string, null if there is none. */
    byte @Nullable [] bound(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        Place place = place(value);
        if (place == null) {
            throw new IllegalArgumentException("statistics: expected a bound of type " + type.asText() + ", found "
                    + value.getClass().getSimpleName());
        }
        return place.floor;
    }
}
