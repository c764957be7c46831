package org.lsmtable.cast;

import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * TIMESTAMP and TIMESTAMP WITH LOCAL TIME ZONE. Fraction digits that the type lacks are cut, before 1970 those of whole milliseconds
 * towards 1970, as in Paimon.
 */
final class StampTarget extends Target {
    private static final int[] UNITS = {1000, 100, 10, 1, 100_000, 10_000, 1000, 100, 10, 1};
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int MILLIS_PER_SECOND = 1000;

    private final TemporalType type;
    private final boolean zoned;
    private final ZoneId zone;

    StampTarget(TemporalType type, ZoneId zone) {
        this.type = type;
        this.zoned = type.root() == TypeRoot.TIMESTAMP_LTZ;
        this.zone = zone;
    }

    /** Seconds. A zoned one gets the zone's offset on top, as in Paimon. */
    @Override
    void whole(long seconds, ColumnVector result) {
        long millis = seconds * MILLIS_PER_SECOND;
        put(zoned ? Clocks.toLocal(millis, zone) : millis, 0, result);
    }

    @Override
    void day(int day, ColumnVector result) {
        put(local(day * Clocks.MILLIS_PER_DAY), 0, result);
    }

    /** A time on the first day; the zone does not count. */
    @Override
    void time(int millis, int precision, ColumnVector result) {
        put(millis, 0, result);
    }

    @Override
    void stamp(long millis, int nanos, int precision, ColumnVector result) {
        int unit = UNITS[type.precision()];
        if (type.isMillis()) {
            put(millis - millis % unit, 0, result);
        } else {
            put(millis, nanos - nanos % unit, result);
        }
    }

    @Override
    void text(String value, ColumnVector result) {
        if (!zoned && TemporalTexts.isNumber(value)) {
            number(Long.parseLong(value), result);
            return;
        }
        LocalDateTime time = TemporalTexts.dateTime(value);
        long second = time.toEpochSecond(ZoneOffset.UTC);
        int unit = UNITS[type.precision()] * (type.isMillis() ? NANOS_PER_MILLI : 1);
        int nano = time.get(ChronoField.NANO_OF_SECOND);
        nano -= nano % unit;
        put(local(second * MILLIS_PER_SECOND + nano / NANOS_PER_MILLI), nano % NANOS_PER_MILLI, result);
    }

    /** Digits alone count from the epoch, in the unit that the type names. */
    private void number(long number, ColumnVector result) {
        switch (type.precision()) {
            case 0 -> put(Math.multiplyExact(number, MILLIS_PER_SECOND), 0, result);
            case 3 -> put(number, 0, result);
            case 6 -> put(Math.floorDiv(number, 1000L), (int) Math.floorMod(number, 1000L) * 1000, result);
            case 9 ->
                put(
                        Math.floorDiv(number, (long) NANOS_PER_MILLI),
                        (int) Math.floorMod(number, (long) NANOS_PER_MILLI),
                        result);
            default -> throw new IllegalArgumentException("no unit of " + type.precision() + " digits");
        }
    }

    /** What the wall shows, as the type counts it. */
    private long local(long millis) {
        return zoned ? Clocks.toInstant(millis, zone) : millis;
    }

    private void put(long millis, int nanos, ColumnVector result) {
        if (type.isMillis()) {
            ((LongVector) result).append(millis);
        } else if (type.isCompact()) {
            ((LongVector) result).append(Math.addExact(Math.multiplyExact(millis, 1000L), nanos / 1000));
        } else {
            ((BytesVector) result)
                    .append(ByteBuffer.allocate(Physical.WIDE_TIMESTAMP_BYTES)
                            .putLong(millis)
                            .putInt(nanos)
                            .array());
        }
    }
}
