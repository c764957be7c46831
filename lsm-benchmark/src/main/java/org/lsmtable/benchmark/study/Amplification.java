package org.lsmtable.benchmark.study;

import java.util.List;
import java.util.function.ToDoubleFunction;

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

    /** The mean of several, but for the greatest number of runs, which is that of all; the shape is that of the first. */
    static Amplification mean(List<Amplification> all) {
        return new Amplification(
                (long) mean(all, Amplification::flushedBytes),
                (long) mean(all, Amplification::compactedBytes),
                mean(all, Amplification::runsMean),
                all.stream().mapToInt(Amplification::runsMax).max().orElseThrow(),
                new Space(
                        mean(all, a -> a.space().mean()),
                        mean(all, a -> a.space().peak())),
                Math.round(mean(all, Amplification::stalls)),
                all.get(0).shape());
    }

    private static double mean(List<Amplification> all, ToDoubleFunction<Amplification> of) {
        return all.stream().mapToDouble(of).average().orElseThrow();
    }
}
