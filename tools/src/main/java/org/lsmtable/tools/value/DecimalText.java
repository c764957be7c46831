package org.lsmtable.tools.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Numbers as text, read exactly and without letting a huge exponent take memory. */
public final class DecimalText {
    private static final int MAX_EXPONENT = 1_000;

    private DecimalText() {}

    /** Whether a text is a number: sign, digits with at most one point, exponent. */
    public static boolean isNumber(String text) {
        int at = 0;
        int end = text.length();
        if (at < end && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        int digits = 0;
        boolean point = false;
        for (; at < end; at++) {
            char c = text.charAt(at);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        return digits > 0 && (at == end || isExponent(text, at));
    }

    private static boolean isExponent(String text, int from) {
        char e = text.charAt(from);
        int at = from + 1;
        if ((e != 'e' && e != 'E') || at == text.length()) {
            return false;
        }
        if (text.charAt(at) == '-' || text.charAt(at) == '+') {
            at++;
        }
        int digits = 0;
        for (; at < text.length(); at++, digits++) {
            char c = text.charAt(at);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return digits > 0 && digits <= 9;
    }

    /** The number of a text; null if it is none, or its exponent is beyond any number here. */
    public static @Nullable BigDecimal parse(String text) {
        if (!isNumber(text)) {
            return null;
        }
        BigDecimal value = new BigDecimal(text);
        return Math.abs((long) value.scale()) > MAX_EXPONENT ? null : value;
    }

    /** The same number with a scale; null if it has more fraction digits. */
    public static @Nullable BigDecimal exactly(BigDecimal value, int scale) {
        BigDecimal cut = value.setScale(scale, RoundingMode.DOWN);
        return cut.compareTo(value) == 0 ? cut : null;
    }
}
