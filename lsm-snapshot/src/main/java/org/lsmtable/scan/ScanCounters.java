package org.lsmtable.scan;

/**
 * What a scan looked at and what it could leave out, step by step. A manifest skipped is not read, so its entries count nowhere.
 *
 * @param manifests manifests in the snapshot's lists
 * @param manifestsSkipped of these, left unread because of the ranges in the list
 * @param entries entries read
 * @param entriesSkippedByPartition entries of other partitions
 * @param entriesSkippedByBucket entries of other buckets, or of buckets that cannot hold the wanted bucket key
 * @param entriesSkippedByLevel entries of levels that are not wanted
 * @param liveFiles files left after these steps, once deleted ones are taken out
 * @param filesSkippedByKey live files whose key range excludes them
 * @param filesSkippedByValue live files whose value statistics exclude them
 * @param filesSkippedByIndex live files whose file index excludes them, of those that statistics do not
 * @param files files in the plan
 */
public record ScanCounters(
        long manifests,
        long manifestsSkipped,
        long entries,
        long entriesSkippedByPartition,
        long entriesSkippedByBucket,
        long entriesSkippedByLevel,
        long liveFiles,
        long filesSkippedByKey,
        long filesSkippedByValue,
        long filesSkippedByIndex,
        long files) {
    /** Of a table without a snapshot. */
    public static final ScanCounters NONE = new ScanCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
