package org.lsmtable.format.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The bytes of a page being made: values are appended, then levels put in front of them. Grows. */
final class PageBuffer {
    /** Room in front for levels without nulls; pages with nulls may need to move their values. */
    private static final int HEADROOM = 16;

    /** Bytes that may be scribbled on past the end, so that copy loops can work in whole words. */
    static final int SLACK = 8;

    private byte[] bytes;
    private int start = HEADROOM;
    private int end = HEADROOM;

    PageBuffer(int capacity) {
        bytes = new byte[HEADROOM + capacity + SLACK];
    }

    /** The array; changes identity when the buffer grows. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the content begins in the array. */
    int start() {
        return start;
    }

    /** Where the content ends in the array. */
    int end() {
        return end;
    }

    /** The number of bytes. */
    int length() {
        return end - start;
    }

    /** The bytes that the array takes. */
    int capacity() {
        return bytes.length;
    }

    /** Empties the buffer. */
    void clear() {
        start = HEADROOM;
        end = HEADROOM;
    }

    /**
     * Makes room for so many more bytes and returns the array.
     *
     * @throws IllegalStateException if the page would pass 2 GiB
     */
    byte[] reserve(long more) {
        long needed = end + more + SLACK;
        if (needed > bytes.length) {
            if (needed > Integer.MAX_VALUE - 8) {
                throw new IllegalStateException("a page holds at most 2 GiB, needed " + needed + " bytes");
            }
            long grown = Math.max(needed, bytes.length + (bytes.length >> 1));
            bytes = Arrays.copyOf(bytes, (int) Math.min(grown, Integer.MAX_VALUE - 8));
        }
        return bytes;
    }

    /** Sets the end after a loop has written into the reserved room. */
    void endAt(int newEnd) {
        end = newEnd;
    }

    void putByte(int value) {
        reserve(1);
        bytes[end++] = (byte) value;
    }

    void putBytes(byte[] source, int from, int length) {
        reserve(length);
        System.arraycopy(source, from, bytes, end, length);
        end += length;
    }

    /** Appends numbers as 32-bit words. */
    void putInts(int[] source, int from, int count) {
        int length = Math.multiplyExact(count, Integer.BYTES);
        reserve(length);
        ByteBuffer.wrap(bytes, end, length)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .put(source, from, count);
        end += length;
    }

    /** Appends numbers as 64-bit words. */
    void putLongs(long[] source, int from, int count) {
        int length = Math.multiplyExact(count, Long.BYTES);
        reserve(length);
        ByteBuffer.wrap(bytes, end, length)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .put(source, from, count);
        end += length;
    }

    /** Appends a number of seven-bit groups, the lowest first. */
    void putVarInt(int value) {
        reserve(5);
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            bytes[end++] = (byte) (rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        bytes[end++] = (byte) rest;
    }

    /** Puts bytes in front of the content. */
    void prepend(byte[] source, int from, int length) {
        if (start < length) {
            reserve(length);
            System.arraycopy(bytes, start, bytes, start + length, end - start);
            start += length;
            end += length;
        }
        start -= length;
        System.arraycopy(source, from, bytes, start, length);
    }
}
