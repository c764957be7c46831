package org.lsmtable.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;

/** What schemas of one table say of the values in its files. */
public final class StoredColumns {
    private StoredColumns() {}

    /**
     * Whether files of both schemas hold the same: the same fields by id, at every depth, of the same types. Names, order, comments and defaults do not
     * matter, nor do options.
     */
    public static boolean agree(TableSchema one, TableSchema other) {
        return agree(one.fields(), other.fields());
    }

    private static boolean agree(List<DataField> some, List<DataField> others) {
        Map<Integer, DataType> types = new HashMap<>();
        others.forEach(field -> types.put(field.id(), field.type()));
        return some.size() == others.size()
                && some.stream().allMatch(field -> agree(field.type(), types.get(field.id())));
    }

    private static boolean agree(DataType type, @Nullable DataType other) {
        if (other == null || type.isNullable() != other.isNullable()) {
            return false;
        }
        if (type instanceof RowType row) {
            return other instanceof RowType otherRow && agree(row.fields(), otherRow.fields());
        }
        if (type instanceof ArrayType array) {
            return other instanceof ArrayType otherArray && agree(array.element(), otherArray.element());
        }
        if (type instanceof MapType map) {
            return other instanceof MapType otherMap
                    && agree(map.key(), otherMap.key())
                    && agree(map.value(), otherMap.value());
        }
        if (type instanceof MultisetType multiset) {
            return other instanceof MultisetType otherMultiset && agree(multiset.element(), otherMultiset.element());
        }
        return type.equals(other);
    }
}
