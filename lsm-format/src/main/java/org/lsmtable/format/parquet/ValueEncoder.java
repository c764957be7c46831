package org.lsmtable.format.parquet;

import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/**
 * Encodes the values of one column, nulls left out, page by page: plain, or as codes into a dictionary.
 *
 * <p>No other encoding may be used, though all readers claim to know them and DELTA_BINARY_PACKED would save a tenth of the bytes.
 * The readers of Paimon 1.4.2 and 2.0.0 return wrong values, without an error, from delta encoded pages in which they have skipped
 * rows (after a filter), and from DELTA_LENGTH_BYTE_ARRAY pages after their first 1024 values.
 */
abstract class ValueEncoder {
    private final int pageBytes;
    private PageBuffer page = new PageBuffer(0);

    ValueEncoder(int pageBytes) {
        this.pageBytes = pageBytes;
    }

    /** The encoder for a column. */
    static ValueEncoder of(ParquetColumn column, int pageBytes, int dictionaryBytes) {
        return switch (column.physical()) {
            case BOOLEAN -> new BooleanEncoder(pageBytes);
            case INT32, FLOAT -> new IntEncoder(column, pageBytes, dictionaryBytes);
            case INT64, DOUBLE -> new LongEncoder(column, pageBytes, dictionaryBytes);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> new BytesEncoder(column, pageBytes, dictionaryBytes);
        };
    }

    /**
     * Appends rows until the page is full; an empty page takes at least one.
     *
     * @return the row after the last that was taken; less than {@code to} if the page must be closed first
     */
    abstract int append(ColumnVector vector, int from, int to);

    /** Completes the values in the page buffer and says how they are encoded. */
    abstract Encoding closeValues();

    /** The bounds of the open page's values; forgets them. To be called once for each page. */
    abstract Bounds takeBounds();

    /** Begins a chunk. */
    void startChunk() {
        // only dictionaries belong to a chunk
    }

    /** The number of values of the dictionary that pages of the chunk refer to; 0 if none does. */
    int dictionarySize() {
        return 0;
    }

    /** Appends the values of the dictionary. */
    void putDictionary(PageBuffer out) {
        throw new IllegalStateException("the column chunk has no dictionary");
    }

    /** About how many bytes the open page and the dictionary take. */
    long openBytes() {
        return page.length();
    }

    /** About how many bytes the open page's values take; four for a code. */
    long pageLength() {
        return page.length();
    }

    /** Takes values back that were appended last, where {@link #append} has stopped because a dictionary is full. */
    void dropLast(int values) {
        throw new IllegalStateException("the column has no dictionary");
    }

    /**
     * To be called before a page without values is closed if the column is repeated: behind a plain page there will be no codes. The
     * readers of Paimon 1.4.2 and 2.0.0 fail at codes behind plain values where rows have several values.
     */
    void acceptEmptyPage() {
        // without a dictionary all pages are plain
    }

    /** Makes the open page, where {@link #append} has stopped because a dictionary is full, one that takes any value. */
    void turnPlain() {
        throw new IllegalStateException("the column has no dictionary");
    }

    /** Gives the closed page away and goes on with another buffer, which is empty. */
    final PageBuffer exchangePage(PageBuffer next) {
        PageBuffer closed = page;
        page = next;
        return closed;
    }

    /** The buffer of the open page. */
    protected final PageBuffer page() {
        return page;
    }

    /** About how many bytes of values a page holds at most. */
    protected final int pageBytes() {
        return pageBytes;
    }

    /** The row behind the first so many values of a range of rows. */
    protected static int rowAfter(boolean @Nullable [] nulls, int from, int values) {
        if (nulls == null) {
            return from + values;
        }
        int row = from;
        for (int left = values; left > 0; row++) {
            if (!nulls[row]) {
                left--;
            }
        }
        return row;
    }
}
