package org.lsmtable.vector;

import java.util.Arrays;

/**
 * Byte strings as numbers into a dictionary of distinct values. The dictionary is shared between vectors and never
 * changes once shared, so its identity may key a cache.
 */
public final class DictionaryVector extends ColumnVector {
    private final BytesVector dictionary;
    private int[] codes;

    /** An empty vector on a dictionary, which has no nulls and is not changed from here on. */
    public DictionaryVector(BytesVector dictionary, int capacity) {
        super(dictionary.type());
        this.dictionary = dictionary;
        this.codes = new int[capacity];
    }

    /** The distinct values. */
    public BytesVector dictionary() {
        return dictionary;
    }

    /** Row {@code i} has the value {@code dictionary[codes[i]]}; 0 if it is null. */
    public int[] codes() {
        return codes;
    }

    @Override
    public void ensureCapacity(int rows) {
        if (codes.length < rows) {
            codes = Arrays.copyOf(codes, grown(codes.length, rows));
        }
    }

    /** Appends a row by its dictionary number. */
    public void appendCode(int code) {
        ensureCapacity(size + 1);
        markPresent();
        codes[size++] = code;
    }

    @Override
    public void appendNulls(int count) {
        ensureCapacity(size + count);
        markNulls(count);
        Arrays.fill(codes, size, size + count, 0);
        size += count;
    }

    /** Appends a row of a vector on the same dictionary. */
    @Override
    public void appendFrom(ColumnVector source, int row) {
        if (source.isNull(row)) {
            appendNulls(1);
        } else {
            appendCode(sameDictionary(source).codes[row]);
        }
    }

    /** Appends rows of a vector on the same dictionary. */
    @Override
    public void appendRange(ColumnVector source, int from, int to) {
        DictionaryVector other = sameDictionary(source);
        ensureCapacity(size + to - from);
        copyNulls(source, from, to);
        System.arraycopy(other.codes, from, codes, size, to - from);
        size += to - from;
    }

    /** Appends rows of a vector on the same dictionary. */
    @Override
    public void appendPicked(ColumnVector source, int[] rows, int from, int to) {
        int[] theirs = sameDictionary(source).codes;
        ensureCapacity(size + to - from);
        copyPickedNulls(source, rows, from, to);
        for (int i = from; i < to; i++) {
            codes[size + i - from] = theirs[rows[i]];
        }
        size += to - from;
    }

    /** The bytes that the rows would take without a dictionary. */
    public long decodedBytes() {
        long bytes = bytesUsed();
        for (int i = 0; i < size; i++) {
            if (!isNull(i)) {
                bytes += dictionary.length(codes[i]);
            }
        }
        return bytes;
    }

    /** The same rows without a dictionary. */
    public BytesVector decode() {
        BytesVector plain = new BytesVector(type(), size);
        plain.appendRange(this, 0, size);
        return plain;
    }

    private DictionaryVector sameDictionary(ColumnVector source) {
        DictionaryVector other = (DictionaryVector) source;
        if (other.dictionary != dictionary) {
            throw new IllegalArgumentException("the vectors have different dictionaries");
        }
        return other;
    }

    @Override
    public long bytesUsed() {
        return (long) size * Integer.BYTES + (mayHaveNulls() ? size : 0);
    }

    @Override
    public long rangeBytes(int from, int to) {
        long sum = (long) (to - from) * Integer.BYTES + (mayHaveNulls() ? to - from : 0);
        for (int i = from; i < to; i++) {
            sum += isNull(i) ? 0 : dictionary.length(codes[i]);
        }
        return sum;
    }
}
