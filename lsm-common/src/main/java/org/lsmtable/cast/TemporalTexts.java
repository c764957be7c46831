package org.lsmtable.cast;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;

/** Dates and times as text, as far as the table format reads them. */
final class TemporalTexts {
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 4)
            .appendLiteral('-')
            .appendValue(ChronoField.MONTH_OF_YEAR, 1, 2, SignStyle.NOT_NEGATIVE)
            .appendLiteral('-')
            .appendValue(ChronoField.DAY_OF_MONTH, 1, 2, SignStyle.NOT_NEGATIVE)
            .optionalStart()
            .appendLiteral(' ')
            .appendValue(ChronoField.HOUR_OF_DAY, 1, 2, SignStyle.NOT_NEGATIVE)
            .appendLiteral(':')
            .appendValue(ChronoField.MINUTE_OF_HOUR, 1, 2, SignStyle.NOT_NEGATIVE)
            .appendLiteral(':')
            .appendValue(ChronoField.SECOND_OF_MINUTE, 1, 2, SignStyle.NOT_NEGATIVE)
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalEnd()
            .optionalEnd()
            .toFormatter();

    private TemporalTexts() {}

    /** Whether a text is digits only, perhaps behind a minus. */
    static boolean isNumber(String text) {
        int at = text.startsWith("-") ? 1 : 0;
        return at < text.length() && text.chars().skip(at).allMatch(c -> c >= '0' && c <= '9');
    }

    /** A number of digits only; blanks around it do not count. */
    static int digits(String text) {
        String stripped = text.strip();
        if (stripped.startsWith("-") || !isNumber(stripped)) {
            throw new DateTimeException(text);
        }
        return Integer.parseInt(stripped);
    }

    /** {@code 2024-05-14 12:34:56.789}, or the date alone. The 31st of a shorter month is its last day, 24:00:00 the next one. */
    static LocalDateTime dateTime(String text) {
        TemporalAccessor parsed = DATE_TIME.parse(text);
        LocalTime time = parsed.query(TemporalQueries.localTime());
        LocalDateTime result = time == null
                ? parsed.query(TemporalQueries.localDate()).atStartOfDay()
                : LocalDateTime.of(parsed.query(TemporalQueries.localDate()), time);
        if (result.getYear() < 1) {
            throw new DateTimeException(text);
        }
        return result;
    }
}
