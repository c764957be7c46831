package org.lsmtable.table;

import org.lsmtable.data.BinaryRow;

/**
 * One bucket of one partition. {@link Table#bucket} makes one out of the values of the partition columns, {@link Table#levels} lists those that
 * have files.
 */
public record BucketRef(BinaryRow partition, int bucket) {
    /** A bucket of an unpartitioned table. */
    public static BucketRef bucket(int bucket) {
        return new BucketRef(BinaryRow.EMPTY, bucket);
    }
}
