package org.lsmtable.history;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.snapshot.Snapshot;

/** Keeps all it is told. */
final class TimelineCollector implements HistoryVisitor {
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final BucketMap<Bucket> buckets = new BucketMap<>();

    private record Bucket(Levels start, List<BucketEvent> events) {}

    @Override
    public void snapshot(Snapshot snapshot) {
        snapshots.add(snapshot);
    }

    @Override
    public void start(BinaryRow partition, int bucket, Levels levels) {
        buckets.put(partition, bucket, new Bucket(levels, new ArrayList<>()));
    }

    @Override
    public void event(BucketEvent event) {
        buckets.get(event.partition(), event.bucket()).events().add(event);
    }

    List<Snapshot> snapshots() {
        return snapshots;
    }

    List<BucketHistory> buckets() {
        return buckets.map(
                (partition, bucket, found) -> new BucketHistory(partition, bucket, found.start(), found.events()));
    }
}
