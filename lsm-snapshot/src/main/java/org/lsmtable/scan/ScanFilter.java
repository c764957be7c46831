package org.lsmtable.scan;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.predicate.Predicate;

/**
 * What a scan wants of a table; everything else is left out where metadata allow. Pruning is by file, never exact.
 *
 * @param where a condition on the table's columns, null for none. Conjuncts on partition columns prune partitions, those on
 *     trimmed key columns prune files by key range, those on bucket key columns prune buckets; conjuncts on values prune only where
 *     no other version of a row can exist (spec: merge tree, which files a batch read considers)
 * @param partition one partition only, null for all
 * @param bucket one bucket only
 * @param levels which levels
 * @param level of these one level only
 */
public record ScanFilter(
        @Nullable Predicate where,
        @Nullable BinaryRow partition,
        OptionalInt bucket,
        Levels levels,
        OptionalInt level) {
    /** Which levels of a merge tree are wanted. */
    public enum Levels {
        /** Every level: what writers, compaction and checks need. */
        ALL,
        /**
         * What a batch read shows: without files that no bucket has been found for yet, and without level 0 where rows become visible
         * only by compaction (tables with deletion vectors or the first-row engine).
         */
        VISIBLE
    }

    /** Everything. */
    public static final ScanFilter ALL = new ScanFilter(null, null, OptionalInt.empty());

    /** Every level. */
    public ScanFilter(@Nullable Predicate where, @Nullable BinaryRow partition, OptionalInt bucket) {
        this(where, partition, bucket, Levels.ALL, OptionalInt.empty());
    }

    /** What a condition may match. */
    public static ScanFilter where(@Nullable Predicate where) {
        return new ScanFilter(where, null, OptionalInt.empty());
    }

    /** One bucket. */
    public static ScanFilter bucket(BinaryRow partition, int bucket) {
        return new ScanFilter(null, partition, OptionalInt.of(bucket));
    }

    /** The same filter for a batch read: only what such a read shows. */
    public ScanFilter visible() {
        return new ScanFilter(where, partition, bucket, Levels.VISIBLE, level);
    }

    /** The same filter without its condition. */
    ScanFilter withoutCondition() {
        return new ScanFilter(null, partition, bucket, levels, level);
    }

    /** The same filter for one level. */
    public ScanFilter onLevel(int only) {
        return new ScanFilter(where, partition, bucket, levels, OptionalInt.of(only));
    }
}
