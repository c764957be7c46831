package org.lsmtable.format.orc;

import java.util.ArrayList;
import java.util.List;
import org.apache.orc.storage.ql.exec.vector.StructColumnVector;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.RowVector;

/** Lays ROWs into structs. Not thread-safe. */
final class OrcRowWriter extends OrcColumnWriter {
    private final List<OrcColumnWriter> children = new ArrayList<>();

    OrcRowWriter(String name, RowType type, OrcZone zone, StructColumnVector target) {
        super(target);
        for (int i = 0; i < type.fieldCount(); i++) {
            DataField field = type.field(i);
            children.add(of(name + "." + field.name(), field.type(), zone, target.fields[i]));
        }
    }

    @Override
    void values(ColumnVector source, int from, int rows) {
        RowVector row = (RowVector) source;
        for (int c = 0; c < children.size(); c++) {
            children.get(c).fill(row.child(c), from, rows);
        }
    }
}
