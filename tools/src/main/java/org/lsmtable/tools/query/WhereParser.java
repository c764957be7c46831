package org.lsmtable.tools.query;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.schema.Column;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.predicate.Predicate.Op;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/**
 * Reads a SQL condition on the columns of a row type: comparisons of a column with a literal on either side, IN, BETWEEN, LIKE, IS NULL,
 * AND, OR, NOT and parentheses. Column names are case sensitive, in double quotes or backticks if they are not plain words; a literal
 * takes the type of its column. Everything else is refused with the piece quoted.
 */
public final class WhereParser {
    private static final char DEFAULT_ESCAPE = '\\';

    private final RowType type;

    /** A parser for conditions on the columns of a type. */
    public WhereParser(RowType type) {
        this.type = type;
    }

    /** The predicate of a text; a usage error quotes what is wrong. */
    public Predicate parse(String text) {
        return condition(syntaxTree(text));
    }

    private static Expression syntaxTree(String text) {
        try {
            return CCJSqlParserUtil.parseCondExpression(text, false);
        } catch (JSQLParserException e) {
            if (e.getCause() instanceof ParseException cause && cause.currentToken != null) {
                throw error(text, "unexpected " + token(cause), e);
            }
            throw error(text, String.valueOf(e.getMessage()).lines().findFirst().orElse("not a condition"), e);
        } catch (TokenMgrException e) {
            throw error(text, "a quote is not closed, or a character belongs to no condition", e);
        }
    }

    private static String token(ParseException e) {
        var next = e.currentToken.next;
        return next == null || next.image.isEmpty() ? "end" : "'" + next.image + "' at character " + next.beginColumn;
    }

    private Predicate condition(Expression piece) {
        if (piece instanceof AndExpression and) {
            return Predicate.and(condition(and.getLeftExpression()), condition(and.getRightExpression()));
        }
        if (piece instanceof OrExpression or) {
            return Predicate.or(condition(or.getLeftExpression()), condition(or.getRightExpression()));
        }
        if (piece instanceof NotExpression not) {
            return Predicate.not(condition(not.getExpression()));
        }
        if (piece instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            return condition(list.get(0));
        }
        if (piece instanceof ComparisonOperator comparison) {
            return comparison(comparison);
        }
        if (piece instanceof Between between) {
            return negateIf(between.isNot(), between(between));
        }
        if (piece instanceof InExpression in) {
            return negateIf(in.isNot(), in(in));
        }
        if (piece instanceof LikeExpression like) {
            return negateIf(like.isNot(), like(like));
        }
        if (piece instanceof IsNullExpression isNull) {
            DataField column = column(isNull.getLeftExpression(), isNull);
            return negateIf(isNull.isNot() || isNull.isUseNotNull(), Predicate.isNull(column.name()));
        }
        throw error(piece, "expected a comparison, IN, BETWEEN, LIKE or IS NULL");
    }

    private Predicate comparison(ComparisonOperator piece) {
        Op op = op(piece);
        Expression left = piece.getLeftExpression();
        Expression right = piece.getRightExpression();
        boolean columnLeft = left instanceof Column;
        if (columnLeft == right instanceof Column) {
            throw error(piece, "expected a column on one side and a literal on the other");
        }
        DataField column = column(columnLeft ? left : right, piece);
        Literal literal = literal(columnLeft ? right : left, piece);
        return compare(column, columnLeft ? op : mirrored(op), literal, piece);
    }

    private Predicate between(Between piece) {
        DataField column = column(piece.getLeftExpression(), piece);
        return Predicate.and(
                compare(column, Op.GE, literal(piece.getBetweenExpressionStart(), piece), piece),
                compare(column, Op.LE, literal(piece.getBetweenExpressionEnd(), piece), piece));
    }

    private Predicate in(InExpression piece) {
        DataField column = column(piece.getLeftExpression(), piece);
        if (!(piece.getRightExpression() instanceof ParenthesedExpressionList<?> list)) {
            throw error(piece, "expected a list of literals in parentheses");
        }
        List<Object> literals = new ArrayList<>();
        ColumnLiterals literalsOf = new ColumnLiterals(column);
        try {
            for (Expression element : list) {
                Object value = literalsOf.exact(literal(element, piece));
                if (value != null) {
                    literals.add(value);
                }
            }
            return literals.isEmpty() ? literalsOf.never() : new Predicate.In(column.name(), literals);
        } catch (BadValueException e) {
            throw error(piece, "column '" + column.name() + "': " + e.getMessage(), e);
        }
    }

