package org.lsmtable.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.snapshot.Snapshot;

/** Keeps all it is told of some buckets. */
final class TimelineCollector implements HistoryVisitor {
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final BucketMap<Bucket> buckets = new BucketMap<>();

    private final BiPredicate<BinaryRow, Integer> wanted;

    TimelineCollector(BiPredicate<BinaryRow, Integer> wanted) {
        this.wanted = wanted;
    }

    private record Bucket(Levels start, List<BucketEvent> events) {}

    @Override
    public void snapshot(Snapshot snapshot) {
        snapshots.add(snapshot);
    }

    @Override
    public void start(BinaryRow partition, int bucket, Levels levels) {
        if (wanted.test(partition, bucket)) {
            buckets.put(partition, bucket, new Bucket(levels, new ArrayList<>()));
        }
    }

    @Override
    public void event(BucketEvent event) {
        if (wanted.test(event.partition(), event.bucket())) {
            buckets.get(event.partition(), event.bucket()).events().add(event);
        }
    }

    List<Snapshot> snapshots() {
        return snapshots;
    }

    List<BucketHistory> buckets() {
        return buckets.map(
                (partition, bucket, found) -> new BucketHistory(partition, bucket, found.start(), found.events()));
    }
}
