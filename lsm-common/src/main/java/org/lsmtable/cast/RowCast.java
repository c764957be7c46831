package org.lsmtable.cast;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.RowVector;

/** ROW of which the fields have changed: each is found by its id, whatever it was called and wherever it was; one that was not there is null. */
final class RowCast implements Cast {
    private final RowType to;

    /** Where each field comes from, -1 for nowhere. */
    private final int[] positions;

    private final List<@Nullable Cast> casts = new ArrayList<>();

    RowCast(RowType from, RowType to, ZoneId zone) {
        this.to = to;
        this.positions = new int[to.fieldCount()];
        for (int i = 0; i < positions.length; i++) {
            DataField field = to.field(i);
            int position = position(from, field);
            positions[i] = position;
            casts.add(position < 0 ? null : Cast.of(from.typeAt(position), field.type(), zone));
        }
    }

    /** The position of the field of the same id, -1 if there is none. */
    static int position(RowType from, DataField field) {
        for (int i = 0; i < from.fieldCount(); i++) {
            if (from.field(i).id() == field.id()) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public ColumnVector apply(ColumnVector values) {
        RowVector rows = (RowVector) values;
        List<ColumnVector> children = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            Cast cast = casts.get(i);
            children.add(
                    cast == null
                            ? ColumnVector.allNull(to.typeAt(i), values.size())
                            : cast.apply(rows.child(positions[i])));
        }
        RowVector result = new RowVector(to, children);
        copyNulls(values, result);
        return result;
    }

    /** Makes a vector whose content is in place as large as another, and null where that is. */
    static void copyNulls(ColumnVector values, ColumnVector result) {
        int rows = values.size();
        boolean[] nulls = values.nulls();
        if (nulls != null) {
            System.arraycopy(nulls, 0, result.nullsForWrite(rows), 0, rows);
        }
        result.setSize(rows);
    }
}
