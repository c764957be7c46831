package org.lsmtable.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.UnsupportedFeatureException;

/** Fields of binary rows as plain Java objects of the classes that {@link Values} lists. */
final class BinaryRowReader {
    private BinaryRowReader() {}

    /** The value of a field; IllegalArgumentException if the bytes cannot be one of the type. */
    static @Nullable Object get(BinaryRow row, int field, DataType type) {
        if (row.isNull(field)) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN -> (row.getInt(field) & 0xff) != 0;
            case TINYINT -> (byte) row.getInt(field);
            case SMALLINT -> (short) row.getInt(field);
            case INT -> row.getInt(field);
            case DATE -> LocalDate.ofEpochDay(row.getInt(field));
            case TIME -> Encoding.ofTimeMillis(Values.checkTimeMillis(row.getInt(field)));
            case FLOAT -> Float.intBitsToFloat(row.getInt(field));
            case BIGINT -> row.getLong(field);
            case DOUBLE -> Double.longBitsToDouble(row.getLong(field));
            case DECIMAL -> decimal(row, field, (DecimalType) type);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(row, field, (TemporalType) type);
            case CHAR, VARCHAR -> new String(row.bytes(), row.dataStart(field), row.dataLength(field), UTF_8);
            case BINARY, VARBINARY -> row.getBytes(field);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR ->
                throw new UnsupportedFeatureException("values of type " + type.asText() + " in binary rows");
        };
    }

    private static BigDecimal decimal(BinaryRow row, int field, DecimalType type) {
        if (type.isCompact()) {
            return BigDecimal.valueOf(row.getLong(field), type.scale());
        }
        int length = row.wideDecimalLength(field);
        return new BigDecimal(new BigInteger(row.bytes(), row.cellOffset(field), length), type.scale());
    }

    private static Object timestamp(BinaryRow row, int field, TemporalType type) {
        if (type.isMillis()) {
            return Encoding.ofInstant(Encoding.ofMillis(row.getLong(field), 0), type);
        }
        return Encoding.ofInstant(Encoding.ofMillis(row.cellLong(field), row.getInt(field)), type);
    }
}
