package org.lsmtable.table;

import org.lsmtable.data.BinaryRow;

/** One bucket of one partition. */
public record BucketRef(BinaryRow partition, int bucket) {
    /** A bucket of an unpartitioned table. */
    public static BucketRef bucket(int bucket) {
        return new BucketRef(BinaryRow.EMPTY, bucket);
    }
}
