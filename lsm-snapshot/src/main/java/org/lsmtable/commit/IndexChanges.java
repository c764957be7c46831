package org.lsmtable.commit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.IndexFileEntry;

/**
 * What a change does to the index files of a table (spec: metadata, index manifests): dynamic buckets get new ones. Pure.
 *
 * @param added the new files, one a bucket
 * @param seen by partition: the hash indexes there must be for the new ones to be right
 * @param removed names of files that go without another in their place
 */
record IndexChanges(List<IndexFileEntry> added, Map<BinaryRow, Set<String>> seen, Set<String> removed) {
    static final IndexChanges NONE = new IndexChanges(List.of(), Map.of(), Set.of());

    private record Bucket(BinaryRow partition, int bucket) {}

    IndexChanges {
        added = List.copyOf(added);
        seen = Map.copyOf(seen);
        removed = Set.copyOf(removed);
    }

    /** The changes of the messages of one commit. */
    static IndexChanges of(List<CommitMessage> messages) {
        List<IndexFileEntry> added = new ArrayList<>();
        Map<BinaryRow, Set<String>> seen = new HashMap<>();
        Set<Bucket> buckets = new HashSet<>();
        for (CommitMessage message : messages) {
            HashIndexChange change = message.hashIndex();
            if (change == null) {
                continue;
            }
            if (!buckets.add(new Bucket(message.partition(), message.bucket()))) {
                throw new IllegalArgumentException("bucket " + message.bucket() + ": two indexes in one commit");
            }
            added.add(change.entry(message.partition(), message.bucket()));
            Set<String> names = Set.copyOf(change.seen());
            Set<String> other = seen.putIfAbsent(message.partition(), names);
            if (other != null && !other.equals(names)) {
                throw new IllegalArgumentException("bucket " + message.bucket()
                        + ": its keys were given out by other indexes than those of other buckets of the partition");
            }
        }
        return new IndexChanges(added, seen, Set.of());
    }

    boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty();
    }

    /** Why the change does not fit the index files there are; empty if it does. */
    Optional<String> conflict(List<IndexFileEntry> present) {
        Map<BinaryRow, Set<String>> names = new HashMap<>();
        for (IndexFileEntry entry : present) {
            if (entry.indexType().equals(IndexFileEntry.HASH)) {
                names.computeIfAbsent(entry.partition(), p -> new HashSet<>()).add(entry.fileName());
            }
        }
        for (Map.Entry<BinaryRow, Set<String>> partition : seen.entrySet()) {
            Set<String> found = names.getOrDefault(partition.getKey(), Set.of());
            if (!found.equals(partition.getValue())) {
                return Optional.of("keys were given buckets by the indexes " + sorted(partition.getValue())
                        + " of partition " + partition.getKey() + ", which has " + sorted(found) + " now");
            }
        }
        return Optional.empty();
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    /** The index files there are after the change: without those that go, a bucket's new one in the place of its old one. */
    List<IndexFileEntry> applyTo(List<IndexFileEntry> present) {
        Map<Bucket, IndexFileEntry> replacing = new LinkedHashMap<>();
        added.forEach(entry -> replacing.put(new Bucket(entry.partition(), entry.bucket()), entry));
        List<IndexFileEntry> after = new ArrayList<>();
        for (IndexFileEntry entry : present) {
            if (removed.contains(entry.fileName())) {
                continue;
            }
            boolean isHash = entry.indexType().equals(IndexFileEntry.HASH);
            IndexFileEntry next = isHash ? replacing.remove(new Bucket(entry.partition(), entry.bucket())) : null;
            after.add(next == null ? entry : next);
        }
        after.addAll(replacing.values());
        return after;
    }
}
