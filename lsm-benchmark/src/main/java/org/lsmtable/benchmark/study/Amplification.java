package org.lsmtable.benchmark.study;

/**
 * What a setting came to.
 *
 * @param flushedBytes bytes of new level-0 files
 * @param compactedBytes bytes of files written by compaction; moving a file to another level writes nothing
 * @param runsMean sorted runs after each commit and its compaction
 * @param space bytes of all files to bytes of the table if it was merged
 * @param stalls flushes that had to wait because there were more runs than the stop trigger; none where every commit waits anyway
 */
record Amplification(
        long flushedBytes,
        long compactedBytes,
        double runsMean,
        int runsMax,
        Space space,
        long stalls,
        FileShape shape) {
    /**
     * Space amplification.
     *
     * @param mean of the states after each commit and its compaction
     * @param peak of all states
     */
    record Space(double mean, double peak) {}

    /** Bytes written for each byte flushed, the flush included. */
    double write() {
        return (double) (flushedBytes + compactedBytes) / flushedBytes;
    }
}
