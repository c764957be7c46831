package org.lsmtable.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ListVector;

/** Fields of binary rows as plain Java objects of the classes that {@link Values} lists. */
final class BinaryRowReader {
    private BinaryRowReader() {}

    /** The value of a field; IllegalArgumentException if the bytes cannot be one of the type. */
    static @Nullable Object get(BinarySlots row, int field, DataType type) {
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
            case CHAR, VARCHAR -> new String(row.bytes, row.dataStart(field), row.dataLength(field), UTF_8);
            case BINARY, VARBINARY -> row.getBytes(field);
            case ARRAY -> array(row.cellBytes(field), ((ArrayType) type).element());
            case MULTISET, MAP -> map(row.cellBytes(field), ListVector.childTypes(type));
            case ROW -> row(row.cellBytes(field), (RowType) type);
            case VARIANT, BLOB, VECTOR ->
                throw new UnsupportedFeatureException("values of type " + type.asText() + " in binary rows");
        };
    }

    private static BigDecimal decimal(BinarySlots row, int field, DecimalType type) {
        if (type.isCompact()) {
            return BigDecimal.valueOf(row.getLong(field), type.scale());
        }
        int length = row.wideDecimalLength(field);
        return new BigDecimal(new BigInteger(row.bytes, row.cellOffset(field), length), type.scale());
    }

    private static Object timestamp(BinarySlots row, int field, TemporalType type) {
        if (type.isMillis()) {
            return Encoding.ofInstant(Encoding.ofMillis(row.getLong(field), 0), type);
        }
        return Encoding.ofInstant(Encoding.ofMillis(row.cellLong(field), row.getInt(field)), type);
    }

    private static Row row(byte[] cell, RowType type) {
        BinaryRow row = new BinaryRow(type.fieldCount(), cell);
        @Nullable Object[] values = new @Nullable Object[type.fieldCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(row, i, type.typeAt(i));
        }
        return Row.of(values);
    }

    private static List<@Nullable Object> array(byte[] cell, DataType element) {
        BinaryArray array = new BinaryArray(cell, element);
        List<@Nullable Object> elements = new ArrayList<>(array.count());
        for (int i = 0; i < array.count(); i++) {
            elements.add(get(array, i, element));
        }
        return elements;
    }

    private static Map<@Nullable Object, @Nullable Object> map(byte[] cell, List<DataType> types) {
        int keyBytes = cell.length < Integer.BYTES ? -1 : (int) BinarySlots.INT.get(cell, 0);
        if (keyBytes < 0 || keyBytes > cell.length - Integer.BYTES) {
            throw new IllegalArgumentException(
                    "binary map: keys of " + keyBytes + " bytes do not fit " + cell.length + " bytes");
        }
        int split = Integer.BYTES + keyBytes;
        List<@Nullable Object> keys = array(Arrays.copyOfRange(cell, Integer.BYTES, split), types.get(0));
        List<@Nullable Object> values = array(Arrays.copyOfRange(cell, split, cell.length), types.get(1));
        if (keys.size() != values.size()) {
            throw new IllegalArgumentException(
                    "binary map: expected as many values as keys, " + keys.size() + ", found " + values.size());
        }
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), values.get(i));
        }
        return map;
    }
}
