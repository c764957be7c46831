package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.List;
import org.lsmtable.vector.ColumnVector;

/** Cuts the rows of one column of a table into pages, encodes them and hands them on to be compressed. */
interface ColumnEncoder {
    /** Sets for how many columns the pages will be written. */
    void writeCopies(int count);

    /**
     * Appends rows.
     *
     * @throws IllegalArgumentException naming the column, if a value that may not be null is
     */
    void append(ColumnVector vector, int from, int to) throws IOException;

    /** About how many bytes wait in open pages and dictionaries. */
    long openBytes();

    /**
     * Closes the row group's pages and begins the next one. The pages may still be waiting for their compression.
     *
     * @return a chunk for each leaf of the column, in the order of the schema
     */
    List<EncodedChunk> finishChunks() throws IOException;
}
