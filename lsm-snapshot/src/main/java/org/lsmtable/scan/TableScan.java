package org.lsmtable.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.options.TableOptions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.ScanFilter.Levels;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.DataType;

/**
 * Finds the data files of a table at a snapshot (spec: metadata, live set). Safe for use by several threads.
 *
 * <p>What the name of a file does not decide (partition, bucket, level) is filtered while manifests are read, alike for additions and
 * deletions; what statistics decide is filtered afterwards, on live files only, because a deletion may come without statistics.
 */
public final class TableScan {
    private static final int MAX_HELPERS = 7;

    private final ManifestStore manifests;
    private final SchemaStore schemas;
    private final TableSchema schema;
    private final @Nullable Executor executor;
    private final @Nullable IndexOpener indexFiles;

    /** The files found and what was left out on the way. */
    public record Plan(List<LiveFile> files, ScanCounters counters) {
        public Plan {
            files = List.copyOf(files);
        }
    }

    /** A scan whose filters speak of the columns of {@code schema}; manifests are read one after another. */
    public TableScan(ManifestStore manifests, SchemaStore schemas, TableSchema schema) {
        this(manifests, schemas, schema, null);
    }

    /**
     * A scan whose filters speak of the columns of {@code schema}.
     *
     * @param executor lends threads that read manifests side by side, null for none
     */
    public TableScan(ManifestStore manifests, SchemaStore schemas, TableSchema schema, @Nullable Executor executor) {
        this(manifests, schemas, schema, executor, null);
    }

    private TableScan(
            ManifestStore manifests,
            SchemaStore schemas,
            TableSchema schema,
            @Nullable Executor executor,
            @Nullable IndexOpener indexFiles) {
        this.manifests = manifests;
        this.schemas = schemas;
        this.schema = schema;
        this.executor = executor;
        this.indexFiles = indexFiles;
    }

    /** The same scan, which also looks into the index files beside data files; without them only into those kept in manifests. */
    public TableScan withIndexFiles(IndexOpener opener) {
        return new TableScan(manifests, schemas, schema, executor, opener);
    }

    /** The live files of a snapshot that a filter cannot rule out, by partition, bucket and then as listed. */
    public List<LiveFile> plan(Snapshot snapshot, ScanFilter filter) throws IOException {
        return explain(snapshot, filter).files();
    }

    /** The same, telling what was left out at each step. */
    public Plan explain(Snapshot snapshot, ScanFilter filter) throws IOException {
        boolean mayPrune = filter.where() == null || new StoredKeys(schemas, schema).agreeSinceTheBeginning();
        return find(snapshot, mayPrune ? filter : filter.withoutCondition());
    }

    private Plan find(Snapshot snapshot, ScanFilter filter) throws IOException {
        List<Predicate> conjuncts =
                filter.where() == null ? List.of() : filter.where().conjuncts();
        BinaryRow partition = filter.partition();
        EntryFilter entryFilter = new EntryFilter(filter, partition == null ? null : Set.of(partition), conjuncts);
        List<ManifestFileMeta> listed = manifests(snapshot);
        List<ManifestFileMeta> wanted =
                listed.stream().filter(entryFilter::mayWant).toList();
        List<Filtered> read = ParallelReads.all(
                wanted, executor, MAX_HELPERS, manifest -> entryFilter.filter(manifests.readManifest(manifest)));

        List<LiveFile> live = live(read);
        List<LiveFile> byKey = pruneByKey(live, conjuncts);
        List<LiveFile> sorted = sorted(byKey);
        ValuePruning.Pruned pruned = filter.where() == null
                ? new ValuePruning.Pruned(sorted, 0, 0)
                : pruneByValue(sorted, filter.where(), filter.levels());
        return new Plan(
                pruned.files(),
                new ScanCounters(
                        listed.size(),
                        (long) listed.size() - wanted.size(),
                        read.stream().mapToLong(Filtered::entries).sum(),
                        read.stream().mapToLong(Filtered::otherPartition).sum(),
                        read.stream().mapToLong(Filtered::otherBucket).sum(),
                        read.stream().mapToLong(Filtered::otherLevel).sum(),
                        live.size(),
                        (long) live.size() - byKey.size(),
                        pruned.byStatistics(),
                        pruned.byIndex(),
                        pruned.files().size()));
    }

