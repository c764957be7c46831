package org.lsmtable.data;

import java.util.List;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;

/** Which bucket a row belongs to, from its bucket key (spec: rows, fixed buckets). Immutable and safe to share. */
public interface BucketFunction {
    /** The bucket, 0 to {@code buckets - 1}, of a bucket key row whose kind byte is 0. */
    int bucket(BinaryRow bucketKey, int buckets);

    /**
     * The same for a key that a writer has completed and that nobody needs as a row; the writer may be used again from here on. Batches
     * come this way, so the default function makes no object for it.
     */
    default int bucket(BinaryRowWriter bucketKey, int buckets) {
        return bucket(bucketKey.toRow(), buckets);
    }

    /**
     * The function of an option value {@code default}, {@code mod} or {@code hive}.
     *
     * @param keyTypes the types of the bucket key columns
     * @throws IllegalArgumentException if the name is unknown, or the function cannot take these types
     */
    static BucketFunction of(String name, List<DataType> keyTypes) {
        return switch (name) {
            case "default" -> new HashBucketFunction();
            case "mod" -> mod(keyTypes);
            case "hive" -> new HiveBucketFunction(keyTypes);
            default ->
                throw new IllegalArgumentException("bucket function: expected default, mod or hive, found " + name);
        };
    }

    private static BucketFunction mod(List<DataType> keyTypes) {
        TypeRoot root = keyTypes.size() == 1 ? keyTypes.get(0).root() : null;
        if (root != TypeRoot.INT && root != TypeRoot.BIGINT) {
            throw new IllegalArgumentException(
                    "bucket function mod: expected one bucket key column of type INT or BIGINT, found " + keyTypes);
        }
        if (root == TypeRoot.INT) {
            return (key, buckets) -> Math.floorMod(key.isNull(0) ? 0 : key.getInt(0), buckets);
        }
        return (key, buckets) -> Math.floorMod(key.isNull(0) ? 0 : key.getLong(0), buckets);
    }
}
