package org.lsmtable.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.testing.memory.RandomValues;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;

/** The sort of buffered rows against a tree map that the rows are put into in order of arrival. */
class KeySortTest {
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15})
    void keepsTheLastRowOfEachKeyInOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 60; round++) {
            List<DataType> types = new ArrayList<>();
            int columns = 1 + random.nextInt(3);
            for (int i = 0; i < columns; i++) {
                types.add(RandomValues.SCALARS
                        .get(random.nextInt(RandomValues.SCALARS.size()))
                        .notNull());
            }
            int rows = 1 + random.nextInt(random.nextInt(5) == 0 ? 3000 : 100);
            int variety = 2 + random.nextInt(4 * rows);
            List<List<Object>> keys = new ArrayList<>();
            for (int r = 0; r < rows; r++) {
                List<Object> key = new ArrayList<>();
                types.forEach(t -> key.add(Objects.requireNonNull(RandomValues.next(t, random, variety))));
                keys.add(key);
            }
            assertSorted(types, keys, "seed " + seed + " round " + round + " " + types);
        }
    }

    @Test
    void longTiesOfThePrefixAreSortedByTheKey() {
        SplittableRandom random = new SplittableRandom(5);
        List<List<Object>> keys = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            keys.add(List.of((random.nextBoolean() ? "a" : "b") + "-same-for-many-" + random.nextInt(3000), (long)
                    random.nextInt(3)));
        }
        assertSorted(List.of(Types.STRING.notNull(), Types.BIGINT.notNull()), keys, "two heads");
    }

    @Test
    void fullRangeLongsLeaveTooFewBitsForTheRow() {
        SplittableRandom random = new SplittableRandom(6);
        List<List<Object>> keys = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            // differ in the lowest bits only, below what a word has room for
            keys.add(List.of(
                    random.nextBoolean()
                            ? Long.MIN_VALUE + random.nextInt(2000)
                            : Long.MAX_VALUE - random.nextInt(2000)));
        }
        assertSorted(List.of(Types.BIGINT.notNull()), keys, "ends of the range");
    }

    @Test
    void rowsInOrderNeedNoSort() {
        List<DataType> types = List.of(Types.STRING.notNull());
        ColumnVector[] keys =
                KeyPrefixTest.vectors(types, List.of(List.of("a"), List.of("a same 1"), List.of("a same 2")));
        assertThat(sort(types, keys, 3)).isNull();
        ColumnVector[] equal = KeyPrefixTest.vectors(types, List.of(List.of("a"), List.of("b"), List.of("b")));
        assertThat(sort(types, equal, 3)).containsExactly(0, 2);
    }

    private static int @Nullable [] sort(List<DataType> types, ColumnVector[] keys, int rows) {
        return KeySort.sort(new KeyOrder(types), keys, rows, SequenceFields.NONE, new ColumnVector[0]);
    }

    private static void assertSorted(List<DataType> types, List<List<Object>> keys, String what) {
        Comparator<List<Object>> comparator = (a, b) -> KeyPrefixTest.compare(a, b, types);
        TreeMap<List<Object>, Integer> model = new TreeMap<>(comparator);
        boolean ascending = true;
        for (int r = 0; r < keys.size(); r++) {
            ascending &= r == 0 || comparator.compare(keys.get(r - 1), keys.get(r)) < 0;
            model.put(keys.get(r), r);
        }
        int[] sorted = sort(types, KeyPrefixTest.vectors(types, keys), keys.size());
        if (ascending) {
            assertThat(sorted).as(what).isNull();
        } else {
            assertThat(sorted)
                    .as(what)
                    .containsExactly(model.values().stream().mapToInt(i -> i).toArray());
        }
    }
}
