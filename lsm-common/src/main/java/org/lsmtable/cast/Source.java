package org.lsmtable.cast;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Takes a value out of a vector of one type and hands it to a {@link Target} in the form that its family has. */
interface Source {
    /** Hands one value, which is not null, to the target, which appends one row. */
    void feed(ColumnVector values, int row, Target target, ColumnVector result);

    /** What reads a type on its way to another. */
    static Source of(DataType from, DataType to, ZoneId zone) {
        return switch (from.root()) {
            case BOOLEAN -> (values, row, target, result) -> target.truth(word(values, row) != 0, result);
            case TINYINT, SMALLINT, INT -> (values, row, target, result) -> target.whole(word(values, row), result);
            case BIGINT -> (values, row, target, result) -> target.whole(((LongVector) values).get(row), result);
            case FLOAT ->
                (values, row, target, result) -> target.single(Float.intBitsToFloat(word(values, row)), result);
            case DOUBLE ->
                (values, row, target, result) ->
                        target.real(Double.longBitsToDouble(((LongVector) values).get(row)), result);
            case DECIMAL ->
                (values, row, target, result) ->
                        target.decimal((BigDecimal) Objects.requireNonNull(Values.get(values, row)), result);
            case CHAR, VARCHAR ->
                (values, row, target, result) -> {
                    BytesVector text = (BytesVector) values;
                    target.text(text.bytes(), text.start(row), text.length(row), result);
                };
            case BINARY, VARBINARY ->
                (values, row, target, result) -> {
                    BytesVector bytes = (BytesVector) values;
                    target.binary(bytes.bytes(), bytes.start(row), bytes.length(row), result);
                };
            case DATE -> (values, row, target, result) -> target.day(word(values, row), result);
            case TIME -> {
                int precision = ((TemporalType) from).precision();
                yield (values, row, target, result) -> target.time(word(values, row), precision, result);
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> stamp((TemporalType) from, to, zone);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> throw new IllegalStateException(from.asText());
        };
    }

    private static int word(ColumnVector values, int row) {
        return ((IntVector) values).get(row);
    }

    /** Milliseconds and the nanoseconds within them, moved between local and zoned time where only one of both types is zoned. */
    private static Source stamp(TemporalType from, DataType to, ZoneId zone) {
        LongUnaryOperator shift = Clocks.shift(from.root() == TypeRoot.TIMESTAMP_LTZ, to, zone);
        int precision = from.precision();
        if (from.isMillis()) {
            return (values, row, target, result) ->
                    target.stamp(shift.applyAsLong(((LongVector) values).get(row)), 0, precision, result);
        }
        if (from.isCompact()) {
            return (values, row, target, result) -> {
                long micros = ((LongVector) values).get(row);
                long millis = Math.floorDiv(micros, 1000L);
                int nanos = (int) Math.floorMod(micros, 1000L) * 1000;
                target.stamp(shift.applyAsLong(millis), nanos, precision, result);
            };
        }
        return (values, row, target, result) -> {
            BytesVector wide = (BytesVector) values;
            ByteBuffer bytes = ByteBuffer.wrap(wide.bytes());
            long millis = bytes.getLong(wide.start(row));
            target.stamp(shift.applyAsLong(millis), bytes.getInt(wide.start(row) + Long.BYTES), precision, result);
        };
    }
}
