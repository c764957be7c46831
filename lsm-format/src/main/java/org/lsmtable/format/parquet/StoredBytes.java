package org.lsmtable.format.parquet;

import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.Physical;

/** How byte strings of vectors become byte strings of files, and back where statistics need it. */
enum StoredBytes {
    /** Text and binary: as they are. */
    SAME,
    /** Wide DECIMAL: as many of the last bytes as the precision needs. */
    DECIMAL,
    /** Wide TIMESTAMP: INT96, nanoseconds of the day and Julian day, both counted from the epoch towards the value. */
    INT96;

    private static final int JULIAN_EPOCH_DAY = 2_440_588;
    private static final long MILLIS_PER_DAY = 86_400_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The form of a column's values. */
    static StoredBytes of(ParquetColumn column) {
        return switch (column.physical()) {
            case FIXED_LEN_BYTE_ARRAY -> DECIMAL;
            case INT96 -> INT96;
            default -> SAME;
        };
    }

    /**
     * The values of some rows in the form of the file, without the nulls.
     *
     * @param valueBytes the bytes of a stored value
     */
    BytesVector convert(BytesVector source, boolean @Nullable [] nulls, int from, int to, int valueBytes) {
        BytesVector stored = new BytesVector(source.type(), to - from);
        byte[] value = new byte[valueBytes];
        for (int row = from; row < to; row++) {
            if (nulls == null || !nulls[row]) {
                store(source.bytes(), source.start(row), source.length(row), value);
                stored.append(value);
            }
        }
        return stored;
    }

    private void store(byte[] bytes, int at, int length, byte[] target) {
        int expected = this == DECIMAL ? Physical.WIDE_DECIMAL_BYTES : Physical.WIDE_TIMESTAMP_BYTES;
        if (length != expected) {
            throw new IllegalArgumentException("expected a value of " + expected + " bytes, found " + length);
        }
        if (this == DECIMAL) {
            System.arraycopy(bytes, at + length - target.length, target, 0, target.length);
        } else {
            long millis = Words.getBigEndianLong(bytes, at);
            long nanos = Words.getBigEndianInt(bytes, at + Long.BYTES);
            // division towards zero: a time before 1970 lies on the day after, minus some nanoseconds
            Words.putLong(target, 0, millis % MILLIS_PER_DAY * NANOS_PER_MILLI + nanos);
            Words.putInt(target, Long.BYTES, (int) (millis / MILLIS_PER_DAY) + JULIAN_EPOCH_DAY);
        }
    }

    /** A stored decimal with its sign extended to the bytes of a vector. */
    static byte[] widenDecimal(byte[] stored) {
        byte[] wide = new byte[Physical.WIDE_DECIMAL_BYTES];
        int front = wide.length - stored.length;
        java.util.Arrays.fill(wide, 0, front, (byte) (stored[0] >> 7));
        System.arraycopy(stored, 0, wide, front, stored.length);
        return wide;
    }
}
