package org.lsmtable.types;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** ROW: named fields in order; also the columns of a table. */
public record RowType(List<DataField> fields, boolean isNullable) implements DataType {
    public RowType {
        fields = List.copyOf(fields);
    }

    /** The columns of a table, never null as a whole. */
    public static RowType of(List<DataField> fields) {
        return new RowType(fields, false);
    }

    @Override
    public TypeRoot root() {
        return TypeRoot.ROW;
    }

    /** The number of fields. */
    public int fieldCount() {
        return fields.size();
    }

    /** The field at a position. */
    public DataField field(int position) {
        return fields.get(position);
    }

    /** The type at a position. */
    public DataType typeAt(int position) {
        return fields.get(position).type();
    }

    /** The position of a field, -1 if there is none of that name; names are case sensitive. */
    public int indexOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * The field of a name.
     *
     * @throws IllegalArgumentException naming the fields there are, if it is not among them
     */
    public DataField field(String name) {
        int position = indexOf(name);
        if (position < 0) {
            throw new IllegalArgumentException("no column '" + name + "'; columns are " + names());
        }
        return fields.get(position);
    }

    /** The names in order. */
    public List<String> names() {
        return fields.stream().map(DataField::name).toList();
    }

    /** The types in order. */
    public List<DataType> types() {
        return fields.stream().map(DataField::type).toList();
    }

    /** The named fields, in the order given. */
    public RowType project(List<String> names) {
        List<DataField> projected = new ArrayList<>(names.size());
        for (String name : names) {
            projected.add(field(name));
        }
        return new RowType(projected, isNullable);
    }

    @Override
    public RowType nullable() {
        return isNullable ? this : new RowType(fields, true);
    }

    @Override
    public RowType notNull() {
        return isNullable ? new RowType(fields, false) : this;
    }

    @Override
    public boolean holdsSameAs(DataType other) {
        if (!(other instanceof RowType row) || !names().equals(row.names())) {
            return false;
        }
        for (int i = 0; i < fields.size(); i++) {
            if (!typeAt(i).holdsSameAs(row.typeAt(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String asText() {
        return TypeText.withNullability(
                fields.stream()
                        .map(f -> TypeText.quoted(f.name()) + " " + f.type().asText())
                        .collect(Collectors.joining(", ", "ROW<", ">")),
                isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
