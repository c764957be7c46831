package org.lsmtable.tools.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.predicate.Predicate.Op;
import org.lsmtable.tools.query.Literal.Kind;
import org.lsmtable.tools.query.WhereTokens.Token;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/**
 * Reads a SQL condition on the columns of a row type, by recursive descent:
 *
 * <pre>
 * condition := all (OR all)*
 * all       := negated (AND negated)*
 * negated   := NOT negated | ( condition ) | test
 * test      := column op literal | literal op column | column IS [NOT] NULL
 *            | column [NOT] IN (literal, ...) | column [NOT] BETWEEN literal AND literal
 *            | column [NOT] LIKE 'pattern' [ESCAPE 'c']
 * literal   := 'text' | [+|-] number | TRUE | FALSE | X'00ff' | DATE '...' | TIME '...' | TIMESTAMP '...'
 * </pre>
 *
 * <p>{@code docs/filters.md} has examples of all. Column names are case sensitive, in double quotes or backticks if they are not plain words; a literal takes the type of its column.
 * Everything else is a usage error that names the place. (A SQL library did worse: it read {@code a IN (1) AND b = 2} as {@code a IN ((1)
 * AND b = 2)}.)
 */
public final class WhereParser {
    private static final char DEFAULT_ESCAPE = '\\';
    private static final Set<String> KEYWORDS =
            Set.of("AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "ESCAPE", "IS", "NULL", "TRUE", "FALSE");

    private final RowType type;

    /** A parser for conditions on the columns of a type. */
    public WhereParser(RowType type) {
        this.type = type;
    }

    /** The predicate of a text; a usage error names the place that is wrong. */
    public Predicate parse(String text) {
        WhereTokens tokens = new WhereTokens(text);
        Predicate predicate = new Reading(tokens).condition();
        Token rest = tokens.peek();
        if (rest.kind() != WhereTokens.Kind.END) {
            throw tokens.error(rest.at(), "expected AND, OR or the end, found " + rest.shown());
        }
        return predicate;
    }

    /** One text being read. */
    private final class Reading {
        private final WhereTokens tokens;

        Reading(WhereTokens tokens) {
            this.tokens = tokens;
        }

        Predicate condition() {
            List<Predicate> parts = new ArrayList<>(List.of(all()));
            while (tokens.takeWord("OR")) {
                parts.add(all());
            }
            return Predicate.or(parts.toArray(new Predicate[0]));
        }

        private Predicate all() {
            List<Predicate> parts = new ArrayList<>(List.of(negated()));
            while (tokens.takeWord("AND")) {
                parts.add(negated());
            }
            return Predicate.and(parts.toArray(new Predicate[0]));
        }

        private Predicate negated() {
            if (tokens.takeWord("NOT")) {
                return Predicate.not(negated());
            }
            if (tokens.takeSign("(")) {
                Predicate inner = condition();
                expectSign(")");
                return inner;
            }
            return test();
        }

        private Predicate test() {
            Literal literal = literal();
            if (literal != null) {
                Op op = op();
                return compare(column(), mirrored(op), literal);
            }
            DataField column = column();
            if (tokens.takeWord("IS")) {
                boolean not = tokens.takeWord("NOT");
                if (!tokens.takeWord("NULL")) {
                    throw unexpected("NULL");
                }
                return not ? Predicate.isNotNull(column.name()) : Predicate.isNull(column.name());
            }
            boolean not = tokens.takeWord("NOT");
            Predicate test = tokens.takeWord("IN")
                    ? in(column)
                    : tokens.takeWord("BETWEEN") ? between(column) : tokens.takeWord("LIKE") ? like(column) : null;
            if (test != null) {
                return not ? Predicate.not(test) : test;
            }
            if (not) {
                throw unexpected("IN, BETWEEN or LIKE");
            }
            return compare(column, op(), expectLiteral());
        }

        private Predicate in(DataField column) {
            expectSign("(");
            ColumnLiterals literals = new ColumnLiterals(column);
            List<Object> values = new ArrayList<>();
            do {
                Literal literal = expectLiteral();
                try {
                    Object value = literals.exact(literal);
                    if (value != null) {
                        values.add(value);
                    }
                } catch (BadValueException e) {
                    throw bad(column, literal, e);
                }
            } while (tokens.takeSign(","));
            expectSign(")");
            return values.isEmpty() ? literals.never() : new Predicate.In(column.name(), values);
        }

        private Predicate between(DataField column) {
            Predicate from = compare(column, Op.GE, expectLiteral());
            if (!tokens.takeWord("AND")) {
                throw unexpected("AND");
            }
            return Predicate.and(from, compare(column, Op.LE, expectLiteral()));
        }

        private Predicate like(DataField column) {
            if (!column.type().root().isCharacter()) {
                throw tokens.error(
                        tokens.peek().at(),
                        "LIKE needs a text column, '" + column.name() + "' is "
                                + column.type().asText());
            }
            Token pattern = expectText();
            char escape = DEFAULT_ESCAPE;
            if (tokens.takeWord("ESCAPE")) {
                Token given = expectText();
                if (given.text().length() != 1) {
                    throw tokens.error(given.at(), "ESCAPE must be one character, found " + given.shown());
                }
                escape = given.text().charAt(0);
            }
            checkEscapes(pattern, escape);
            return new Predicate.Like(column.name(), pattern.text(), escape);
        }

        private void checkEscapes(Token pattern, char escape) {
            String text = pattern.text();
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) == escape) {
                    i++;
                    boolean plain = i < text.length()
                            && (text.charAt(i) == '%' || text.charAt(i) == '_' || text.charAt(i) == escape);
                    if (!plain) {
                        throw tokens.error(
                                pattern.at(), "the escape " + escape + " must be followed by %, _ or itself");
                    }
                }
            }
        }

        private Predicate compare(DataField column, Op op, Literal literal) {
            try {
                return new ColumnLiterals(column).compare(op, literal);
            } catch (BadValueException e) {
                throw bad(column, literal, e);
            }
        }

        private DataField column() {
            Token token = tokens.take();
            boolean plain = token.kind() == WhereTokens.Kind.WORD
                    && !KEYWORDS.contains(token.text().toUpperCase(Locale.ROOT));
            if (!plain && token.kind() != WhereTokens.Kind.NAME) {
                throw tokens.error(token.at(), "expected a column, found " + token.shown());
            }
            if (tokens.peek().isSign("(")) {
                throw tokens.error(token.at(), "functions are not supported: " + token.text());
            }
            if (tokens.peek().isSign(".")) {
                int outer = type.indexOf(token.text());
                if (outer >= 0 && type.typeAt(outer).root().isNested()) {
                    throw tokens.error(
                            token.at(),
                            "fields of nested values cannot be filtered; of column '" + token.text() + "' of type "
                                    + type.typeAt(outer).asText() + " only IS NULL and IS NOT NULL can be asked");
                }
                throw tokens.error(token.at(), "a column name with a dot must stand in double quotes");
            }
            int position = type.indexOf(token.text());
            if (position < 0) {
                throw tokens.error(token.at(), "no column '" + token.text() + "'; columns are " + type.names());
            }
            return type.field(position);
        }

        private Op op() {
            Token token = tokens.take();
            if (token.kind() == WhereTokens.Kind.SIGN) {
                for (Op op : Op.values()) {
                    if (op.text().equals(token.text())) {
                        return op;
                    }
                }
                if (token.text().equals("!=")) {
                    return Op.NE;
                }
            }
            throw tokens.error(
                    token.at(), "expected a comparison, IN, BETWEEN, LIKE or IS NULL, found " + token.shown());
        }

        private Literal expectLiteral() {
            Token next = tokens.peek();
            if (next.isWord("NULL")) {
                throw tokens.error(next.at(), "nothing compares with NULL; use IS NULL");
            }
            Literal literal = literal();
            if (literal == null) {
                throw unexpected("a literal");
            }
            return literal;
        }

        /** The literal that comes next, null if something else does. */
        private @Nullable Literal literal() {
            Token token = tokens.peek();
            int at = token.at();
            if (token.kind() == WhereTokens.Kind.TEXT) {
                return new Literal(Kind.TEXT, tokens.take().text(), at);
            }
            if (token.kind() == WhereTokens.Kind.NUMBER) {
                return new Literal(Kind.NUMBER, tokens.take().text(), at);
            }
            if (token.isSign("-") || token.isSign("+")) {
                String sign = tokens.take().text().replace("+", "");
                if (tokens.peek().kind() != WhereTokens.Kind.NUMBER) {
                    throw unexpected("a number");
                }
                return new Literal(Kind.NUMBER, sign + tokens.take().text(), at);
            }
            if (token.isWord("TRUE") || token.isWord("FALSE")) {
                return new Literal(Kind.TRUTH, tokens.take().text(), at);
            }
            return token.kind() == WhereTokens.Kind.WORD ? typedLiteral(token) : null;
        }

        /** A word and a text, like {@code DATE '2026-01-31'}; a column may have the same name as the word. */
        private @Nullable Literal typedLiteral(Token word) {
            Kind kind = switch (word.text().toUpperCase(Locale.ROOT)) {
                case "DATE" -> Kind.DATE;
                case "TIME" -> Kind.TIME;
                case "TIMESTAMP" -> Kind.TIMESTAMP;
                case "X" -> Kind.BYTES;
                default -> null;
            };
            if (kind == null || !tokens.textFollows()) {
                return null;
            }
            tokens.take();
            return new Literal(kind, tokens.take().text(), word.at());
        }

        private Token expectText() {
            if (tokens.peek().kind() != WhereTokens.Kind.TEXT) {
                throw unexpected("a text in single quotes");
            }
            return tokens.take();
        }

        private void expectSign(String sign) {
            if (!tokens.takeSign(sign)) {
                throw unexpected("'" + sign + "'");
            }
        }

        private RuntimeException unexpected(String expected) {
            Token next = tokens.peek();
            return tokens.error(next.at(), "expected " + expected + ", found " + next.shown());
        }

        private RuntimeException bad(DataField column, Literal literal, BadValueException e) {
            return tokens.error(literal.at(), "column '" + column.name() + "': " + e.getMessage(), e);
        }
    }

    private static Op mirrored(Op op) {
        return switch (op) {
            case EQ, NE -> op;
            case LT -> Op.GT;
            case LE -> Op.GE;
            case GT -> Op.LT;
            case GE -> Op.LE;
        };
    }
}
