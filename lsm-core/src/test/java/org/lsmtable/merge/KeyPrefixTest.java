package org.lsmtable.merge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Values;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.testing.memory.RandomValues;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;

/** Prefixes agree with the order of values, whatever the types and bounds. */
class KeyPrefixTest {
    @Test
    void pairsOfRealPaimonComeInItsOrder() {
        int pairs = 0;
        for (JsonNode vector : VectorFile.read("key-compare.json")) {
            DataType type = TypeParser.parse(vector.get("type").asText()).notNull();
            List<Object> values = new ArrayList<>();
            vector.get("values").forEach(v -> values.add(v.isNull() ? "null" : VectorFile.value(v, type)));
            JsonNode signs = vector.has("ascending2.0.0") ? vector.get("ascending2.0.0") : vector.get("ascending");
            for (int i = 0; i < values.size(); i++) {
                for (int j = 0; j < values.size(); j++) {
                    if (!"null".equals(values.get(i)) && !"null".equals(values.get(j))) {
                        ColumnVector[] keys =
                                vectors(List.of(type), List.of(List.of(values.get(i)), List.of(values.get(j))));
                        assertAgrees(
                                new KeyOrder(List.of(type)),
                                KeyPrefix.of(new KeyOrder(List.of(type))),
                                keys,
                                signs.get(i).get(j).asInt(),
                                type.asText());
                        pairs++;
                    }
                }
            }
        }
        assertThat(pairs).isGreaterThan(300);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void randomKeysOfAllTypesComeInOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 400; round++) {
            List<DataType> types = new ArrayList<>();
            int columns = 1 + random.nextInt(3);
            for (int i = 0; i < columns; i++) {
                types.add(RandomValues.SCALARS
                        .get(random.nextInt(RandomValues.SCALARS.size()))
                        .notNull());
            }
            int variety = 2 + random.nextInt(200);
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                List<Object> row = new ArrayList<>();
                types.forEach(t -> row.add(Objects.requireNonNull(RandomValues.next(t, random, variety))));
                rows.add(row);
            }
            KeyOrder order = new KeyOrder(types);
            ColumnVector[] keys = vectors(types, rows);
            KeyBounds exact = new KeyBounds(order);
            exact.include(keys);
            int first = first(rows, types);
            int last = last(rows, types);
            BinaryRow low = BinaryRow.of(types, rows.get(first).toArray());
            BinaryRow high = BinaryRow.of(types, rows.get(last).toArray());
            BinaryRow other = BinaryRow.of(types, rows.get(0).toArray());
            KeyBounds wrong = KeyBounds.between(
                    order,
                    other,
                    compare(rows.get(1), rows.get(0), types) < 0
                            ? high
                            : BinaryRow.of(types, rows.get(1).toArray()));
            List<KeyPrefix> prefixes = List.of(
                    KeyPrefix.of(order),
                    KeyPrefix.within(order, exact),
                    KeyPrefix.near(order, KeyBounds.between(order, low, high)),
                    KeyPrefix.near(order, wrong));
            for (int i = 0; i < rows.size(); i++) {
                int j = random.nextInt(rows.size());
                int sign = Integer.signum(compare(rows.get(i), rows.get(j), types));
                ColumnVector[] pair = vectors(types, List.of(rows.get(i), rows.get(j)));
                for (KeyPrefix prefix : prefixes) {
                    assertAgrees(
                            order,
                            prefix,
                            pair,
                            sign,
                            "seed " + seed + " round " + round + " " + types + " " + rows.get(i) + " " + rows.get(j)
                                    + " prefix " + prefixes.indexOf(prefix));
                }
            }
        }
    }

    private static void assertAgrees(KeyOrder order, KeyPrefix prefix, ColumnVector[] pair, int sign, String what) {
        assertThat(Integer.signum(order.compare(pair, 0, pair, 1))).as(what).isEqualTo(sign);
        long[] both = new long[3];
        prefix.compute(pair, 0, 2, both, 1);
        int byPrefix = Long.compare(both[1], both[2]);
        if (prefix.isWholeKey()) {
            assertThat(byPrefix).as(what).isEqualTo(sign);
        } else if (byPrefix != 0) {
            assertThat(byPrefix).as(what).isEqualTo(sign);
        }
        int unused = Long.SIZE - prefix.usedBits();
        if (unused > 0 && unused < Long.SIZE) {
            assertThat(both[1] << Long.SIZE - unused).as(what).isZero();
        }
    }

    @Test
    void commonKeysFitAsAWhole() {
        assertThat(KeyPrefix.of(order(Types.BIGINT)).isWholeKey()).isTrue();
        assertThat(KeyPrefix.of(order(Types.INT, Types.DATE)).isWholeKey()).isTrue();
        assertThat(KeyPrefix.of(order(Types.SMALLINT, Types.INT, Types.BOOLEAN)).isWholeKey())
                .isTrue();
        assertThat(KeyPrefix.of(order(Types.DOUBLE)).isWholeKey()).isTrue();
        assertThat(KeyPrefix.of(order(Types.INT, Types.BIGINT)).isWholeKey()).isFalse();
        assertThat(KeyPrefix.of(order(Types.STRING)).isWholeKey()).isFalse();
    }

    @Test
    void boundsMakeRoomForMoreColumns() {
        List<DataType> types = List.of(Types.BIGINT.notNull(), Types.BIGINT.notNull());
        KeyOrder order = new KeyOrder(types);
        ColumnVector[] keys = vectors(types, List.of(List.of(7_000_000_000L, -5L), List.of(7_000_000_100L, 90L)));
        KeyBounds bounds = new KeyBounds(order);
        bounds.include(keys);
        KeyPrefix prefix = KeyPrefix.within(order, bounds);
        assertThat(prefix.isWholeKey()).isTrue();
        assertThat(prefix.usedBits()).isEqualTo(7 + 7);
    }

    @Test
    void textWithACommonBeginningDiffersInThePrefix() {
        List<DataType> types = List.of(Types.STRING.notNull());
        KeyOrder order = new KeyOrder(types);
        KeyPrefix prefix = KeyPrefix.near(
                order,
                KeyBounds.between(order, BinaryRow.of(types, "customer-0001"), BinaryRow.of(types, "customer-9999")));
        ColumnVector[] keys = vectors(
                types,
                List.of(
                        List.of("customer-0001"),
                        List.of("customer-0002"),
                        List.of("b"),
                        List.of("d"),
                        List.of("customer")));
        long[] words = new long[5];
        prefix.compute(keys, 0, 5, words, 0);
        assertThat(words[0]).isLessThan(words[1]);
        assertThat(words[2]).isEqualTo(Long.MIN_VALUE);
        assertThat(words[3]).isEqualTo(Long.MAX_VALUE);
        assertThat(words[4]).isEqualTo(Long.MIN_VALUE);
    }

    static KeyOrder order(DataType... types) {
        return new KeyOrder(List.of(types));
    }

    static ColumnVector[] vectors(List<DataType> types, List<List<Object>> rows) {
        ColumnVector[] vectors = new ColumnVector[types.size()];
        for (int c = 0; c < vectors.length; c++) {
            vectors[c] = ColumnVector.of(types.get(c), 1);
            for (List<Object> row : rows) {
                Values.append(row.get(c), vectors[c]);
            }
        }
        return vectors;
    }

    static int compare(List<Object> left, List<Object> right, List<DataType> types) {
        for (int c = 0; c < types.size(); c++) {
            int sign = Values.compare(left.get(c), right.get(c), types.get(c));
            if (sign != 0) {
                return sign;
            }
        }
        return 0;
    }

    private static int first(List<List<Object>> rows, List<DataType> types) {
        int at = 0;
        for (int i = 1; i < rows.size(); i++) {
            at = compare(rows.get(i), rows.get(at), types) < 0 ? i : at;
        }
        return at;
    }

    private static int last(List<List<Object>> rows, List<DataType> types) {
        int at = 0;
        for (int i = 1; i < rows.size(); i++) {
            at = compare(rows.get(i), rows.get(at), types) > 0 ? i : at;
        }
        return at;
    }
}
