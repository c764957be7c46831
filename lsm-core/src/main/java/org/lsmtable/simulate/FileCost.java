package org.lsmtable.simulate;

import java.util.List;
import org.lsmtable.manifest.DataFileMeta;

/**
 * What files take: so many bytes each, and so many a row.
 *
 * @param overheadBytes at least 0, smaller than any of the files
 * @param rowBytes above 0
 */
record FileCost(long overheadBytes, double rowBytes) {
    /** An overhead above this share of the smallest file would say that files hold hardly any rows. */
    private static final double MOST = 0.9;

    /**
     * The line that fits sizes to row counts best.
     *
     * @param targetFileBytes the overhead is less than this
     */
    static FileCost of(List<DataFileMeta> files, long targetFileBytes) {
        double count = files.size();
        double rows = 0;
        double bytes = 0;
        long smallest = targetFileBytes;
        for (DataFileMeta file : files) {
            rows += file.rowCount();
            bytes += file.fileSize();
            smallest = Math.min(smallest, file.fileSize());
        }
        double meanRows = rows / count;
        double meanBytes = bytes / count;
        double covariance = 0;
        double variance = 0;
        for (DataFileMeta file : files) {
            covariance += (file.rowCount() - meanRows) * (file.fileSize() - meanBytes);
            variance += (file.rowCount() - meanRows) * (file.rowCount() - meanRows);
        }
        if (!(variance > 0) || !(covariance > 0)) {
            return new FileCost(0, rows > 0 && bytes > 0 ? bytes / rows : 1);
        }
        double slope = covariance / variance;
        double overhead = Math.max(0, Math.min(meanBytes - slope * meanRows, smallest * MOST));
        return new FileCost((long) overhead, slope);
    }

    /** Bytes of the rows of a file, at least 1. */
    double payloadBytes(DataFileMeta file) {
        return Math.max(1, (double) file.fileSize() - overheadBytes);
    }
}