    /** The live files that lists of manifests make up, of some partitions, all levels, in no order. */
    public List<LiveFile> live(List<ManifestFileMeta> listed, Set<BinaryRow> partitions) throws IOException {
        EntryFilter entryFilter = new EntryFilter(ScanFilter.ALL, partitions, List.of());
        List<ManifestFileMeta> wanted =
                listed.stream().filter(entryFilter::mayWant).toList();
        return live(ParallelReads.all(
                wanted, executor, MAX_HELPERS, manifest -> entryFilter.filter(manifests.readManifest(manifest))));
    }

    /** The live files that a snapshot's own change began from, all levels, in no order. */
    public List<LiveFile> base(Snapshot snapshot) throws IOException {
        EntryFilter all = new EntryFilter(ScanFilter.ALL, null, List.of());
        return live(ParallelReads.all(
                manifests.readList(snapshot.baseManifestList(), snapshot.baseManifestListSize()),
                executor,
                MAX_HELPERS,
                manifest -> all.filter(manifests.readManifest(manifest))));
    }

    /** The entries of a snapshot's own change, in order. */
    public List<ManifestEntry> delta(Snapshot snapshot) throws IOException {
        return entries(manifests.readList(snapshot.deltaManifestList(), snapshot.deltaManifestListSize()));
    }

    /** The entries of a snapshot's changelog, in order; none if it has no changelog. */
    public List<ManifestEntry> changelog(Snapshot snapshot) throws IOException {
        String list = snapshot.changelogManifestList();
        return list == null ? List.of() : entries(manifests.readList(list, snapshot.changelogManifestListSize()));
    }

    /** The manifests that make up a snapshot's state, those of its own change last. */
    public List<ManifestFileMeta> manifests(Snapshot snapshot) throws IOException {
        List<ManifestFileMeta> all =
                new ArrayList<>(manifests.readList(snapshot.baseManifestList(), snapshot.baseManifestListSize()));
        all.addAll(manifests.readList(snapshot.deltaManifestList(), snapshot.deltaManifestListSize()));
        return all;
    }

