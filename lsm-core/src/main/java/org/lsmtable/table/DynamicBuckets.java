package org.lsmtable.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.HashIndexChange;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BinaryRowWriter;
import org.lsmtable.index.HashIndexFile;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Buckets that come as keys come (spec: rows, dynamic buckets): a key stays in the bucket it was first given, which the hash indexes of the
 * table tell. A bucket that gets a new key gets a new index, in the same commit as its rows. Belongs to one writer.
 */
final class DynamicBuckets implements BucketChooser {
    private static final Logger LOG = LoggerFactory.getLogger(DynamicBuckets.class);

    private final TableStores stores;
    private final TableSchema schema;
    private final String uniqueName;
    private final long targetKeys;
    private final @Nullable Integer maxBuckets;
    private final Map<BinaryRow, Partition> partitions = new HashMap<>();
    private @Nullable BinaryRow lastPartition;
    private @Nullable Partition last;
    private final List<String> abandoned = new ArrayList<>();

    /** The index manifest that was read last, and what it lists. */
    private @Nullable String listedBy;

    private Map<BinaryRow, List<IndexFileEntry>> listed = Map.of();
    private int files;

    /** One partition as this writer knows it. */
    private static final class Partition {
        private final KeyBuckets keys;

        /** The newest index of each bucket: in the table, or handed out to be committed. */
        private final Map<Integer, String> indexes = new TreeMap<>();

        /** The indexes by which keys are given out since the last {@link DynamicBuckets#handOut}. */
        private List<String> seen = List.of();

        /** Buckets with keys that no index has yet; what is written for one already, or null. */
        private final Map<Integer, @Nullable HashIndexChange> changed = new TreeMap<>();

        Partition(KeyBuckets keys) {
            this.keys = keys;
        }
    }

    /**
     * Nothing known yet.
     *
     * @param uniqueName a name no other writer uses, for file names
     */
    DynamicBuckets(TableStores stores, TableSchema schema, String uniqueName) {
        this.stores = stores;
        this.schema = schema;
        Options options = schema.options();
        this.uniqueName = uniqueName;
        this.targetKeys = options.get(TableOptions.DYNAMIC_BUCKET_TARGET_ROWS);
        int most = options.get(TableOptions.DYNAMIC_BUCKET_MAX);
        this.maxBuckets = most < 0 ? null : (Integer) most;
    }

    @Override
    public int choose(BinaryRow partition, BinaryRowWriter key) throws IOException {
        int hash = key.takeBucketHash();
        Partition known = partition(partition);
        int bucket = known.keys.find(hash);
        if (bucket < 0) {
            bucket = known.keys.assign(hash);
            HashIndexChange outdated = known.changed.put(bucket, null);
            if (outdated != null) {
                abandoned.add(path(partition, bucket, outdated.fileName()));
            }
        }
        return bucket;
    }

    private Partition partition(BinaryRow partition) throws IOException {
        Partition known = last;
        if (known != null && partition.equals(lastPartition)) {
            return known;
        }
        known = partitions.get(partition);
        if (known == null) {
            known = load(partition);
            partitions.put(partition, known);
        }
        last = known;
        lastPartition = partition;
        return known;
    }

    private Partition load(BinaryRow partition) throws IOException {
        Partition loaded = new Partition(new KeyBuckets(targetKeys, maxBuckets));
        Optional<Snapshot> latest = stores.snapshots().latest();
        String manifest = latest.map(Snapshot::indexManifest).orElse(null);
        if (manifest != null) {
            for (IndexFileEntry entry : hashIndexes(manifest).getOrDefault(partition, List.of())) {
                int[] hashes =
                        HashIndexFile.read(stores.storage(), stores.paths().indexFile(schema, entry), entry.rowCount());
                loaded.keys.load(entry.bucket(), hashes);
                loaded.indexes.put(entry.bucket(), entry.fileName());
            }
        }
        loaded.seen = List.copyOf(loaded.indexes.values());
        return loaded;
    }

    /** The hash indexes that an index manifest lists, by partition; read once for all partitions that are loaded from it. */
    private Map<BinaryRow, List<IndexFileEntry>> hashIndexes(String manifest) throws IOException {
        if (!manifest.equals(listedBy)) {
            Map<BinaryRow, List<IndexFileEntry>> read = new HashMap<>();
            for (IndexFileEntry entry : stores.manifests().readIndexManifest(manifest)) {
                if (entry.indexType().equals(IndexFileEntry.HASH)) {
                    read.computeIfAbsent(entry.partition(), p -> new ArrayList<>())
                            .add(entry);
                }
            }
            listed = read;
            listedBy = manifest;
        }
        return listed;
    }

    private String path(BinaryRow partition, int bucket, String fileName) {
        return stores.paths().indexFile(schema, partition, bucket, fileName);
    }

    /** Writes the indexes of all buckets that got keys, so that {@link #handOut} cannot fail. */
    void writeIndexes() throws IOException {
        for (Map.Entry<BinaryRow, Partition> at : partitions.entrySet()) {
            Partition partition = at.getValue();
            for (Map.Entry<Integer, @Nullable HashIndexChange> bucket : partition.changed.entrySet()) {
                if (bucket.getValue() == null) {
                    String name = "index-" + uniqueName + "-" + files++;
                    int[] hashes = partition.keys.hashesOf(bucket.getKey());
                    String path = path(at.getKey(), bucket.getKey(), name);
                    long size = HashIndexFile.write(stores.storage(), path, hashes);
                    bucket.setValue(new HashIndexChange(name, size, hashes.length, partition.seen));
                }
            }
        }
    }

    /**
     * The new indexes, by bucket, to be committed together; from here on they count as the partition's indexes.
     *
     * @throws IllegalStateException if one has not been written
     */
    Map<BucketRef, HashIndexChange> handOut() {
        Map<BucketRef, HashIndexChange> changes = new HashMap<>();
        partitions.forEach((row, partition) -> {
            partition.changed.forEach((bucket, change) -> {
                if (change == null) {
                    throw new IllegalStateException("bucket " + bucket + ": its index is not written");
                }
                changes.put(new BucketRef(row, bucket), change);
                partition.indexes.put(bucket, change.fileName());
            });
            partition.changed.clear();
            partition.seen = List.copyOf(partition.indexes.values());
        });
        return changes;
    }

    /** Forgets everything; what was written and not handed out is deleted. */
    void forget() {
        partitions.forEach((row, partition) -> partition.changed.forEach((bucket, change) -> {
            if (change != null) {
                abandoned.add(path(row, bucket, change.fileName()));
            }
        }));
        partitions.clear();
        last = null;
        lastPartition = null;
        for (String orphan : abandoned) {
            try {
                stores.storage().delete(orphan);
            } catch (IOException e) {
                LOG.warn("an index file that nobody needs is left behind: {}", e.getMessage());
            }
        }
        abandoned.clear();
    }
}
