package org.lsmtable.format.parquet;

import java.io.IOException;

/** Compresses pages. Used by one thread at a time, and may hold native memory until it is closed. */
interface PageCompressor extends AutoCloseable {
    /** The compressed form, in an array of exactly that length. */
    byte[] compress(byte[] source, int from, int length) throws IOException;

    @Override
    default void close() {
        // most hold nothing
    }
}
