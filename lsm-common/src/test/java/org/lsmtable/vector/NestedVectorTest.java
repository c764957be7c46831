package org.lsmtable.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BinaryRowWriter;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.testing.RandomValues;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;

/** Vectors of nested values against a plain Java list of the values. */
class NestedVectorTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyWayOfAppendingGivesTheSameRows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 150; round++) {
            DataType type = RandomValues.nestedType(random, 3);
            List<@Nullable Object> values = new ArrayList<>();
            ColumnVector source = source(type, random, values);
            ColumnVector target = ColumnVector.of(type, random.nextInt(3));
            List<@Nullable Object> expected = new ArrayList<>();
            for (int step = 0; step < 8; step++) {
                change(source, target, values, expected, random);
            }
            String what = "seed " + seed + " round " + round + " type " + type.asText();
            assertThat(all(target)).as(what).isEqualTo(Row.of(expected));
            assertThat(target.nullCount()).as(what).isEqualTo((int)
                    expected.stream().filter(v -> v == null).count());
            sizesOfChildrenFit(target, what);
            sameInBinaryRows(target, what);
        }
    }

    /** The rows as one value, so that byte arrays at any depth are compared by content. */
    private static Row all(ColumnVector vector) {
        List<@Nullable Object> rows = new ArrayList<>();
        for (int i = 0; i < vector.size(); i++) {
            rows.add(Values.get(vector, i));
        }
        return Row.of(rows);
    }

    private static void change(
            ColumnVector source,
            ColumnVector target,
            List<@Nullable Object> values,
            List<@Nullable Object> expected,
            SplittableRandom random) {
        int from = random.nextInt(values.size());
        int to = from + random.nextInt(values.size() - from + 1);
        switch (random.nextInt(7)) {
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
            case 3 -> {
                target.appendNulls(2);
                expected.add(null);
                expected.add(null);
            }
            case 4 -> {
                int rows = random.nextInt(expected.size() + 1);
                target.truncate(rows);
                expected.subList(rows, expected.size()).clear();
            }
            case 5 -> {
                int rows = expected.size();
                appendPartsOfARow(target);
                target.truncate(rows);
            }
            default -> {
                if (random.nextInt(4) == 0) {
                    target.clear();
                    expected.clear();
                }
                Values.append(values.get(from), target);
                expected.add(values.get(from));
            }
        }
    }

    /** What a failure in the middle of a row leaves behind. */
    private static void appendPartsOfARow(ColumnVector vector) {
        if (vector instanceof RowVector row) {
            row.child(0).appendNulls(1);
        } else if (vector instanceof ListVector list) {
            list.child(0).appendNulls(3);
        }
    }

    private static ColumnVector source(DataType type, SplittableRandom random, List<@Nullable Object> values) {
        ColumnVector source = ColumnVector.of(type, 0);
        for (int i = 0; i < 40; i++) {
            Object value = random.nextInt(5) == 0 ? null : RandomValues.value(random, type);
            Values.append(value, source);
            values.add(value);
        }
        return source;
    }

    private static void sizesOfChildrenFit(ColumnVector vector, String what) {
        if (vector instanceof RowVector row) {
            for (ColumnVector child : row.children()) {
                assertThat(child.size()).as(what).isEqualTo(row.size());
                sizesOfChildrenFit(child, what);
            }
        } else if (vector instanceof ListVector list) {
            for (ColumnVector child : list.children()) {
                assertThat(child.size()).as(what).isEqualTo(list.offsets()[list.size()]);
                sizesOfChildrenFit(child, what);
            }
        }
    }

    /** A binary row made of a vector's row reads back as the value, and is that made of the value. */
    private static void sameInBinaryRows(ColumnVector vector, String what) {
        BinaryRowWriter writer = new BinaryRowWriter(1);
        for (int i = 0; i < vector.size(); i++) {
            writer.write(0, vector, i);
            BinaryRow row = writer.toRow();
            Object value = Values.get(vector, i);
            assertThat(row).as(what).isEqualTo(BinaryRow.of(List.of(vector.type()), value));
            assertThat(Row.of(row.get(0, vector.type()))).as(what).isEqualTo(Row.of(value));
        }
    }

    /** Against the equality of the values as objects, which is that of their content; maps in another order are the same. */
    @ParameterizedTest
    @ValueSource(longs = {6, 7})
    void sameContentIsTheSame(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int same = 0;
        for (int round = 0; round < 60; round++) {
            DataType type = RandomValues.nestedType(random, 3);
            List<@Nullable Object> values = new ArrayList<>();
            ColumnVector left = source(type, random, values);
            ColumnVector right = ColumnVector.of(type, 0);
            values.forEach(value -> Values.append(reversed(value), right));
            for (int i = 0; i < values.size(); i++) {
                for (int j = 0; j < values.size(); j++) {
                    boolean equal = Row.of(values.get(i)).equals(Row.of(values.get(j)));
                    same += equal && i != j ? 1 : 0;
                    assertThat(Values.same(left, i, right, j))
                            .as("seed %s round %s type %s: %s and %s", seed, round, type, values.get(i), values.get(j))
                            .isEqualTo(equal);
                }
            }
        }
        assertThat(same).isPositive();
    }

    private static @Nullable Object reversed(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
        Collections.reverse(entries);
        Map<@Nullable Object, @Nullable Object> reversed = new LinkedHashMap<>();
        entries.forEach(entry -> reversed.put(entry.getKey(), entry.getValue()));
        return reversed;
    }

    @Test
    void arraysAndRowsHaveAnOrderAndMapsHaveNone() {
        ColumnVector arrays = ColumnVector.of(TypeParser.parse("ARRAY<INT>"), 0);
        List<@Nullable Object> ascending =
                Arrays.asList(null, List.of(), Arrays.asList(1, null), List.of(1, 1), List.of(2));
        ascending.forEach(value -> Values.append(value, arrays));
        ColumnVector rows = ColumnVector.of(TypeParser.parse("ROW<a ARRAY<INT>, b STRING>"), 0);
        Values.append(Row.of(List.of(), null), rows);
        Values.append(Row.of(List.of(), "a"), rows);
        Values.append(Row.of(List.of(0), null), rows);
        for (ColumnVector vector : List.of(arrays, rows)) {
            for (int i = 0; i < vector.size(); i++) {
                for (int j = 0; j < vector.size(); j++) {
                    assertThat(Integer.signum(Values.compare(vector, i, vector, j)))
                            .isEqualTo(Integer.compare(i, j));
                }
            }
        }
        ColumnVector maps = ColumnVector.of(TypeParser.parse("MAP<INT, INT>"), 0);
        Values.append(Map.of(1, 2), maps);
        assertThatThrownBy(() -> Values.compare(maps, 0, maps, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MAP<INT, INT>");
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void bytesOfRangesAddUp(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 100; round++) {
            DataType type = RandomValues.nestedType(random, 3);
            ColumnVector vector = source(type, random, new ArrayList<>());
            int cut = random.nextInt(vector.size() + 1);
            assertThat(vector.rangeBytes(0, cut) + vector.rangeBytes(cut, vector.size()))
                    .as("seed " + seed + " round " + round + " type " + type.asText())
                    .isEqualTo(vector.rangeBytes(0, vector.size()));
        }
    }

    @Test
    void nullAndEmptyAndNullWithinAreThreeThings() { // C11
        ColumnVector arrays = ColumnVector.of(TypeParser.parse("ARRAY<INT>"), 0);
        List<@Nullable Object> ofNull = new ArrayList<>();
        ofNull.add(null);
        Values.append(null, arrays);
        Values.append(List.of(), arrays);
        Values.append(ofNull, arrays);
        assertThat(arrays.nullCount()).isEqualTo(1);
        assertThat(Values.get(arrays, 0)).isNull();
        assertThat(Values.get(arrays, 1)).isEqualTo(List.of());
        assertThat(Values.get(arrays, 2)).isEqualTo(ofNull);
        ColumnVector rows = ColumnVector.of(new RowType(List.of(new DataField(0, "x", Types.INT)), true), 0);
        Values.append(null, rows);
        Values.append(Row.of((Object) null), rows);
        assertThat(Values.get(rows, 0)).isNull();
        assertThat(Values.get(rows, 1)).isEqualTo(Row.of((Object) null));
    }
}
