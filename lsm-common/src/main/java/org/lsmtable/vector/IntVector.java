package org.lsmtable.vector;

import java.util.Arrays;
import org.lsmtable.types.DataType;

/** 32-bit words: BOOLEAN, TINYINT, SMALLINT, INT, DATE, TIME and the bits of FLOAT ({@link Physical}). */
public final class IntVector extends ColumnVector {
    private int[] values;

    public IntVector(DataType type, int capacity) {
        super(type);
        this.values = new int[capacity];
    }

    /** The values, at least {@link #size()} long. */
    public int[] values() {
        return values;
    }

    /** The value of a row; 0 if it is null. */
    public int get(int row) {
        return values[row];
    }

    @Override
    public void ensureCapacity(int rows) {
        if (values.length < rows) {
            values = Arrays.copyOf(values, grown(values.length, rows));
        }
    }

    /** Appends a value. */
    public void append(int value) {
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
            append(((IntVector) source).values[row]);
        }
    }

    @Override
    public void appendRange(ColumnVector source, int from, int to) {
        ensureCapacity(size + to - from);
        copyNulls(source, from, to);
        System.arraycopy(((IntVector) source).values, from, values, size, to - from);
        size += to - from;
    }

    @Override
    public void appendPicked(ColumnVector source, int[] rows, int from, int to) {
        ensureCapacity(size + to - from);
        copyPickedNulls(source, rows, from, to);
        int[] theirs = ((IntVector) source).values;
        int[] mine = values;
        int shift = size - from;
        for (int i = from; i < to; i++) {
            mine[shift + i] = theirs[rows[i]];
        }
        size += to - from;
    }

    @Override
    public long bytesUsed() {
        return (long) size * Integer.BYTES + (mayHaveNulls() ? size : 0);
    }

    @Override
    public long rangeBytes(int from, int to) {
        return (long) (to - from) * Integer.BYTES + (mayHaveNulls() ? to - from : 0);
    }
}
