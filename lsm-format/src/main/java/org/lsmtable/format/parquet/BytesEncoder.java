package org.lsmtable.format.parquet;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** Encodes BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY and INT96. Codes of dictionary vectors are translated, not hashed again. */
final class BytesEncoder extends DictionaryEncoder {
    /** So many source dictionaries of a chunk are remembered; a merge of more runs than that hashes some values again. */
    private static final int MAX_SOURCES = 32;

    private final int prefixBytes;
    private final int fixedBytes;
    private final StoredBytes form;
    private final BytesBounds bounds;
    private final BytesDictionary dictionary;
    private final Map<BytesVector, Source> sources = new IdentityHashMap<>();
    /** By code, the number of the last page that holds it: each value of a page is offered to the bounds once. */
    private int[] lastPage = new int[0];

    private int pageNumber = 1;

    /** A dictionary that vectors refer to: its values as stored, and by their number the code here plus one, or 0. */
    private record Source(BytesVector values, int[] codes) {}

    BytesEncoder(ParquetColumn column, int pageBytes, int dictionaryBytes) {
        super(pageBytes, dictionaryBytes > 0);
        this.fixedBytes = Math.max(0, column.valueBytes());
        this.prefixBytes = fixedBytes > 0 ? 0 : Integer.BYTES;
        this.form = StoredBytes.of(column);
        this.bounds = new BytesBounds(column.order());
        this.dictionary = new BytesDictionary(dictionaryBytes, prefixBytes);
    }

    @Override
    int append(ColumnVector vector, int from, int to) {
        boolean[] nulls = vector.nulls();
        if (vector instanceof DictionaryVector coded) {
            Source source = sourceOf(coded.dictionary());
            int end = isCoding() ? translate(coded.codes(), nulls, source, from, to) : from;
            return isCoding() ? end : putDecoded(coded.codes(), nulls, source.values, from, to);
        }
        BytesVector values = (BytesVector) vector;
        if (form == StoredBytes.SAME) {
            return appendStored(values, nulls, from, to);
        }
        BytesVector stored = form.convert(values, nulls, from, to, fixedBytes);
        int taken = appendStored(stored, null, 0, stored.size());
        return taken == stored.size() ? to : rowAfter(nulls, from, taken);
    }

    private int appendStored(BytesVector values, boolean @Nullable [] nulls, int from, int to) {
        int end = isCoding() ? code(values, nulls, from, to) : from;
        return isCoding() ? end : putPlain(values, nulls, from, to);
    }

    // ---- codes

    private int code(BytesVector values, boolean @Nullable [] nulls, int from, int to) {
        int end = (int) Math.min(to, (long) from + roomForCodes());
        ensureCodes(end - from);
        byte[] bytes = values.bytes();
        int[] offsets = values.offsets();
        for (int row = from; row < end; row++) {
            if (nulls != null && nulls[row]) {
                continue;
            }
            int code = dictionary.codeOf(bytes, offsets[row], offsets[row + 1] - offsets[row]);
            if (code < 0) {
                dictionaryIsFull();
                return row;
            }
            putCode(code);
        }
        return end;
    }

    private int translate(int[] numbers, boolean @Nullable [] nulls, Source source, int from, int to) {
        int end = (int) Math.min(to, (long) from + roomForCodes());
        ensureCodes(end - from);
        int[] known = source.codes;
        for (int row = from; row < end; row++) {
            if (nulls != null && nulls[row]) {
                continue;
            }
            int number = numbers[row];
            int code = known[number] - 1;
            if (code < 0) {
                BytesVector values = source.values;
                code = dictionary.codeOf(values.bytes(), values.start(number), values.length(number));
                if (code < 0) {
                    dictionaryIsFull();
                    return row;
                }
                known[number] = code + 1;
            }
            putCode(code);
        }
        return end;
    }

    private void putCode(int code) {
        if (code >= lastPage.length) {
            lastPage = Arrays.copyOf(lastPage, Math.max(256, 2 * code));
        }
        if (lastPage[code] != pageNumber) {
            lastPage[code] = pageNumber;
            bounds.offer(dictionary.bytes(), dictionary.start(code), dictionary.length(code));
        }
        codes[codeCount++] = code;
    }

