package org.lsmtable.cast;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;

/** CHAR and VARCHAR: cut to the length, CHAR filled with blanks; bytes become text as they are. */
final class TextTarget extends Target {
    private final int length;
    private final boolean filled;

    TextTarget(LengthType type) {
        this.length = type.length();
        this.filled = type.root() == TypeRoot.CHAR;
    }

    @Override
    void truth(boolean value, ColumnVector result) {
        text(Boolean.toString(value), result);
    }

    @Override
    void whole(long value, ColumnVector result) {
        text(Long.toString(value), result);
    }

    @Override
    void single(float value, ColumnVector result) {
        text(Float.toString(value), result);
    }

    @Override
    void real(double value, ColumnVector result) {
        text(Double.toString(value), result);
    }

    @Override
    void decimal(BigDecimal value, ColumnVector result) {
        text(value.toPlainString(), result);
    }

    @Override
    void text(String value, ColumnVector result) {
        byte[] bytes = value.getBytes(UTF_8);
        text(bytes, 0, bytes.length, result);
    }

    @Override
    void text(byte[] bytes, int start, int size, ColumnVector result) {
        int end = start;
        int characters = 0;
        while (end < start + size && characters < length) {
            end++;
            while (end < start + size && (bytes[end] & 0xC0) == 0x80) {
                end++; // the rest of a character
            }
            characters++;
        }
        if (!filled || characters == length) {
            ((BytesVector) result).append(bytes, start, end - start);
            return;
        }
        byte[] padded = Arrays.copyOfRange(bytes, start, end + length - characters);
        Arrays.fill(padded, end - start, padded.length, (byte) ' ');
        ((BytesVector) result).append(padded);
    }

    @Override
    void binary(byte[] bytes, int start, int size, ColumnVector result) {
        ((BytesVector) result).append(bytes, start, size);
    }

    @Override
    void day(int day, ColumnVector result) {
        text(LocalDate.ofEpochDay(day).toString(), result);
    }

    /** Without zeros at the end of the fraction, of which one digit stays. */
    @Override
    void time(int millis, int precision, ColumnVector result) {
        int seconds = millis / 1000;
        StringBuilder text = new StringBuilder();
        clock(text, seconds / 3600, seconds / 60 % 60, seconds % 60);
        if (precision > 0) {
            text.append('.');
            int rest = millis % 1000;
            int left = precision;
            do {
                text.append((char) ('0' + rest / 100));
                rest = rest % 100 * 10;
                left--;
            } while (left > 0 && rest > 0);
        }
        text(text.toString(), result);
    }

    /** With as many fraction digits as the type has. */
    @Override
    void stamp(long millis, int nanos, int precision, ColumnVector result) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(millis, 1000L), (int) Math.floorMod(millis, 1000L) * 1_000_000 + nanos, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder();
        text.append(time.toLocalDate()).append(' ');
        clock(text, time.getHour(), time.getMinute(), time.getSecond());
        if (precision > 0) {
            String digits = Integer.toString(1_000_000_000 + time.get(ChronoField.NANO_OF_SECOND));
            text.append('.').append(digits, 1, 1 + precision);
        }
        text(text.toString(), result);
    }

    private static void clock(StringBuilder text, int hour, int minute, int second) {
        twoDigits(text, hour).append(':');
        twoDigits(text, minute).append(':');
        twoDigits(text, second);
    }

    private static StringBuilder twoDigits(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
