package org.lsmtable.tools.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.predicate.Predicate.Op;
import org.lsmtable.tools.query.Literal.Kind;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.tools.value.DecimalText;
import org.lsmtable.tools.value.TextParser;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TypeRoot;

/**
 * Literals brought to the type of a column. A number that the column cannot hold still compares as mathematics says:
 * {@code price > 1.005} on two fraction digits is {@code price > 1.00}, {@code tiny < 1000} holds for every value that is not null; but a
 * FLOAT or DOUBLE column takes the nearest value that it has.
 */
final class ColumnLiterals {
    /** Numbers with more digits before the point, or zeros behind it, compare alike with what any type holds. */
    private static final int MAX_DIGITS = 100;

    private final DataField column;
    private final DataType type;

    ColumnLiterals(DataField column) {
        this.column = column;
        this.type = column.type();
    }

    /** The column compared with a literal. */
    Predicate compare(Op op, Literal literal) throws BadValueException {
        checkKind(literal);
        if (!isExactNumber()) {
            int beyond = beyondFloats(literal);
            return beyond == 0
                    ? new Predicate.Compare(column.name(), op, value(literal))
                    : compareBeyondFloats(op, beyond > 0);
        }
        BigDecimal number = number(literal);
        int scale = scale();
        BigDecimal floor = number.setScale(scale, RoundingMode.FLOOR);
        boolean held = floor.compareTo(number) == 0;
        if (floor.compareTo(greatest()) > 0 || (!held && floor.compareTo(greatest()) == 0)) {
            return op == Op.NE || op == Op.LT || op == Op.LE ? always() : never();
        }
        if (floor.compareTo(least()) < 0) {
            return op == Op.NE || op == Op.GT || op == Op.GE ? always() : never();
        }
        if (held) {
            return new Predicate.Compare(column.name(), op, parse(floor.toPlainString()));
        }
        return switch (op) {
            case EQ -> never();
            case NE -> always();
            case LT, LE -> new Predicate.Compare(column.name(), Op.LE, parse(floor.toPlainString()));
            case GT, GE -> new Predicate.Compare(column.name(), Op.GT, parse(floor.toPlainString()));
        };
    }

    /** The sign of a number that is finite and rounds to an infinity in a FLOAT or DOUBLE column; 0 for anything else. */
    private int beyondFloats(Literal literal) {
        if (!isFloat() || !DecimalText.isNumber(literal.text())) {
            return 0;
        }
        double rounded =
                type.root() == TypeRoot.FLOAT ? Float.parseFloat(literal.text()) : Double.parseDouble(literal.text());
        return Double.isInfinite(rounded) ? (int) Math.signum(rounded) : 0;
    }

    /** What is finite and beyond every finite value lies between these and an infinity. */
    private Predicate compareBeyondFloats(Op op, boolean above) throws BadValueException {
        String last =
                type.root() == TypeRoot.FLOAT ? String.valueOf(Float.MAX_VALUE) : String.valueOf(Double.MAX_VALUE);
        return switch (op) {
            case EQ -> never();
            case NE -> always();
            case LT, LE ->
                new Predicate.Compare(column.name(), above ? Op.LE : Op.LT, parse(above ? last : "-" + last));
            case GT, GE ->
                new Predicate.Compare(column.name(), above ? Op.GT : Op.GE, parse(above ? last : "-" + last));
        };
    }

    /** The value of a literal, null if the column is a number that cannot hold it. */
    @Nullable
    Object exact(Literal literal) throws BadValueException {
        checkKind(literal);
        if (!isExactNumber()) {
            return beyondFloats(literal) == 0 ? value(literal) : null;
        }
        BigDecimal number = DecimalText.exactly(number(literal), scale());
        return number == null || number.compareTo(least()) < 0 || number.compareTo(greatest()) > 0
                ? null
                : parse(number.toPlainString());
    }

    /** False, or unknown where the column is null. */
    Predicate never() {
        return new Predicate.Compare(column.name(), Op.LT, leastValue());
    }

    /** True, or unknown where the column is null. */
    private Predicate always() {
        return new Predicate.Compare(column.name(), Op.GE, leastValue());
    }

    private Object leastValue() {
        try {
            return parse(isFloat() ? "-Infinity" : least().toPlainString());
        } catch (BadValueException e) {
            throw new IllegalStateException(type.asText() + " does not hold its least value", e);
        }
    }

    private Object value(Literal literal) throws BadValueException {
        if (literal.kind() == Kind.BYTES) {
            try {
                return HexFormat.of().parseHex(literal.text());
            } catch (IllegalArgumentException e) {
                throw new BadValueException("pairs of hexadecimal digits", literal.text());
            }
        }
        return parse(literal.text());
    }

    private Object parse(String text) throws BadValueException {
        return TextParser.of(type).parse(text);
    }

    private static BigDecimal number(Literal literal) throws BadValueException {
        if (!DecimalText.isNumber(literal.text())) {
            throw new BadValueException("a number", literal.text());
        }
        BigDecimal number = new BigDecimal(literal.text());
        if (number.signum() == 0) {
            return BigDecimal.ZERO;
        }
        long digits = (long) number.precision() - number.scale();
        boolean extreme = Math.abs(digits) > MAX_DIGITS;
        return extreme
                ? BigDecimal.valueOf(number.signum()).movePointRight(digits > 0 ? MAX_DIGITS : -MAX_DIGITS)
                : number;
    }

    private void checkKind(Literal literal) throws BadValueException {
        if (!kinds().contains(literal.kind())) {
            throw new BadValueException(type.nullable().asText(), literal.kind().words() + ": " + literal.text());
        }
    }

    private Set<Kind> kinds() {
        return switch (type.root()) {
            case BOOLEAN -> EnumSet.of(Kind.TRUTH);
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL -> EnumSet.of(Kind.NUMBER);
            case FLOAT, DOUBLE -> EnumSet.of(Kind.NUMBER, Kind.TEXT);
            case CHAR, VARCHAR -> EnumSet.of(Kind.TEXT);
            case BINARY, VARBINARY -> EnumSet.of(Kind.TEXT, Kind.BYTES);
            case DATE -> EnumSet.of(Kind.TEXT, Kind.DATE);
            case TIME -> EnumSet.of(Kind.TEXT, Kind.TIME);
            case TIMESTAMP, TIMESTAMP_LTZ -> EnumSet.of(Kind.TEXT, Kind.TIMESTAMP, Kind.DATE);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> EnumSet.noneOf(Kind.class);
        };
    }

    private boolean isExactNumber() {
        return switch (type.root()) {
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL -> true;
            default -> false;
        };
    }

    private boolean isFloat() {
        return type.root() == TypeRoot.FLOAT || type.root() == TypeRoot.DOUBLE;
    }

    private int scale() {
        return type instanceof DecimalType decimal ? decimal.scale() : 0;
    }

    private BigDecimal greatest() {
        if (type instanceof DecimalType decimal) {
            BigInteger nines = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
            return new BigDecimal(nines, decimal.scale());
        }
        return BigDecimal.valueOf(
                type.root() == TypeRoot.TINYINT
                        ? Byte.MAX_VALUE
                        : type.root() == TypeRoot.SMALLINT
                                ? Short.MAX_VALUE
                                : type.root() == TypeRoot.INT ? Integer.MAX_VALUE : Long.MAX_VALUE);
    }

    private BigDecimal least() {
        return type instanceof DecimalType
                ? greatest().negate()
                : greatest().negate().subtract(BigDecimal.ONE);
    }
}
