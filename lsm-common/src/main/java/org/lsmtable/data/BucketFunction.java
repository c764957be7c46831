package org.lsmtable.data;

import java.util.List;
import org.lsmtable.types.DataType;

/** Which bucket a row belongs to, from its bucket key (spec: rows, fixed buckets). */
public interface BucketFunction {
    /** The bucket, 0 to {@code buckets - 1}, of a bucket key row whose kind byte is 0. */
    int bucket(BinaryRow bucketKey, int buckets);

    /**
     * The function of an option value {@code default}, {@code mod} or {@code hive}.
     *
     * @param keyTypes the types of the bucket key columns
     * @throws IllegalArgumentException if the name is unknown, or the function cannot take these types
     */
    static BucketFunction of(String name, List<DataType> keyTypes) {
        throw new UnsupportedOperationException();
    }
}
