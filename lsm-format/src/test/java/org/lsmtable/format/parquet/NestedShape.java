package org.lsmtable.format.parquet;

import static org.apache.parquet.schema.Type.Repetition.OPTIONAL;
import static org.apache.parquet.schema.Type.Repetition.REPEATED;
import static org.apache.parquet.schema.Type.Repetition.REQUIRED;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * A nested type, the way a file lays it out, and values of it, put into rows and taken out of rows of the Parquet library, whose
 * reader and writer turn them from and into levels. A value is a List for ARRAY, a List of pairs for MAP and MULTISET, a List of
 * fields for ROW, otherwise a value of an {@link OracleColumn}.
 */
abstract sealed class NestedShape {
    /** How a list is laid out. */
    enum ListLayout {
        /** {@code list.element}, what the table format writes. */
        STANDARD("list", "element"),
        BAG("bag", "array_element"),
        /** The repeated node is the element. */
        TWO_LEVELS("array", ""),
        TUPLE("_tuple", ""),
        /** A repeated node without a list around it: never null. */
        BARE("", "");

        final String middle;
        final String element;

        ListLayout(String middle, String element) {
            this.middle = middle;
            this.element = element;
        }
    }

    /** A part of a shape, which may be null or not. */
    record Part(NestedShape shape, boolean required) {
        DataType type() {
            return required ? shape.type().notNull() : shape.type();
        }

        Type field(String name) {
            return shape.field(name, required ? REQUIRED : OPTIONAL);
        }

        @Nullable
        Object value(Random random) {
            return !required && random.nextInt(5) == 0 ? null : shape.value(random);
        }

        void add(Group parent, String name, @Nullable Object value) {
            if (value != null) {
                shape.add(parent, name, value);
            }
        }

        @Nullable
        Object read(Group parent, String name) {
            return parent.getFieldRepetitionCount(name) == 0 ? null : shape.read(parent, name, 0);
        }

        @Nullable
        Object expected(@Nullable Object value) {
            return value == null ? null : shape.expected(value);
        }
    }

    /** A type as which a shape may be read, and what its values, expected ones, are then. */
    record View(DataType type, UnaryOperator<@Nullable Object> cut) {
        View notNull(boolean required) {
            return required ? new View(type.notNull(), cut) : this;
        }
    }

    /** The type, nullable. */
    abstract DataType type();

    /** The node of a schema. */
    abstract Type field(String name, Repetition repetition);

    /** A random value that is not null. */
    abstract Object value(Random random);

    /** Puts a value that is not null into a group. */
    abstract void add(Group parent, String name, Object value);

    /** A value of a group that has one. */
    abstract Object read(Group parent, String name, int index);

    /** What a value must be read as. */
    abstract Object expected(Object value);

    /** A type of which some ROWs have fewer fields, others, or in another order. */
    View view(Random random) {
        return new View(type(), value -> value);
    }

    // ---- kinds

    static final class Leaf extends NestedShape {
        private final OracleColumn column;

        Leaf(OracleColumn column) {
            this.column = column;
        }

        @Override
        DataType type() {
            return column.type();
        }

        @Override
        Type field(String name, Repetition repetition) {
            PrimitiveType primitive = column.field().asPrimitiveType();
            return org.apache.parquet.schema.Types.primitive(primitive.getPrimitiveTypeName(), repetition)
                    .length(primitive.getTypeLength())
                    .as(primitive.getLogicalTypeAnnotation())
                    .named(name);
        }

        @Override
        Object value(Random random) {
            return column.values().apply(random);
        }

        @Override
        void add(Group parent, String name, Object value) {
            OracleColumn.put(parent, name, value);
        }

        @Override
        Object read(Group parent, String name, int index) {
            int field = parent.getType().getFieldIndex(name);
            return switch (column.field().asPrimitiveType().getPrimitiveTypeName()) {
                case BOOLEAN -> parent.getBoolean(field, index);
                case INT32 -> parent.getInteger(field, index);
                case INT64 -> parent.getLong(field, index);
                case FLOAT -> parent.getFloat(field, index);
                case DOUBLE -> parent.getDouble(field, index);
                case BINARY, FIXED_LEN_BYTE_ARRAY ->
                    parent.getBinary(field, index).getBytes();
                case INT96 -> parent.getInt96(field, index).getBytes();
            };
        }

