package org.lsmtable.data;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.lsmtable.types.DataType;

/** Buckets as Hive assigns them: Java-like hash codes of the columns (spec: rows, hive function). */
final class HiveBucketFunction implements BucketFunction {
    private final List<DataType> types;

    HiveBucketFunction(List<DataType> types) {
        this.types = List.copyOf(types);
        for (DataType type : types) {
            switch (type.root()) {
                case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> {}
                case CHAR, VARCHAR, BINARY, VARBINARY, DATE, TIME -> {}
                default ->
                    throw new IllegalArgumentException(
                            "bucket function hive: bucket key columns of type " + type.asText() + " are not possible");
            }
        }
    }

    @Override
    public int bucket(BinaryRow bucketKey, int buckets) {
        int hash = 0;
        for (int i = 0; i < types.size(); i++) {
            hash = 31 * hash + (bucketKey.isNull(i) ? 0 : hash(bucketKey, i, types.get(i)));
        }
        return (hash & Integer.MAX_VALUE) % buckets;
    }

    private static int hash(BinaryRow key, int field, DataType type) {
        return switch (type.root()) {
            case TINYINT -> (byte) key.getInt(field);
            case SMALLINT -> (short) key.getInt(field);
            case BIGINT -> Long.hashCode(key.getLong(field));
            case FLOAT -> {
                float value = Float.intBitsToFloat(key.getInt(field));
                yield value == 0 ? 0 : Float.floatToIntBits(value);
            }
            case DOUBLE -> {
                double value = Double.longBitsToDouble(key.getLong(field));
                yield value == 0 ? 0 : Long.hashCode(Double.doubleToLongBits(value));
            }
            case DECIMAL -> hash((BigDecimal) Objects.requireNonNull(key.get(field, type)));
            case CHAR, VARCHAR, BINARY, VARBINARY -> hash(key.bytes(), key.dataStart(field), key.dataLength(field));
            default -> key.getInt(field); // BOOLEAN, INT, DATE, TIME
        };
    }

    private static int hash(byte[] bytes, int start, int length) {
        int hash = 0;
        for (int i = start; i < start + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** Without trailing zeros behind the point, but never of negative scale; zero has scale 0. */
    private static int hash(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return (stripped.scale() < 0 ? stripped.setScale(0) : stripped).hashCode();
    }
}
