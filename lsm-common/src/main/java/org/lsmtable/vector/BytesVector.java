package org.lsmtable.vector;

import java.util.Arrays;
import org.lsmtable.types.DataType;

/** Byte strings one behind the other: text, binary, wide DECIMAL and wide TIMESTAMP ({@link Physical}). */
public final class BytesVector extends ColumnVector {
    private int[] offsets;
    private byte[] bytes;

    public BytesVector(DataType type, int capacity) {
        super(type);
        this.offsets = new int[capacity + 1];
        this.bytes = new byte[Math.max(16, capacity * 8)];
    }

    /** Row {@code i} is {@code bytes[offsets[i] .. offsets[i + 1])}; {@code offsets[0]} is 0. */
    public int[] offsets() {
        return offsets;
    }

    /** The bytes of all rows. */
    public byte[] bytes() {
        return bytes;
    }

    /** The first byte of a row. */
    public int start(int row) {
        return offsets[row];
    }

    /** The number of bytes of a row. */
    public int length(int row) {
        return offsets[row + 1] - offsets[row];
    }

    /** A copy of a row's bytes. */
    public byte[] copyOf(int row) {
        return Arrays.copyOfRange(bytes, offsets[row], offsets[row + 1]);
    }

    @Override
    public void clear() {
        super.clear();
        offsets[0] = 0;
    }

    @Override
    public void ensureCapacity(int rows) {
        if (offsets.length < rows + 1) {
            offsets = Arrays.copyOf(offsets, grown(offsets.length, rows + 1));
        }
    }

    /**
     * Makes room for so many bytes in all.
     *
     * @throws IllegalStateException if one vector cannot hold them (2 GiB)
     */
    public void ensureBytes(long total) {
        if (total > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException("a column vector holds at most 2 GiB, needed " + total + " bytes");
        }
        if (bytes.length < total) {
            bytes = Arrays.copyOf(bytes, grown(bytes.length, (int) total));
        }
    }

    /** Appends a value. */
    public void append(byte[] source, int from, int length) {
        ensureCapacity(size + 1);
        int at = offsets[size];
        ensureBytes((long) at + length);
        System.arraycopy(source, from, bytes, at, length);
        markPresent();
        offsets[++size] = at + length;
    }

    /** Appends a value. */
    public void append(byte[] source) {
        append(source, 0, source.length);
    }

    @Override
    public void appendNulls(int count) {
        ensureCapacity(size + count);
        markNulls(count);
        Arrays.fill(offsets, size + 1, size + count + 1, offsets[size]);
        size += count;
    }

    @Override
    public void appendFrom(ColumnVector source, int row) {
        if (source.isNull(row)) {
            appendNulls(1);
        } else if (source instanceof DictionaryVector d) {
            BytesVector dictionary = d.dictionary();
            int code = d.codes()[row];
            append(dictionary.bytes, dictionary.start(code), dictionary.length(code));
        } else {
            BytesVector b = (BytesVector) source;
            append(b.bytes, b.start(row), b.length(row));
        }
    }

    @Override
    public void appendRange(ColumnVector source, int from, int to) {
        if (source instanceof DictionaryVector) {
            int[] rows = new int[to - from];
            for (int i = from; i < to; i++) {
                rows[i - from] = i;
            }
            appendPicked(source, rows, 0, rows.length);
            return;
        }
        BytesVector b = (BytesVector) source;
        ensureCapacity(size + to - from);
        copyNulls(source, from, to);
        int first = b.offsets[from];
        int length = b.offsets[to] - first;
        int at = offsets[size];
        ensureBytes((long) at + length);
        System.arraycopy(b.bytes, first, bytes, at, length);
        for (int i = from; i < to; i++) {
            offsets[size + 1 + i - from] = at + b.offsets[i + 1] - first;
        }
        size += to - from;
    }

    @Override
    public void appendPicked(ColumnVector source, int[] rows, int from, int to) {
        ensureCapacity(size + to - from);
        copyPickedNulls(source, rows, from, to);
        if (source instanceof DictionaryVector d) {
            int[] codes = d.codes();
            boolean[] absent = d.nulls();
            BytesVector values = d.dictionary();
            for (int i = from; i < to; i++) {
                int row = rows[i];
                if (absent != null && absent[row]) {
                    copyValue(values, 0, 0);
                } else {
                    copyValue(values, values.offsets[codes[row]], values.offsets[codes[row] + 1]);
                }
            }
        } else {
            BytesVector values = (BytesVector) source;
            for (int i = from; i < to; i++) {
                copyValue(values, values.offsets[rows[i]], values.offsets[rows[i] + 1]);
            }
        }
    }

    /** Appends a byte string; there is room for another row, and its null mark is set. */
    private void copyValue(BytesVector source, int start, int end) {
        int at = offsets[size];
        int length = end - start;
        ensureBytes((long) at + length);
        System.arraycopy(source.bytes, start, bytes, at, length);
        offsets[++size] = at + length;
    }

    @Override
    public long bytesUsed() {
        return offsets[size] + (long) size * Integer.BYTES + (mayHaveNulls() ? size : 0);
    }

    @Override
    public long rangeBytes(int from, int to) {
        return offsets[to] - offsets[from] + (long) (to - from) * Integer.BYTES + (mayHaveNulls() ? to - from : 0);
    }
}
