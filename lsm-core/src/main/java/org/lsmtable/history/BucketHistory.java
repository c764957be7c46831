package org.lsmtable.history;

import java.util.List;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.mergetree.Levels;

/**
 * The past of one bucket, held in memory.
 *
 * @param start what it held before the first event
 * @param events oldest first
 */
public record BucketHistory(BinaryRow partition, int bucket, Levels start, List<BucketEvent> events) {
    public BucketHistory {
        events = List.copyOf(events);
    }

    /** What the bucket holds after the last event. */
    public Levels end() {
        return events.isEmpty() ? start : events.get(events.size() - 1).after();
    }
}
