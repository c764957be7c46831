package org.lsmtable.format.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.parquet.NestedNode.Level;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ListVector;

/**
 * Finds the parts of nested types in a file's schema: fields of a ROW by name, elements, keys and values by where they are (spec: data
 * files, what readers accept; Parquet's rules for lists and maps of older writers). A field that the file lacks reads as null.
 */
final class NestedColumns {
    private final ParquetReader reader;

    NestedColumns(ParquetReader reader) {
        this.reader = reader;
    }

    /**
     * The reader of a column.
     *
     * @throws DamagedFileException naming the column, the type and what the file has, if it cannot hold that type
     */
    NestedNode of(FileColumn column, DataType type) throws DamagedFileException {
        return node(column, type, new int[0], 0);
    }

    /**
     * A part.
     *
     * @param repeated the definition levels of the repeated nodes around the column
     * @param around the definition level at which what is directly around the column is there
     */
    private NestedNode node(FileColumn column, DataType type, int[] repeated, int around) throws DamagedFileException {
        if (!column.isRepeated()) {
            return value(column, type, repeated);
        }
        if (!(type instanceof ArrayType array)) {
            throw unfit(column, type);
        }
        // a repeated node with no list around it is a list that is never null
        Level level = new Level(repeated.length, slotDefinition(repeated), around);
        return list(column, level, repeated, List.of(column), List.of(array.element()));
    }

    /** A part whose column is taken as one value, also if it is the repeated node of a list. */
    private NestedNode value(FileColumn column, DataType type, int[] repeated) throws DamagedFileException {
        Level level = new Level(repeated.length, slotDefinition(repeated), column.definition());
        return switch (type.root()) {
            case ARRAY -> array(column, (ArrayType) type, level, repeated);
            case MAP, MULTISET -> map(column, type, level, repeated);
            case ROW -> fields(column, (RowType) type, level, repeated);
            default -> {
                ValueMapping mapping = column.isGroup() ? null : ParquetTypes.find(column.element(), type);
                if (mapping == null) {
                    throw unfit(column, type);
                }
                yield new NestedNode.Leaf(cursor(column, mapping, repeated), level);
            }
        };
    }

    private NestedNode array(FileColumn column, ArrayType type, Level level, int[] repeated)
            throws DamagedFileException {
        if (column.children().size() != 1
                || !column.children().get(0).isRepeated()
                || isAnnotated(column, ConvertedType.MAP, LogicalType._Fields.MAP)) {
            throw unfit(column, type);
        }
        FileColumn middle = column.children().get(0);
        FileColumn element =
                isElement(middle, column) ? middle : middle.children().get(0);
        return list(middle, level, repeated, List.of(element), List.of(type.element()));
    }

    /** Whether the repeated node of a list is its element, as older writers have it, and not a group around the element. */
    private static boolean isElement(FileColumn repeated, FileColumn list) {
        return repeated.children().size() != 1
                || repeated.children().get(0).isRepeated()
                || repeated.element().getName().equals("array")
                || repeated.element().getName().equals(list.element().getName() + "_tuple");
    }

    private NestedNode map(FileColumn column, DataType type, Level level, int[] repeated) throws DamagedFileException {
        if (column.children().size() != 1 || isAnnotated(column, ConvertedType.LIST, LogicalType._Fields.LIST)) {
            throw unfit(column, type);
        }
        FileColumn entry = column.children().get(0);
        if (!entry.isRepeated() || entry.children().size() != 2) {
            throw unfit(column, type);
        }
        FileColumn key = entry.child("key");
        FileColumn value = entry.child("value");
        List<FileColumn> parts = key == null || value == null ? entry.children() : List.of(key, value);
        return list(entry, level, repeated, parts, ListVector.childTypes(type));
    }

    private NestedNode list(
            FileColumn middle, Level level, int[] repeated, List<FileColumn> parts, List<DataType> types)
            throws DamagedFileException {
        int[] inside = Arrays.copyOf(repeated, repeated.length + 1);
        inside[repeated.length] = middle.definition();
        List<NestedNode> children = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            FileColumn part = parts.get(i);
            children.add(
                    part.path().equals(middle.path())
                            ? value(part, types.get(i), inside)
                            : node(part, types.get(i), inside, middle.definition()));
        }
        return new NestedNode.Repeated(
                level, new Level(inside.length, middle.definition(), middle.definition()), children);
    }

    private NestedNode fields(FileColumn column, RowType type, Level level, int[] repeated)
            throws DamagedFileException {
        FileColumn first = column.firstLeaf();
        if (!column.isGroup()
                || first == null
                || isAnnotated(column, ConvertedType.LIST, LogicalType._Fields.LIST)
                || isAnnotated(column, ConvertedType.MAP, LogicalType._Fields.MAP)) {
            throw unfit(column, type);
        }
        List<NestedNode> children = new ArrayList<>();
        for (DataField field : type.fields()) {
            FileColumn child = column.child(field.name());
            children.add(
                    child == null
                            ? new NestedNode.Missing()
                            : node(child, field.type(), repeated, column.definition()));
        }
        boolean told = children.stream().anyMatch(child -> child.levels() != null);
        return new NestedNode.Fields(
                level, children, told ? null : cursor(first, null, allRepeated(column, first, repeated)));
    }

    /** The definition levels of the repeated nodes around a leaf, of which those around a column are known. */
    private static int[] allRepeated(FileColumn column, FileColumn leaf, int[] known) {
        int[] all = Arrays.copyOf(known, leaf.repetition());
        int n = known.length;
        for (FileColumn at = column; at.isGroup(); ) {
            for (FileColumn child : at.children()) {
                FileColumn first = child.firstLeaf();
                if (first != null && first.leaf() == leaf.leaf()) {
                    at = child;
                    break;
                }
            }
            if (at.isRepeated()) {
                all[n++] = at.definition();
            }
        }
        return all;
    }

    private LeafCursor cursor(FileColumn leaf, @Nullable ValueMapping mapping, int[] repeated)
            throws DamagedFileException {
        PagePlace place = new PagePlace(reader.path(), leaf.name());
        return new LeafCursor(reader, leaf, mapping, reader.chunks(leaf, place), repeated, place);
    }

    private static int slotDefinition(int[] repeated) {
        return repeated.length == 0 ? 0 : repeated[repeated.length - 1];
    }

    private static boolean isAnnotated(FileColumn column, ConvertedType converted, LogicalType._Fields logical) {
        SchemaElement element = column.element();
        return (element.isSetConverted_type() && element.getConverted_type() == converted)
                || (element.isSetLogicalType()
                        && element.getLogicalType().isSet()
                        && element.getLogicalType().getSetField() == logical);
    }

    private DamagedFileException unfit(FileColumn column, DataType type) {
        return new DamagedFileException(
                reader.path(),
                "column '" + column.name() + "'",
                "one that holds " + type.asText(),
                ParquetTypes.describe(column));
    }
}