        @Override
        Object expected(Object value) {
            Object expected = column.expected().apply(value);
            return expected instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : expected;
        }
    }

    static final class Lists extends NestedShape {
        private final ListLayout layout;
        private final Part element;

        Lists(ListLayout layout, Part element) {
            this.layout = layout;
            this.element = element;
        }

        @Override
        DataType type() {
            return new ArrayType(element.type(), true);
        }

        @Override
        Type field(String name, Repetition repetition) {
            if (layout == ListLayout.BARE) {
                return element.shape.field(name, REPEATED);
            }
            String middle = layout == ListLayout.TUPLE ? name + layout.middle : layout.middle;
            Type inner = layout.element.isEmpty()
                    ? element.shape.field(middle, REPEATED)
                    : new GroupType(REPEATED, middle, element.field(layout.element));
            return annotated(repetition, name, LogicalTypeAnnotation.listType(), inner);
        }

        @Override
        Object value(Random random) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int n = length(random); n > 0; n--) {
                values.add(element.value(random));
            }
            return values;
        }

        @Override
        void add(Group parent, String name, Object value) {
            if (layout == ListLayout.BARE) {
                ((List<?>) value).forEach(each -> element.shape.add(parent, name, Objects.requireNonNull(each)));
                return;
            }
            Group list = parent.addGroup(name);
            String middle = list.getType().getFieldName(0);
            for (Object each : (List<?>) value) {
                if (layout.element.isEmpty()) {
                    element.shape.add(list, middle, Objects.requireNonNull(each));
                } else {
                    element.add(list.addGroup(middle), layout.element, each);
                }
            }
        }

        @Override
        Object read(Group parent, String name, int index) {
            if (layout != ListLayout.STANDARD) {
                throw new IllegalStateException(layout.toString());
            }
            Group list = parent.getGroup(name, index);
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < list.getFieldRepetitionCount("list"); i++) {
                values.add(element.read(list.getGroup("list", i), "element"));
            }
            return values;
        }

        @Override
        Object expected(Object value) {
            return map((List<?>) value, element::expected);
        }

        @Override
        View view(Random random) {
            View inner = element.shape.view(random).notNull(element.required);
            return new View(
                    new ArrayType(inner.type, true), value -> value == null ? null : map((List<?>) value, inner.cut));
        }
    }

    static final class Maps extends NestedShape {
        private final String middle;
        private final String keyName;
        private final String valueName;
        private final NestedShape key;
        private final Part value;
        private final boolean multiset;

        Maps(String middle, String keyName, String valueName, NestedShape key, Part value) {
            this(middle, keyName, valueName, key, value, false);
        }

        private Maps(String middle, String keyName, String valueName, NestedShape key, Part value, boolean multiset) {
            this.middle = middle;
            this.keyName = keyName;
            this.valueName = valueName;
            this.key = key;
            this.value = value;
            this.multiset = multiset;
        }

        static Maps standard(NestedShape key, Part value) {
            return new Maps("key_value", "key", "value", key, value);
        }

        static Maps multiset(NestedShape key, OracleColumn count) {
            return new Maps("key_value", "key", "value", key, new Part(new Leaf(count), true), true);
        }

        @Override
        DataType type() {
            return multiset ? new MultisetType(key.type(), true) : new MapType(key.type(), value.type(), true);
        }

        @Override
        Type field(String name, Repetition repetition) {
            GroupType entry = new GroupType(REPEATED, middle, key.field(keyName, REQUIRED), value.field(valueName));
            return annotated(repetition, name, LogicalTypeAnnotation.mapType(), entry);
        }

        @Override
        Object value(Random random) {
            List<Object> entries = new ArrayList<>();
            for (int n = length(random); n > 0; n--) {
                entries.add(Arrays.asList(key.value(random), value.value(random)));
            }
            return entries;
        }

        @Override
        void add(Group parent, String name, Object entries) {
            Group map = parent.addGroup(name);
            for (Object each : (List<?>) entries) {
                List<?> pair = (List<?>) each;
                Group entry = map.addGroup(middle);
                key.add(entry, keyName, pair.get(0));
                value.add(entry, valueName, pair.get(1));
            }
        }

        @Override
        Object read(Group parent, String name, int index) {
            Group map = parent.getGroup(name, index);
            List<Object> entries = new ArrayList<>();
            for (int i = 0; i < map.getFieldRepetitionCount(middle); i++) {
                Group entry = map.getGroup(middle, i);
                entries.add(Arrays.asList(key.read(entry, keyName, 0), value.read(entry, valueName)));
            }
            return entries;
        }

        @Override
        Object expected(Object entries) {
            return map((List<?>) entries, each -> {
                List<?> pair = (List<?>) Objects.requireNonNull(each);
                return Arrays.asList(key.expected(pair.get(0)), value.expected(pair.get(1)));
            });
        }

        @Override
        View view(Random random) {
            if (multiset) {
                return super.view(random);
            }
            View inner = value.shape.view(random).notNull(value.required);
            return new View(
                    new MapType(key.type(), inner.type, true),
                    entries -> entries == null
                            ? null
                            : map((List<?>) entries, each -> {
                                List<?> pair = (List<?>) Objects.requireNonNull(each);
                                return Arrays.asList(pair.get(0), inner.cut.apply(pair.get(1)));
                            }));
        }
    }

    static final class Fields extends NestedShape {
        private final List<String> names;
        private final List<Part> parts;

        Fields(List<String> names, List<Part> parts) {
            this.names = names;
            this.parts = parts;
        }

        @Override
        DataType type() {
            List<DataField> fields = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                fields.add(new DataField(100 + i, names.get(i), parts.get(i).type()));
            }
            return new RowType(fields, true);
        }

        @Override
        Type field(String name, Repetition repetition) {
            List<Type> fields = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                fields.add(parts.get(i).field(names.get(i)));
            }
            return new GroupType(repetition, name, fields);
        }

        @Override
        Object value(Random random) {
            return map(parts, part -> ((Part) Objects.requireNonNull(part)).value(random));
        }

        @Override
        void add(Group parent, String name, Object value) {
            Group group = parent.addGroup(name);
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).add(group, names.get(i), ((List<?>) value).get(i));
            }
        }

        @Override
        Object read(Group parent, String name, int index) {
            Group group = parent.getGroup(name, index);
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                values.add(parts.get(i).read(group, names.get(i)));
            }
            return values;
        }

        @Override
        Object expected(Object value) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                values.add(parts.get(i).expected(((List<?>) value).get(i)));
            }
            return values;
        }

        @Override
        View view(Random random) {
            List<DataField> fields = new ArrayList<>();
            List<Integer> positions = new ArrayList<>();
            List<View> inner = new ArrayList<>();
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                int position = random.nextInt(parts.size() + 1) - 1;
                if (positions.contains(position)) {
                    continue;
                }
                positions.add(position);
                if (position < 0) {
                    View missing =
                            new View(random.nextBoolean() ? Types.INT : new ArrayType(Types.STRING, true), v -> null);
                    inner.add(missing);
                    fields.add(new DataField(99, "missing", missing.type));
                } else {
                    View view = parts.get(position).shape.view(random).notNull(parts.get(position).required);
                    inner.add(view);
                    fields.add(new DataField(100 + position, names.get(position), view.type));
                }
            }
            return new View(new RowType(fields, true), value -> {
                if (value == null) {
                    return null;
                }
                List<@Nullable Object> cut = new ArrayList<>();
                for (int i = 0; i < positions.size(); i++) {
                    int position = positions.get(i);
                    cut.add(position < 0 ? null : inner.get(i).cut.apply(((List<?>) value).get(position)));
                }
                return cut;
            });
        }
    }

    private static Type annotated(Repetition repetition, String name, LogicalTypeAnnotation annotation, Type inner) {
        return org.apache.parquet.schema.Types.buildGroup(repetition)
                .as(annotation)
                .addField(inner)
                .named(name);
    }

    // ---- random shapes

    /** A shape of nested types up to a depth, in layouts of all kinds. */
    static NestedShape foreign(int depth, List<OracleColumn> leaves, Random random) {
        return random(depth, leaves, random, ListLayout.values(), false);
    }

    /** A shape in the layout that the table format writes. */
    static NestedShape standard(int depth, List<OracleColumn> leaves, Random random) {
        return random(depth, leaves, random, new ListLayout[] {ListLayout.STANDARD}, true);
    }

    private static NestedShape random(
            int depth, List<OracleColumn> leaves, Random random, ListLayout[] layouts, boolean standard) {
        int kind = depth == 0 ? 0 : 1 + random.nextInt(4);
        return switch (kind) {
            case 0 -> new Leaf(leaves.get(random.nextInt(leaves.size())));
            case 1 -> {
                ListLayout layout = layouts[random.nextInt(layouts.length)];
                Part element = part(depth - 1, leaves, random, layouts, standard);
                boolean bare = element.shape instanceof Lists lists && lists.layout == ListLayout.BARE;
                yield layout.element.isEmpty() || bare ? direct(layout, element) : new Lists(layout, element);
            }
            case 2 -> {
                NestedShape key = new Leaf(leaves.get(random.nextInt(leaves.size())));
                if (random.nextInt(4) == 0) {
                    yield Maps.multiset(key, OracleColumns.named(leaves, "int_narrow"));
                }
                Part value = part(depth - 1, leaves, random, layouts, standard);
                yield standard || random.nextBoolean()
                        ? Maps.standard(key, value)
                        : new Maps("map", "k" + random.nextInt(2), "v", key, value);
            }
            default -> {
                List<String> names = new ArrayList<>();
                List<Part> parts = new ArrayList<>();
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    names.add("f" + i);
                    parts.add(part(random.nextInt(depth), leaves, random, layouts, standard));
                }
                yield new Fields(names, parts);
            }
        };
    }

    /** A list whose repeated node is the element; what would be taken for something else is put into a ROW. */
    private static Lists direct(ListLayout layout, Part element) {
        boolean plain = element.shape instanceof Leaf || element.shape instanceof Fields;
        NestedShape shape = plain ? element.shape : new Fields(List.of("only"), List.of(element));
        return new Lists(layout, new Part(shape, true));
    }

    private static Part part(
            int depth, List<OracleColumn> leaves, Random random, ListLayout[] layouts, boolean standard) {
        NestedShape shape = random(depth, leaves, random, layouts, standard);
        boolean never = shape instanceof Lists lists && lists.layout == ListLayout.BARE;
        return new Part(shape, never || random.nextInt(3) == 0);
    }

    /** A column of the shape at the top. */
    Part top(Random random) {
        return new Part(
                this, (this instanceof Lists lists && lists.layout == ListLayout.BARE) || random.nextInt(3) == 0);
    }

    private static int length(Random random) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> 0;
            case 2, 3 -> 1;
            case 4 -> random.nextInt(12);
            default -> random.nextInt(4);
        };
    }

    static List<@Nullable Object> map(List<?> values, UnaryOperator<@Nullable Object> function) {
        List<@Nullable Object> mapped = new ArrayList<>();
        values.forEach(value -> mapped.add(function.apply(value)));
        return mapped;
    }

    // ---- vectors

    /** The value of a vector, in the form of expected values. */
    static @Nullable Object of(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        }
        if (vector instanceof RowVector rows) {
            List<@Nullable Object> fields = new ArrayList<>();
            rows.children().forEach(child -> fields.add(of(child, row)));
            return fields;
        }
        if (vector instanceof ListVector lists) {
            List<@Nullable Object> elements = new ArrayList<>();
            boolean pairs = lists.type().root() != TypeRoot.ARRAY;
            for (int i = lists.start(row); i < lists.end(row); i++) {
                Object first = of(lists.child(0), i);
                elements.add(pairs ? Arrays.asList(first, of(lists.child(1), i)) : first);
            }
            return elements;
        }
        Object value = Values.get(vector, row);
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }

    /** Appends a value in the form of expected values. */
    static void append(@Nullable Object value, ColumnVector vector) {
        if (value == null) {
            vector.appendNulls(1);
        } else if (vector instanceof RowVector rows) {
            for (int i = 0; i < rows.children().size(); i++) {
                append(((List<?>) value).get(i), rows.child(i));
            }
            rows.endRow();
        } else if (vector instanceof ListVector lists) {
            for (Object each : (List<?>) value) {
                if (lists.type().root() == TypeRoot.ARRAY) {
                    append(each, lists.child(0));
                } else {
                    append(((List<?>) Objects.requireNonNull(each)).get(0), lists.child(0));
                    append(((List<?>) each).get(1), lists.child(1));
                }
            }
            lists.endRow();
        } else {
            Values.append(value instanceof ByteBuffer bytes ? bytesOf(bytes) : value, vector);
        }
    }

    private static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
