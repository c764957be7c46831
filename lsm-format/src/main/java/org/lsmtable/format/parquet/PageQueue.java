package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/** The closed pages of one leaf's open chunk, on their way through compression, and the buffers that come back from there. */
final class PageQueue {
    /** Larger buffers, left by values of unusual size, are not kept. */
    private static final int MAX_SPARE_BYTES = 4 << 20;

    private final ValueEncoder values;
    private final CompressionQueue compression;
    private final List<EncodedPage> pages = new ArrayList<>();
    /** A buffer that a compressed page has left behind. */
    private final AtomicReference<@Nullable PageBuffer> spare = new AtomicReference<>();

    private int copies = 1;

    PageQueue(ValueEncoder values, CompressionQueue compression) {
        this.values = values;
        this.compression = compression;
    }

    /** Sets for how many columns the pages will be written. */
    void writeCopies(int count) {
        copies = count;
    }

    /** About how many bytes wait in the open page and the dictionary. */
    long openBytes() {
        return values.openBytes() * copies;
    }

    /** The buffer with the values of the page that has been closed; the next page gets another one. */
    PageBuffer takeBody() {
        PageBuffer next = spare.getAndSet(null);
        return values.exchangePage(next == null ? new PageBuffer(0) : next);
    }

    /** Takes a page over. */
    void add(EncodedPage page) throws IOException {
        pages.add(page);
        compression.submit(page, copies, this::recycle);
    }

    /** The pages of the chunk, all closed, and its dictionary; another chunk begins. */
    EncodedChunk finishChunk() throws IOException {
        EncodedPage dictionary = null;
        int size = values.dictionarySize();
        if (size > 0) {
            PageBuffer buffer = new PageBuffer(0);
            values.putDictionary(buffer);
            dictionary = new EncodedPage(0, size, 0, Encoding.PLAIN_DICTIONARY, Bounds.NONE, buffer);
            compression.submit(dictionary, copies, this::recycle);
        }
        EncodedChunk chunk = new EncodedChunk(pages, dictionary);
        pages.clear();
        values.startChunk();
        return chunk;
    }

    private void recycle(PageBuffer buffer) {
        if (buffer.capacity() <= MAX_SPARE_BYTES) {
            spare.set(buffer);
        }
    }
}
