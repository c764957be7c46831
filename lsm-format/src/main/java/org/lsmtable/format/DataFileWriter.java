package org.lsmtable.format;

import java.io.IOException;
import java.util.List;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.vector.ColumnVector;

/** A data file being written. Not thread-safe; it may use threads of the {@link WriteSettings} inside. */
public interface DataFileWriter extends AutoCloseable {
    /**
     * Appends the rows 0 to {@code rows - 1} of one vector for each column, in schema order. The vectors are not kept after the
     * call. The same vector object given for two columns is encoded once.
     */
    void write(List<ColumnVector> columns, int rows) throws IOException;

    /** The rows written so far. */
    long rowCount();

    /** The bytes in the file so far, those still buffered estimated. */
    long estimatedBytes();

    /** Completes the file; it is durable when this returns. */
    Result finish() throws IOException;

    /** Gives the file up and deletes it, unless {@link #finish()} has returned. */
    @Override
    void close();

    /**
     * What was written.
     *
     * @param sizeBytes the exact length of the file
     * @param columns bounds and null count of each column in schema order; bounds are exact or unknown, never cut
     */
    record Result(long sizeBytes, long rowCount, List<ColumnRange> columns) {
        public Result {
            columns = List.copyOf(columns);
        }
    }
}
