package org.lsmtable.simulate;

import java.time.Duration;
import java.util.List;
import org.lsmtable.options.Options;

/**
 * A bucket's past as a workload, and how well it is known.
 *
 * @param fileOverheadBytes what each file takes besides its rows
 * @param measured what the bucket did in the part of its past that was used
 * @param mergeError how far the model's sizes of merged files are from those that were written: the sum of the differences in proportion
 *     to the sum of the sizes, from 0 on
 */
public record FittedWorkload(RecordedWorkload workload, long fileOverheadBytes, Measured measured, double mergeError) {
    /** Flushes that on the average cover less of the table than this are in the order of keys. */
    private static final double NARROW = 0.25;

    /**
     * What was found in the past.
     *
     * @param firstSnapshot the first one used
     * @param lastSnapshot the last one used
     * @param flushes level-0 writes; a commit may make several
     * @param flushedBytes bytes of new level-0 files
     * @param compactions how many merged files
     * @param compactedBytes bytes that compaction wrote
     * @param skippedEvents changes before the part used, after which the bucket was another: overwritten, restored, not seen;
     *     or too long ago
     * @param seconds from the first snapshot to the last
     */
    public record Measured(
            long firstSnapshot,
            long lastSnapshot,
            long flushes,
            long flushedBytes,
            long compactions,
            long compactedBytes,
            long skippedEvents,
            double seconds) {
        /** Bytes written for each byte flushed, the flush included. */
        public double writeAmplification() {
            return (double) (flushedBytes + compactedBytes) / flushedBytes;
        }
    }

    /** The mean time from flush to flush. */
    public Duration flushInterval() {
        return Duration.ofMillis(Math.round(1000 * measured.seconds() / measured.flushes()));
    }

    /**
     * Whether flushes cover narrow ranges of keys, as with keys in the order of time. Then the share of new keys is a guess, as merges
     * hardly tell, and flushes played again would lie in the wrong place.
     */
    public boolean isInKeyOrder() {
        return workload.flushes().stream()
                        .mapToDouble(FittedWorkload::width)
                        .average()
                        .orElse(1)
                < NARROW;
    }

    private static double width(RecordedWorkload.Flush flush) {
        List<RecordedWorkload.FlushFile> files = flush.files();
        return files.stream().mapToDouble(RecordedWorkload.FlushFile::to).max().orElse(1)
                - files.stream()
                        .mapToDouble(RecordedWorkload.FlushFile::from)
                        .min()
                        .orElse(0);
    }

    /** The past once more, under some options. */
    public Scenario replay(Options options, Pacing pacing) {
        return scenario(options, pacing, measured.flushes());
    }

    /** The same for any number of commits; after the last flush of the past the first follows again. */
    public Scenario scenario(Options options, Pacing pacing, long commits) {
        return new Scenario(options, workload, pacing, commits, fileOverheadBytes);
    }
}
