package org.lsmtable.schema;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.RowType;

/** Edits the fields of a table at a path; everything beside the path stays as it is. */
final class FieldTree {
    private FieldTree() {}

    /** What is done at the end of a path. */
    interface Edit {
        /** The columns, or the fields of one ROW, after the edit. */
        List<DataField> fields(List<DataField> siblings, String name);

        /** The type of what an ARRAY or MAP holds, after the edit. */
        DataType held(DataType type);
    }

    /** An edit that needs a name. */
    interface FieldEdit extends Edit {
        @Override
        default DataType held(DataType type) {
            throw new IllegalArgumentException(
                    "what an ARRAY or a MAP holds has a type, but no name, place or comment");
        }
    }

    /** An edit of one type. */
    interface TypeEdit extends Edit {
        @Override
        default List<DataField> fields(List<DataField> siblings, String name) {
            DataField field = siblings.get(indexOf(siblings, name));
            return replaced(siblings, name, field.withType(held(field.type())));
        }
    }

    /**
     * The fields after an edit.
     *
     * @throws IllegalArgumentException if the path leads nowhere, or the edit refuses
     */
    static List<DataField> edit(List<DataField> fields, ColumnPath path, Edit edit) {
        return edit(fields, path.names(), edit);
    }

    private static List<DataField> edit(List<DataField> fields, List<String> path, Edit edit) {
        String name = path.get(0);
        if (path.size() == 1) {
            return edit.fields(fields, name);
        }
        DataField field = fields.get(indexOf(fields, name));
        List<String> rest = path.subList(1, path.size());
        return replaced(fields, name, field.withType(inside(field.type(), rest, edit)));
    }

    private static DataType inside(DataType type, List<String> path, Edit edit) {
        String step = path.get(0);
        List<String> rest = path.subList(1, path.size());
        if (type instanceof RowType row) {
            return new RowType(edit(row.fields(), path, edit), row.isNullable());
        }
        if (type instanceof ArrayType array && step.equals(ColumnPath.ELEMENT)) {
            return new ArrayType(held(array.element(), rest, edit), array.isNullable());
        }
        if (type instanceof MapType map && step.equals(ColumnPath.VALUE)) {
            return new MapType(map.key(), held(map.value(), rest, edit), map.isNullable());
        }
        String expected = type instanceof ArrayType
                ? "'" + ColumnPath.ELEMENT + "'"
                : type instanceof MapType ? "'" + ColumnPath.VALUE + "'; keys cannot be altered" : "nothing";
        throw new IllegalArgumentException(
                "'" + step + "' in type " + type.asText() + ": expected " + expected + " at this place of the path");
    }

    private static DataType held(DataType type, List<String> path, Edit edit) {
        return path.isEmpty() ? edit.held(type) : inside(type, path, edit);
    }

    /** The position of a field; an error that lists the fields if there is none of that name. */
    static int indexOf(List<DataField> fields, String name) {
        int index = find(fields, name);
        if (index < 0) {
            throw new IllegalArgumentException("no column '" + name + "'; there are "
                    + fields.stream().map(DataField::name).toList());
        }
        return index;
    }

    /** The position of a field, -1 if there is none. */
    static int find(List<DataField> fields, String name) {
        return RowType.of(fields).indexOf(name);
    }

    /** The fields with one of them replaced. */
    static List<DataField> replaced(List<DataField> fields, String name, DataField field) {
        List<DataField> edited = new ArrayList<>(fields);
        edited.set(indexOf(fields, name), field);
        return edited;
    }
}
