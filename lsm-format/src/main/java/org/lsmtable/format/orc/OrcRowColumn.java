package org.lsmtable.format.orc;

import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.StructColumnVector;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.RowVector;

/** Lays structs into ROWs; fields are found by name, and null where the struct lacks them. Immutable. */
final class OrcRowColumn extends OrcNestedColumn {
    /** A column a field of the ROW, null if the struct lacks it. */
    private final @Nullable OrcColumn[] columns;
    /** The position of each in the struct. */
    private final int[] positions;

    /** A column whose parameters are those of {@link OrcColumn#of}. */
    OrcRowColumn(RowType type, TypeDescription stored, OrcZone zone) {
        super(type);
        columns = new @Nullable OrcColumn[type.fieldCount()];
        positions = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            positions[i] = stored.getFieldNames().indexOf(type.field(i).name());
            if (positions[i] >= 0) {
                columns[i] = OrcColumn.of(type.typeAt(i), stored.getChildren().get(positions[i]), zone);
            }
        }
    }

    @Override
    void appendPresent(
            org.apache.orc.storage.ql.exec.vector.ColumnVector source, int from, int rows, ColumnVector target) {
        org.apache.orc.storage.ql.exec.vector.ColumnVector[] fields = ((StructColumnVector) source).fields;
        RowVector row = (RowVector) target;
        for (int i = 0; i < columns.length; i++) {
            OrcColumn column = columns[i];
            if (column == null) {
                row.child(i).appendNulls(rows);
            } else {
                column.append(fields[positions[i]], from, rows, row.child(i));
            }
        }
        endPresent(row, rows);
    }
}
