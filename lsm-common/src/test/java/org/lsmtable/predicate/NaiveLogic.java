package org.lsmtable.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.types.RowType;

/** SQL's three-valued logic word for word on plain objects: slow, obvious, and sharing no code with the real thing. */
public final class NaiveLogic {
    private NaiveLogic() {}

    /** True, false, or null for unknown. */
    public static @Nullable Boolean evaluate(Predicate predicate, RowType type, Row row) {
        if (predicate instanceof Predicate.And and) {
            boolean unknown = false;
            for (Predicate part : and.parts()) {
                Boolean value = evaluate(part, type, row);
                if (value == null) {
                    unknown = true;
                } else if (!value) {
                    return false;
                }
            }
            return unknown ? null : true;
        }
        if (predicate instanceof Predicate.Or or) {
            boolean unknown = false;
            for (Predicate part : or.parts()) {
                Boolean value = evaluate(part, type, row);
                if (value == null) {
                    unknown = true;
                } else if (value) {
                    return true;
                }
            }
            return unknown ? null : false;
        }
        if (predicate instanceof Predicate.Not not) {
            Boolean value = evaluate(not.part(), type, row);
            return value == null ? null : !value;
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            return row.get(type.indexOf(isNull.column())) == null;
        }
        if (predicate instanceof Predicate.Compare compare) {
            Object value = row.get(type.indexOf(compare.column()));
            Object literal = compare.literal();
            return (value == null || literal == null) ? null : holds(compare.op(), compare(value, literal));
        }
        if (predicate instanceof Predicate.In in) {
            Object value = row.get(type.indexOf(in.column()));
            if (in.literals().isEmpty()) {
                return false;
            }
            return value == null ? null : in.literals().stream().anyMatch(literal -> compare(value, literal) == 0);
        }
        Predicate.Like like = (Predicate.Like) predicate;
        Object value = row.get(type.indexOf(like.column()));
        return value == null
                ? null
                : regex(like.pattern(), like.escape()).matcher((String) value).matches();
    }

    private static boolean holds(Predicate.Op op, int sign) {
        return switch (op) {
            case EQ -> sign == 0;
            case NE -> sign != 0;
            case LT -> sign < 0;
            case LE -> sign <= 0;
            case GT -> sign > 0;
            case GE -> sign >= 0;
        };
    }

    private static Pattern regex(String pattern, char escape) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == escape) {
                regex.append(Pattern.quote(pattern.substring(i + 1, i + 2)));
                i++;
            } else if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else if (Character.isHighSurrogate(c)) {
                regex.append(pattern, i, i + 2);
                i++;
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /** The order of a value of a column and a literal, or of two values. */
    static int compare(Object value, Object literal) {
        if (value instanceof Number number) {
            return compareNumbers(number, (Number) literal);
        }
        if (value instanceof String text) {
            int[] left = text.codePoints().toArray();
            int[] right = ((String) literal).codePoints().toArray();
            for (int i = 0; i < Math.min(left.length, right.length); i++) {
                if (left[i] != right[i]) {
                    return left[i] < right[i] ? -1 : 1;
                }
            }
            return Integer.compare(left.length, right.length);
        }
        if (value instanceof byte[] left) {
            byte[] right = (byte[]) literal;
            for (int i = 0; i < Math.min(left.length, right.length); i++) {
                if (left[i] != right[i]) {
                    return (left[i] & 255) < (right[i] & 255) ? -1 : 1;
                }
            }
            return Integer.compare(left.length, right.length);
        }
        if (value instanceof Boolean flag) {
            return flag.compareTo((Boolean) literal);
        }
        if (value instanceof LocalDate date) {
            return date.compareTo((LocalDate) literal);
        }
        if (value instanceof LocalTime time) {
            return time.compareTo((LocalTime) literal);
        }
        return instant(value).compareTo(instant(literal));
    }

    private static Instant instant(Object value) {
        return value instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) value;
    }

    private static int compareNumbers(Number value, Number literal) {
        boolean floating = value instanceof Double || value instanceof Float;
        boolean floatingLiteral = literal instanceof Double || literal instanceof Float;
        if (floating && floatingLiteral) {
            return Double.compare(value.doubleValue(), literal.doubleValue());
        }
        if (floating && !Double.isFinite(value.doubleValue())) {
            return value.doubleValue() == Double.NEGATIVE_INFINITY ? -1 : 1;
        }
        if (floatingLiteral && !Double.isFinite(literal.doubleValue())) {
            return literal.doubleValue() == Double.NEGATIVE_INFINITY ? 1 : -1;
        }
        int sign = exact(value).compareTo(exact(literal));
        boolean negativeZero = floating && sign == 0 && Double.compare(value.doubleValue(), -0.0) == 0;
        return negativeZero ? -1 : sign;
    }

    private static BigDecimal exact(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return number instanceof Double || number instanceof Float
                ? new BigDecimal(number.doubleValue())
                : BigDecimal.valueOf(number.longValue());
    }
}
