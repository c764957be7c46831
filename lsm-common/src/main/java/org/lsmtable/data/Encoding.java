package org.lsmtable.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.Physical;

/** Points in time and decimals as the words and byte strings that vectors and binary rows hold, and back. */
final class Encoding {
    static final VarHandle BIG_LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle BIG_INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    static final int NANOS_PER_MILLI = 1_000_000;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private Encoding() {}

    /** A LocalDateTime or Instant as an instant, a local one taken as if it were in UTC. */
    static Instant instant(Object value) {
        return value instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) value;
    }

    /** The instant as the class of a TIMESTAMP or TIMESTAMP_LTZ. */
    static Object ofInstant(Instant instant, DataType type) {
        return type.root() == TypeRoot.TIMESTAMP ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC) : instant;
    }

    /** Milliseconds since the epoch, floor; ArithmeticException if 64 bits do not hold them. */
    static long millis(Instant instant) {
        return instant.toEpochMilli();
    }

    /** Microseconds since the epoch, floor; ArithmeticException if 64 bits do not hold them. */
    static long micros(Instant instant) {
        long seconds = instant.getEpochSecond();
        long micros = instant.getNano() / 1000;
        if (seconds < 0) { // from the other side, so that the least value does not overflow
            return Math.addExact(Math.multiplyExact(seconds + 1, MICROS_PER_SECOND), micros - MICROS_PER_SECOND);
        }
        return Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), micros);
    }

    static int nanoOfMilli(Instant instant) {
        return instant.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI;
    }

    static Instant ofMillis(long millis, int nanoOfMilli) {
        return Instant.ofEpochMilli(millis).plusNanos(nanoOfMilli);
    }

    static Instant ofMicros(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1000);
    }

    /** The wide form of vectors: milliseconds and nanoseconds within the millisecond, big-endian. */
    static byte[] wideTimestamp(Instant instant) {
        byte[] bytes = new byte[Physical.WIDE_TIMESTAMP_BYTES];
        BIG_LONG.set(bytes, 0, millis(instant));
        BIG_INT.set(bytes, 8, nanoOfMilli(instant));
        return bytes;
    }

    static Instant ofWideTimestamp(byte[] bytes, int start) {
        return ofMillis((long) BIG_LONG.get(bytes, start), (int) BIG_INT.get(bytes, start + 8));
    }

    static int timeMillis(LocalTime time) {
        return (int) (time.toNanoOfDay() / NANOS_PER_MILLI);
    }

    static LocalTime ofTimeMillis(int millis) {
        return LocalTime.ofNanoOfDay((long) millis * NANOS_PER_MILLI);
    }

    /** The unscaled number at the scale of the type. */
    static BigInteger unscaled(BigDecimal value, DecimalType type) {
        return value.scale() == type.scale()
                ? value.unscaledValue()
                : value.setScale(type.scale()).unscaledValue();
    }

    /** The wide form of vectors: 16 bytes, big-endian, sign-extended. */
    static byte[] wideDecimal(BigInteger unscaled) {
        byte[] minimal = unscaled.toByteArray();
        byte[] wide = new byte[Physical.WIDE_DECIMAL_BYTES];
        int pad = wide.length - minimal.length;
        Arrays.fill(wide, 0, pad, (byte) (minimal[0] >> 7));
        System.arraycopy(minimal, 0, wide, pad, minimal.length);
        return wide;
    }

    /** How many leading bytes of a wide decimal only repeat the sign: what its minimal form leaves out. */
    static int signBytes(byte[] bytes, int start) {
        int sign = bytes[start] >> 7;
        int skipped = 0;
        while (skipped < Physical.WIDE_DECIMAL_BYTES - 1
                && bytes[start + skipped] == sign
                && bytes[start + skipped + 1] >> 7 == sign) {
            skipped++;
        }
        return skipped;
    }

    static BigDecimal ofWideDecimal(byte[] bytes, int start, DataType type) {
        return new BigDecimal(new BigInteger(bytes, start, Physical.WIDE_DECIMAL_BYTES), ((DecimalType) type).scale());
    }
}
