package org.lsmtable.tools.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.predicate.Predicate.Op;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;

class WhereParserTest {
    private static final RowType TYPE = type(
            "id",
            Types.BIGINT.notNull(),
            "tiny",
            Types.TINYINT,
            "name",
            Types.STRING,
            "price",
            Types.decimal(6, 2),
            "ratio",
            Types.DOUBLE,
            "day",
            Types.DATE,
            "at",
            Types.timestamp(3),
            "zoned",
            Types.timestampLtz(3),
            "ok",
            Types.BOOLEAN,
            "raw",
            Types.BYTES,
            "Cost Total $",
            Types.INT,
            "a.b",
            Types.INT,
            "r",
            TypeParser.parse("ROW<x INT>"),
            "l",
            TypeParser.parse("ARRAY<INT>"));

    private static RowType type(Object... namesAndTypes) {
        List<DataField> fields = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            fields.add(new DataField(i / 2, (String) namesAndTypes[i], (DataType) namesAndTypes[i + 1]));
        }
        return RowType.of(fields);
    }

    private static Predicate parse(String text) {
        return new WhereParser(TYPE).parse(text);
    }

    /** Of Float and Double beyond their finite values only the infinities and NaN are left, which is the greatest. */
    @ParameterizedTest
    @CsvSource({"f, 1e39", "f, 3.4028236e38", "d, 1e309", "d, 1e999999999"})
    void numbersBeyondFloatsCompareAsNumbers(String column, String number) {
        RowType type = type("f", Types.FLOAT, "d", Types.DOUBLE);
        List<Row> rows = new ArrayList<>();
        for (Float value : new Float[] {
            Float.NEGATIVE_INFINITY, -Float.MAX_VALUE, 0f, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NaN, null
        }) {
            Double wide = value == null
                    ? null
                    : Math.abs(value) == Float.MAX_VALUE ? Math.signum(value) * Double.MAX_VALUE : value;
            rows.add(Row.of(value, wide));
        }
        Function<String, List<Integer>> found = condition -> {
            Filter filter = new WhereParser(type).parse(condition).bind(type);
            List<Integer> passing = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                if (filter.test(rows.get(i))) {
                    passing.add(i);
                }
            }
            return passing;
        };
        assertThat(found.apply(column + " > " + number)).containsExactly(4, 5);
        assertThat(found.apply(column + " >= " + number)).containsExactly(4, 5);
        assertThat(found.apply(column + " < " + number)).containsExactly(0, 1, 2, 3);
        assertThat(found.apply(column + " <= " + number)).containsExactly(0, 1, 2, 3);
        assertThat(found.apply(column + " = " + number)).isEmpty();
        assertThat(found.apply(column + " <> " + number)).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(found.apply(column + " > -" + number)).containsExactly(1, 2, 3, 4, 5);
        assertThat(found.apply(column + " >= -" + number)).containsExactly(1, 2, 3, 4, 5);
        assertThat(found.apply(column + " < -" + number)).containsExactly(0);
        assertThat(found.apply(column + " <= -" + number)).containsExactly(0);
        assertThat(found.apply("-" + number + " < " + column)).containsExactly(1, 2, 3, 4, 5);
        assertThat(found.apply(column + " IN (" + number + ", 0)")).containsExactly(2);
        assertThat(found.apply(column + " IN (" + number + ")")).isEmpty();
        assertThat(found.apply(column + " BETWEEN 0 AND " + number)).containsExactly(2, 3);
        assertThat(found.apply("NOT " + column + " > " + number)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void numbersWithHugeExponentsCompareAsNumbers() {
        assertThat(parse("id > 1e2000")).isEqualTo(parse("id > 99999999999999999999"));
        assertThat(parse("id > -1e2000")).isEqualTo(parse("id > -99999999999999999999"));
        assertThat(parse("price < 1e2000")).isEqualTo(parse("price < 999999999"));
        assertThat(parse("price > 1e-2000")).isEqualTo(parse("price > 0.001"));
        assertThat(parse("price = 0e2000")).isEqualTo(parse("price = 0"));
        assertThat(parse("id IN (1e2000, 1)")).isEqualTo(parse("id IN (1)"));
    }

    @Test
    void literalsTakeTheTypeOfTheirColumn() {
        assertThat(parse("id = 7")).isEqualTo(Predicate.eq("id", 7L));
        assertThat(parse("tiny <> -7")).isEqualTo(Predicate.ne("tiny", (byte) -7));
        assertThat(parse("price < 1.5")).isEqualTo(Predicate.lt("price", new BigDecimal("1.50")));
        assertThat(parse("ratio >= 1e3")).isEqualTo(Predicate.ge("ratio", 1000.0));
        assertThat(parse("ratio = 'NaN'")).isEqualTo(Predicate.eq("ratio", Double.NaN));
        assertThat(parse("name = 'it''s'")).isEqualTo(Predicate.eq("name", "it's"));
        assertThat(parse("ok = true")).isEqualTo(Predicate.eq("ok", true));
        assertThat(parse("day > '2026-01-31'")).isEqualTo(Predicate.gt("day", LocalDate.of(2026, 1, 31)));
        assertThat(parse("day > DATE '2026-01-31'")).isEqualTo(Predicate.gt("day", LocalDate.of(2026, 1, 31)));
        assertThat(parse("at = TIMESTAMP '2026-01-31 10:00:00.5'"))
                .isEqualTo(Predicate.eq("at", LocalDateTime.of(2026, 1, 31, 10, 0, 0, 500_000_000)));
        assertThat(parse("at = DATE '2026-01-31'")).isEqualTo(Predicate.eq("at", LocalDateTime.of(2026, 1, 31, 0, 0)));
        assertThat(parse("zoned = '2026-01-31T10:00:00Z'"))
                .isEqualTo(Predicate.eq("zoned", java.time.Instant.parse("2026-01-31T10:00:00Z")));
        assertThat(((Predicate.Compare) parse("raw = X'00ff'")).literal()).isEqualTo(new byte[] {0, -1});
        assertThat(((Predicate.Compare) parse("raw = 'AP8='")).literal()).isEqualTo(new byte[] {0, -1});
    }

    @Test
    void theColumnMayStandOnEitherSide() {
        assertThat(parse("7 < id")).isEqualTo(Predicate.gt("id", 7L));
        assertThat(parse("7 >= id")).isEqualTo(Predicate.le("id", 7L));
        assertThat(parse("7 = id")).isEqualTo(Predicate.eq("id", 7L));
    }

    @Test
    void keywordsAreColumnsWhereNoTextFollows() {
        RowType type = type("date", Types.DATE, "x", Types.INT, "value", Types.INT);
        assertThat(new WhereParser(type).parse("date >= date '2026-01-31' and x = 1 and value=2"))
                .isEqualTo(Predicate.and(
                        Predicate.ge("date", LocalDate.of(2026, 1, 31)),
                        Predicate.eq("x", 1),
                        Predicate.eq("value", 2)));
    }

    @Test
    void quotedNames() {
        assertThat(parse("\"Cost Total $\" = 1")).isEqualTo(Predicate.eq("Cost Total $", 1));
        assertThat(parse("`Cost Total $` = 1")).isEqualTo(Predicate.eq("Cost Total $", 1));
        assertThat(parse("\"a.b\" = 1")).isEqualTo(Predicate.eq("a.b", 1));
    }

    @Test
    void structure() {
        assertThat(parse("id = 1 OR id = 2 AND NOT tiny = 3"))
                .isEqualTo(Predicate.or(
                        Predicate.eq("id", 1L),
                        Predicate.and(Predicate.eq("id", 2L), Predicate.not(Predicate.eq("tiny", (byte) 3)))));
        assertThat(parse("(id = 1 OR id = 2) AND name IS NOT NULL"))
                .isEqualTo(Predicate.and(
                        Predicate.or(Predicate.eq("id", 1L), Predicate.eq("id", 2L)), Predicate.isNotNull("name")));
        assertThat(parse("id IN (1) AND NOT id IN (2) OR id = 3"))
                .isEqualTo(Predicate.or(
                        Predicate.and(Predicate.in("id", 1L), Predicate.not(Predicate.in("id", 2L))),
                        Predicate.eq("id", 3L)));
        assertThat(parse("id BETWEEN 1 AND 5")).isEqualTo(Predicate.between("id", 1L, 5L));
        assertThat(parse("id NOT BETWEEN 1 AND 5")).isEqualTo(Predicate.not(Predicate.between("id", 1L, 5L)));
        assertThat(parse("id IN (1, 2)")).isEqualTo(Predicate.in("id", 1L, 2L));
        assertThat(parse("id NOT IN (1)")).isEqualTo(Predicate.not(Predicate.in("id", 1L)));
        assertThat(parse("name LIKE 'a!%%' ESCAPE '!'")).isEqualTo(new Predicate.Like("name", "a!%%", '!'));
        assertThat(parse("name NOT LIKE '_x%'")).isEqualTo(Predicate.not(new Predicate.Like("name", "_x%", '\\')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "nope = 1|character 1 of \"nope = 1\": no column 'nope'; columns are [id, tiny",
                "ID = 1|no column 'ID'",
                "id = 'x'|character 6 of \"id = 'x'\": column 'id': expected BIGINT, found 'a text: x'",
                "name = 5|column 'name': expected STRING, found 'a number: 5'",
                "day = '2026-02-30'|column 'day': expected DATE (like 2026-01-31), found '2026-02-30'",
                "day = TIMESTAMP '2026-01-31 00:00:00'|expected DATE, found 'a TIMESTAMP: 2026-01-31 00:00:00'",
                "at = '2026-01-31T00:00:00.0001'|at most 3 fraction digits",
                "raw = X'0g'|expected pairs of hexadecimal digits, found '0g'",
                "ok = 1|expected BOOLEAN, found 'a number: 1'",
                "id = 12x|column 'id': expected a number, found '12x'",
                "id = 1.2.3|expected a number, found '1.2.3'",
                "id = tiny|character 6 of \"id = tiny\": expected a literal, found 'tiny'",
                "1 = 1|character 5 of \"1 = 1\": expected a column, found '1'",
                "lower(name) = 'x'|character 1 of \"lower(name) = 'x'\": functions are not supported: lower",
                "id + 1 = 2|expected a comparison, IN, BETWEEN, LIKE or IS NULL, found '+'",
                "id = 1 + 1|character 8 of \"id = 1 + 1\": expected AND, OR or the end, found '+'",
                "id = NULL|nothing compares with NULL; use IS NULL",
                "id IN (1, NULL)|nothing compares with NULL",
                "id IN (SELECT 1)|expected a literal, found 'SELECT'",
                "id IN ()|expected a literal, found ')'",
                "id IN (1|expected ')', found the end",
                "name ILIKE 'x'|found 'ILIKE'",
                "id LIKE '1%'|LIKE needs a text column, 'id' is BIGINT NOT NULL",
                "name LIKE 'x' ESCAPE 'ab'|ESCAPE must be one character",
                "name LIKE 'a!b' ESCAPE '!'|must be followed by",
                "name LIKE id|expected a text in single quotes, found 'id'",
                "name NOT = 'x'|expected IN, BETWEEN or LIKE, found '='",
                "ok|expected a comparison, IN, BETWEEN, LIKE or IS NULL, found the end",
                "ok IS TRUE|expected NULL, found 'TRUE'",
                "a.b = 1|a column name with a dot must stand in double quotes",
                "r.x = 1|fields of nested values cannot be filtered; of column 'r' of type ROW<x INT> only IS NULL and"
                        + " IS NOT NULL can be asked",
                "l.element = 1|fields of nested values cannot be filtered; of column 'l'",
                "id = 1 foo|character 8 of \"id = 1 foo\": expected AND, OR or the end, found 'foo'",
                "id =|character 5 of \"id =\": expected a literal, found the end",
                "id BETWEEN 1 OR 2|expected AND, found 'OR'",
                "(id = 1|expected ')', found the end",
                "id = 1)|expected AND, OR or the end, found ')'",
                "AND id = 1|expected a column, found 'AND'",
                "name = 'x|character 8 of \"name = 'x\": the quote is not closed",
                "id = -|expected a number, found the end",
                "id ~ 1|found '~'",
                "EXISTS (SELECT 1)|functions are not supported: EXISTS",
                "id = 1; id = 2|expected AND, OR or the end, found ';'",
                "|expected a column, found the end",
            })
    void whatIsNotUnderstoodIsNamed(@Nullable String where, String message) {
        assertThatThrownBy(() -> parse(where == null ? "" : where))
                .isInstanceOfSatisfying(
                        CliException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.USAGE))
                .hasMessageStartingWith("--where: character ")
                .hasMessageContaining(message);
    }

    // ---- against a model: random conditions as text and as a function of the row, with SQL's three truth values ----

    private static final String[] NUMBERS = {"-129", "-128", "-1", "0", "1", "1.005", "1.00", "127", "127.5", "99999.99"
    };

    private static final List<Op> OPS = List.of(Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE);

    private record Condition(String text, Function<Row, @Nullable Boolean> model) {}

    @Test
    void randomConditionsAgreeWithTheModel() {
        long seed = Long.getLong("test.seed", new Random().nextLong());
        Random random = new Random(seed);
        int trueRows = 0;
        for (int i = 0; i < 3_000; i++) {
            Condition condition = condition(random, 3);
            Filter filter = parse(condition.text).bind(TYPE);
            for (int j = 0; j < 10; j++) {
                Row row = row(random);
                boolean expected = Boolean.TRUE.equals(condition.model.apply(row));
                trueRows += expected ? 1 : 0;
                assertThat(filter.test(row))
                        .as("%s on %s, -Dtest.seed=%d", condition.text, row, seed)
                        .isEqualTo(expected);
            }
        }
        assertThat(trueRows).isGreaterThan(3_000);
    }

    private static Row row(Random random) {
        return Row.of(
                (long) random.nextInt(4),
                random.nextInt(4) == 0 ? null : (byte) (random.nextBoolean() ? random.nextInt(3) : random.nextInt()),
                random.nextInt(4) == 0 ? null : random.nextBoolean() ? "a%b" : "a" + random.nextInt(3),
                random.nextInt(4) == 0
                        ? null
                        : new BigDecimal(random.nextInt(300)).movePointLeft(2).setScale(2),
                null,
                random.nextInt(4) == 0 ? null : LocalDate.of(2026, 1, 1 + random.nextInt(3)),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static Condition condition(Random random, int depth) {
        if (depth > 0 && random.nextInt(4) == 0) {
            return withoutParentheses(random);
        }
        int kind = depth == 0 ? 3 + random.nextInt(6) : random.nextInt(9);
        return switch (kind) {
            case 0 -> {
                Condition a = condition(random, depth - 1);
                Condition b = condition(random, depth - 1);
                yield new Condition(
                        "((" + a.text + ") AND (" + b.text + "))", r -> and(a.model.apply(r), b.model.apply(r)));
            }
            case 1 -> {
                Condition a = condition(random, depth - 1);
                Condition b = condition(random, depth - 1);
                yield new Condition(
                        "((" + a.text + ") OR (" + b.text + "))", r -> or(a.model.apply(r), b.model.apply(r)));
            }
            case 2 -> {
                Condition a = condition(random, depth - 1);
                yield new Condition("NOT (" + a.text + ")", r -> not(a.model.apply(r)));
            }
            case 3 -> comparison(random);
            case 4 -> between(random);
            case 5 -> in(random);
            case 6 -> {
                boolean negated = random.nextBoolean();
                yield new Condition("name IS " + (negated ? "NOT NULL" : "NULL"), r -> (r.get(2) == null) != negated);
            }
            case 7 -> like(random);
            default -> {
                int day = 1 + random.nextInt(3);
                Op op = OPS.get(random.nextInt(OPS.size()));
                LocalDate literal = LocalDate.of(2026, 1, day);
                yield new Condition(
                        "day " + op.text() + (random.nextBoolean() ? " DATE" : "") + " '" + literal + "'",
                        r -> r.get(5) == null ? null : holds(op, ((LocalDate) r.get(5)).compareTo(literal)));
            }
        };
    }

    /** Precedence decides: NOT before AND before OR. */
    private static Condition withoutParentheses(Random random) {
        Condition a = condition(random, 0);
        Condition b = condition(random, 0);
        Condition c = condition(random, 0);
        return random.nextBoolean()
                ? new Condition(
                        "NOT " + a.text + " AND " + b.text + " OR " + c.text,
                        r -> or(and(not(a.model.apply(r)), b.model.apply(r)), c.model.apply(r)))
                : new Condition(
                        a.text + " or " + b.text + " and not " + c.text,
                        r -> or(a.model.apply(r), and(b.model.apply(r), not(c.model.apply(r)))));
    }

    private static Condition comparison(Random random) {
        int column = new int[] {0, 1, 3}[random.nextInt(3)];
        String name = TYPE.field(column).name();
        String literal = NUMBERS[random.nextInt(NUMBERS.length)];
        Op op = OPS.get(random.nextInt(OPS.size()));
        BigDecimal value = new BigDecimal(literal);
        if (random.nextBoolean()) {
            return new Condition(
                    literal + " " + op.text() + " " + name,
                    r -> r.get(column) == null ? null : holds(op, value.compareTo(number(r.get(column)))));
        }
        return new Condition(
                name + op.text() + literal,
                r -> r.get(column) == null
                        ? null
                        : holds(op, number(r.get(column)).compareTo(value)));
    }

    private static Condition between(Random random) {
        String low = NUMBERS[random.nextInt(NUMBERS.length)];
        String high = NUMBERS[random.nextInt(NUMBERS.length)];
        boolean negated = random.nextBoolean();
        return new Condition("tiny " + (negated ? "NOT " : "") + "BETWEEN " + low + " AND " + high, r -> {
            if (r.get(1) == null) {
                return null;
            }
            BigDecimal v = number(r.get(1));
            return (v.compareTo(new BigDecimal(low)) >= 0 && v.compareTo(new BigDecimal(high)) <= 0) != negated;
        });
    }

    private static Condition in(Random random) {
        List<String> literals = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            literals.add(NUMBERS[random.nextInt(NUMBERS.length)]);
        }
        boolean negated = random.nextBoolean();
        return new Condition("price " + (negated ? "NOT IN (" : "IN (") + String.join(", ", literals) + ")", r -> {
            if (r.get(3) == null) {
                return null;
            }
            BigDecimal v = number(r.get(3));
            return literals.stream().anyMatch(l -> new BigDecimal(l).compareTo(v) == 0) != negated;
        });
    }

    private static Condition like(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> text("name LIKE 'a_'", v -> v.length() == 2 && v.startsWith("a"));
            case 1 -> text("name LIKE '%b'", v -> v.endsWith("b"));
            case 2 -> text("name LIKE 'a#%b' ESCAPE '#'", v -> v.equals("a%b"));
            default -> text("name NOT LIKE 'a%'", v -> !v.startsWith("a"));
        };
    }

    private static Condition text(String where, Function<String, Boolean> model) {
        return new Condition(where, r -> r.get(2) == null ? null : model.apply((String) r.get(2)));
    }

    private static BigDecimal number(@Nullable Object value) {
        return value instanceof BigDecimal d
                ? d
                : BigDecimal.valueOf(((Number) Objects.requireNonNull(value)).longValue());
    }

    private static boolean holds(Op op, int comparison) {
        return switch (op) {
            case EQ -> comparison == 0;
            case NE -> comparison != 0;
            case LT -> comparison < 0;
            case LE -> comparison <= 0;
            case GT -> comparison > 0;
            case GE -> comparison >= 0;
        };
    }

    private static @Nullable Boolean and(@Nullable Boolean a, @Nullable Boolean b) {
        if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
            return false;
        }
        return (a == null || b == null) ? null : Boolean.TRUE;
    }

    private static @Nullable Boolean or(@Nullable Boolean a, @Nullable Boolean b) {
        return not(and(not(a), not(b)));
    }

    private static @Nullable Boolean not(@Nullable Boolean a) {
        return a == null ? null : !a;
    }
}