    private Predicate like(LikeExpression piece) {
        DataField column = column(piece.getLeftExpression(), piece);
        if (piece.getLikeKeyWord() != LikeExpression.KeyWord.LIKE || piece.isUseBinary()) {
            throw error(piece, "only LIKE is supported");
        }
        if (!column.type().root().isCharacter()) {
            throw error(
                    piece,
                    "LIKE needs a text column, '" + column.name() + "' is "
                            + column.type().asText());
        }
        String pattern = text(piece.getRightExpression(), piece);
        char escape = DEFAULT_ESCAPE;
        if (piece.getEscape() != null) {
            String given = text(piece.getEscape(), piece);
            if (given.length() != 1) {
                throw error(piece, "ESCAPE must be one character, found '" + given + "'");
            }
            escape = given.charAt(0);
        }
        checkEscapes(pattern, escape, piece);
        return new Predicate.Like(column.name(), pattern, escape);
    }

    private static void checkEscapes(String pattern, char escape, Expression piece) {
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == escape) {
                i++;
                boolean plain = i < pattern.length()
                        && (pattern.charAt(i) == '%' || pattern.charAt(i) == '_' || pattern.charAt(i) == escape);
                if (!plain) {
                    throw error(piece, "the escape " + escape + " must be followed by %, _ or itself");
                }
            }
        }
    }

    private Predicate compare(DataField column, Op op, Literal literal, Expression piece) {
        try {
            return new ColumnLiterals(column).compare(op, literal);
        } catch (BadValueException e) {
            throw error(piece, "column '" + column.name() + "': " + e.getMessage(), e);
        }
    }

    private DataField column(Expression piece, Expression whole) {
        if (!(piece instanceof Column column)) {
            throw error(whole, "expected a column, found '" + piece + "'");
        }
        if (column.getTable() != null && column.getTable().getName() != null) {
            throw error(whole, "column names with a dot must stand in double quotes");
        }
        String name = unquoted(column.getColumnName());
        int position = type.indexOf(name);
        if (position < 0) {
            throw error(whole, "no column '" + name + "'; columns are " + type.names());
        }
        return type.field(position);
    }

    private static String unquoted(String name) {
        char first = name.charAt(0);
        if (name.length() < 2 || (first != '"' && first != '`')) {
            return name;
        }
        String quote = String.valueOf(first);
        return name.substring(1, name.length() - 1).replace(quote + quote, quote);
    }

    private static Literal literal(Expression piece, Expression whole) {
        if (piece instanceof NullValue) {
            throw error(whole, "nothing compares with NULL; use IS NULL");
        }
        Literal literal = Literal.of(piece);
        if (literal == null) {
            throw error(whole, "expected a literal, found '" + piece + "'");
        }
        return literal;
    }

    private static String text(@Nullable Expression piece, Expression whole) {
        if (piece instanceof StringValue value) {
            return value.getNotExcapedValue();
        }
        throw error(whole, "expected a text in single quotes, found '" + piece + "'");
    }

    private static Predicate negateIf(boolean not, Predicate predicate) {
        return not ? Predicate.not(predicate) : predicate;
    }

    private static Op op(ComparisonOperator piece) {
        if (piece instanceof EqualsTo) {
            return Op.EQ;
        }
        if (piece instanceof NotEqualsTo) {
            return Op.NE;
        }
        if (piece instanceof MinorThan) {
            return Op.LT;
        }
        if (piece instanceof MinorThanEquals) {
            return Op.LE;
        }
        if (piece instanceof GreaterThan) {
            return Op.GT;
        }
        if (piece instanceof GreaterThanEquals) {
            return Op.GE;
        }
        throw error(piece, "operator " + piece.getStringExpression() + " is not supported");
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

    private static CliException error(Object piece, String problem) {
        return error(piece, problem, null);
    }

    private static CliException error(Object piece, String problem, @Nullable Throwable cause) {
        return new CliException(ExitCode.USAGE, "--where: in \"" + piece + "\": " + problem, cause);
    }
}
