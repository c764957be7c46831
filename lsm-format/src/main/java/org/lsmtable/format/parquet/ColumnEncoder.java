package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/** Cuts the rows of one column into pages, encodes them and hands them on to be compressed. */
final class ColumnEncoder {
    /** Larger buffers, left by values of unusual size, are not kept. */
    private static final int MAX_SPARE_BYTES = 4 << 20;

    private final ParquetColumn column;
    private final int pageRows;
    private final ValueEncoder values;
    private final CompressionQueue compression;
    private final LevelEncoder levels = new LevelEncoder();
    private final List<EncodedPage> pages = new ArrayList<>();
    /** A buffer that a compressed page has left behind. */
    private final AtomicReference<@Nullable PageBuffer> spare = new AtomicReference<>();

    private int copies = 1;

    ColumnEncoder(ParquetColumn column, int pageRows, ValueEncoder values, CompressionQueue compression) {
        this.column = column;
        this.pageRows = pageRows;
        this.values = values;
        this.compression = compression;
    }

    /** Sets for how many columns the pages will be written. */
    void writeCopies(int count) {
        copies = count;
    }

    /**
     * Appends rows.
     *
     * @throws IllegalArgumentException naming the column, if a value that may not be null is
     */
    void append(ColumnVector vector, int from, int to) throws IOException {
        boolean[] nulls = vector.nulls();
        if (nulls != null && !column.isOptional() && LevelEncoder.anyNull(nulls, from, to)) {
            throw new IllegalArgumentException(
                    "column '" + column.name() + "' is " + column.type().asText() + ", found a null");
        }
        int at = from;
        while (at < to) {
            int limit = (int) Math.min(to, (long) at + pageRows - levels.rows());
            int taken = values.append(vector, at, limit);
            levels.append(nulls, at, taken);
            if (taken < limit || levels.rows() == pageRows) {
                closePage();
            }
            at = taken;
        }
    }

    /** About how many bytes wait in the open page and the dictionary. */
    long openBytes() {
        return values.openBytes() * copies;
    }

    /** Closes the row group's pages and begins the next one. The pages may still be waiting for their compression. */
    EncodedChunk finishChunk() throws IOException {
        if (levels.rows() > 0) {
            closePage();
        }
        EncodedPage dictionary = null;
        int size = values.dictionarySize();
        if (size > 0) {
            PageBuffer buffer = new PageBuffer(0);
            values.putDictionary(buffer);
            dictionary = new EncodedPage(size, 0, Encoding.PLAIN_DICTIONARY, Bounds.NONE, buffer);
            compression.submit(dictionary, copies, this::recycle);
        }
        EncodedChunk chunk = new EncodedChunk(pages, dictionary);
        pages.clear();
        values.startChunk();
        return chunk;
    }

    private void closePage() throws IOException {
        Encoding encoding = values.closeValues();
        Bounds bounds = values.takeBounds();
        PageBuffer next = spare.getAndSet(null);
        PageBuffer body = values.exchangePage(next == null ? new PageBuffer(0) : next);
        if (column.isOptional()) {
            levels.prependTo(body);
        }
        EncodedPage page = new EncodedPage(levels.rows(), levels.nullCount(), encoding, bounds, body);
        levels.clear();
        pages.add(page);
        compression.submit(page, copies, this::recycle);
    }

    private void recycle(PageBuffer buffer) {
        if (buffer.capacity() <= MAX_SPARE_BYTES) {
            spare.set(buffer);
        }
    }
}
