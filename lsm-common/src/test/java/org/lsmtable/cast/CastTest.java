package org.lsmtable.cast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** Casts of single values as the vectors have them, and of vectors with nulls and dictionaries. */
class CastTest {
    static Stream<JsonNode> examples() {
        return VectorFile.read("casts.json", "examples").stream();
    }

    private static ColumnVector vector(DataType type, @Nullable Object... values) {
        ColumnVector vector = ColumnVector.of(type, values.length);
        for (Object value : values) {
            Values.append(value, vector);
        }
        return vector;
    }

    private static List<@Nullable Object> values(ColumnVector vector) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < vector.size(); row++) {
            values.add(Values.get(vector, row));
        }
        return values;
    }

    private static DictionaryVector dictionary(DataType type, Object[] distinct, @Nullable Integer... codes) {
        DictionaryVector coded = new DictionaryVector((BytesVector) vector(type, distinct), codes.length);
        for (Integer code : codes) {
            if (code == null) {
                coded.appendNulls(1);
            } else {
                coded.appendCode(code);
            }
        }
        return coded;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void castsAsPaimonDoes(JsonNode example) {
        DataType from = TypeParser.parse(example.get("from").asText());
        DataType to = TypeParser.parse(example.get("to").asText());
        Object input = VectorFile.value(example.get("input"), from);
        Cast cast = Cast.of(from, to, ZoneOffset.UTC);
        ColumnVector source = vector(from, null, input, null);
        if (example.has("fails")) {
            assertThatThrownBy(() -> cast.apply(source))
                    .isInstanceOf(CastException.class)
                    .hasMessageContaining(String.valueOf(input))
                    .hasMessageContaining(from.asText())
                    .hasMessageContaining(to.asText());
        } else {
            Object expected = VectorFile.value(example.get("result"), to);
            ColumnVector result = cast.apply(source);
            assertThat(result.type()).isEqualTo(to);
            assertThat(values(result)).usingRecursiveComparison().isEqualTo(values(vector(to, null, expected, null)));
        }
    }

    /** Whatever the path through the code, each row of a vector is cast as if it were alone; nulls stay null. */
    @ParameterizedTest
    @MethodSource("examples")
    void aDictionaryIsCastLikeItsRows(JsonNode example) {
        DataType from = TypeParser.parse(example.get("from").asText());
        DataType to = TypeParser.parse(example.get("to").asText());
        if (!(ColumnVector.of(from, 0) instanceof BytesVector) || example.has("fails")) {
            return;
        }
        Object input = VectorFile.value(example.get("input"), from);
        Object expected = VectorFile.value(example.get("result"), to);
        Cast cast = Cast.of(from, to, ZoneOffset.UTC);
        for (int round = 0; round < 2; round++) {
            assertThat(values(cast.apply(dictionary(from, new Object[] {input}, 0, null, 0))))
                    .usingRecursiveComparison()
                    .isEqualTo(values(vector(to, expected, null, expected)));
        }
    }

    private static RowType row(Object... idNameType) {
        List<DataField> fields = new ArrayList<>();
        for (int i = 0; i < idNameType.length; i += 3) {
            DataType type = idNameType[i + 2] instanceof DataType nested
                    ? nested
                    : TypeParser.parse((String) idNameType[i + 2]);
            fields.add(new DataField((Integer) idNameType[i], (String) idNameType[i + 1], type));
        }
        return new RowType(fields, true);
    }

    @Test
    void fieldsOfRowsAreFoundByTheirIds() {
        RowType from = row(5, "a", "INT", 6, "b", "STRING", 7, "c", row(8, "x", "TINYINT", 9, "gone", "DATE"));
        // b renamed, a gone, c widened inside and moved to the front, a new field of an old name
        RowType to =
                row(7, "c", row(10, "new", "STRING", 8, "x", "BIGINT"), 11, "a", "INT", 6, "b2", "STRING NOT NULL");
        ColumnVector source = vector(
                from,
                Row.of(1, "p", Row.of((byte) -3, LocalDate.EPOCH)),
                null,
                Row.of(2, null, null),
                Row.of(null, "q", Row.of(null, null)));
        ColumnVector result = Cast.of(from, to, ZoneOffset.UTC).apply(source);
        assertThat(result.type()).isEqualTo(to);
        assertThat(values(result))
                .containsExactly(
                        Row.of(Row.of(null, -3L), null, "p"),
                        null,
                        Row.of(null, null, null),
                        Row.of(Row.of(null, null), null, "q"));
        assertThat(values(source).get(0)).isEqualTo(Row.of(1, "p", Row.of((byte) -3, LocalDate.EPOCH)));
    }

    @Test
    void partsOfArraysAndMapsAreCastWhereTheyAre() {
        DataType from = new ArrayType(new MapType(Types.STRING.notNull(), row(3, "x", "INT"), true), true);
        DataType to = new ArrayType(new MapType(Types.STRING, row(4, "y", "DATE", 3, "x", "BIGINT"), true), true);
        Map<String, @Nullable Row> map = new LinkedHashMap<>();
        map.put("k", Row.of(7));
        map.put("n", null);
        Map<String, @Nullable Row> expected = new LinkedHashMap<>();
        expected.put("k", Row.of(null, 7L));
        expected.put("n", null);
        ColumnVector result = Cast.of(from, to, ZoneOffset.UTC)
                .apply(vector(from, List.of(), Arrays.asList(map, null), null, List.of(Map.of())));
        assertThat(result.type()).isEqualTo(to);
        assertThat(values(result)).containsExactly(List.of(), Arrays.asList(expected, null), null, List.of(Map.of()));
    }

    @Test
    void aPartThatFailsIsNamed() {
        DataType from = row(1, "x", "STRING");
        Cast cast = Cast.of(from, row(1, "x", "INT"), ZoneOffset.UTC);
        assertThatThrownBy(() -> cast.apply(vector(from, Row.of("12"), Row.of("no"))))
                .isInstanceOf(CastException.class)
                .hasMessage("'no' of type STRING cannot become INT");
        assertThat(values(cast.apply(vector(from, Row.of("12"))))).containsExactly(Row.of(12));
    }

    @Test
    void nestedValuesBecomeTextWithoutBeingCut() {
        DataType type = TypeParser.parse("ROW<a ARRAY<DECIMAL(10, 2)>, m MAP<INT, STRING>, t TIME(3)>");
        Map<Integer, @Nullable String> map = new LinkedHashMap<>();
        map.put(1, "a, b");
        map.put(2, null);
        ColumnVector source = vector(
                type,
                Row.of(Arrays.asList(new BigDecimal("1.50"), null), map, LocalTime.NOON),
                null,
                Row.of(List.of(), Map.of(), null));
        for (String text : List.of("STRING", "VARCHAR(3)", "CHAR(4)")) {
            DataType to = TypeParser.parse(text);
            ColumnVector result = Cast.of(type, to, ZoneOffset.UTC).apply(source);
            assertThat(result.type()).isEqualTo(to);
            assertThat(values(result))
                    .containsExactly("{[1.50, null], {1 -> a, b, 2 -> null}, 12:00:00.0}", null, "{[], {}, null}");
        }
        assertThatThrownBy(() -> Cast.of(TypeParser.parse("MULTISET<INT>"), Types.STRING, ZoneOffset.UTC))
                .isInstanceOf(UnsupportedFeatureException.class);
    }

    @Test
    void aDictionaryIsCastOnceAndStaysOneWhereItsBytesStay() {
        DictionaryVector first = dictionary(Types.varchar(5), new Object[] {"a", "b"}, 0, 1, null);
        Cast cast = Cast.of(Types.varchar(5), Types.STRING, ZoneOffset.UTC);
        DictionaryVector cast1 = (DictionaryVector) cast.apply(first);
        DictionaryVector again = new DictionaryVector(first.dictionary(), 1);
        again.appendCode(1);
        DictionaryVector cast2 = (DictionaryVector) cast.apply(again);
        assertThat(cast1.dictionary()).isSameAs(cast2.dictionary());
        assertThat(values(cast1)).containsExactly("a", "b", null);
        assertThat(values(cast2)).containsExactly("b");
        assertThat(cast1.type()).isEqualTo(Types.STRING);
        ColumnVector cut = Cast.of(Types.STRING, Types.varchar(1), ZoneOffset.UTC)
                .apply(dictionary(Types.STRING, new Object[] {"ab", "ac"}, 0, 1));
        assertThat(cut).as("two entries become equal").isInstanceOf(BytesVector.class);
        assertThat(values(cut)).containsExactly("a", "a");
    }

    @Test
    void anEntryThatNoRowHasFailsNobody() {
        Cast cast = Cast.of(Types.STRING, Types.INT, ZoneOffset.UTC);
        Object[] distinct = {"7", "x", "8"};
        assertThat(values(cast.apply(dictionary(Types.STRING, distinct, 2, 0, null))))
                .containsExactly(8, 7, null);
        assertThatThrownBy(() -> cast.apply(dictionary(Types.STRING, distinct, 0, 1)))
                .isInstanceOf(CastException.class)
                .hasMessage("'x' of type STRING cannot become INT");
    }

    @Test
    void whatIsNotSupportedIsRefusedByName() {
        assertThatThrownBy(() -> Cast.of(Types.DATE, Types.INT, ZoneOffset.UTC))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("DATE")
                .hasMessageContaining("INT");
    }

    /** In Berlin 02:30 of 2024-03-31 is in a gap, and of 2024-10-27 there are two. */
    @Test
    void zonedTimeGoesByTheZone() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        Cast toZoned = Cast.of(Types.STRING, Types.timestampLtz(3), berlin);
        assertThat(values(toZoned.apply(vector(
                        Types.STRING,
                        "2024-05-14 12:34:56.789123",
                        "2024-03-31 02:30:00",
                        "2024-10-27 02:30:00",
                        "2024-05-14"))))
                .extracting(Object::toString)
                .containsExactly(
                        "2024-05-14T10:34:56.789Z",
                        "2024-03-31T01:30:00Z",
                        "2024-10-27T00:30:00Z",
                        "2024-05-13T22:00:00Z");
        assertThat(values(Cast.of(Types.BIGINT, Types.timestampLtz(3), berlin).apply(vector(Types.BIGINT, 0L))))
                .extracting(Object::toString)
                .containsExactly("1970-01-01T01:00:00Z");
    }

    @Test
    void boundsOfCastsThatKeepOrder() {
        assertThat(CastRules.keepsOrder(Types.INT, Types.BIGINT)).isTrue();
        assertThat(CastRules.keepsOrder(Types.INT, Types.decimal(10, 0))).isTrue();
        assertThat(CastRules.keepsOrder(Types.INT, Types.decimal(9, 0)))
                .as("may be null")
                .isFalse();
        assertThat(CastRules.keepsOrder(Types.INT, Types.SMALLINT)).as("wraps").isFalse();
        assertThat(CastRules.keepsOrder(Types.INT, Types.STRING))
                .as("10 before 9")
                .isFalse();
        assertThat(CastRules.keepsOrder(Types.DOUBLE, Types.BIGINT))
                .as("NaN becomes 0")
                .isFalse();
        assertThat(CastRules.keepsOrder(Types.BIGINT, Types.timestamp(3)))
                .as("wraps")
                .isFalse();
        assertThat(CastRules.keepsOrder(Types.timestamp(3), Types.timestampLtz(3)))
                .as("summer time")
                .isFalse();
        assertThat(CastRules.keepsOrder(Types.varchar(3), Types.charOf(5)))
                .as("blanks")
                .isFalse();
        assertThat(CastRules.mayYieldNull(Types.decimal(5, 2), Types.decimal(4, 1)))
                .isTrue();
        assertThat(CastRules.mayYieldNull(Types.decimal(5, 2), Types.decimal(5, 1)))
                .isFalse();
        assertThat(CastRules.mayYieldNull(Types.STRING, Types.decimal(38, 0))).isTrue();
    }
}
