package org.lsmtable.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
