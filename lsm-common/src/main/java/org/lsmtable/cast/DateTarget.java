package org.lsmtable.cast;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/**
 * DATE. Of local time before 1970 the part of a day counts towards 1970, as in Paimon; of zoned time it is the day that the calendar shows.
 */
final class DateTarget extends Target {
    private static final int MAX_YEAR = 9999;

    private final boolean byCalendar;

    DateTarget(boolean byCalendar) {
        this.byCalendar = byCalendar;
    }

    @Override
    void stamp(long millis, int nanos, int precision, ColumnVector result) {
        long day = byCalendar ? Math.floorDiv(millis, Clocks.MILLIS_PER_DAY) : millis / Clocks.MILLIS_PER_DAY;
        ((IntVector) result).append((int) day);
    }

    @Override
    void text(String value, ColumnVector result) {
        ((IntVector) result).append(TemporalTexts.isNumber(value) ? Integer.parseInt(value) : parse(value.strip()));
    }

    /** Year, perhaps month, perhaps day; what stands behind a blank does not count. */
    private static int parse(String text) {
        int blank = text.indexOf(' ');
        String[] parts = (blank < 0 ? text : text.substring(0, blank)).split("-", -1);
        if (parts.length > 3) {
            throw new DateTimeException(text);
        }
        int year = TemporalTexts.digits(parts[0]);
        int month = parts.length < 2 ? 1 : TemporalTexts.digits(parts[1]);
        int day = parts.length < 3 ? 1 : TemporalTexts.digits(parts[2]);
        if (year > MAX_YEAR) {
            throw new DateTimeException(text);
        }
        return Math.toIntExact(LocalDate.of(year, month, day).toEpochDay());
    }
}
