package org.lsmtable.merge;

import java.util.List;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.vector.ColumnVector;

/**
 * How many rows to take into a chunk: as many as asked for, fewer if rows are wide, so that a chunk stays within some megabytes. The width is
 * guessed from the size of the files at first, then taken from the chunks that have been gathered. Safe for use by several threads.
 */
final class ChunkSize {
    private static final long TARGET_BYTES = 16L << 20;
    /** What rows in files are expected to grow to when decoded. */
    private static final int EXPANSION = 4;

    private final int mostRows;
    private volatile int rows;

    ChunkSize(int mostRows, List<RunFiles> runs) {
        this.mostRows = mostRows;
        long bytes = 0;
        long count = 0;
        for (RunFiles run : runs) {
            for (int i = 0; i < run.count(); i++) {
                DataFileMeta file = run.file(i);
                bytes += file.fileSize();
                count += file.rowCount();
            }
        }
        this.rows = rows(EXPANSION * bytes, Math.max(1, count));
    }

    private int rows(long bytes, long count) {
        long width = Math.max(1, bytes / count);
        return (int) Math.max(1, Math.min(mostRows, TARGET_BYTES / width));
    }

    /** The rows of the next chunk. */
    int rows() {
        return rows;
    }

    /** Learns from a chunk. */
    void observe(List<ColumnVector> columns, int count) {
        long bytes = 0;
        for (ColumnVector column : columns) {
            bytes += column.bytesUsed();
        }
        rows = rows(bytes, count);
    }
}
