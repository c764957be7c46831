package org.lsmtable.cast;

import java.math.BigDecimal;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * The integers. Whole numbers and decimals keep their lowest bits, floating numbers stop at the ends of INT or BIGINT first; text must be a
 * number of the type, of which what is behind the point is left away.
 */
final class WholeTarget extends Target {
    private static final int MILLIS_PER_SECOND = 1000;

    private final TypeRoot root;

    WholeTarget(TypeRoot root) {
        this.root = root;
    }

    @Override
    void whole(long value, ColumnVector result) {
        switch (root) {
            case TINYINT -> ((IntVector) result).append((byte) value);
            case SMALLINT -> ((IntVector) result).append((short) value);
            case INT -> ((IntVector) result).append((int) value);
            default -> ((LongVector) result).append(value);
        }
    }

    @Override
    void real(double value, ColumnVector result) {
        whole(root == TypeRoot.BIGINT ? (long) value : (int) value, result);
    }

    @Override
    void decimal(BigDecimal value, ColumnVector result) {
        whole(value.toBigInteger().longValue(), result);
    }

    @Override
    void stamp(long millis, int nanos, int precision, ColumnVector result) {
        whole(millis / MILLIS_PER_SECOND, result);
    }

    @Override
    void text(String value, ColumnVector result) {
        long number = parse(value);
        boolean fits = switch (root) {
            case TINYINT -> number == (byte) number;
            case SMALLINT -> number == (short) number;
            case INT -> number == (int) number;
            default -> true;
        };
        if (!fits) {
            throw new NumberFormatException(value);
        }
        whole(number, result);
    }

    /** A sign, digits, perhaps a point and more digits, and nothing else; the point alone is 0. */
    private static long parse(String text) {
        int at = 0;
        boolean negative = text.startsWith("-");
        if (negative || text.startsWith("+")) {
            at++;
        }
        if (at == text.length()) {
            throw new NumberFormatException(text);
        }
        long negated = 0; // counted downwards, so that the least value fits
        for (; at < text.length() && text.charAt(at) != '.'; at++) {
            negated = Math.subtractExact(Math.multiplyExact(negated, 10), digit(text, at));
        }
        for (at++; at < text.length(); at++) {
            digit(text, at);
        }
        return negative ? negated : Math.negateExact(negated);
    }

    private static int digit(String text, int at) {
        char c = text.charAt(at);
        if (c < '0' || c > '9') {
            throw new NumberFormatException(text);
        }
        return c - '0';
    }
}
