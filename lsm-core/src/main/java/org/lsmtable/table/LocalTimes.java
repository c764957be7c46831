package org.lsmtable.table;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/** Times as options give them: milliseconds since 1970, or a wall-clock time such as {@code 2026-01-31 10:00:00.5}. */
final class LocalTimes {
    private static final int NANO_DIGITS = 9;
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("[ ]['T']HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, NANO_DIGITS, true)
            .toFormatter();

    private LocalTimes() {}

    /** The milliseconds of a number or a time. */
    static long millisOrTime(String option, String text, ZoneId zone) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9') && !text.isEmpty()
                ? Long.parseLong(text)
                : millis(option, text, zone);
    }

    /** The milliseconds of a wall-clock time; a date alone is its midnight. */
    static long millis(String option, String text, ZoneId zone) {
        try {
            LocalDateTime time = text.length() <= "2026-01-31".length()
                    ? LocalDate.parse(text).atStartOfDay()
                    : LocalDateTime.parse(text, TIME);
            return time.atZone(zone).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "option '" + option + "': expected a time such as '2026-01-31 10:00:00', found '" + text + "'", e);
        }
    }
}
