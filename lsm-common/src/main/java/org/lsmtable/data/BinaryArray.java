package org.lsmtable.data;

import org.lsmtable.types.DataType;

/** A binary array (spec: rows, binary array), as it lies in a row or in another array. */
final class BinaryArray extends BinarySlots {
    private final int count;
    private final int width;

    /**
     * An array on its bytes.
     *
     * @throws IllegalArgumentException if the count of elements does not fit the bytes
     */
    BinaryArray(byte[] bytes, DataType element) {
        super(bytes);
        this.width = width(element);
        this.count = bytes.length < Integer.BYTES ? -1 : (int) INT.get(bytes, 0);
        if (count < 0 || headerBytes(count) + (long) width * count > bytes.length) {
            throw new IllegalArgumentException(
                    "binary array of " + count + " elements: does not fit " + bytes.length + " bytes");
        }
    }

    /** The bytes that an element takes in the fixed part. */
    static int width(DataType element) {
        return switch (element.root()) {
            case BOOLEAN, TINYINT -> Byte.BYTES;
            case SMALLINT -> Short.BYTES;
            case INT, DATE, TIME, FLOAT -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }

    /** The bytes of count and null bits. */
    static int headerBytes(int count) {
        return (int) (Integer.BYTES + Integer.BYTES * ((count + 31L) / 32));
    }

    /** The bytes in front of the cells. */
    static int fixedBytes(int count, int width) {
        long fixed = (headerBytes(count) + (long) width * count + 7) & ~7L;
        if (fixed > Integer.MAX_VALUE - 64) {
            throw new IllegalArgumentException("a binary array holds at most 2 GiB, needed " + fixed + " bytes");
        }
        return (int) fixed;
    }

    int count() {
        return count;
    }

    @Override
    public boolean isNull(int position) {
        return (bytes[Integer.BYTES + (position >>> 3)] & 1 << (position & 7)) != 0;
    }

    @Override
    int slot(int position) {
        return headerBytes(count) + width * position;
    }

    @Override
    int cellsStart() {
        return headerBytes(count) + width * count;
    }

    @Override
    public int getInt(int position) {
        int slot = slot(position);
        return switch (width) {
            case Byte.BYTES -> bytes[slot];
            case Short.BYTES -> bytes[slot] & 0xff | bytes[slot + 1] << 8;
            default -> (int) INT.get(bytes, slot);
        };
    }
}
