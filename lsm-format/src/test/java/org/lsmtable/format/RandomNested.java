package org.lsmtable.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/** Random types made of others, and random values of them as plain Java objects, with nulls and nothing at every depth. */
public final class RandomNested {
    private final Random random;
    private final List<DataType> leaves;
    private int nextId = 100;

    /** Types made of some types that are not nested. */
    public RandomNested(Random random, List<DataType> leaves) {
        this.random = random;
        this.leaves = List.copyOf(leaves);
    }

    /** A nested type of at most so many levels, its outermost nullable or not. */
    public DataType type(int depth) {
        DataType type = switch (random.nextInt(5)) {
            case 0, 1 -> new ArrayType(part(depth - 1), true);
            case 2 -> new MapType(random.nextInt(4) == 0 ? part(depth - 1) : leaf(), part(depth - 1), true);
            case 3 -> new MultisetType(random.nextInt(4) == 0 ? part(depth - 1) : leaf(), true);
            default -> {
                List<DataField> fields = new ArrayList<>();
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    fields.add(new DataField(nextId++, "f" + i, part(depth - 1)));
                }
                yield new RowType(fields, true);
            }
        };
        return random.nextInt(3) == 0 ? type.notNull() : type;
    }

    /** A nested type of at most so many levels that is not, and has no part that is, a MULTISET of anything but text. */
    public DataType typeForAvro(int depth) {
        DataType type = type(depth);
        while (hasOtherMultiset(type)) {
            type = type(depth);
        }
        return type;
    }

    private static boolean hasOtherMultiset(DataType type) {
        if (type instanceof RowType row) {
            return row.types().stream().anyMatch(RandomNested::hasOtherMultiset);
        }
        if (type instanceof MultisetType multiset) {
            return !multiset.element().root().isCharacter();
        }
        return type.root().isNested() && ListVector.childTypes(type).stream().anyMatch(RandomNested::hasOtherMultiset);
    }

    private DataType part(int depth) {
        return depth == 0 || random.nextInt(3) == 0 ? leaf() : type(depth);
    }

    private DataType leaf() {
        DataType leaf = leaves.get(random.nextInt(leaves.size()));
        return random.nextInt(3) == 0 ? leaf.notNull() : leaf;
    }

    /** Values of a type, null now and then if the type allows it. */
    public List<@Nullable Object> values(DataType type, int count) {
        List<@Nullable Object> values = new ArrayList<>(count);
        int most = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            values.add(value(type, most));
        }
        return values;
    }

    private @Nullable Object value(DataType type, int most) {
        if (type.isNullable() && random.nextInt(5) == 0) {
            return null;
        }
        if (type instanceof ArrayType array) {
            List<@Nullable Object> list = new ArrayList<>();
            for (int i = random.nextInt(most + 1); i > 0; i--) {
                list.add(value(array.element(), most));
            }
            return list;
        }
        if (type instanceof MapType map) {
            return map(map.key(), map.value(), most);
        }
        if (type instanceof MultisetType multiset) {
            Map<@Nullable Object, @Nullable Object> counts = map(multiset.element(), null, most);
            counts.replaceAll((key, value) -> 1 + random.nextInt(1000));
            return counts;
        }
        if (type instanceof RowType row) {
            @Nullable Object[] fields = new @Nullable Object[row.fieldCount()];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = value(row.typeAt(i), most);
            }
            return Row.of(fields);
        }
        return RandomColumn.value(type, random);
    }

    private Map<@Nullable Object, @Nullable Object> map(DataType key, @Nullable DataType value, int most) {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        Set<String> keys = new HashSet<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            Object one = value(key.notNull(), most);
            if (keys.add(text(one))) {
                map.put(one, value == null ? null : value(value, most));
            }
        }
        return map;
    }

    /** Values in a vector. */
    public static ColumnVector vector(DataType type, List<@Nullable Object> values) {
        ColumnVector vector = ColumnVector.of(type, 0);
        values.forEach(value -> Values.append(value, vector));
        return vector;
    }

    /** The values of a vector as texts that are equal for equal values. */
    public static List<String> texts(ColumnVector vector) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < vector.size(); i++) {
            texts.add(text(Values.get(vector, i)));
        }
        return texts;
    }

    /** Values as texts that are equal for equal values. */
    public static List<String> texts(List<@Nullable Object> values) {
        return values.stream().map(RandomNested::text).toList();
    }

    /** A value as a text that equal values have. */
    public static String text(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        append(value, text);
        return text.toString();
    }

    private static void append(@Nullable Object value, StringBuilder text) {
        if (value instanceof byte[] bytes) {
            text.append("0x").append(HexFormat.of().formatHex(bytes));
        } else if (value instanceof List<?> list) {
            text.append('[');
            list.forEach(element -> append(element, text.append(' ')));
            text.append(" ]");
        } else if (value instanceof Map<?, ?> map) {
            text.append('{');
            map.forEach((key, mapped) -> {
                append(key, text.append(' '));
                append(mapped, text.append('='));
            });
            text.append(" }");
        } else if (value instanceof Row row) {
            text.append('(');
            for (int i = 0; i < row.size(); i++) {
                append(row.get(i), text.append(' '));
            }
            text.append(" )");
        } else {
            text.append(value instanceof String string ? "'" + string + "'" : String.valueOf(value));
        }
    }

    /** Checks what the vector classes promise: sizes of children, ranges that ascend, nothing in a row that is null. */
    public static void requireWellFormed(ColumnVector vector) {
        if (vector instanceof RowVector row) {
            for (ColumnVector child : row.children()) {
                require(child.size() == row.size(), "a child of " + child.size() + " rows in one of " + row.size());
                for (int i = 0; i < row.size(); i++) {
                    require(!row.isNull(i) || child.isNull(i), "a value in null row " + i);
                }
                requireWellFormed(child);
            }
        } else if (vector instanceof ListVector list) {
            require(list.start(0) == 0, "a first offset of " + list.start(0));
            for (int i = 0; i < list.size(); i++) {
                require(list.start(i) <= list.end(i), "a range that is turned in row " + i);
                require(!list.isNull(i) || list.start(i) == list.end(i), "elements in null row " + i);
            }
            for (ColumnVector child : list.children()) {
                int end = list.offsets()[list.size()];
                require(child.size() == end, "a child of " + child.size() + " rows, ranges up to " + end);
                requireWellFormed(child);
            }
        }
    }

    private static void require(boolean holds, String found) {
        if (!holds) {
            throw new AssertionError("vector with " + found);
        }
    }
}
