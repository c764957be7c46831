package org.lsmtable.vector;

import java.util.Arrays;
import org.lsmtable.types.DataType;

/** 64-bit words: BIGINT, the bits of DOUBLE, narrow DECIMAL and TIMESTAMP ({@link Physical}). */
public final class LongVector extends ColumnVector {
    private long[] values;

    public LongVector(DataType type, int capacity) {
        super(type);
        this.values = new long[capacity];
    }

    /** The values, at least {@link #size()} long. */
    public long[] values() {
        return values;
    }

    /** The value of a row; 0 if it is null. */
    public long get(int row) {
        return values[row];
    }

    @Override
    public void ensureCapacity(int rows) {
        if (values.length < rows) {
            values = Arrays.copyOf(values, grown(values.length, rows));
        }
    }

    /** Appends a value. */
    public void append(long value) {
        ensureCapacity(size + 1);
        markPresent();
        values[size++] = value;
    }

    @Override
    public void appendNulls(int count) {
        ensureCapacity(size + count);
        markNulls(count);
        Arrays.fill(values, size, size + count, 0);
        size += count;
    }

    @Override
    public void appendFrom(ColumnVector source, int row) {
        if (source.isNull(row)) {
            appendNulls(1);
        } else {
            append(((LongVector) source).values[row]);
        }
    }

    @Override
    public void appendRange(ColumnVector source, int from, int to) {
        ensureCapacity(size + to - from);
        copyNulls(source, from, to);
        System.arraycopy(((LongVector) source).values, from, values, size, to - from);
        size += to - from;
    }

    @Override
    public void appendPicked(ColumnVector source, int[] rows, int from, int to) {
        ensureCapacity(size + to - from);
        copyPickedNulls(source, rows, from, to);
        long[] theirs = ((LongVector) source).values;
        long[] mine = values;
        int shift = size - from;
        for (int i = from; i < to; i++) {
            mine[shift + i] = theirs[rows[i]];
        }
        size += to - from;
    }

    @Override
    public long bytesUsed() {
        return (long) size * Long.BYTES + (mayHaveNulls() ? size : 0);
    }

    @Override
    public long rangeBytes(int from, int to) {
        return (long) (to - from) * Long.BYTES + (mayHaveNulls() ? to - from : 0);
    }
}
