package org.lsmtable.format.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MapType;
import org.apache.parquet.format.SchemaElement;
import org.lsmtable.format.parquet.ParquetColumn.Place;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ListVector;

/**
 * How a column of a table lies in a Parquet file: its nodes of the schema, with names and field ids as the table format has them (spec:
 * data files, order and ids of columns, Parquet type mapping).
 */
sealed interface ColumnShape {
    /** Where the node of the value is in the schema. */
    Place place();

    /** The type; that of a part is nullable if the part may be. */
    DataType type();

    /** Adds the nodes of the schema, depth first. */
    void addNodes(List<SchemaElement> schema);

    /** Adds the leaves, in the order of the schema. */
    void addLeaves(List<ParquetColumn> leaves);

    /** Values that are not made of others. */
    record Leaf(ParquetColumn column) implements ColumnShape {
        @Override
        public Place place() {
            return column.place();
        }

        @Override
        public DataType type() {
            return column.type();
        }

        @Override
        public void addNodes(List<SchemaElement> schema) {
            schema.add(column.schemaElement());
        }

        @Override
        public void addLeaves(List<ParquetColumn> leaves) {
            leaves.add(column);
        }
    }

    /**
     * Lists: a group, a repeated group in it, and in that an element, or a key and a value.
     *
     * @param middle where the repeated group is
     */
    record Lists(DataField field, Place place, Place middle, List<ColumnShape> children) implements ColumnShape {
        public Lists {
            children = List.copyOf(children);
        }

        @Override
        public DataType type() {
            return field.type();
        }

        @Override
        public void addNodes(List<SchemaElement> schema) {
            SchemaElement outer = group(field, 1);
            String name = middle.path().get(middle.path().size() - 1);
            SchemaElement inner = new SchemaElement(name)
                    .setRepetition_type(FieldRepetitionType.REPEATED)
                    .setNum_children(children.size());
            if (type() instanceof ArrayType) {
                outer.setLogicalType(LogicalType.LIST(new ListType())).setConverted_type(ConvertedType.LIST);
            } else {
                outer.setLogicalType(LogicalType.MAP(new MapType())).setConverted_type(ConvertedType.MAP);
                inner.setConverted_type(ConvertedType.MAP_KEY_VALUE);
            }
            schema.add(outer);
            schema.add(inner);
            children.forEach(child -> child.addNodes(schema));
        }

        @Override
        public void addLeaves(List<ParquetColumn> leaves) {
            children.forEach(child -> child.addLeaves(leaves));
        }
    }

    /** Fields side by side: a group. */
    record Fields(DataField field, Place place, List<ColumnShape> children) implements ColumnShape {
        public Fields {
            children = List.copyOf(children);
        }

        @Override
        public DataType type() {
            return field.type();
        }

        @Override
        public void addNodes(List<SchemaElement> schema) {
            schema.add(group(field, children.size()));
            children.forEach(child -> child.addNodes(schema));
        }

        @Override
        public void addLeaves(List<ParquetColumn> leaves) {
            children.forEach(child -> child.addLeaves(leaves));
        }
    }

    private static SchemaElement group(DataField field, int children) {
        return new SchemaElement(field.name())
                .setRepetition_type(ParquetColumn.repetition(field.type()))
                .setNum_children(children)
                .setField_id(field.id());
    }

    /**
     * The shape of a column.
     *
     * @throws IllegalArgumentException naming the column, if vectors cannot hold its type
     */
    static ColumnShape of(DataField column) {
        return of(column, Place.ROOT, column.id(), 0);
    }

    /**
     * The shape of a part.
     *
     * @param part named and numbered as its node is
     * @param around where the node around it is
     * @param id of the innermost field around it that has one of its own, or of itself
     * @param depth how many lists there are between that field and the part
     */
    private static ColumnShape of(DataField part, Place around, int id, int depth) {
        DataType type = part.type();
        Place place = around.child(part.name(), ParquetColumn.repetition(type));
        return switch (type.root()) {
            case ARRAY, MAP, MULTISET -> lists(part, place, id, depth + 1);
            case ROW -> {
                RowType row = (RowType) type;
                if (row.fieldCount() == 0) {
                    throw new UnsupportedFeatureException(
                            "column '" + place.text() + "': a ROW without fields cannot be stored in Parquet");
                }
                List<ColumnShape> children = new ArrayList<>();
                row.fields().forEach(field -> children.add(of(field, place, field.id(), 0)));
                yield new Fields(part, place, children);
            }
            default -> new Leaf(ParquetColumn.of(part, place));
        };
    }

    private static ColumnShape lists(DataField part, Place place, int id, int depth) {
        List<DataType> types = ListVector.childTypes(part.type());
        int up = SystemFields.elementId(id, depth);
        int down = SystemFields.mapKeyId(id, depth);
        if (part.type() instanceof ArrayType) {
            Place middle = place.child("list", FieldRepetitionType.REPEATED);
            ColumnShape element = of(new DataField(up, "element", types.get(0)), middle, id, depth);
            return new Lists(part, place, middle, List.of(element));
        }
        Place middle = place.child("key_value", FieldRepetitionType.REPEATED);
        // a key is never null, whatever its type says
        ColumnShape key = of(new DataField(down, "key", types.get(0).notNull()), middle, id, depth);
        ColumnShape value = of(new DataField(up, "value", types.get(1)), middle, id, depth);
        return new Lists(part, place, middle, List.of(key, value));
    }
}
