package org.lsmtable.format.orc;

import java.util.ArrayList;
import java.util.List;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.ListColumnVector;
import org.apache.orc.storage.ql.exec.vector.MapColumnVector;
import org.apache.orc.storage.ql.exec.vector.MultiValuedColumnVector;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;

/** Lays lists and maps into ARRAYs, MAPs and MULTISETs. The elements of rows need not lie one behind the other. Immutable. */
final class OrcListColumn extends OrcNestedColumn {
    /** Elements, or keys and values. */
    private final List<OrcColumn> children = new ArrayList<>();

    /** A column whose parameters are those of {@link OrcColumn#of}. */
    OrcListColumn(DataType type, TypeDescription stored, OrcZone zone) {
        super(type);
        List<DataType> types = ListVector.childTypes(type);
        for (int i = 0; i < types.size(); i++) {
            children.add(OrcColumn.of(types.get(i), stored.getChildren().get(i), zone));
        }
    }

    @Override
    void appendPresent(
            org.apache.orc.storage.ql.exec.vector.ColumnVector source, int from, int rows, ColumnVector target) {
        MultiValuedColumnVector lists = (MultiValuedColumnVector) source;
        ListVector list = (ListVector) target;
        int first = list.size();
        list.ensureCapacity(first + rows);
        int[] offsets = list.offsets();
        long start = 0;
        long end = 0;
        for (int i = 0; i < rows; i++) {
            long offset = lists.offsets[from + i];
            long length = lists.lengths[from + i];
            if (offset < 0 || length < 0 || offset > lists.childCount - length) {
                throw new UnfitValueException(
                        "elements among the " + lists.childCount + " of a batch", length + " from " + offset);
            }
            if (offset != end) {
                appendElements(lists, (int) start, (int) end, list);
                start = offset;
            }
            end = offset + length;
            offsets[first + i + 1] = Math.addExact(offsets[first + i], (int) length);
        }
        appendElements(lists, (int) start, (int) end, list);
        endPresent(list, rows);
    }

    private void appendElements(MultiValuedColumnVector lists, int from, int to, ListVector target) {
        if (from == to) {
            return;
        }
        if (lists instanceof MapColumnVector maps) {
            children.get(0).append(maps.keys, from, to - from, target.child(0));
            children.get(1).append(maps.values, from, to - from, target.child(1));
        } else {
            children.get(0).append(((ListColumnVector) lists).child, from, to - from, target.child(0));
        }
    }
}
