package org.lsmtable.data;

/** Buckets by the hash of the key's bytes (spec: rows, fixed buckets). */
final class HashBucketFunction implements BucketFunction {
    @Override
    public int bucket(BinaryRow bucketKey, int buckets) {
        return bucket(bucketKey.bucketHash(), buckets);
    }

    @Override
    public int bucket(BinaryRowWriter bucketKey, int buckets) {
        return bucket(bucketKey.takeBucketHash(), buckets);
    }

    /** Not floorMod: the format takes the remainder towards zero and drops its sign. */
    private static int bucket(int hash, int buckets) {
        return Math.abs(hash % buckets);
    }
}
