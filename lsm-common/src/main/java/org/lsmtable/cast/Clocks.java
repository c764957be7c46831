package org.lsmtable.cast;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongUnaryOperator;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;

/** Milliseconds of what a clock on the wall shows, and milliseconds since the epoch, as each other. */
final class Clocks {
    static final long MILLIS_PER_DAY = 86_400_000L;

    private Clocks() {}

    /** What moves a timestamp on its way to another type. Numbers come from the epoch whatever the zone. */
    static LongUnaryOperator shift(boolean zoned, DataType to, ZoneId zone) {
        TypeRoot target = to.root();
        if (target == TypeRoot.INT || target == TypeRoot.BIGINT || zoned == (target == TypeRoot.TIMESTAMP_LTZ)) {
            return millis -> millis;
        }
        return zoned ? millis -> toLocal(millis, zone) : millis -> toInstant(millis, zone);
    }

    /** What the wall shows at an instant, as if it were in UTC. */
    static long toLocal(long millis, ZoneId zone) {
        Instant instant = Instant.ofEpochMilli(millis);
        return LocalDateTime.ofInstant(instant, zone).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** The instant at which the wall shows something: the earlier of two, and in a gap as much later as the gap is long. */
    static long toInstant(long millis, ZoneId zone) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC)
                .atZone(zone)
                .toInstant()
                .toEpochMilli();
    }
}
