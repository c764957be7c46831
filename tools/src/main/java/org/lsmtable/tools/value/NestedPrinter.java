package org.lsmtable.tools.value;

import java.io.IOException;
import java.util.List;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * Writes values made of others: ARRAY as an array, ROW as an object, MAP as an object when its keys are text and otherwise as an array of
 * {@code [key, value]}, MULTISET as a map from element to count.
 */
final class NestedPrinter extends ColumnPrinter {
    private final DataType type;
    private final List<ColumnPrinter> parts;

    NestedPrinter(DataType type) {
        super(type);
        this.type = type;
        List<DataType> types = type instanceof RowType row ? row.types() : ListVector.childTypes(type);
        this.parts = types.stream().map(ColumnPrinter::of).toList();
    }

    @Override
    void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
        if (vector instanceof RowVector rows) {
            sink.startObject();
            for (int i = 0; i < parts.size(); i++) {
                sink.name(rows.rowType().field(i).name());
                parts.get(i).print(rows.child(i), row, sink);
            }
            sink.endObject();
            return;
        }
        ListVector lists = (ListVector) vector;
        if (type.root() == TypeRoot.ARRAY) {
            sink.startArray();
            for (int i = lists.start(row); i < lists.end(row); i++) {
                parts.get(0).print(lists.child(0), i, sink);
            }
            sink.endArray();
        } else if (lists.child(0).type().root().isCharacter()) {
            sink.startObject();
            for (int i = lists.start(row); i < lists.end(row); i++) {
                sink.name(String.valueOf(Values.get(lists.child(0), i)));
                parts.get(1).print(lists.child(1), i, sink);
            }
            sink.endObject();
        } else {
            sink.startArray();
            for (int i = lists.start(row); i < lists.end(row); i++) {
                sink.startArray();
                parts.get(0).print(lists.child(0), i, sink);
                parts.get(1).print(lists.child(1), i, sink);
                sink.endArray();
            }
            sink.endArray();
        }
    }
}
