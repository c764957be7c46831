package org.lsmtable.tools.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Reads ISO dates and times. */
final class TemporalParser {
    /** No such value; no date or time of day has this number. */
    static final long NONE = Long.MIN_VALUE;

    private static final int SECONDS_PER_DAY = 86_400;

    private TemporalParser() {}

    /** A moment: seconds since the epoch, nanoseconds, and whether the text gave a zone or offset (already taken off). */
    record Moment(long epochSecond, int nanos, boolean zoned) {}

    /** Days since 1970-01-01, or {@link #NONE}. */
    static long epochDay(String text) {
        try {
            if (text.length() == 10 && text.charAt(4) == '-' && text.charAt(7) == '-') {
                int year = number(text, 0, 4);
                int month = number(text, 5, 7);
                int day = number(text, 8, 10);
                return year < 0 || month < 0 || day < 0
                        ? NONE
                        : LocalDate.of(year, month, day).toEpochDay();
            }
            return LocalDate.parse(text).toEpochDay();
        } catch (DateTimeException e) {
            return NONE;
        }
    }

    /** Nanoseconds of the day, or {@link #NONE}. */
    static long nanoOfDay(String text) {
        try {
            return LocalTime.parse(text).toNanoOfDay();
        } catch (DateTimeException e) {
            return NONE;
        }
    }

    /** A date, or a date and a time with {@code T} or one blank between, with or without {@code Z} or an offset; null if it is none. */
    static @Nullable Moment moment(String text) {
        int zoneAt = zoneStart(text);
        String local = text.substring(0, zoneAt);
        int timeAt = Math.max(local.indexOf('T'), local.indexOf(' '));
        long day = epochDay(timeAt < 0 ? local : local.substring(0, timeAt));
        long nanoOfDay = timeAt < 0 ? 0 : nanoOfDay(local.substring(timeAt + 1));
        if (day == NONE || nanoOfDay == NONE) {
            return null;
        }
        int offsetSeconds = 0;
        if (zoneAt < text.length()) {
            try {
                offsetSeconds = ZoneOffset.of(text.substring(zoneAt)).getTotalSeconds();
            } catch (DateTimeException e) {
                return null;
            }
        }
        long second = day * SECONDS_PER_DAY + nanoOfDay / 1_000_000_000 - offsetSeconds;
        return new Moment(second, (int) (nanoOfDay % 1_000_000_000), zoneAt < text.length());
    }

    /** How many nanoseconds the last of so many fraction digits stands for. */
    static int nanosPerUnit(int fractionDigits) {
        int nanos = 1;
        for (int i = fractionDigits; i < 9; i++) {
            nanos *= 10;
        }
        return nanos;
    }

    /** Where {@code Z} or an offset begins behind the time of day; the length if there is none. */
    private static int zoneStart(String text) {
        int end = text.length();
        if (end > 0 && text.charAt(end - 1) == 'Z') {
            return end - 1;
        }
        int colon = text.indexOf(':');
        for (int i = colon < 0 ? end : colon; i < end; i++) {
            if (text.charAt(i) == '+' || text.charAt(i) == '-') {
                return i;
            }
        }
        return end;
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