    private Source sourceOf(BytesVector sourceDictionary) {
        Source source = sources.get(sourceDictionary);
        if (source == null) {
            if (sources.size() == MAX_SOURCES) {
                sources.clear();
            }
            int size = sourceDictionary.size();
            BytesVector values = form == StoredBytes.SAME
                    ? sourceDictionary
                    : form.convert(sourceDictionary, null, 0, size, fixedBytes);
            source = new Source(values, new int[size]);
            sources.put(sourceDictionary, source);
        }
        return source;
    }

    // ---- plain

    private int putPlain(BytesVector values, boolean @Nullable [] nulls, int from, int to) {
        int[] offsets = values.offsets();
        byte[] bytes = values.bytes();
        int end = fitting(offsets, from, to);
        PageBuffer page = page();
        byte[] target = page.reserve((long) offsets[end] - offsets[from] + (long) prefixBytes * (end - from));
        int at = page.end();
        for (int row = from; row < end; row++) {
            if (nulls == null || !nulls[row]) {
                at = putValue(bytes, offsets[row], offsets[row + 1] - offsets[row], target, at);
            }
        }
        page.endAt(at);
        return end;
    }

    /** The last row of a range, nulls counted as empty, up to which the values fit the page. */
    private int fitting(int[] offsets, int from, int to) {
        long free = (long) pageBytes() - page().length();
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if ((long) offsets[middle] - offsets[from] + (long) prefixBytes * (middle - from) <= free) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low == from && page().length() == 0 ? Math.min(to, from + 1) : low;
    }

    private int putDecoded(int[] numbers, boolean @Nullable [] nulls, BytesVector values, int from, int to) {
        PageBuffer page = page();
        int[] offsets = values.offsets();
        byte[] bytes = values.bytes();
        int limit = pageBytes();
        for (int row = from; row < to; row++) {
            if (nulls != null && nulls[row]) {
                continue;
            }
            int start = offsets[numbers[row]];
            int length = offsets[numbers[row] + 1] - start;
            int used = page.length();
            if (used > 0 && (long) used + prefixBytes + length > limit) {
                return row;
            }
            byte[] target = page.reserve((long) prefixBytes + length);
            page.endAt(putValue(bytes, start, length, target, page.end()));
        }
        return to;
    }

    private int putValue(byte[] bytes, int start, int length, byte[] target, int at) {
        int valueAt = at;
        if (prefixBytes > 0) {
            Words.putInt(target, at, length);
            valueAt += prefixBytes;
        }
        copy(bytes, start, length, target, valueAt);
        bounds.offer(target, valueAt, length);
        return valueAt + length;
    }

    /** Copies word by word, a little past the end of short values, where both arrays have room for that. */
    private static void copy(byte[] source, int from, int length, byte[] target, int at) {
        if (length > 64 || from + length + Long.BYTES > source.length) {
            System.arraycopy(source, from, target, at, length);
            return;
        }
        for (int i = 0; i < length; i += Long.BYTES) {
            Words.putLong(target, at + i, Words.getLong(source, from + i));
        }
    }

    // ---- the chunk's dictionary

    @Override
    protected void putCodedValues() {
        PageBuffer page = page();
        byte[] target = page.reserve(plainLengthOfCodes());
        int at = page.end();
        byte[] bytes = dictionary.bytes();
        for (int i = 0; i < codeCount; i++) {
            at = putValue(bytes, dictionary.start(codes[i]), dictionary.length(codes[i]), target, at);
        }
        page.endAt(at);
    }

    @Override
    protected long plainLengthOfCodes() {
        long length = (long) prefixBytes * codeCount;
        for (int i = 0; i < codeCount; i++) {
            length += dictionary.length(codes[i]);
        }
        return length;
    }

    @Override
    protected int distinctValues() {
        return dictionary.size();
    }

    @Override
    protected long dictionaryLength() {
        return dictionary.page().length();
    }

    @Override
    protected void clearDictionary() {
        dictionary.clear();
        sources.clear();
        Arrays.fill(lastPage, 0);
    }

    @Override
    void putDictionary(PageBuffer out) {
        PageBuffer page = dictionary.page();
        out.putBytes(page.bytes(), page.start(), page.length());
    }

    @Override
    Bounds takeBounds() {
        pageNumber++;
        return bounds.take();
    }
}
