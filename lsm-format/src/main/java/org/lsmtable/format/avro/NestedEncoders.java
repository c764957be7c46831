package org.lsmtable.format.avro;

import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/** Encoders of values made of other values. */
final class NestedEncoders {
    private NestedEncoders() {}

    static ValueEncoder array(ArrayType type) {
        ValueEncoder elements = ValueEncoder.ofField(type.element());
        return (out, vector, row) -> {
            ListVector list = (ListVector) vector;
            ColumnVector child = list.child(0);
            int end = list.end(row);
            writeCount(out, end - list.start(row));
            for (int i = list.start(row); i < end; i++) {
                elements.write(out, child, i);
            }
            writeEnd(out, end - list.start(row));
        };
    }

    /** Of a MAP or MULTISET. Entries of an Avro map and of an array of records are encoded alike: key, then value. */
    static ValueEncoder map(DataType type) {
        DataType key = ListVector.childTypes(type).get(0);
        ValueEncoder keys = AvroTypes.isAvroMap(type) ? ValueEncoder.of(key) : ValueEncoder.ofField(key);
        ValueEncoder values = ValueEncoder.ofField(AvroTypes.valueType(type));
        return (out, vector, row) -> {
            ListVector list = (ListVector) vector;
            int end = list.end(row);
            writeCount(out, end - list.start(row));
            for (int i = list.start(row); i < end; i++) {
                keys.write(out, list.child(0), i);
                values.write(out, list.child(1), i);
            }
            writeEnd(out, end - list.start(row));
        };
    }

    /** All items are one block. */
    private static void writeCount(AvroOutput out, int count) {
        out.writeLong(count);
    }

    /** Behind the blocks there is one of none; if there are no items it is there already. */
    private static void writeEnd(AvroOutput out, int count) {
        if (count > 0) {
            out.writeLong(0);
        }
    }

    static ValueEncoder row(RowType type) {
        ValueEncoder[] fields = type.types().stream().map(ValueEncoder::ofField).toArray(ValueEncoder[]::new);
        return (out, vector, row) -> {
            RowVector rows = (RowVector) vector;
            for (int i = 0; i < fields.length; i++) {
                fields[i].write(out, rows.child(i), row);
            }
        };
    }
}
