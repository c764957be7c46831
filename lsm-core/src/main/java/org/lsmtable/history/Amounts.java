package org.lsmtable.history;

import org.jspecify.annotations.Nullable;

/**
 * What was written and what is there, of one bucket or several together.
 *
 * @param commits flushes: commits that brought rows into a bucket, counted for each bucket
 * @param flushedBytes what those wrote; see {@link BucketEvent#flushed}
 * @param compactions commits that published a compaction, counted for each bucket
 * @param compactedBytes what those wrote
 * @param upgradedBytes what those moved to another level without writing it
 * @param runsSum sorted runs after each commit and the compactions that followed it, as the next commit found them, added up
 * @param liveBytes of all files now
 * @param oldestRunBytes of the oldest run of each bucket now
 */
public record Amounts(
        long commits,
        long flushedBytes,
        long compactions,
        long compactedBytes,
        long upgradedBytes,
        long runsSum,
        long liveBytes,
        long oldestRunBytes) {
    /** Nothing. */
    public static final Amounts NONE = new Amounts(0, 0, 0, 0, 0, 0, 0, 0);

    /** Both together. */
    public Amounts plus(Amounts other) {
        return new Amounts(
                commits + other.commits,
                flushedBytes + other.flushedBytes,
                compactions + other.compactions,
                compactedBytes + other.compactedBytes,
                upgradedBytes + other.upgradedBytes,
                runsSum + other.runsSum,
                liveBytes + other.liveBytes,
                oldestRunBytes + other.oldestRunBytes);
    }

    /** Bytes written for each byte flushed, the flush included; null if nothing was flushed. */
    public @Nullable Double writeAmplification() {
        return flushedBytes == 0 ? null : (double) (flushedBytes + compactedBytes) / flushedBytes;
    }

    /**
     * Bytes of all files in relation to those of the oldest run, which is about what would be left if all were merged: too large an
     * estimate while newer runs hold many keys of their own. Null if there is no file.
     */
    public @Nullable Double spaceAmplification() {
        return oldestRunBytes == 0 ? null : (double) liveBytes / oldestRunBytes;
    }

    /** Sorted runs a reader has to merge, the mean over commits; null if there was no commit. */
    public @Nullable Double readAmplification() {
        return commits == 0 ? null : (double) runsSum / commits;
    }
}
