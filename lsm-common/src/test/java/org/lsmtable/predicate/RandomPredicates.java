package org.lsmtable.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** Random rows, vectors and predicates from one seed: few distinct values, so that literals meet them, and all the edges. */
public final class RandomPredicates {
    static final RowType TYPE = type(
            Types.BOOLEAN,
            Types.TINYINT,
            Types.SMALLINT,
            Types.INT,
            Types.BIGINT,
            Types.FLOAT,
            Types.DOUBLE,
            Types.decimal(5, 2),
            Types.decimal(18, 4),
            Types.decimal(38, 10),
            Types.charOf(3),
            Types.STRING,
            Types.BYTES,
            Types.DATE,
            Types.time(3),
            Types.timestamp(3),
            Types.timestamp(6),
            Types.timestamp(9),
            Types.timestampLtz(3),
            Types.timestampLtz(6),
            Types.timestampLtz(9));

    private static final List<Object> NUMBERS = List.of(
            (byte) 1,
            (short) -1,
            0,
            -1,
            2,
            127,
            128,
            -129,
            32768,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            3_000_000_000L,
            -3_000_000_000L,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            BigInteger.ONE.shiftLeft(70),
            BigInteger.ONE.shiftLeft(200).negate(),
            1.5,
            -0.5,
            0.0,
            -0.0,
            0.1,
            0.1f,
            -1.5f,
            1e300,
            -1e300,
            1e-300,
            Double.NaN,
            Float.NaN,
            Double.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            new BigDecimal("1.50"),
            new BigDecimal("0.1"),
            new BigDecimal("-0.01"),
            new BigDecimal("999.99"),
            new BigDecimal("999.991"),
            new BigDecimal("1e-400"),
            new BigDecimal("-1e-400"),
            new BigDecimal("1e400"),
            new BigDecimal("-1e100000000"),
            new BigDecimal("9999999999999999999999999999.9999999999"));

    private static final List<String> TEXTS = List.of(
            "", "a", "ab", "abc", "b", "aa", "%", "a%", "_", "\\", "a\\", "é", "éa", "😀", "～", "a😀", "\n", "aab",
            "aba");

    private final Random random;
    private final RowType type;
    private List<Row> known = List.of();

    RandomPredicates(long seed) {
        this(seed, TYPE);
    }

    /** Values and conditions for the columns of a table; none of them nested. */
    public RandomPredicates(long seed, RowType type) {
        this.random = new Random(seed);
        this.type = type;
    }

    /** Takes every other literal from some rows, so that conditions hit. */
    public RandomPredicates aimingAt(List<Row> rows) {
        known = rows;
        return this;
    }

