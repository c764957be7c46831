package org.lsmtable.tools.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Outlook;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketRef;

/**
 * What compaction would do with some buckets at one snapshot.
 *
 * @param snapshot null for a table without any
 */
record Look(@Nullable Long snapshot, List<Explained> buckets) {
    /** A bucket and what compaction would do with it. */
    record Explained(BucketLevels bucket, Outlook outlook) {
        /** For people: which bucket, then the outlook. */
        String text(List<String> partitionColumns) {
            StringBuilder title = new StringBuilder();
            for (int i = 0; i < partitionColumns.size(); i++) {
                title.append(partitionColumns.get(i))
                        .append('=')
                        .append(bucket.partitionValues().get(i))
                        .append(", ");
            }
            return title + "bucket " + bucket.ref().bucket() + "\n" + outlook.explain();
        }
    }

    Look {
        buckets = List.copyOf(buckets);
    }

    static Look of(Optional<Snapshot> snapshot, List<Explained> buckets) {
        return new Look(snapshot.map(Snapshot::id).orElse(null), buckets);
    }

    /** Whether a compaction is due anywhere. */
    boolean isDue() {
        return buckets.stream().anyMatch(b -> b.outlook().decision().pick() != null);
    }

    /** What changed in each bucket that is or was there since an earlier look. */
    Map<BucketRef, LevelsChange> since(Look earlier) {
        Map<BucketRef, BucketLevels> before = earlier.byRef();
        Map<BucketRef, BucketLevels> after = byRef();
        List<BucketRef> refs = new ArrayList<>(after.keySet());
        before.keySet().stream().filter(ref -> !after.containsKey(ref)).forEach(refs::add);
        Map<BucketRef, LevelsChange> changes = new LinkedHashMap<>();
        refs.forEach(ref -> changes.put(ref, LevelsChange.between(before.get(ref), after.get(ref))));
        return changes;
    }

    private Map<BucketRef, BucketLevels> byRef() {
        Map<BucketRef, BucketLevels> byRef = new LinkedHashMap<>();
        buckets.forEach(b -> byRef.put(b.bucket().ref(), b.bucket()));
        return byRef;
    }
}
