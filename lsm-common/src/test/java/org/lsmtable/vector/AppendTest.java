package org.lsmtable.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/** Every way of appending gives the same rows as appending their values one by one. */
class AppendTest {
    private static final List<DataType> TYPES = List.of(Types.INT, Types.BIGINT, Types.STRING);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rangesAndPicksOfAnyVector(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            DataType type = TYPES.get(random.nextInt(TYPES.size()));
            boolean coded = type.equals(Types.STRING) && random.nextBoolean();
            int nullEvery = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(5);
            List<@Nullable Object> values = new ArrayList<>();
            ColumnVector source = source(type, coded, nullEvery, random, values);
            ColumnVector target = coded && random.nextBoolean()
                    ? new DictionaryVector(((DictionaryVector) source).dictionary(), 0)
                    : ColumnVector.of(type, 0);
            List<@Nullable Object> expected = new ArrayList<>();
            for (int step = 0; step < 6; step++) {
                append(source, target, values, expected, random);
            }
            assertThat(target.size()).as("seed " + seed + " round " + round).isEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                assertThat(Values.get(target, i))
                        .as("seed " + seed + " round " + round)
                        .isEqualTo(expected.get(i));
            }
        }
    }

    private static void append(
            ColumnVector source,
            ColumnVector target,
            List<@Nullable Object> values,
            List<@Nullable Object> expected,
            SplittableRandom random) {
        int from = random.nextInt(values.size());
        int to = from + random.nextInt(values.size() - from + 1);
        switch (random.nextInt(4)) {
            case 0 -> {
                target.appendRange(source, from, to);
                expected.addAll(values.subList(from, to));
            }
            case 1 -> {
                int[] rows = random.ints(20, 0, values.size()).toArray();
                target.appendPicked(source, rows, 3, 17);
                Arrays.stream(rows, 3, 17).forEach(row -> expected.add(values.get(row)));
            }
            case 2 -> {
                target.appendFrom(source, from);
                expected.add(values.get(from));
            }
            default -> {
                target.appendNulls(2);
                expected.add(null);
                expected.add(null);
            }
        }
    }

    private static ColumnVector source(
            DataType type, boolean coded, int nullEvery, SplittableRandom random, List<@Nullable Object> values) {
        BytesVector dictionary = new BytesVector(Types.STRING, 0);
        for (int i = 0; i < 8; i++) {
            Values.append("entry " + "x".repeat(i * 3), dictionary);
        }
        ColumnVector source = coded ? new DictionaryVector(dictionary, 0) : ColumnVector.of(type, 0);
        for (int i = 0; i < 40; i++) {
            if (nullEvery > 0 && random.nextInt(nullEvery) == 0) {
                source.appendNulls(1);
                values.add(null);
            } else if (source instanceof DictionaryVector d) {
                int code = random.nextInt(8);
                d.appendCode(code);
                values.add(Values.get(dictionary, code));
            } else {
                Object value = type.equals(Types.INT)
                        ? (Object) random.nextInt()
                        : type.equals(Types.BIGINT) ? (Object) random.nextLong() : "v".repeat(random.nextInt(30));
                Values.append(value, source);
                values.add(value);
            }
        }
        return source;
    }
}
