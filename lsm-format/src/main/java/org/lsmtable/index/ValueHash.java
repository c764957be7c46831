package org.lsmtable.index;

import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * The 64-bit hashes of values that bloom filters are made of (spec: indexes, file index kind bloom-filter): of byte strings xxHash64, of
 * all others a mix of the bits, the same for whole numbers of every width. Immutable.
 */
final class ValueHash {
    private static final XXHash64 XX_HASH = XXHashFactory.safeInstance().hash64();
    private static final int MICROS_PER_MILLI = 1000;

    private final DataType type;

    private ValueHash(DataType type) {
        this.type = type;
    }

    /** Whether values of a type can be hashed. */
    static boolean isSupported(DataType type) {
        return switch (type.root()) {
            case CHAR, VARCHAR, BINARY, VARBINARY, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE -> true;
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> true;
            case BOOLEAN, DECIMAL, ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }

    /**
     * The hash of a type.
     *
     * @throws IllegalArgumentException naming the type, if it has none
     */
    static ValueHash of(DataType type) {
        if (!isSupported(type)) {
            throw new IllegalArgumentException("values of type " + type.asText() + " cannot be in a bloom filter");
        }
        return new ValueHash(type);
    }

    /** The hashes of the first rows of a vector without a dictionary; undefined where a row is null. */
    void hash(ColumnVector vector, int rows, long[] hashes) {
        if (vector instanceof IntVector ints) {
            hashInts(ints.values(), rows, hashes);
        } else if (vector instanceof LongVector longs) {
            hashLongs(longs.values(), rows, hashes);
        } else if (type instanceof TemporalType) {
            hashWideTimestamps((BytesVector) vector, rows, hashes);
        } else {
            hashBytes((BytesVector) vector, rows, hashes);
        }
    }

    private void hashInts(int[] values, int rows, long[] hashes) {
        boolean isFloat = type.root() == TypeRoot.FLOAT;
        for (int i = 0; i < rows; i++) {
            int value = values[i];
            hashes[i] = mix(isFloat ? Float.floatToIntBits(Float.intBitsToFloat(value)) : value);
        }
    }

    private void hashLongs(long[] values, int rows, long[] hashes) {
        boolean isDouble = type.root() == TypeRoot.DOUBLE;
        for (int i = 0; i < rows; i++) {
            long value = values[i];
            hashes[i] = mix(isDouble ? Double.doubleToLongBits(Double.longBitsToDouble(value)) : value);
        }
    }

    /** Of the nanoseconds only whole microseconds count. */
    private static void hashWideTimestamps(BytesVector vector, int rows, long[] hashes) {
        for (int i = 0; i < rows; i++) {
            hashes[i] = vector.length(i) == Physical.WIDE_TIMESTAMP_BYTES ? mix(micros(vector, i)) : 0;
        }
    }

    /** The microseconds since the epoch of a timestamp in twelve bytes. */
    static long micros(BytesVector vector, int row) {
        java.nio.ByteBuffer wide =
                java.nio.ByteBuffer.wrap(vector.bytes(), vector.start(row), Physical.WIDE_TIMESTAMP_BYTES);
        return wide.getLong() * MICROS_PER_MILLI + wide.getInt() / MICROS_PER_MILLI;
    }

    private static void hashBytes(BytesVector vector, int rows, long[] hashes) {
        byte[] bytes = vector.bytes();
        int[] offsets = vector.offsets();
        for (int i = 0; i < rows; i++) {
            hashes[i] = XX_HASH.hash(bytes, offsets[i], offsets[i + 1] - offsets[i], 0);
        }
    }

    private static long mix(long value) {
        long k = ~value + (value << 21);
        k ^= k >> 24;
        k = k + (k << 3) + (k << 8);
        k ^= k >> 14;
        k = k + (k << 2) + (k << 4);
        k ^= k >> 28;
        return k + (k << 31);
    }
}
