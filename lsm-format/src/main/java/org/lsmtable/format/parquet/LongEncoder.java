package org.lsmtable.format.parquet;

import org.apache.parquet.format.Type;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.LongVector;

/** Encodes INT64 and DOUBLE. */
final class LongEncoder extends WordEncoder {
    private final boolean floating;
    private long[] dense = new long[0];
    private boolean empty = true;
    private boolean hasNan;
    private long min;
    private long max;

    LongEncoder(ParquetColumn column, int pageBytes, int dictionaryBytes) {
        super(Long.BYTES, pageBytes, dictionaryBytes);
        this.floating = column.physical() == Type.DOUBLE;
    }

    @Override
    int append(ColumnVector vector, int from, int to) {
        long[] source = ((LongVector) vector).values();
        int end = (int) Math.min(to, (long) from + room());
        boolean[] nulls = vector.nulls();
        if (nulls == null) {
            return from + appendValues(source, from, end - from);
        }
        if (dense.length < end - from) {
            dense = new long[end - from];
        }
        int count = 0;
        for (int row = from; row < end; row++) {
            dense[count] = source[row];
            count += nulls[row] ? 0 : 1;
        }
        int taken = appendValues(dense, 0, count);
        return taken == count ? end : rowAfter(nulls, from, taken);
    }

    /** Appends values that fit the page by their number; fewer only if the dictionary has become full. */
    private int appendValues(long[] source, int from, int count) {
        int taken = isCoding() ? appendCodes(source, from, count) : 0;
        if (!isCoding()) {
            page().putLongs(source, from, count);
            taken = count;
        }
        if (floating) {
            includeDoubles(source, from, from + taken);
        } else {
            include(source, from, from + taken);
        }
        return taken;
    }

    private int appendCodes(long[] source, int from, int count) {
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
        for (int i = 0; i < codeCount; i++, end += Long.BYTES) {
            Words.putLong(bytes, end, values[codes[i]]);
        }
        page.endAt(end);
    }

    @Override
    void putDictionary(PageBuffer out) {
        out.putLongs(dictionary.values(), 0, dictionary.size());
    }

    private void include(long[] source, int from, int to) {
        if (from == to) {
            return;
        }
        long least = empty ? source[from] : min;
        long greatest = empty ? least : max;
        for (int i = from; i < to; i++) {
            least = Math.min(least, source[i]);
            greatest = Math.max(greatest, source[i]);
        }
        empty = false;
        min = least;
        max = greatest;
    }

    private void includeDoubles(long[] source, int from, int to) {
        long infinity = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
        long least = empty ? Long.MAX_VALUE : min;
        long greatest = empty ? Long.MIN_VALUE : max;
        boolean nan = false;
        for (int i = from; i < to; i++) {
            if ((source[i] & Long.MAX_VALUE) > infinity) {
                nan = true;
            } else {
                long sortable = Words.doubleToSortable(source[i]);
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

    private byte[] stored(long value) {
        byte[] bytes = new byte[Long.BYTES];
        Words.putLong(bytes, 0, floating ? Words.doubleToSortable(value) : value);
        return bytes;
    }
}
