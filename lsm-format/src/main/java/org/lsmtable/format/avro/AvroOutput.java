package org.lsmtable.format.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Writes values in Avro's binary encoding to memory. Not thread-safe. */
public final class AvroOutput {
    private byte[] bytes = new byte[4096];
    private int size;

    /** What was written, in the first {@link #size()} bytes; another array once more is written. */
    public byte[] bytes() {
        return bytes;
    }

    /** The number of bytes written. */
    public int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** A number of up to 64 bits. */
    public void writeLong(long value) {
        ensure(10);
        long folded = value << 1 ^ value >> 63;
        while ((folded & ~0x7fL) != 0) {
            bytes[size++] = (byte) (folded & 0x7f | 0x80);
            folded >>>= 7;
        }
        bytes[size++] = (byte) folded;
    }

    /** A length and so many bytes. */
    public void writeBytes(byte[] value) {
        writeBytes(value, 0, value.length);
    }

    /** A length and so many bytes. */
    void writeBytes(byte[] source, int from, int length) {
        writeLong(length);
        ensure(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** Bytes without their length. */
    void writeFixed(byte[] value) {
        ensure(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /** A text. */
    public void writeString(String value) {
        writeBytes(value.getBytes(UTF_8));
    }

    /** One byte. */
    void writeByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    /** The low bytes of a word, lowest first. */
    void writeLittleEndian(long word, int count) {
        ensure(count);
        for (int i = 0; i < count; i++) {
            bytes[size++] = (byte) (word >>> 8 * i);
        }
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length + (bytes.length >> 1)));
        }
    }
}