    private static RowType type(DataType... types) {
        List<DataField> fields = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            fields.add(new DataField(i, "c" + i, types[i]));
        }
        return RowType.of(fields);
    }

    private <T> T oneOf(List<? extends T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Rows, all columns or some of them without null, or with nulls only. */
    List<Row> rows(int count) {
        int[] nullPercent = random.ints(TYPE.fieldCount(), 0, 4)
                .map(n -> List.of(0, 20, 80, 100).get(n))
                .toArray();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            @Nullable Object[] values = new @Nullable Object[TYPE.fieldCount()];
            for (int c = 0; c < values.length; c++) {
                values[c] = random.nextInt(100) < nullPercent[c] ? null : value(TYPE.typeAt(c));
            }
            rows.add(Row.of(values));
        }
        return rows;
    }

    /** A value that the type can hold. */
    public Object value(DataType type) {
        return Objects.requireNonNull(Values.coerce(anyValue(type), type, "c"));
    }

    private Object anyValue(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> random.nextBoolean();
            case TINYINT -> oneOf(List.of(Byte.MIN_VALUE, (byte) -1, (byte) 0, (byte) 1, (byte) 2, Byte.MAX_VALUE));
            case SMALLINT -> oneOf(List.of(Short.MIN_VALUE, (short) -1, (short) 0, (short) 128, Short.MAX_VALUE));
            case INT -> oneOf(List.of(Integer.MIN_VALUE, -1, 0, 1, 2, 32768, Integer.MAX_VALUE));
            case BIGINT -> oneOf(List.of(Long.MIN_VALUE, -1L, 0L, 1L, 2L, 3_000_000_000L, Long.MAX_VALUE));
            case FLOAT ->
                oneOf(List.of(
                        Float.NEGATIVE_INFINITY,
                        -Float.MAX_VALUE,
                        -1.5f,
                        -0.0f,
                        0.0f,
                        0.1f,
                        Math.nextDown(0.1f),
                        1.5f,
                        Float.MAX_VALUE,
                        Float.POSITIVE_INFINITY,
                        Float.NaN,
                        Float.intBitsToFloat(0xffc00123)));
            case DOUBLE ->
                oneOf(List.of(
                        Double.NEGATIVE_INFINITY,
                        -1e300,
                        -1.5,
                        -Double.MIN_VALUE,
                        -0.0,
                        0.0,
                        Double.MIN_VALUE,
                        0.1,
                        (double) 0.1f,
                        3e9,
                        Double.POSITIVE_INFINITY,
                        Double.NaN,
                        Double.longBitsToDouble(0x7ff8000000000123L)));
            case DECIMAL ->
                oneOf(List.<Object>of(
                        new BigDecimal("-1"),
                        new BigDecimal("-0.01"),
                        0,
                        1,
                        new BigDecimal("1.5"),
                        new BigDecimal("999.99")));
            case CHAR, VARCHAR ->
                type.root() == TypeRoot.CHAR ? oneOf(List.of("a", "ab", "abc", "é", "😀")) : oneOf(TEXTS);
            case BINARY, VARBINARY ->
                oneOf(List.<byte[]>of(
                        new byte[0], new byte[] {0}, new byte[] {127}, new byte[] {-128}, new byte[] {-1}, new byte[] {
                            127, 0
                        }));
            case DATE -> LocalDate.of(1970, 1, 1).plusDays(random.nextInt(5) - 2);
            case TIME ->
                oneOf(List.of(LocalTime.MIDNIGHT, LocalTime.parse("12:00:00.001"), LocalTime.parse("23:59:59.999")));
            case TIMESTAMP -> LocalDateTime.ofInstant(instant(), ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> instant();
            default -> throw new IllegalArgumentException(type.asText());
        };
    }

    private Instant instant() {
        return Instant.ofEpochSecond(
                random.nextInt(3) - 1, oneOf(List.of(0, 1, 999, 1000, 999_999, 1_000_000, 902_000, 999_999_999)));
    }

    private Object literal(int position) {
        if (!known.isEmpty() && random.nextBoolean()) {
            Object value = oneOf(known).get(position);
            if (value != null) {
                return value;
            }
        }
        return literal(type.typeAt(position));
    }

    private Object literal(DataType type) {
        return switch (type.root()) {
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL ->
                random.nextInt(3) == 0 ? oneOf(NUMBERS) : value(type);
            case CHAR, VARCHAR -> oneOf(TEXTS);
            case DATE -> random.nextInt(9) == 0 ? oneOf(List.of(LocalDate.MIN, LocalDate.MAX)) : value(type);
            case TIME -> random.nextInt(3) == 0 ? LocalTime.parse("12:00:00.001000001") : value(type);
            case TIMESTAMP ->
                random.nextInt(9) == 0
                        ? oneOf(List.of(LocalDateTime.MIN, LocalDateTime.MAX))
                        : LocalDateTime.ofInstant(instant(), ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> random.nextInt(9) == 0 ? oneOf(List.of(Instant.MIN, Instant.MAX)) : instant();
            default -> value(type);
        };
    }

    /** A tree of at most so many levels of joins. */
    public Predicate predicate(int depth) {
        int choice = depth == 0 ? 9 : random.nextInt(10);
        if (choice < 2) {
            return new Predicate.And(parts(depth));
        }
        if (choice < 4) {
            return new Predicate.Or(parts(depth));
        }
        return choice < 6 ? new Predicate.Not(predicate(depth - 1)) : leaf();
    }

    private List<Predicate> parts(int depth) {
        List<Predicate> parts = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            parts.add(predicate(depth - 1));
        }
        return parts;
    }

    private Predicate leaf() {
        int position = random.nextInt(type.fieldCount());
        String name = type.field(position).name();
        DataType column = type.typeAt(position);
        int choice = random.nextInt(10);
        if (choice == 0) {
            return new Predicate.IsNull(name);
        }
        if (choice < 3) {
            List<Object> literals = new ArrayList<>();
            for (int n = random.nextInt(4) == 0 ? 30 : random.nextInt(4); n > 0; n--) {
                literals.add(literal(position));
            }
            return new Predicate.In(name, literals);
        }
        if (choice < 5 && column.root().isCharacter()) {
            return new Predicate.Like(name, pattern(), '\\');
        }
        Object literal = random.nextInt(20) == 0 ? null : literal(position);
        return new Predicate.Compare(name, oneOf(List.of(Predicate.Op.values())), literal);
    }

    private String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int n = random.nextInt(5); n > 0; n--) {
            pattern.append(oneOf(List.of("%", "_", "a", "b", "é", "😀", "\\%", "\\_", "\\\\", "%", "ab")));
        }
        return pattern.toString();
    }

    /** The rows as vectors; byte strings sometimes on a dictionary. */
    List<ColumnVector> vectors(List<Row> rows) {
        List<ColumnVector> vectors = new ArrayList<>();
        for (int c = 0; c < TYPE.fieldCount(); c++) {
            ColumnVector vector = ColumnVector.of(TYPE.typeAt(c), 0);
            for (Row row : rows) {
                Values.append(row.get(c), vector);
            }
            vectors.add(vector instanceof BytesVector bytes && random.nextBoolean() ? coded(bytes) : vector);
        }
        return vectors;
    }

    private static DictionaryVector coded(BytesVector plain) {
        BytesVector dictionary = new BytesVector(plain.type(), 0);
        int[] codes = new int[plain.size()];
        for (int i = 0; i < plain.size(); i++) {
            if (!plain.isNull(i)) {
                int code = 0;
                while (code < dictionary.size() && Values.compare(dictionary, code, plain, i) != 0) {
                    code++;
                }
                if (code == dictionary.size()) {
                    dictionary.appendFrom(plain, i);
                }
                codes[i] = code;
            }
        }
        DictionaryVector vector = new DictionaryVector(dictionary, 0);
        for (int i = 0; i < plain.size(); i++) {
            if (plain.isNull(i)) {
                vector.appendNulls(1);
            } else {
                vector.appendCode(codes[i]);
            }
        }
        return vector;
    }

    /** What statistics may tell of a column: true bounds, wider ones, or nothing. */
    ColumnRange range(List<Row> rows, int column) {
        Object min = null;
        Object max = null;
        long nulls = 0;
        for (Row row : rows) {
            Object value = row.get(column);
            if (value == null) {
                nulls++;
            } else {
                min = min == null || NaiveLogic.compare(value, min) < 0 ? value : min;
                max = max == null || NaiveLogic.compare(value, max) > 0 ? value : max;
            }
        }
        min = blurred(min, column, -1);
        max = blurred(max, column, 1);
        return new ColumnRange(min, max, random.nextInt(4) == 0 ? null : (Long) nulls, rows.size());
    }

    private @Nullable Object blurred(@Nullable Object bound, int column, int direction) {
        if (bound == null || random.nextInt(5) == 0) {
            return null;
        }
        if (bound instanceof Double zero && zero == 0) {
            return random.nextBoolean() ? 0.0 : -0.0; // a writer that takes the zeros for one
        }
        if (bound instanceof Float zero && zero == 0) {
            return random.nextBoolean() ? 0.0f : -0.0f;
        }
        Object other = value(TYPE.typeAt(column));
        boolean wider = Integer.signum(NaiveLogic.compare(other, bound)) == direction;
        return wider && random.nextBoolean() ? other : bound;
    }
}
