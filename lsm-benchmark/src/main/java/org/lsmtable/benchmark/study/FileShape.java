package org.lsmtable.benchmark.study;

import java.util.Comparator;
import java.util.List;
import org.lsmtable.manifest.DataFileMeta;

/**
 * How the size of a file follows from its rows.
 *
 * @param rowBytes what a row takes
 * @param overheadBytes what a file takes besides: footer, statistics, page headers
 * @param flushDeviationBytes how much flushes of the same number of rows differ, the standard deviation: keys that come twice in a flush, and
 *     compression
 */
record FileShape(double rowBytes, long overheadBytes, double flushDeviationBytes) {
    /** The line through the smallest and the largest of some files, and how much the flushes among them differ. */
    static FileShape of(List<DataFileMeta> files, List<DataFileMeta> flushes) {
        Comparator<DataFileMeta> byRows = Comparator.comparingLong(DataFileMeta::rowCount);
        DataFileMeta small = files.stream().min(byRows).orElseThrow();
        DataFileMeta large = files.stream().max(byRows).orElseThrow();
        double rowBytes = (double) (large.fileSize() - small.fileSize()) / (large.rowCount() - small.rowCount());
        return new FileShape(
                rowBytes, Math.max(0, Math.round(small.fileSize() - small.rowCount() * rowBytes)), deviation(flushes));
    }

    private static double deviation(List<DataFileMeta> flushes) {
        double mean =
                flushes.stream().mapToLong(DataFileMeta::fileSize).average().orElse(0);
        return Math.sqrt(flushes.stream()
                .mapToDouble(f -> (f.fileSize() - mean) * (f.fileSize() - mean))
                .average()
                .orElse(0));
    }

    /** Bytes of a file of so many rows. */
    double bytes(long rows) {
        return rows == 0 ? 0 : overheadBytes + rows * rowBytes;
    }
}