    private List<ManifestEntry> entries(List<ManifestFileMeta> listed) throws IOException {
        return ParallelReads.all(listed, executor, MAX_HELPERS, manifests::readManifest).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** What a manifest held that is wanted, and counts of what is not. */
    private record Filtered(
            List<ManifestEntry> wanted, int entries, int otherPartition, int otherBucket, int otherLevel) {}

    /** The part of a filter that decides on an entry whatever its statistics. */
    private final class EntryFilter {
        private final ScanFilter filter;
        private final PartitionPruning partitions;
        private final BucketPruning buckets;
        private final int lowestLevel;
        private final int highestLevel;
        private final int lowestBucket;

        EntryFilter(ScanFilter filter, @Nullable Set<BinaryRow> partitions, List<Predicate> conjuncts) {
            this.filter = filter;
            this.partitions = new PartitionPruning(schema, partitions, conjuncts);
            this.buckets = new BucketPruning(schema, conjuncts);
            boolean read = filter.levels() == Levels.VISIBLE;
            int visible = read && TableOptions.hidesLevelZero(schema.options()) ? 1 : 0;
            this.lowestLevel = Math.max(visible, filter.level().orElse(visible));
            this.highestLevel = filter.level().orElse(Integer.MAX_VALUE);
            this.lowestBucket = read ? 0 : Integer.MIN_VALUE;
        }

        boolean mayWant(ManifestFileMeta manifest) {
            Integer minBucket = manifest.minBucket();
            Integer maxBucket = manifest.maxBucket();
            Integer minLevel = manifest.minLevel();
            Integer maxLevel = manifest.maxLevel();
            if (filter.bucket().isPresent()
                    && minBucket != null
                    && maxBucket != null
                    && (filter.bucket().getAsInt() < minBucket
                            || filter.bucket().getAsInt() > maxBucket)) {
                return false;
            }
            return (maxBucket == null || maxBucket >= lowestBucket)
                    && (maxLevel == null || maxLevel >= lowestLevel)
                    && (minLevel == null || minLevel <= highestLevel)
                    && partitions.mayWant(manifest)
                    && buckets.mayWant(minBucket, maxBucket, manifests.knownTotalBuckets(manifest));
        }

        Filtered filter(List<ManifestEntry> entries) {
            List<ManifestEntry> wanted = new ArrayList<>(entries.size());
            int otherPartition = 0;
            int otherBucket = 0;
            int otherLevel = 0;
            for (ManifestEntry entry : entries) {
                if (!partitions.wants(entry.partition())) {
                    otherPartition++;
                } else if (!wantsBucket(entry.bucket(), entry.totalBuckets())) {
                    otherBucket++;
                } else if (entry.file().level() < lowestLevel || entry.file().level() > highestLevel) {
                    otherLevel++;
                } else {
                    wanted.add(entry);
                }
            }
            return new Filtered(wanted, entries.size(), otherPartition, otherBucket, otherLevel);
        }

        private boolean wantsBucket(int bucket, int totalBuckets) {
            return bucket >= lowestBucket
                    && (filter.bucket().isEmpty() || filter.bucket().getAsInt() == bucket)
                    && buckets.mayWant(bucket, totalBuckets);
        }
    }

    private static List<LiveFile> live(List<Filtered> read) {
        Set<ManifestEntry.Identity> dead = new HashSet<>();
        for (Filtered manifest : read) {
            for (ManifestEntry entry : manifest.wanted()) {
                if (entry.kind() == FileKind.DELETE) {
                    dead.add(entry.identity());
                }
            }
        }
        List<LiveFile> live = new ArrayList<>();
        for (Filtered manifest : read) {
            for (ManifestEntry entry : manifest.wanted()) {
                if (entry.kind() == FileKind.ADD && (dead.isEmpty() || !dead.contains(entry.identity()))) {
                    live.add(new LiveFile(entry.partition(), entry.bucket(), entry.totalBuckets(), entry.file()));
                }
            }
        }
        return live;
    }

    private List<LiveFile> pruneByKey(List<LiveFile> live, List<Predicate> conjuncts) {
        KeyPruning keys = new KeyPruning(schema, conjuncts);
        return keys.isActive()
                ? live.stream().filter(file -> keys.mayMatch(file.file())).toList()
                : live;
    }

    private List<LiveFile> sorted(List<LiveFile> files) {
        boolean oneBucket = true;
        for (int i = 1; i < files.size() && oneBucket; i++) {
            oneBucket = sameBucket(files.get(0), files.get(i));
        }
        if (oneBucket) {
            return files;
        }
        List<DataType> partitionTypes = schema.partitionType().types();
        Comparator<BinaryRow> byPartition = (left, right) -> PartitionPruning.compare(left, right, partitionTypes);
        return files.stream()
                .sorted(Comparator.comparing(LiveFile::partition, byPartition)
                        .thenComparing(LiveFile::partition, PartitionPruning::compareBytes)
                        .thenComparingInt(LiveFile::bucket))
                .toList();
    }

    /** Sorted files, bucket by bucket without those that statistics and indexes exclude. */
    private ValuePruning.Pruned pruneByValue(List<LiveFile> sorted, Predicate where, Levels levels) throws IOException {
        FileColumns columns = new FileColumns(schemas, schema);
        ValuePruning values =
                new ValuePruning(new FileStats(columns), new FileIndexes(columns, indexFiles), schema, where, levels);
        List<LiveFile> kept = new ArrayList<>(sorted.size());
        int byStatistics = 0;
        int byIndex = 0;
        int start = 0;
        while (start < sorted.size()) {
            LiveFile first = sorted.get(start);
            int end = start + 1;
            while (end < sorted.size() && sameBucket(first, sorted.get(end))) {
                end++;
            }
            ValuePruning.Pruned bucket = values.prune(sorted.subList(start, end));
            kept.addAll(bucket.files());
            byStatistics += bucket.byStatistics();
            byIndex += bucket.byIndex();
            start = end;
        }
        return new ValuePruning.Pruned(kept, byStatistics, byIndex);
    }

    private static boolean sameBucket(LiveFile left, LiveFile right) {
        return left.bucket() == right.bucket() && left.partition().equals(right.partition());
    }
}
