package org.lsmtable.history;

import java.util.List;
import org.lsmtable.snapshot.Snapshot;

/**
 * All that happened to a table in a window.
 *
 * @param snapshots those seen, oldest first
 * @param buckets by partition in the order of appearance, then by bucket
 */
public record TableTimeline(HistoryCoverage coverage, List<Snapshot> snapshots, List<BucketHistory> buckets) {
    public TableTimeline {
        snapshots = List.copyOf(snapshots);
        buckets = List.copyOf(buckets);
    }
}
