package org.lsmtable.format.avro;

import java.util.Arrays;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * Decodes values of one type that are not null and not made of others. They need not be written as we write them: numbers may be
 * narrower, timestamps are read in the unit that the file names. Immutable.
 */
@FunctionalInterface
interface ValueDecoder {
    /** The milliseconds of a day. */
    int MILLIS_OF_DAY = 86_400_000;

    /** The microseconds of a millisecond. */
    int MICROS_PER_MILLI = 1000;

    /** Appends a value that is next in the input. */
    void append(AvroInput in, ColumnVector target) throws DamagedFileException;

    /** The decoder of a type as it is written, null if that is not one that holds the type. */
    static @Nullable ValueDecoder of(Schema schema, DataType type) {
        Schema.Type written = schema.getType();
        return switch (type.root()) {
            case BOOLEAN -> written == Schema.Type.BOOLEAN ? ValueDecoder::appendBoolean : null;
            case TINYINT -> integer(written, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(written, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT, DATE -> integer(written, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case TIME -> integer(written, 0, MILLIS_OF_DAY - 1);
            case BIGINT ->
                written == Schema.Type.LONG || written == Schema.Type.INT
                        ? (in, target) -> ((LongVector) target).append(in.readLong())
                        : null;
            case FLOAT ->
                written == Schema.Type.FLOAT
                        ? (in, target) -> ((IntVector) target).append((int) word(in, Float.BYTES))
                        : null;
            case DOUBLE ->
                written == Schema.Type.DOUBLE
                        ? (in, target) -> ((LongVector) target).append(word(in, Double.BYTES))
                        : null;
            case CHAR, VARCHAR -> written == Schema.Type.STRING ? ValueDecoder::appendCounted : null;
            case BINARY, VARBINARY -> schema.getLogicalType() == null ? bytes(schema) : null;
            case DECIMAL -> decimal(schema, (DecimalType) type);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(schema, (TemporalType) type);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> null;
        };
    }

    private static void appendBoolean(AvroInput in, ColumnVector target) throws DamagedFileException {
        int at = in.position();
        in.skip(1);
        byte found = in.array()[at];
        if (found != 0 && found != 1) {
            throw in.damaged("0 or 1 for a BOOLEAN", String.valueOf(found));
        }
        ((IntVector) target).append(found);
    }

    private static @Nullable ValueDecoder integer(Schema.Type written, int least, int most) {
        return written != Schema.Type.INT && written != Schema.Type.LONG
                ? null
                : (in, target) -> {
                    long value = in.readLong();
                    if (value < least || value > most) {
                        throw in.damaged("a number from " + least + " to " + most, String.valueOf(value));
                    }
                    ((IntVector) target).append((int) value);
                };
    }

    private static long word(AvroInput in, int bytes) throws DamagedFileException {
        int at = in.position();
        in.skip(bytes);
        long word = 0;
        for (int i = 0; i < bytes; i++) {
            word |= (in.array()[at + i] & 0xffL) << 8 * i;
        }
        return word;
    }

    private static void appendCounted(AvroInput in, ColumnVector target) throws DamagedFileException {
        int length = in.readCount();
        ((BytesVector) target).append(in.array(), in.position(), length);
        in.skip(length);
    }

    private static @Nullable ValueDecoder bytes(Schema schema) {
        if (schema.getType() == Schema.Type.BYTES) {
            return ValueDecoder::appendCounted;
        }
        if (schema.getType() != Schema.Type.FIXED) {
            return null;
        }
        int length = schema.getFixedSize();
        return (in, target) -> {
            int at = in.position();
            in.skip(length);
            ((BytesVector) target).append(in.array(), at, length);
        };
    }

    private static @Nullable ValueDecoder decimal(Schema schema, DecimalType type) {
        Schema.Type written = schema.getType();
        boolean fixed = written == Schema.Type.FIXED;
        if (!fixed && written != Schema.Type.BYTES
                || !(schema.getLogicalType() instanceof LogicalTypes.Decimal decimal)
                || decimal.getScale() != type.scale()) {
            return null;
        }
        return (in, target) -> {
            int length = fixed ? schema.getFixedSize() : in.readCount();
            int at = in.position();
            in.skip(length);
            appendUnscaled(in, at, length, type, target);
        };
    }

    /** A big-endian number, sign-extended or without the bytes that repeat its sign. */
    private static void appendUnscaled(AvroInput in, int at, int length, DecimalType type, ColumnVector target)
            throws DamagedFileException {
        byte[] bytes = in.array();
        int sign = length == 0 ? 0 : bytes[at] >> 7;
        int width = type.isCompact() ? Long.BYTES : Physical.WIDE_DECIMAL_BYTES;
        int from = at;
        int end = at + length;
        while (end - from > width && bytes[from] == sign) {
            from++;
        }
        if (length == 0 || end - from > width || from > at && bytes[from] >> 7 != sign) {
            throw in.damaged("the number of a " + type.asText(), "one of " + length + " bytes");
        }
        if (target instanceof LongVector longs) {
            long unscaled = sign;
            for (int i = from; i < end; i++) {
                unscaled = unscaled << 8 | bytes[i] & 0xff;
            }
            longs.append(unscaled);
        } else {
            byte[] wide = new byte[width];
            Arrays.fill(wide, 0, width - (end - from), (byte) sign);
            System.arraycopy(bytes, from, wide, width - (end - from), end - from);
            ((BytesVector) target).append(wide);
        }
    }

    private static @Nullable ValueDecoder timestamp(Schema schema, TemporalType type) {
        LogicalType logical = schema.getLogicalType();
        if (schema.getType() != Schema.Type.LONG || !type.isCompact()) {
            return null;
        }
        boolean wantsMillis = type.isMillis();
        boolean hasMillis;
        if (logical == null) {
            hasMillis = wantsMillis;
        } else {
            switch (logical.getName()) {
                case "timestamp-millis", "local-timestamp-millis" -> hasMillis = true;
                case "timestamp-micros", "local-timestamp-micros" -> hasMillis = false;
                default -> {
                    return null;
                }
            }
        }
        if (hasMillis == wantsMillis) {
            return (in, target) -> ((LongVector) target).append(in.readLong());
        }
        if (wantsMillis) {
            return (in, target) -> ((LongVector) target).append(Math.floorDiv(in.readLong(), MICROS_PER_MILLI));
        }
        return (in, target) -> {
            long millis = in.readLong();
            if (Math.abs(millis) > Long.MAX_VALUE / MICROS_PER_MILLI) {
                throw in.damaged("a time that microseconds can tell", millis + " milliseconds");
            }
            ((LongVector) target).append(millis * MICROS_PER_MILLI);
        };
    }
}
