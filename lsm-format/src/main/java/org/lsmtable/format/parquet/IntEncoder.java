package org.lsmtable.format.parquet;

import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Encodes INT32 and FLOAT; also the short DECIMALs, which vectors hold in 64 bits. */
final class IntEncoder extends WordEncoder {
    private final boolean floating;
    private int[] dense = new int[0];
    private boolean empty = true;
    private boolean hasNan;
    private int min;
    private int max;

    IntEncoder(ParquetColumn column, int pageBytes, int dictionaryBytes) {
        super(Integer.BYTES, pageBytes, dictionaryBytes);
        this.floating = column.physical() == Type.FLOAT;
    }

    @Override
    int append(ColumnVector vector, int from, int to) {
        int end = (int) Math.min(to, (long) from + room());
        boolean[] nulls = vector.nulls();
        if (vector instanceof IntVector ints && nulls == null) {
            return from + appendValues(ints.values(), from, end - from);
        }
        if (dense.length < end - from) {
            dense = new int[end - from];
        }
        int count = vector instanceof IntVector ints
                ? gather(ints.values(), nulls, from, end)
                : narrow(((LongVector) vector).values(), nulls, from, end);
        int taken = appendValues(dense, 0, count);
        return taken == count ? end : rowAfter(nulls, from, taken);
    }

    private int gather(int[] source, boolean @Nullable [] nulls, int from, int to) {
        int count = 0;
        for (int row = from; row < to; row++) {
            dense[count] = source[row];
            count += nulls != null && nulls[row] ? 0 : 1;
        }
        return count;
    }

    private int narrow(long[] source, boolean @Nullable [] nulls, int from, int to) {
        int count = 0;
        for (int row = from; row < to; row++) {
            dense[count] = (int) source[row];
            count += nulls != null && nulls[row] ? 0 : 1;
        }
        return count;
    }

    /** Appends values that fit the page by their number; fewer only if the dictionary has become full. */
    private int appendValues(int[] source, int from, int count) {
        int taken = isCoding() ? appendCodes(source, from, count) : 0;
        if (!isCoding()) {
            page().putInts(source, from, count);
            taken = count;
        }
        if (floating) {
            includeFloats(source, from, from + taken);
        } else {
            include(source, from, from + taken);
        }
        return taken;
    }

    private int appendCodes(int[] source, int from, int count) {
        ensureCodes(count);
        int code = -1;
        for (int i = from; i < from + count; i++) {
            if (code < 0 || source[i] != source[i - 1]) {
                code = dictionary.codeOf(source[i]);
                if (code < 0) {
                    dictionaryIsFull();
                    return i - from;
                }
            }
            codes[codeCount++] = code;
        }
        return count;
    }

    @Override
    protected void putCodedValues() {
        PageBuffer page = page();
        byte[] bytes = page.reserve(plainLengthOfCodes());
        long[] values = dictionary.values();
        int end = page.end();
        for (int i = 0; i < codeCount; i++, end += Integer.BYTES) {
            Words.putInt(bytes, end, (int) values[codes[i]]);
        }
        page.endAt(end);
    }

    @Override
    void putDictionary(PageBuffer out) {
        for (int code = 0; code < dictionary.size(); code++) {
            Words.putInt(out.reserve(Integer.BYTES), out.end(), (int) dictionary.values()[code]);
            out.endAt(out.end() + Integer.BYTES);
        }
    }

    private void include(int[] source, int from, int to) {
        if (from == to) {
            return;
        }
        int least = empty ? source[from] : min;
        int greatest = empty ? least : max;
        for (int i = from; i < to; i++) {
            least = Math.min(least, source[i]);
            greatest = Math.max(greatest, source[i]);
        }
        empty = false;
        min = least;
        max = greatest;
    }

    private void includeFloats(int[] source, int from, int to) {
        int infinity = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
        int least = empty ? Integer.MAX_VALUE : min;
        int greatest = empty ? Integer.MIN_VALUE : max;
        boolean nan = false;
        for (int i = from; i < to; i++) {
            if ((source[i] & Integer.MAX_VALUE) > infinity) {
                nan = true;
            } else {
                int sortable = Words.floatToSortable(source[i]);
                least = Math.min(least, sortable);
                greatest = Math.max(greatest, sortable);
            }
        }
        hasNan |= nan;
        empty = least > greatest;
        min = least;
        max = greatest;
    }

    @Override
    Bounds takeBounds() {
        Bounds bounds = empty ? new Bounds(null, null, hasNan) : new Bounds(stored(min), stored(max), hasNan);
        empty = true;
        hasNan = false;
        return bounds;
    }

    private byte[] stored(int value) {
        byte[] bytes = new byte[Integer.BYTES];
        Words.putInt(bytes, 0, floating ? Words.floatToSortable(value) : value);
        return bytes;
    }
}
