package org.lsmtable.data;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;

/**
 * The order of keys held as binary rows: column by column, as {@link Values} orders them (spec: rows, comparison order).
 * Primary keys are never null; in other rows a null comes before every value. Works on the bytes, makes no objects.
 */
public final class KeyComparator implements Comparator<BinaryRow> {
    private final List<DataType> types;
    private final Order[] orders;

    /** How two fields compare. */
    private enum Order {
        BOOLEAN,
        TINYINT,
        SMALLINT,
        INT,
        FLOAT,
        LONG,
        DOUBLE,
        DATA,
        WIDE_DECIMAL,
        WIDE_TIMESTAMP
    }

    /**
     * A comparator for keys of these column types, in key order.
     *
     * @throws IllegalArgumentException if a type has no order here (nested types, VARIANT, BLOB)
     */
    public KeyComparator(List<DataType> types) {
        this.types = List.copyOf(types);
        this.orders = this.types.stream().map(KeyComparator::order).toArray(Order[]::new);
    }

    /** The column types, in key order. */
    public List<DataType> types() {
        return types;
    }

    private static Order order(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> Order.BOOLEAN;
            case TINYINT -> Order.TINYINT;
            case SMALLINT -> Order.SMALLINT;
            case INT, DATE, TIME -> Order.INT;
            case FLOAT -> Order.FLOAT;
            case BIGINT -> Order.LONG;
            case DOUBLE -> Order.DOUBLE;
            case DECIMAL -> ((DecimalType) type).isCompact() ? Order.LONG : Order.WIDE_DECIMAL;
            case TIMESTAMP, TIMESTAMP_LTZ -> ((TemporalType) type).isMillis() ? Order.LONG : Order.WIDE_TIMESTAMP;
            case CHAR, VARCHAR, BINARY, VARBINARY -> Order.DATA;
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR ->
                throw new IllegalArgumentException("keys of type " + type.asText() + " cannot be compared");
        };
    }

    @Override
    public int compare(BinaryRow left, BinaryRow right) {
        for (int i = 0; i < orders.length; i++) {
            int sign = compareField(left, right, i);
            if (sign != 0) {
                return sign;
            }
        }
        return 0;
    }

    private int compareField(BinaryRow left, BinaryRow right, int i) {
        boolean leftNull = left.isNull(i);
        boolean rightNull = right.isNull(i);
        if (leftNull || rightNull) {
            return Boolean.compare(rightNull, leftNull);
        }
        return switch (orders[i]) {
            case BOOLEAN -> Integer.compare(left.getInt(i) & 0xff, right.getInt(i) & 0xff);
            case TINYINT -> Byte.compare((byte) left.getInt(i), (byte) right.getInt(i));
            case SMALLINT -> Short.compare((short) left.getInt(i), (short) right.getInt(i));
            case INT -> Integer.compare(left.getInt(i), right.getInt(i));
            case FLOAT -> Float.compare(Float.intBitsToFloat(left.getInt(i)), Float.intBitsToFloat(right.getInt(i)));
            case LONG -> Long.compare(left.getLong(i), right.getLong(i));
            case DOUBLE ->
                Double.compare(Double.longBitsToDouble(left.getLong(i)), Double.longBitsToDouble(right.getLong(i)));
            case DATA -> compareData(left, right, i);
            case WIDE_DECIMAL -> compareDecimals(left, right, i);
            case WIDE_TIMESTAMP -> {
                int sign = Long.compare(left.cellLong(i), right.cellLong(i));
                yield sign != 0 ? sign : Integer.compare(left.getInt(i), right.getInt(i));
            }
        };
    }

    private static int compareData(BinaryRow left, BinaryRow right, int i) {
        int leftStart = left.dataStart(i);
        int rightStart = right.dataStart(i);
        return Arrays.compareUnsigned(
                left.bytes(),
                leftStart,
                leftStart + left.dataLength(i),
                right.bytes(),
                rightStart,
                rightStart + right.dataLength(i));
    }

    /** Minimal two's complement: of equal signs the longer one is the further from zero. */
    private static int compareDecimals(BinaryRow left, BinaryRow right, int i) {
        int leftLength = left.wideDecimalLength(i);
        int rightLength = right.wideDecimalLength(i);
        int leftStart = left.cellOffset(i);
        int rightStart = right.cellOffset(i);
        boolean leftNegative = left.bytes()[leftStart] < 0;
        if (leftNegative != right.bytes()[rightStart] < 0) {
            return leftNegative ? -1 : 1;
        }
        if (leftLength != rightLength) {
            return leftNegative == leftLength > rightLength ? -1 : 1;
        }
        return Arrays.compareUnsigned(
                left.bytes(), leftStart, leftStart + leftLength, right.bytes(), rightStart, rightStart + rightLength);
    }
}
