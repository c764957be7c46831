package org.lsmtable.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;

class ValuesTest {
    private static @Nullable Object coerce(Object value, DataType type) {
        return Values.coerce(value, type, "c");
    }

    private static void refused(Object value, DataType type) {
        assertThatThrownBy(() -> coerce(value, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column 'c': expected a value of type " + type + ", found "
                        + value.getClass().getSimpleName());
    }

    @Test
    void integersChangeClassWhenTheyFit() {
        assertThat(coerce(127, Types.TINYINT)).isEqualTo((byte) 127);
        assertThat(coerce(-128L, Types.TINYINT)).isEqualTo((byte) -128);
        assertThat(coerce((byte) 1, Types.BIGINT)).isEqualTo(1L);
        assertThat(coerce(BigInteger.TEN, Types.INT)).isEqualTo(10);
        refused(128, Types.TINYINT);
        refused(40000, Types.SMALLINT);
        refused(3_000_000_000L, Types.INT);
        refused(BigInteger.ONE.shiftLeft(63), Types.BIGINT);
        refused(1.0, Types.INT);
        refused("1", Types.INT);
        refused(1, Types.BOOLEAN);
    }

    @Test
    void floatingPointTakesOnlyExactValues() {
        assertThat(coerce(1, Types.DOUBLE)).isEqualTo(1.0);
        assertThat(coerce(0.1f, Types.DOUBLE)).isEqualTo((double) 0.1f);
        assertThat(coerce(1.5, Types.FLOAT)).isEqualTo(1.5f);
        assertThat(coerce(Double.NaN, Types.FLOAT)).isEqualTo(Float.NaN);
        assertThat(coerce(Double.NEGATIVE_INFINITY, Types.FLOAT)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(coerce(-0.0, Types.FLOAT)).isEqualTo(-0.0f);
        refused(0.1, Types.FLOAT);
        refused(1e300, Types.FLOAT);
        refused(Long.MAX_VALUE, Types.DOUBLE);
        refused(16_777_217, Types.FLOAT);
    }

    @Test
    void decimalsTakeTheScaleOfTheTypeWithoutLoss() {
        DataType type = Types.decimal(5, 2);
        assertThat(coerce(new BigDecimal("1.5"), type)).isEqualTo(new BigDecimal("1.50"));
        assertThat(coerce(new BigDecimal("1.500"), type)).isEqualTo(new BigDecimal("1.50"));
        assertThat(coerce(999, type)).isEqualTo(new BigDecimal("999.00"));
        assertThat(coerce(0.25, type)).isEqualTo(new BigDecimal("0.25"));
        assertThat(coerce(BigDecimal.ZERO.setScale(30), type)).isEqualTo(new BigDecimal("0.00"));
        assertThat(coerce(new BigDecimal("-999.99"), type)).isEqualTo(new BigDecimal("-999.99"));
        refused(1000, type);
        refused(new BigDecimal("0.001"), type);
        refused(0.1, type);
        refused(Double.NaN, type);
        refused(new BigDecimal("1e1000000000"), type);
    }

    @Test
    void textIsMeasuredInCodePointsAndBinaryInBytes() {
        assertThat(coerce("é😀z", Types.varchar(3))).isEqualTo("é😀z");
        refused("abcd", Types.varchar(3));
        refused("\ud83d", Types.STRING);
        refused("\ude00\ud83d", Types.STRING);
        assertThat(coerce(new byte[] {1}, Types.binary(2))).isEqualTo(new byte[] {1});
        refused(new byte[3], Types.varbinary(2));
        refused("a", Types.BYTES);
    }

    @Test
    void pointsInTimeLoseDigitsTheTypeDoesNotHave() {
        LocalDateTime time = LocalDateTime.parse("1969-12-31T23:59:59.987654321");
        assertThat(coerce(time, Types.timestamp(9))).isEqualTo(time);
        assertThat(coerce(time, Types.timestamp(6))).isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.987654"));
        assertThat(coerce(time, Types.timestamp(1))).isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.9"));
        assertThat(coerce(time, Types.timestamp(0))).isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59"));
        assertThat(coerce(OffsetDateTime.parse("2024-01-01T01:00+01:00"), Types.timestampLtz(3)))
                .isEqualTo(Instant.parse("2024-01-01T00:00:00Z"));
        assertThat(coerce(LocalTime.parse("12:34:56.789012345"), Types.time(9)))
                .isEqualTo(LocalTime.parse("12:34:56.789"));
        assertThat(coerce(LocalTime.parse("12:34:56.789"), Types.time(0))).isEqualTo(LocalTime.parse("12:34:56"));
        refused(Instant.EPOCH, Types.timestamp(3));
        refused(time, Types.timestampLtz(3));
        refused(LocalDateTime.MAX, Types.timestamp(6));
        refused(Instant.MIN, Types.timestampLtz(9));
    }

    @Test
    void nullFitsNullableTypesOnly() {
        assertThat(Values.coerce(null, Types.INT, "c")).isNull();
        assertThatThrownBy(() -> Values.coerce(null, Types.INT.notNull(), "id"))
                .hasMessage("column 'id': expected a value of type INT NOT NULL, found null");
    }

    @Test
    void partsOfNestedValuesAreBroughtToTheirTypes() {
        DataType type = TypeParser.parse("ROW<a ARRAY<TINYINT>, m MAP<BIGINT, DECIMAL(5, 2)>, s MULTISET<STRING>>");
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(1, 2);
        map.put(3, null);
        Map<Object, @Nullable Object> coercedMap = new LinkedHashMap<>();
        coercedMap.put(1L, new BigDecimal("2.00"));
        coercedMap.put(3L, null);
        Row coerced =
                (Row) Objects.requireNonNull(coerce(Row.of(Arrays.asList(1, null, 127L), map, Map.of("x", 2L)), type));
        assertThat(coerced).isEqualTo(Row.of(Arrays.asList((byte) 1, null, (byte) 127), coercedMap, Map.of("x", 2)));
        assertThat(coerced.getList(0)).hasSize(3);
        assertThat(Objects.requireNonNull(coerced.getMap(1)).keySet()).isEqualTo(Set.of(1L, 3L));
        assertThat(Row.of(coerced, null).getRow(0)).isSameAs(coerced);
        assertThat(Row.of(coerced, null).getRow(1)).isNull();
        refused(new Object[] {1}, TypeParser.parse("ARRAY<INT>"));
        refused(List.of(1), TypeParser.parse("MAP<INT, INT>"));
        refused(Row.of(1), TypeParser.parse("ROW<a INT, b INT>"));
    }

    @Test
    void errorsTellWhereInANestedValueTheyAre() {
        refused(
                Map.of("k", Arrays.asList(Row.of(1), Row.of("x"))),
                "MAP<STRING, ARRAY<ROW<f INT>>>",
                "value of key k: element 1: field 'f': expected a value of type INT, found String x");
        refused(
                Map.of(300, 1),
                "MAP<TINYINT, INT>",
                "key: expected a value of type TINYINT NOT NULL, found Integer 300");
        refused(
                Arrays.asList(1, null),
                "ARRAY<INT NOT NULL>",
                "element 1: expected a value of type INT NOT NULL, found null");
        refused(
                Collections.singletonMap(null, 1),
                "MAP<STRING, INT>",
                "key: expected a value of type STRING NOT NULL, found null");
        refused(
                Collections.singletonMap(null, 1),
                "MULTISET<STRING>",
                "key: expected a value of type STRING NOT NULL, found null");
        Map<Object, Object> twice = new LinkedHashMap<>();
        twice.put(1, "a");
        twice.put(1L, "b");
        refused(twice, "MAP<INT, STRING>", "key 1: expected once, found again");
        Map<Object, Object> sameBytes = new LinkedHashMap<>();
        sameBytes.put(new byte[] {1}, "a");
        sameBytes.put(new byte[] {1}, "b");
        refused(sameBytes, "MAP<BYTES, STRING>", "key of 1 bytes: expected once, found again");
        refused(Map.of("x", 0), "MULTISET<STRING>", "element x: expected a count of at least 1, found 0");
    }

    private static void refused(Object value, String type, String why) {
        assertThatThrownBy(() -> coerce(value, TypeParser.parse(type)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 'c': " + why);
    }

    @Test
    void rowsAreEqualByContentAtEveryDepth() {
        Row row = Row.of(List.of(new byte[] {1}), Map.of("k", Row.of(new byte[] {2})));
        assertThat(row).isEqualTo(Row.of(List.of(new byte[] {1}), Map.of("k", Row.of(new byte[] {2}))));
        assertThat(row).hasSameHashCodeAs(Row.of(List.of(new byte[] {1}), Map.of("k", Row.of(new byte[] {2}))));
        assertThat(row).isNotEqualTo(Row.of(List.of(new byte[] {1}), Map.of("k", Row.of(new byte[] {3}))));
    }

    @Test
    void vectorsGiveBackWhatWasAppended() {
        check(Types.BOOLEAN, true, false);
        check(Types.TINYINT, (byte) -128, (byte) 127);
        check(Types.SMALLINT, Short.MIN_VALUE, Short.MAX_VALUE);
        check(Types.INT, Integer.MIN_VALUE, Integer.MAX_VALUE);
        check(Types.BIGINT, Long.MIN_VALUE, Long.MAX_VALUE);
        check(Types.FLOAT, -0.0f, Float.NaN, Float.MIN_VALUE);
        check(Types.DOUBLE, -0.0, Double.NaN, Double.NEGATIVE_INFINITY);
        check(Types.decimal(18, 2), new BigDecimal("-0.01"), new BigDecimal("9999999999999999.99"));
        check(Types.decimal(38, 37), new BigDecimal("-1." + "0".repeat(36) + "1"), BigDecimal.ZERO.setScale(37));
        check(Types.decimal(38, 0), new BigDecimal("-1"), new BigDecimal("9".repeat(38)));
        check(Types.STRING, "", "é😀");
        check(Types.charOf(3), "a", "abc");
        check(Types.BYTES, new byte[0], new byte[] {-1, 0});
        check(Types.DATE, LocalDate.of(-5000, 1, 1), LocalDate.of(9999, 12, 31));
        check(Types.time(3), LocalTime.MIDNIGHT, LocalTime.parse("23:59:59.999"));
        check(Types.timestamp(3), LocalDateTime.parse("0001-01-01T00:00:00.001"));
        check(Types.timestamp(6), LocalDateTime.parse("1969-12-31T23:59:59.999999"));
        check(Types.timestamp(9), LocalDateTime.parse("1969-12-31T23:59:59.999999999"));
        check(Types.timestampLtz(3), Instant.parse("1969-12-31T23:59:59.999Z"));
        check(Types.timestampLtz(6), Instant.parse("2262-04-11T23:47:16.854775Z"));
        check(Types.timestampLtz(9), Instant.parse("9999-12-31T23:59:59.999999999Z"));
        check(Types.timestampLtz(6), Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS));
    }

    private static void check(DataType type, Object... values) {
        ColumnVector vector = ColumnVector.of(type, 0);
        Values.append(null, vector);
        for (Object value : values) {
            Values.append(value, vector);
        }
        assertThat(vector.size()).isEqualTo(values.length + 1);
        assertThat(Values.get(vector, 0)).isNull();
        List<DataType> types = List.of(type);
        for (int i = 0; i < values.length; i++) {
            assertThat(Values.get(vector, i + 1)).as(type.asText()).isEqualTo(values[i]);
            assertThat(coerce(values[i], type)).as(type.asText()).isEqualTo(values[i]);
            BinaryRowWriter writer = new BinaryRowWriter(1);
            writer.write(0, vector, i + 1);
            BinaryRow row = writer.toRow();
            assertThat(row).as(type.asText()).isEqualTo(BinaryRow.of(types, values[i]));
            assertThat(row.get(0, type)).as(type.asText()).isEqualTo(values[i]);
        }
    }
}
