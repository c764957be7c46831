package org.lsmtable.format.avro;

import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Encodes values of one type. Immutable. */
@FunctionalInterface
interface ValueEncoder {
    /** The branch of null in the union of null and a type, as its encoding is: 0, signs folded in. */
    int NULL_BRANCH = 0;

    /** The branch of the type: 1, signs folded in. */
    int VALUE_BRANCH = 2;

    /** Encodes a row of a vector. */
    void write(AvroOutput out, ColumnVector vector, int row);

    /** The encoder of a column, or of a part of one: with null in front if the type is nullable. */
    static ValueEncoder ofField(DataType type) {
        ValueEncoder values = of(type);
        if (!type.isNullable()) {
            return values;
        }
        return (out, vector, row) -> {
            if (vector.isNull(row)) {
                out.writeByte(NULL_BRANCH);
            } else {
                out.writeByte(VALUE_BRANCH);
                values.write(out, vector, row);
            }
        };
    }

    /** The encoder of rows that are not null, of a type that {@link AvroTypes#canHold} says Avro can hold. */
    static ValueEncoder of(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> (out, vector, row) -> out.writeByte(((IntVector) vector).get(row));
            case TINYINT, SMALLINT, INT, DATE, TIME ->
                (out, vector, row) -> out.writeLong(((IntVector) vector).get(row));
            case FLOAT -> (out, vector, row) -> out.writeLittleEndian(((IntVector) vector).get(row), Float.BYTES);
            case BIGINT, TIMESTAMP, TIMESTAMP_LTZ ->
                (out, vector, row) -> out.writeLong(((LongVector) vector).get(row));
            case DOUBLE -> (out, vector, row) -> out.writeLittleEndian(((LongVector) vector).get(row), Double.BYTES);
            case CHAR, VARCHAR, BINARY, VARBINARY -> ValueEncoder::writeBytes;
            case DECIMAL -> ValueEncoder::writeDecimal;
            case ARRAY -> NestedEncoders.array((ArrayType) type);
            case MULTISET, MAP -> NestedEncoders.map(type);
            case ROW -> NestedEncoders.row((RowType) type);
            case VARIANT, BLOB, VECTOR -> throw new IllegalStateException(type.asText());
        };
    }

    private static void writeBytes(AvroOutput out, ColumnVector vector, int row) {
        BytesVector values = plain(vector);
        int at = plainRow(vector, row);
        out.writeBytes(values.bytes(), values.start(at), values.length(at));
    }

    private static void writeDecimal(AvroOutput out, ColumnVector vector, int row) {
        if (vector instanceof LongVector longs) {
            long unscaled = longs.get(row);
            byte[] bytes = new byte[Long.BYTES];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (unscaled >>> 56 - 8 * i);
            }
            writeMinimal(out, bytes, 0, bytes.length);
        } else {
            BytesVector values = plain(vector);
            int at = plainRow(vector, row);
            writeMinimal(out, values.bytes(), values.start(at), values.length(at));
        }
    }

    /** A big-endian number without those leading bytes that only repeat its sign. */
    private static void writeMinimal(AvroOutput out, byte[] bytes, int start, int length) {
        int from = start;
        int last = start + length - 1;
        while (from < last && bytes[from] == bytes[from + 1] >> 7) {
            from++;
        }
        out.writeBytes(bytes, from, last - from + 1);
    }

    private static BytesVector plain(ColumnVector vector) {
        return vector instanceof DictionaryVector coded ? coded.dictionary() : (BytesVector) vector;
    }

    private static int plainRow(ColumnVector vector, int row) {
        return vector instanceof DictionaryVector coded ? coded.codes()[row] : row;
    }
}
