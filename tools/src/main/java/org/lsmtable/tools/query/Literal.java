package org.lsmtable.tools.query;

import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.HexValue;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * A literal of a condition as it was written.
 *
 * @param text without quotes and keyword
 */
record Literal(Kind kind, String text) {
    /** What it says it is. */
    enum Kind {
        NUMBER("a number"),
        TEXT("a text"),
        TRUTH("a truth value"),
        BYTES("bytes"),
        DATE("a DATE"),
        TIME("a TIME"),
        TIMESTAMP("a TIMESTAMP");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** The literal of a piece of syntax, null if it is something else. */
    static @Nullable Literal of(Expression piece) {
        if (piece instanceof StringValue value && value.getPrefix() == null) {
            return new Literal(Kind.TEXT, value.getNotExcapedValue());
        }
        if (piece instanceof BooleanValue value) {
            return new Literal(Kind.TRUTH, Boolean.toString(value.getValue()));
        }
        if (piece instanceof LongValue value) {
            return new Literal(Kind.NUMBER, value.getStringValue());
        }
        if (piece instanceof DoubleValue value) {
            return new Literal(Kind.NUMBER, value.toString());
        }
        if (piece instanceof SignedExpression signed && signed.getSign() != '~') {
            Literal inner = of(signed.getExpression());
            return inner == null || inner.kind != Kind.NUMBER || inner.text.startsWith("-")
                    ? null
                    : new Literal(Kind.NUMBER, signed.getSign() == '-' ? "-" + inner.text : inner.text);
        }
        if (piece instanceof HexValue hex && hex.getValue().startsWith("'", 1)) {
            return new Literal(Kind.BYTES, hex.getDigits());
        }
        if (piece instanceof CastExpression cast
                && cast.isImplicitCast()
                && cast.getLeftExpression() instanceof StringValue value) {
            return switch (cast.getColDataType().toString().toUpperCase(java.util.Locale.ROOT)) {
                case "DATE" -> new Literal(Kind.DATE, value.getNotExcapedValue());
                case "TIME" -> new Literal(Kind.TIME, value.getNotExcapedValue());
                case "TIMESTAMP" -> new Literal(Kind.TIMESTAMP, value.getNotExcapedValue());
                default -> null;
            };
        }
        return null;
    }
}
