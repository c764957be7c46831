package org.lsmtable.cast;

import java.time.DateTimeException;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** TIME: milliseconds of the day, whatever the fraction digits of the type. */
final class TimeTarget extends Target {
    private static final int MILLIS_PER_MINUTE = 60_000;

    @Override
    void stamp(long millis, int nanos, int precision, ColumnVector result) {
        ((IntVector) result).append((int) Math.floorMod(millis, Clocks.MILLIS_PER_DAY));
    }

    @Override
    void text(String value, ColumnVector result) {
        long millis = TemporalTexts.isNumber(value) ? Long.parseLong(value) : parse(value);
        if (millis < 0 || millis >= Clocks.MILLIS_PER_DAY) {
            throw new DateTimeException(value); // a day has no such time
        }
        ((IntVector) result).append((int) millis);
    }

    /** Hour, perhaps minute, perhaps second with a fraction; blanks around each part do not count. */
    private static long parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length > 3) {
            throw new DateTimeException(text);
        }
        long hour = TemporalTexts.digits(parts[0]);
        long minute = parts.length < 2 ? 0 : TemporalTexts.digits(parts[1]);
        long millis = 0;
        if (parts.length == 3) {
            int point = parts[2].indexOf('.');
            String second = point < 0 ? parts[2] : parts[2].substring(0, point);
            millis = TemporalTexts.digits(second) * 1000L
                    + (point < 0 ? 0 : fraction(parts[2].substring(point + 1).strip()));
        }
        return (hour * 60 + minute) * MILLIS_PER_MINUTE + millis;
    }

    /** Milliseconds, rounded half up by the digit behind them. */
    private static int fraction(String digits) {
        int millis = 0;
        int unit = 100;
        for (int i = 0; i < digits.length(); i++) {
            int digit = Character.digit(digits.charAt(i), 10);
            if (digit < 0) {
                throw new DateTimeException(digits);
            }
            if (unit > 0) {
                millis += digit * unit;
            } else if (i == 3 && digit >= 5) {
                millis++;
            }
            unit /= 10;
        }
        return millis;
    }
}
