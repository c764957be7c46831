package org.lsmtable.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lsmtable.predicate.Predicate.and;
import static org.lsmtable.predicate.Predicate.eq;
import static org.lsmtable.predicate.Predicate.ge;
import static org.lsmtable.predicate.Predicate.gt;
import static org.lsmtable.predicate.Predicate.in;
import static org.lsmtable.predicate.Predicate.isNotNull;
import static org.lsmtable.predicate.Predicate.isNull;
import static org.lsmtable.predicate.Predicate.le;
import static org.lsmtable.predicate.Predicate.like;
import static org.lsmtable.predicate.Predicate.lt;
import static org.lsmtable.predicate.Predicate.ne;
import static org.lsmtable.predicate.Predicate.not;
import static org.lsmtable.predicate.Predicate.or;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

class FilterTest {
    private static RowType row(DataType... types) {
        List<DataField> fields = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            fields.add(new DataField(i, String.valueOf((char) ('a' + i)), types[i]));
        }
        return RowType.of(fields);
    }

    /** The values of column a that pass. */
    private static List<@Nullable Object> passing(DataType type, Predicate predicate, @Nullable Object... values) {
        ColumnVector vector = ColumnVector.of(type, 0);
        for (@Nullable Object value : values) {
            Values.append(value, vector);
        }
        boolean[] passes = new boolean[values.length];
        predicate.bind(row(type)).evaluate(c -> vector, values.length, passes);
        List<@Nullable Object> passing = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            if (passes[i]) {
                passing.add(values[i]);
            }
        }
        return passing;
    }

    @Test
    void literalsAreNotNarrowed() { // C34
        @Nullable Object[] ints = {-1294967296, 0, 1, 2, null, Integer.MAX_VALUE};
        assertThat(passing(Types.INT, eq("a", 3_000_000_000L), ints)).isEmpty();
        assertThat(passing(Types.INT, ne("a", 3_000_000_000L), ints)).hasSize(5);
        assertThat(passing(Types.INT, lt("a", 3_000_000_000L), ints)).hasSize(5);
        assertThat(passing(Types.INT, gt("a", -3_000_000_000L), ints)).hasSize(5);
        assertThat(passing(Types.INT, gt("a", 1.5), ints)).containsExactly(2, Integer.MAX_VALUE);
        assertThat(passing(Types.INT, le("a", 1.5), ints)).containsExactly(-1294967296, 0, 1);
        assertThat(passing(Types.INT, eq("a", 1.5), ints)).isEmpty();
        assertThat(passing(Types.INT, ge("a", new BigDecimal("1.0")), ints)).containsExactly(1, 2, Integer.MAX_VALUE);
        assertThat(passing(Types.BIGINT, lt("a", new BigDecimal("1e30")), 1L, Long.MAX_VALUE))
                .hasSize(2);
        assertThat(passing(Types.FLOAT, eq("a", 0.1), 0.1f)).isEmpty();
        assertThat(passing(Types.FLOAT, gt("a", 0.1), 0.1f, Math.nextDown(0.1f)))
                .containsExactly(0.1f);
        assertThat(passing(Types.DOUBLE, eq("a", 0.1f), 0.1, (double) 0.1f)).containsExactly((double) 0.1f);
        assertThat(passing(Types.DOUBLE, gt("a", Long.MAX_VALUE), 0x1p62, 0x1p63))
                .containsExactly(0x1p63);
        BigDecimal one = new BigDecimal("1.00");
        assertThat(passing(Types.decimal(5, 2), eq("a", new BigDecimal("1.000")), one))
                .containsExactly(one);
        assertThat(passing(Types.decimal(5, 2), eq("a", new BigDecimal("1.001")), one))
                .isEmpty();
        assertThat(passing(Types.decimal(5, 2), lt("a", new BigDecimal("1.001")), one))
                .containsExactly(one);
        assertThat(passing(Types.decimal(5, 2), lt("a", 100_000), one)).containsExactly(one);
        LocalDateTime time = LocalDateTime.parse("2020-01-01T00:00:00.001");
        assertThat(passing(Types.timestamp(3), gt("a", time.minusNanos(1)), time))
                .containsExactly(time);
        assertThat(passing(Types.timestamp(3), eq("a", time.plusNanos(1)), time))
                .isEmpty();
        assertThat(passing(Types.timestamp(3), lt("a", time.plusNanos(1)), time))
                .containsExactly(time);
    }

    @Test
    void nanAndZerosAreInTotalOrder() { // C04
        double otherNaN = Double.longBitsToDouble(0xfff8000000000001L);
        Object[] values = {Double.NaN, otherNaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1.0};
        assertThat(passing(Types.DOUBLE, eq("a", Double.NaN), values)).hasSize(2);
        assertThat(passing(Types.DOUBLE, gt("a", Double.POSITIVE_INFINITY), values))
                .hasSize(2);
        assertThat(passing(Types.DOUBLE, lt("a", 1.0), values)).containsExactly(-0.0, 0.0, Double.NEGATIVE_INFINITY);
        assertThat(passing(Types.DOUBLE, lt("a", 0.0), values)).containsExactly(-0.0, Double.NEGATIVE_INFINITY);
        assertThat(passing(Types.DOUBLE, in("a", Double.NaN, 0.0), values)).hasSize(3);
        assertThat(passing(Types.FLOAT, ne("a", Float.NaN), Float.NaN, 1f)).containsExactly(1f);
    }

    @Test
    void binaryIsUnsigned() { // C03
        byte[][] values = {{}, {0}, {127}, {-128}, {-1}, {127, 0}};
        Object[] objects = values;
        assertThat(passing(Types.BYTES, gt("a", new byte[] {127}), objects))
                .containsExactly(values[3], values[4], values[5]);
        assertThat(passing(Types.BYTES, Predicate.between("a", new byte[] {127}, new byte[] {-128}), objects))
                .containsExactly(values[2], values[3], values[5]);
        assertThat(passing(Types.BYTES, eq("a", new byte[] {-1}), objects)).containsExactly(values[4]);
    }

    @Test
    void decimalsOfEveryWidthCompareAsNumbers() { // C01
        for (DataType type : List.of(Types.decimal(9, 2), Types.decimal(18, 4), Types.decimal(38, 10))) {
            int scale = ((DecimalType) type).scale();
            List<BigDecimal> values = new ArrayList<>();
            for (int i : List.of(-1, 0, 1)) {
                values.add(BigDecimal.valueOf(i).setScale(scale));
            }
            String nines = "9".repeat(((DecimalType) type).precision());
            values.add(new BigDecimal(new BigInteger("-" + nines), scale));
            values.add(new BigDecimal(new BigInteger(nines), scale));
            for (BigDecimal literal : values) {
                for (Predicate.Op op : Predicate.Op.values()) {
                    List<Object> expected = values.stream()
                            .filter(v -> switch (op) {
                                case EQ -> v.compareTo(literal) == 0;
                                case NE -> v.compareTo(literal) != 0;
                                case LT -> v.compareTo(literal) < 0;
                                case LE -> v.compareTo(literal) <= 0;
                                case GT -> v.compareTo(literal) > 0;
                                case GE -> v.compareTo(literal) >= 0;
                            })
                            .map(v -> (Object) v)
                            .toList();
                    assertThat(passing(type, new Predicate.Compare("a", op, literal), values.toArray()))
                            .as("%s %s %s", type, op, literal)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /** A comparison with null, which only what makes predicates out of other texts can say. */
    private static Predicate unknown(String column) {
        return new Predicate.Compare(column, Predicate.Op.EQ, null);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without such checks may do
    void aNullLiteralIsRefused() {
        String message = "column 'v': expected a literal to compare with, found null; use isNull or isNotNull";
        for (ThrowingCallable asked : List.<ThrowingCallable>of(
                () -> Predicate.eq("v", null),
                () -> Predicate.ne("v", null),
                () -> Predicate.lt("v", null),
                () -> Predicate.le("v", null),
                () -> Predicate.gt("v", null),
                () -> Predicate.ge("v", null),
                () -> Predicate.between("v", 1, null),
                () -> Predicate.in("v", "a", null))) {
            assertThatThrownBy(asked)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void nullIsNeitherEqualNorUnequal() { // C15
        @Nullable Object[] values = {"x", "y", null};
        assertThat(passing(Types.STRING, ne("a", "x"), values)).containsExactly("y");
        assertThat(passing(Types.STRING, not(eq("a", "x")), values)).containsExactly("y");
        assertThat(passing(Types.STRING, not(in("a", "x")), values)).containsExactly("y");
        assertThat(passing(Types.STRING, isNull("a"), values)).containsExactly((Object) null);
        assertThat(passing(Types.STRING, isNotNull("a"), values)).containsExactly("x", "y");
        assertThat(passing(Types.STRING, unknown("a"), values)).isEmpty();
        assertThat(passing(Types.STRING, not(unknown("a")), values)).isEmpty();
        assertThat(passing(Types.STRING, not(or(eq("a", "x"), isNull("a"))), values))
                .containsExactly("y");
    }

    @Test
    void anEmptyInMatchesNothing() { // C41
        assertThat(passing(Types.INT, in("a"), 1, null)).isEmpty();
        assertThat(passing(Types.INT, not(in("a")), 1, null)).containsExactly(1, null);
        assertThat(in("a").bind(row(Types.INT)).mayMatch(c -> ColumnRange.unknown(1)))
                .isFalse();
    }

    @Test
    void escapedWildcardsAreLiteral() { // C41
        Object[] values = {"a%", "ab", "a", "a_", "a\\", "a\\b"};
        assertThat(passing(Types.STRING, like("a", "a\\%"), values)).containsExactly("a%");
        assertThat(passing(Types.STRING, like("a", "a\\_"), values)).containsExactly("a_");
        assertThat(passing(Types.STRING, like("a", "a\\\\%"), values)).containsExactly("a\\", "a\\b");
        assertThat(passing(Types.STRING, new Predicate.Like("a", "a|%", '|'), values))
                .containsExactly("a%");
        assertThat(passing(Types.STRING, like("a", "a_"), values)).containsExactly("a%", "ab", "a_", "a\\");
        assertThat(passing(Types.STRING, like("a", "_"), "é", "😀", "", "éé")).containsExactly("é", "😀");
        assertThat(passing(Types.STRING, like("a", "%ab%ab"), "ab", "abab", "aabxab", "ababa"))
                .containsExactly("abab", "aabxab");
        assertThatThrownBy(() -> like("a", "a\\").bind(row(Types.STRING)))
                .hasMessage("LIKE pattern 'a\\': nothing behind the escape at its end");
    }

    @Test
    void longInLists() { // C41
        Object[] evens = IntStream.range(0, 500).mapToObj(i -> i * 2).toArray();
        assertThat(passing(Types.INT, in("a", evens), -2, 0, 1, 500, 501, 998, 1000))
                .containsExactly(0, 500, 998);
        Object[] texts = IntStream.range(0, 500).mapToObj(i -> "t" + i).toArray();
        assertThat(passing(Types.STRING, in("a", texts), "t", "t0", "t499", "t500", null))
                .containsExactly("t0", "t499");
    }

    @Test
    void notOverAndOfWhichHalfIsKnownExcludesNothing() { // C42
        Filter filter = not(and(eq("a", 1), eq("b", 2))).bind(row(Types.INT, Types.INT));
        ColumnRange allOnes = new ColumnRange(1, 1, 0L, 10);
        assertThat(filter.mayMatch(c -> c == 0 ? allOnes : ColumnRange.unknown(10)))
                .isTrue();
        ColumnRange allTwos = new ColumnRange(2, 2, 0L, 10);
        assertThat(filter.mayMatch(c -> c == 0 ? allOnes : allTwos)).isFalse();
        assertThat(filter.test(Row.of(1, null))).isFalse();
        assertThat(filter.test(Row.of(2, null))).isTrue();
    }

    private static boolean mayMatch(DataType type, Predicate predicate, @Nullable Object min, @Nullable Object max) {
        return predicate.bind(row(type)).mayMatch(c -> new ColumnRange(min, max, 1L, 10));
    }

    @Test
    void boundsExcludeWhatTheyCan() {
        assertThat(mayMatch(Types.INT, gt("a", 5), 1, 5)).isFalse();
        assertThat(mayMatch(Types.INT, ge("a", 5), 1, 5)).isTrue();
        assertThat(mayMatch(Types.INT, lt("a", 1), 1, 5)).isFalse();
        assertThat(mayMatch(Types.INT, eq("a", 6), 1, 5)).isFalse();
        assertThat(mayMatch(Types.INT, ne("a", 5), 5, 5)).isFalse();
        assertThat(mayMatch(Types.INT, ne("a", 5), 4, 5)).isTrue();
        assertThat(mayMatch(Types.INT, in("a", 0, 6, 7), 1, 5)).isFalse();
        assertThat(mayMatch(Types.INT, in("a", 0, 3, 7), 1, 5)).isTrue();
        assertThat(mayMatch(Types.INT, not(in("a", 0, 3)), 3, 3)).isFalse();
        assertThat(mayMatch(Types.INT, gt("a", 3_000_000_000L), 1, 5)).isFalse();
        assertThat(mayMatch(Types.STRING, eq("a", "c"), "a", "b")).isFalse();
        assertThat(mayMatch(Types.STRING, gt("a", "b"), "a", "b")).isFalse();
        assertThat(mayMatch(Types.STRING, in("a", "0", "c"), "a", "b")).isFalse();
        assertThat(mayMatch(Types.STRING, like("a", "ab%"), "b", "c")).isFalse();
        assertThat(mayMatch(Types.STRING, like("a", "ab%"), "a", "aa")).isFalse();
        assertThat(mayMatch(Types.STRING, like("a", "ab%"), "aa", "abz")).isTrue();
        assertThat(mayMatch(Types.STRING, like("a", "_b"), "x", "y")).isTrue();
        assertThat(mayMatch(Types.STRING, not(like("a", "ab%")), "abc", "abc")).isFalse();
        assertThat(mayMatch(Types.decimal(38, 2), lt("a", -1), BigDecimal.ZERO, BigDecimal.ONE))
                .isFalse();
        assertThat(mayMatch(Types.INT, gt("a", 5), 1, null)).isTrue();
    }

    @Test
    void nanBoundsExcludeNothing() {
        assertThat(mayMatch(Types.DOUBLE, eq("a", 1.0), Double.NaN, Double.NaN)).isTrue();
        assertThat(mayMatch(Types.FLOAT, lt("a", 1.0), Float.NaN, Float.NaN)).isTrue();
        assertThat(mayMatch(Types.DOUBLE, eq("a", -0.0), 0.0, 1.0)).isTrue();
        assertThat(mayMatch(Types.DOUBLE, eq("a", 0.0), -1.0, -0.0)).isTrue();
        assertThat(mayMatch(Types.DOUBLE, eq("a", 2.0), -1.0, 1.0)).isFalse();
    }

    @Test
    void nullCountsExcludeWhatTheyCan() {
        RowType type = row(Types.INT);
        ColumnRange allNull = new ColumnRange(null, null, 10L, 10);
        ColumnRange noNull = new ColumnRange(null, null, 0L, 10);
        assertThat(eq("a", 1).bind(type).mayMatch(c -> allNull)).isFalse();
        assertThat(not(eq("a", 1)).bind(type).mayMatch(c -> allNull)).isFalse();
        assertThat(isNotNull("a").bind(type).mayMatch(c -> allNull)).isFalse();
        assertThat(isNull("a").bind(type).mayMatch(c -> allNull)).isTrue();
        assertThat(isNull("a").bind(type).mayMatch(c -> noNull)).isFalse();
        assertThat(isNull("a").bind(type).mayMatch(c -> new ColumnRange(null, null, -1L, 10)))
                .isTrue();
        assertThat(isNull("a").bind(type).mayMatch(c -> ColumnRange.unknown(10)))
                .isTrue();
    }

    @Test
    void vectorsOfLaterPartsAreNotAskedForOnceNoRowIsLeft() {
        Filter filter = and(eq("a", 1), eq("b", 2)).bind(row(Types.INT, Types.INT));
        ColumnVector zeros = ColumnVector.of(Types.INT, 0);
        Values.append(0, zeros);
        assertThat(filter.columns()).containsExactly(0, 1);
        assertThat(filter.evaluate(
                        c -> {
                            assertThat(c).isZero();
                            return zeros;
                        },
                        1,
                        new boolean[1]))
                .isZero();
    }

    @Test
    void aDictionaryIsTestedOnceForAllItsBatches() {
        BytesVector dictionary = new BytesVector(Types.STRING, 0);
        Values.append("x", dictionary);
        Values.append("y", dictionary);
        CountingLeaf isY = new CountingLeaf();
        for (int batch = 0; batch < 3; batch++) {
            DictionaryVector vector = new DictionaryVector(dictionary, 0);
            vector.appendCode(1);
            vector.appendNulls(1);
            vector.appendCode(0);
            vector.appendCode(1);
            boolean[] on = {true, true, true, false};
            isY.refine(vector, 4, on);
            assertThat(on).containsExactly(true, false, false, false);
        }
        assertThat(isY.tests).isEqualTo(2);
    }

    private static final class CountingLeaf extends BytesLeaf {
        private int tests;

        CountingLeaf() {
            super(0, true);
        }

        @Override
        boolean matches(byte[] bytes, int start, int end) {
            tests++;
            return bytes[start] == 'y';
        }

        @Override
        boolean mayMatchBounds(@Nullable Object min, @Nullable Object max) {
            return true;
        }
    }

    @Test
    void manyDictionariesInTurnDoNotMix() {
        Filter filter = like("a", "%7").bind(row(Types.STRING));
        List<DictionaryVector> vectors = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            BytesVector dictionary = new BytesVector(Types.STRING, 0);
            Values.append("d" + i, dictionary);
            DictionaryVector vector = new DictionaryVector(dictionary, 0);
            vector.appendCode(0);
            vectors.add(vector);
        }
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 40; i++) {
                DictionaryVector vector = vectors.get(i);
                assertThat(filter.evaluate(c -> vector, 1, new boolean[1])).isEqualTo(i % 10 == 7 ? 1 : 0);
            }
        }
    }

    @Test
    void whatDoesNotCompareIsRefusedByName() {
        RowType type = row(Types.INT, Types.STRING, Types.timestamp(3), new ArrayType(Types.INT, true));
        assertThatThrownBy(() -> eq("z", 1).bind(type)).hasMessage("no column 'z'; columns are [a, b, c, d]");
        assertThatThrownBy(() -> eq("a", "1").bind(type))
                .hasMessage("column 'a' of type INT does not compare with String 1");
        assertThatThrownBy(() -> in("b", "x", 1).bind(type))
                .hasMessage("column 'b' of type STRING does not compare with Integer 1");
        assertThatThrownBy(() -> eq("b", "\ud83d").bind(type)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> eq("c", Instant.EPOCH).bind(type)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> like("a", "%").bind(type)).hasMessage("column 'a': LIKE needs text, found type INT");
        assertThatThrownBy(() -> eq("d", 1).bind(type))
                .hasMessage("column 'd' of type ARRAY<INT> cannot be compared;"
                        + " of its values only IS NULL and IS NOT NULL can be asked");
        assertThatThrownBy(() -> in("d", List.of(1)).bind(type)).hasMessageContaining("cannot be compared");
        assertThatThrownBy(() -> new Predicate.Compare("d", Predicate.Op.NE, null).bind(type))
                .hasMessageContaining("cannot be compared");
        assertThat(isNull("d").bind(type).columns()).containsExactly(3);
    }

    @Test
    void nestedValuesAreNullOrNot() { // C11
        List<@Nullable Object> list = new ArrayList<>();
        list.add(null);
        DataType array = new ArrayType(Types.INT, true);
        assertThat(passing(array, isNull("a"), List.of(), list, null)).containsExactly((Object) null);
        assertThat(passing(array, isNotNull("a"), List.of(), list, null)).containsExactly(List.of(), list);
        DataType struct = new RowType(List.of(new DataField(0, "x", Types.INT)), true);
        Row ofNull = Row.of((Object) null);
        assertThat(passing(struct, not(isNull("a")), ofNull, null)).containsExactly(ofNull);
        assertThat(isNull("a").bind(row(struct)).test(Row.of((Object) null))).isTrue();
    }

    @Test
    void emptyJoinsAreTrueAndFalse() {
        assertThat(passing(Types.INT, and(), 1, null)).hasSize(2);
        assertThat(passing(Types.INT, or(), 1, null)).isEmpty();
        assertThat(and().bind(row(Types.INT)).columns()).isEmpty();
    }

    /** An index is asked for values of the column's type only: -129 as a TINYINT would be 127, which is in the rows. */
    @Test
    void indexesAreNotAskedForLiteralsOutsideOfTheType() throws IOException {
        for (Predicate predicate : List.of(not(in("a", -129, 1)), ne("a", -129))) {
            assertThat(predicate.bind(row(Types.TINYINT)).mayMatchIndexed(column -> new Holding127()))
                    .as("%s", predicate)
                    .isTrue();
        }
        assertThat(eq("a", -129).bind(row(Types.TINYINT)).mayMatchIndexed(column -> new Holding127()))
                .isFalse();
    }

    /** The index of a TINYINT column that is 127 in all rows. */
    private static final class Holding127 implements ValueIndex {
        private static boolean isAmong(ColumnVector values) {
            return IntStream.range(0, values.size())
                    .anyMatch(i -> Byte.valueOf((byte) 127).equals(Values.get(values, i)));
        }

        @Override
        public boolean mayHoldAny(ColumnVector values) {
            return isAmong(values);
        }

        @Override
        public boolean mayHoldOther(ColumnVector values) {
            return !isAmong(values);
        }

        @Override
        public boolean mayHoldValue() {
            return true;
        }

        @Override
        public boolean mayHoldNull() {
            return false;
        }
    }
}
