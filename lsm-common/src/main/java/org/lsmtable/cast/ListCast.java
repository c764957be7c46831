package org.lsmtable.cast;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;

/** ARRAY, MAP and MULTISET of which the parts have other types: the parts are cast, and lie in the rows in which they lay. */
final class ListCast implements Cast {
    private final DataType to;
    private final List<Cast> parts = new ArrayList<>();

    ListCast(DataType from, DataType to, ZoneId zone) {
        this.to = to;
        List<DataType> sources = ListVector.childTypes(from);
        List<DataType> targets = ListVector.childTypes(to);
        for (int i = 0; i < sources.size(); i++) {
            parts.add(Cast.of(sources.get(i), targets.get(i), zone));
        }
    }

    @Override
    public ColumnVector apply(ColumnVector values) {
        ListVector lists = (ListVector) values;
        List<ColumnVector> children = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            children.add(parts.get(i).apply(lists.child(i)));
        }
        ListVector result = new ListVector(to, values.size(), children);
        System.arraycopy(lists.offsets(), 0, result.offsets(), 0, values.size() + 1);
        RowCast.copyNulls(values, result);
        return result;
    }
}
