package org.lsmtable.history;

import java.util.List;

/**
 * Sums over the past of a table.
 *
 * @param commits snapshots that brought rows into any bucket
 * @param buckets by partition in the order of appearance, then by bucket; also those that nothing happened to
 */
public record HistoryTotals(HistoryCoverage coverage, long commits, List<BucketTotals> buckets) {
    public HistoryTotals {
        buckets = List.copyOf(buckets);
    }

    /** All buckets together. */
    public Amounts total() {
        Amounts total = Amounts.NONE;
        for (BucketTotals bucket : buckets) {
            total = total.plus(bucket.amounts());
        }
        return total;
    }
}
