package org.lsmtable.benchmark.study;

import org.lsmtable.manifest.DataFileMeta;

/**
 * How the size of a file follows from its rows.
 *
 * @param rowBytes what a row takes
 * @param overheadBytes what a file takes besides: footer, statistics, page headers
 */
record FileShape(double rowBytes, long overheadBytes) {
    /** The line through a small file and a large one. */
    static FileShape through(DataFileMeta small, DataFileMeta large) {
        double rowBytes = (double) (large.fileSize() - small.fileSize()) / (large.rowCount() - small.rowCount());
        return new FileShape(rowBytes, Math.max(0, Math.round(small.fileSize() - small.rowCount() * rowBytes)));
    }

    /** Bytes of a file of so many rows. */
    double bytes(long rows) {
        return rows == 0 ? 0 : overheadBytes + rows * rowBytes;
    }
}
