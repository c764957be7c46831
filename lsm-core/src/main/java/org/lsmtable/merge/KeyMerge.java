package org.lsmtable.merge;

import java.io.Closeable;
import java.io.IOException;

/** Where the rows of one section come from, chunk by chunk. */
interface KeyMerge extends Closeable {
    /**
     * Finds the next rows. A chunk may turn out empty when all its rows were retracted.
     *
     * @return false at the end
     */
    boolean next(KeyChunk chunk) throws IOException;
}
