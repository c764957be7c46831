package org.lsmtable.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** All comparators against the order that Paimon 2.0.0 gives. */
class ValueOrderTest {
    @Test
    void orderMatchesTheVectors() {
        List<JsonNode> vectors = VectorFile.read("key-compare.json");
        assertThat(vectors).hasSize(12);
        for (JsonNode vector : vectors) {
            DataType type = TypeParser.parse(vector.get("type").asText());
            JsonNode ascending = vector.get(vector.has("ascending2.0.0") ? "ascending2.0.0" : "ascending");
            JsonNode descending = vector.get(vector.has("descending2.0.0") ? "descending2.0.0" : "descending");
            ColumnVector column = ColumnVector.of(type, 0);
            vector.get("values").forEach(v -> Values.append(VectorFile.value(v, type), column));
            int n = column.size();
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    String pair = type + ": " + vector.get("values").get(i) + ", "
                            + vector.get("values").get(j);
                    int up = ascending.get(i).get(j).asInt();
                    assertThat(sign(Values.compare(column, i, column, j)))
                            .as(pair)
                            .isEqualTo(up);
                    assertThat(sign(Values.compareDescending(column, i, column, j)))
                            .as(pair)
                            .isEqualTo(descending.get(i).get(j).asInt());
                    Object left = Values.get(column, i);
                    Object right = Values.get(column, j);
                    assertThat(compareAsKeys(type, left, right)).as(pair).isEqualTo(up);
                    if (left != null && right != null) {
                        assertThat(sign(Values.compare(left, right, type)))
                                .as(pair)
                                .isEqualTo(up);
                    }
                }
            }
        }
    }

    private static int compareAsKeys(DataType type, @Nullable Object left, @Nullable Object right) {
        List<DataType> types = List.of(Types.INT, type, Types.INT);
        KeyComparator comparator = new KeyComparator(types);
        return sign(comparator.compare(BinaryRow.of(types, 1, left, 7), BinaryRow.of(types, 1, right, 7)));
    }

    @Test
    void dictionariesCompareByValueAlsoWithPlainVectors() {
        BytesVector dictionary = new BytesVector(Types.STRING, 0);
        Values.append("z", dictionary);
        Values.append("a", dictionary);
        DictionaryVector coded = new DictionaryVector(dictionary, 0);
        coded.appendCode(0);
        coded.appendCode(1);
        BytesVector plain = coded.decode();
        assertThat(Values.compare(coded, 0, coded, 1)).isPositive();
        assertThat(Values.compare(coded, 1, plain, 0)).isNegative();
        assertThat(Values.compare(plain, 1, coded, 1)).isZero();
        assertThat(Values.get(coded, 1)).isEqualTo("a");
    }

    @Test
    void nansOfAnyPayloadAreOneValue() {
        float odd = Float.intBitsToFloat(0x7fc00123);
        ColumnVector floats = ColumnVector.of(Types.FLOAT, 0);
        Values.append(odd, floats);
        Values.append(Float.NaN, floats);
        assertThat(Values.compare(floats, 0, floats, 1)).isZero();
        assertThat(compareAsKeys(Types.FLOAT, odd, Float.NaN)).isZero();
        assertThat(compareAsKeys(Types.DOUBLE, Double.longBitsToDouble(0x7ff8000000000123L), Double.NaN))
                .isZero();
    }

    @Test
    void laterColumnsDecideWhenEarlierOnesAreEqual() {
        List<DataType> types = List.of(Types.STRING, Types.BIGINT);
        KeyComparator comparator = new KeyComparator(types);
        assertThat(comparator.compare(BinaryRow.of(types, "a", 2L), BinaryRow.of(types, "b", 1L)))
                .isNegative();
        assertThat(comparator.compare(BinaryRow.of(types, "b", 2L), BinaryRow.of(types, "b", -1L)))
                .isPositive();
    }

    private static int sign(int comparison) {
        return Integer.signum(comparison);
    }
}
