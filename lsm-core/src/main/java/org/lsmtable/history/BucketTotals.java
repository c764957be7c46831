package org.lsmtable.history;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.data.BinaryRow;

/**
 * Sums over the past of one bucket.
 *
 * @param runsAfterCommits sorted runs after each commit and the compactions that followed it, oldest first: as the next commit found them
 * @param peakSpaceAmplification the greatest that was seen after any snapshot, null if there never was a file
 * @param runs the sorted runs now, newest first
 */
public record BucketTotals(
        BinaryRow partition,
        int bucket,
        Amounts amounts,
        List<Integer> runsAfterCommits,
        @Nullable Double peakSpaceAmplification,
        List<Run> runs) {
    public BucketTotals {
        runsAfterCommits = List.copyOf(runsAfterCommits);
        runs = List.copyOf(runs);
    }
}
