package org.lsmtable.scan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BucketFunction;
import org.lsmtable.data.Values;
import org.lsmtable.options.TableOptions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.predicate.Predicate.Compare;
import org.lsmtable.predicate.Predicate.In;
import org.lsmtable.predicate.Predicate.Op;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.TypeRoot;

/**
 * Which buckets can hold the bucket keys that a condition asks for (spec: rows, use when reading): the condition must fix every bucket
 * key column by equality or a list, and expand to at most {@value #MAX_KEYS} keys; otherwise every bucket can. The bucket of a key
 * follows from the total that each entry was written under. A manifest whose entries have several totals is wanted if any of them wants it.
 */
final class BucketPruning {
    static final int MAX_KEYS = 1000;

    private final @Nullable List<BinaryRow> keys;
    private final @Nullable BucketFunction function;
    private final Map<Integer, BitSet> bucketsByTotal = new ConcurrentHashMap<>();

    BucketPruning(TableSchema schema, List<Predicate> conjuncts) {
        List<DataField> columns = ScanOptions.bucketKey(schema).stream()
                .map(schema.rowType()::field)
                .toList();
        this.keys = columns.isEmpty() ? null : keys(columns, conjuncts);
        this.function = keys == null
                ? null
                : BucketFunction.of(
                        schema.options().get(TableOptions.BUCKET_FUNCTION),
                        columns.stream().map(DataField::type).toList());
    }

    /** Whether a bucket of so many may hold a wanted key. Buckets that are not assigned by the key can hold any. */
    boolean mayWant(int bucket, int totalBuckets) {
        if (keys == null || totalBuckets < 1 || bucket < 0) {
            return true;
        }
        return bucketsByTotal.computeIfAbsent(totalBuckets, this::buckets).get(bucket);
    }

    /**
     * Whether a manifest may hold an entry of a bucket that may hold a wanted key: its list entry has the range of buckets, but under which
     * totals they were numbered is known only of manifests that were read before.
     *
     * @param totals null if unknown
     */
    boolean mayWant(@Nullable Integer minBucket, @Nullable Integer maxBucket, @Nullable Set<Integer> totals) {
        if (keys == null || minBucket == null || maxBucket == null || minBucket < 0 || totals == null) {
            return true;
        }
        for (int total : totals) {
            if (total < 1) {
                return true;
            }
            int next = bucketsByTotal.computeIfAbsent(total, this::buckets).nextSetBit(minBucket);
            if (next >= 0 && next <= maxBucket) {
                return true;
            }
        }
        return false;
    }

    private BitSet buckets(int totalBuckets) {
        BitSet buckets = new BitSet(totalBuckets);
        if (keys != null && function != null) {
            for (BinaryRow key : keys) {
                buckets.set(function.bucket(key, totalBuckets));
            }
        }
        return buckets;
    }

    /** All bucket keys the conjuncts allow, null if that cannot be told. */
    private static @Nullable List<BinaryRow> keys(List<DataField> columns, List<Predicate> conjuncts) {
        List<List<Object>> choices = new ArrayList<>();
        long count = 1;
        for (DataField column : columns) {
            Set<Object> values = values(column, conjuncts);
            if (values == null) {
                return null;
            }
            choices.add(List.copyOf(values));
            count *= values.size();
            if (count > MAX_KEYS) {
                return null;
            }
        }
        List<BinaryRow> keys = new ArrayList<>((int) count);
        expand(columns, choices, new Object[columns.size()], 0, keys);
        return keys;
    }

    private static void expand(
            List<DataField> columns, List<List<Object>> choices, Object[] key, int column, List<BinaryRow> keys) {
        if (column == key.length) {
            keys.add(BinaryRow.of(columns.stream().map(DataField::type).toList(), key));
            return;
        }
        for (Object value : choices.get(column)) {
            key[column] = value;
            expand(columns, choices, key, column + 1, keys);
        }
    }

    /** The values the first usable conjunct allows for a column, null if there is none. */
    private static @Nullable Set<Object> values(DataField column, List<Predicate> conjuncts) {
        TypeRoot root = column.type().root();
        if (root == TypeRoot.FLOAT || root == TypeRoot.DOUBLE || root == TypeRoot.CHAR || root.isNested()) {
            // Values that compare as equal (zeros, NaNs, padded text) need not have equal bytes: their hashes tell
            // nothing.
            return null;
        }
        for (Predicate conjunct : conjuncts) {
            List<Object> literals = literals(column.name(), conjunct);
            if (literals == null) {
                continue;
            }
            try {
                Set<Object> values = new LinkedHashSet<>();
                for (Object literal : literals) {
                    Object value = Values.coerce(literal, column.type(), column.name());
                    if (value == null) {
                        return null;
                    }
                    values.add(value);
                }
                return values;
            } catch (IllegalArgumentException e) {
                // A literal that no value of the column equals: the filter itself deals with it.
                return null;
            }
        }
        return null;
    }

    private static @Nullable List<Object> literals(String column, Predicate conjunct) {
        if (conjunct instanceof Compare c && c.op() == Op.EQ && c.column().equals(column) && c.literal() != null) {
            return List.of(c.literal());
        }
        if (conjunct instanceof In in && in.column().equals(column)) {
            return in.literals();
        }
        return null;
    }
}
