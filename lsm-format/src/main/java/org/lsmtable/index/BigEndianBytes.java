package org.lsmtable.index;

import java.util.Arrays;

/** Bytes in memory that grow, with numbers in them that begin with their highest byte. Not thread-safe. */
final class BigEndianBytes {
    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    void u8(int value) {
        number(value, Byte.BYTES);
    }

    void i32(int value) {
        number(value, Integer.BYTES);
    }

    /** The lowest bytes of a number. */
    void number(long value, int count) {
        grow(count);
        for (int i = 0; i < count; i++) {
            bytes[size + i] = (byte) (value >>> Byte.SIZE * (count - 1 - i));
        }
        size += count;
    }

    void bytes(byte[] source, int from, int to) {
        grow(to - from);
        System.arraycopy(source, from, bytes, size, to - from);
        size += to - from;
    }

    void bytes(BigEndianBytes other) {
        bytes(other.bytes, 0, other.size);
    }

    private void grow(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.length)));
        }
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
