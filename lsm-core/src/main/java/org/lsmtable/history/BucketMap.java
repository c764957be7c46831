package org.lsmtable.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.lsmtable.data.BinaryRow;

/** Something for each bucket of a table: partitions in the order in which they came, the buckets of each by number. */
final class BucketMap<T> {
    private final Map<BinaryRow, Map<Integer, T>> partitions = new LinkedHashMap<>();

    /** Makes a record of what is held for a bucket. */
    interface Maker<T, R> {
        R make(BinaryRow partition, int bucket, T value);
    }

    void put(BinaryRow partition, int bucket, T value) {
        partitions.computeIfAbsent(partition, p -> new TreeMap<>()).put(bucket, value);
    }

    /** What was put for a bucket; there must be something. */
    T get(BinaryRow partition, int bucket) {
        return Objects.requireNonNull(
                partitions.getOrDefault(partition, Map.of()).get(bucket));
    }

    <R> List<R> map(Maker<T, R> maker) {
        List<R> all = new ArrayList<>();
        partitions.forEach((partition, buckets) ->
                buckets.forEach((bucket, value) -> all.add(maker.make(partition, bucket, value))));
        return all;
    }
}
