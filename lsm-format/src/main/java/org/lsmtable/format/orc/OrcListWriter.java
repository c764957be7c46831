package org.lsmtable.format.orc;

import java.util.ArrayList;
import java.util.List;
import org.apache.orc.storage.ql.exec.vector.ListColumnVector;
import org.apache.orc.storage.ql.exec.vector.MapColumnVector;
import org.apache.orc.storage.ql.exec.vector.MultiValuedColumnVector;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;

/** Lays ARRAYs into lists, MAPs and MULTISETs into maps. Not thread-safe. */
final class OrcListWriter extends OrcColumnWriter {
    private final MultiValuedColumnVector target;
    private final List<OrcColumnWriter> children = new ArrayList<>();

    OrcListWriter(String name, DataType type, OrcZone zone, MultiValuedColumnVector target) {
        super(target);
        this.target = target;
        List<DataType> types = ListVector.childTypes(type);
        if (target instanceof MapColumnVector map) {
            children.add(of(name + ".key", types.get(0), zone, map.keys));
            children.add(of(name + ".value", types.get(1), zone, map.values));
        } else {
            children.add(of(name + ".element", types.get(0), zone, ((ListColumnVector) target).child));
        }
    }

    @Override
    void values(ColumnVector source, int from, int rows) {
        ListVector list = (ListVector) source;
        int[] offsets = list.offsets();
        int start = offsets[from];
        for (int i = 0; i < rows; i++) {
            int offset = offsets[from + i];
            int length = offsets[from + i + 1] - offset;
            target.offsets[i] = (long) offset - start;
            target.lengths[i] = length;
        }
        target.childCount = offsets[from + rows] - start;
        for (int c = 0; c < children.size(); c++) {
            children.get(c).fill(list.child(c), start, target.childCount);
        }
    }
}
