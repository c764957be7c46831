package org.lsmtable.format.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.TemporalType;
import org.lsmtable.vector.Physical;

/** Instants of a file's unit brought to the unit of a table's type, rounding down (spec: data files, INT96). */
final class TimeConversions {
    /** The unit in which a file counts. */
    enum Unit {
        MILLIS(1_000_000),
        MICROS(1_000),
        NANOS(1);

        final long nanos;

        Unit(long nanos) {
            this.nanos = nanos;
        }
    }

    /** The bytes of an INT96. */
    static final int INT96_BYTES = 12;

    private static final long EPOCH_JULIAN_DAY = 2_440_588;
    private static final long MILLIS_OF_DAY = 86_400_000;
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final VarHandle BIG_LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private TimeConversions() {}

    /** INT64 timestamps to those of a type. */
    static Conversion ofLongs(Unit unit, TemporalType type) {
        if (!type.isCompact()) {
            long perMilli = NANOS_OF_MILLI / unit.nanos;
            return ConvertedValues.longsToBytes(Physical.WIDE_TIMESTAMP_BYTES, (value, target, at, place) -> {
                long nanos = Math.floorMod(value, perMilli) * unit.nanos;
                putWide(Math.floorDiv(value, perMilli), (int) nanos, target, at);
            });
        }
        long wanted = (type.isMillis() ? Unit.MILLIS : Unit.MICROS).nanos;
        if (unit.nanos > wanted) {
            long factor = unit.nanos / wanted;
            return ConvertedValues.multipliedLongs(factor, Long.MAX_VALUE / factor);
        }
        return unit.nanos == wanted ? Conversion.NONE : ConvertedValues.dividedLongs(wanted / unit.nanos);
    }

    /** INT96 timestamps to those of a type. The nanoseconds of the day may be negative, or more than a day has. */
    static Conversion ofInt96(TemporalType type) {
        if (!type.isCompact()) {
            return ConvertedValues.bytesToBytes(
                    Physical.WIDE_TIMESTAMP_BYTES, (source, from, length, target, at, place) -> {
                        long nanos = LittleEndian.longAt(source, from);
                        putWide(millis(source, from), (int) Math.floorMod(nanos, NANOS_OF_MILLI), target, at);
                    });
        }
        return ConvertedValues.bytesToLongs(
                type.isMillis()
                        ? (source, from, length, place) -> millis(source, from)
                        : (source, from, length, place) -> micros(source, from, place));
    }

    private static long millis(byte[] source, int from) {
        long nanos = LittleEndian.longAt(source, from);
        long day = LittleEndian.intAt(source, from + 8) - EPOCH_JULIAN_DAY;
        return day * MILLIS_OF_DAY + Math.floorDiv(nanos, NANOS_OF_MILLI);
    }

    private static long micros(byte[] source, int from, PagePlace place) throws DamagedFileException {
        long millis = millis(source, from);
        if (millis <= Long.MIN_VALUE / 1000 || millis >= Long.MAX_VALUE / 1000) {
            throw place.damaged("timestamp", "microseconds of 64 bits", millis + " milliseconds");
        }
        long nanos = LittleEndian.longAt(source, from);
        return millis * 1000 + Math.floorMod(nanos, NANOS_OF_MILLI) / 1000;
    }

    private static void putWide(long millis, int nanosOfMilli, byte[] target, int at) {
        BIG_LONGS.set(target, at, millis);
        BIG_INTS.set(target, at + Long.BYTES, nanosOfMilli);
    }
}
