package org.lsmtable.tools.value;

/** The ISO texts of dates and times, from the numbers that vectors hold. */
final class TemporalText {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int SECONDS_PER_DAY = 86_400;

    private TemporalText() {}

    /** Days since 1970-01-01 as {@code 2026-01-31}; years beyond four digits carry a sign, as in ISO 8601. */
    static void date(long epochDay, StringBuilder to) {
        // The civil calendar counted from 0000-03-01 in eras of 400 years, so that the leap day comes last in its year.
        long shifted = epochDay + 719_468;
        long era = Math.floorDiv(shifted, 146_097);
        long dayOfEra = shifted - era * 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long monthFromMarch = (5 * dayOfYear + 2) / 153;
        long day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        long month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        year(year, to);
        to.append('-');
        digits(month, 2, to);
        to.append('-');
        digits(day, 2, to);
    }

    /** Seconds of a day and nanoseconds as {@code 10:00:00.123}, with so many fraction digits. */
    static void time(int secondOfDay, int nanos, int fractionDigits, StringBuilder to) {
        digits(secondOfDay / 3600, 2, to);
        to.append(':');
        digits(secondOfDay / 60 % 60, 2, to);
        to.append(':');
        digits(secondOfDay % 60, 2, to);
        if (fractionDigits > 0) {
            to.append('.');
            long fraction = nanos;
            for (int i = fractionDigits; i < 9; i++) {
                fraction /= 10;
            }
            digits(fraction, fractionDigits, to);
        }
    }

    /** Seconds since the epoch and nanoseconds as {@code 2026-01-31T10:00:00.123456}. */
    static void timestamp(long epochSecond, int nanos, int fractionDigits, StringBuilder to) {
        date(Math.floorDiv(epochSecond, (long) SECONDS_PER_DAY), to);
        to.append('T');
        time((int) Math.floorMod(epochSecond, (long) SECONDS_PER_DAY), nanos, fractionDigits, to);
    }

    /** The same from units of which there are so many in a second. */
    static void timestamp(long units, long unitsPerSecond, int fractionDigits, StringBuilder to) {
        long second = Math.floorDiv(units, unitsPerSecond);
        int nanos = (int) (Math.floorMod(units, unitsPerSecond) * (NANOS_PER_SECOND / unitsPerSecond));
        timestamp(second, nanos, fractionDigits, to);
    }

    private static void year(long year, StringBuilder to) {
        if (year < 0) {
            to.append('-');
        } else if (year > 9999) {
            to.append('+');
        }
        digits(Math.abs(year), 4, to);
    }

    private static void digits(long value, int width, StringBuilder to) {
        String text = Long.toString(value);
        for (int i = text.length(); i < width; i++) {
            to.append('0');
        }
        to.append(text);
    }
}
