package org.lsmtable.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.history.BucketEvent.Cause;
import org.lsmtable.history.HistoryCoverage.Missing;
import org.lsmtable.history.SnapshotDeltas.Delta;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * A table's past as its snapshots tell it. Each call reads what is there at that time; nothing is kept in between. Safe for use by several
 * threads.
 */
public final class TableHistory {
    private final TableStores stores;
    private final SnapshotDeltas deltas;
    private final Comparator<BinaryRow> keyOrder;
    private final int wantedLevels;
    private final CompactionReasons reasons;

    /**
     * The past of a table.
     *
     * @param schema the latest schema: key, partition columns and options
     * @param reasons what says why a compaction was made
     */
    public TableHistory(TableStores stores, TableSchema schema, CompactionReasons reasons) {
        this.stores = stores;
        this.deltas = new SnapshotDeltas(stores, schema);
        this.keyOrder = new KeyComparator(schema.trimmedKeyType().types());
        this.wantedLevels = CompactionOptions.of(schema.options()).levels();
        this.reasons = reasons;
    }

    /** Says which rule would have made a compaction. */
    public CompactionReasons reasons() {
        return reasons;
    }

    /** Sums over the snapshots of a window, in memory that does not grow with their number but for the run counts. */
    public HistoryTotals totals(HistoryWindow window) throws IOException {
        return totals(window, snapshot -> {});
    }

    /**
     * The same.
     *
     * @param seen is told of each snapshot before its change is added
     */
    public HistoryTotals totals(HistoryWindow window, Consumer<Snapshot> seen) throws IOException {
        TotalsCollector collector = new TotalsCollector(seen);
        return collector.totals(walk(window, collector));
    }

    /** Everything that happened in a window, held in memory. */
    public TableTimeline timeline(HistoryWindow window) throws IOException {
        return timeline(window, (partition, bucket) -> true);
    }

    /** Everything that happened to some buckets in a window, held in memory. */
    public TableTimeline timeline(HistoryWindow window, BiPredicate<BinaryRow, Integer> wanted) throws IOException {
        TimelineCollector collector = new TimelineCollector(wanted);
        HistoryCoverage coverage = walk(window, collector);
        return new TableTimeline(coverage, collector.snapshots(), collector.buckets());
    }

    /**
     * Tells what happened in a window, oldest first.
     *
     * @throws DamagedFileException naming the snapshot, if its changes do not fit what the table held before
     */
    public HistoryCoverage walk(HistoryWindow window, HistoryVisitor visitor) throws IOException {
        List<Long> ids = deltas.ids(window.firstId(), window.lastId());
        Walk walk = new Walk(window, visitor);
        int from = (int) Math.max(0, ids.size() - Math.min(ids.size(), window.count()));
        for (long id : ids.subList(from, ids.size())) {
            walk.take(id);
        }
        return walk.coverage();
    }

    /** One walk: the live files as of the snapshot before the next. */
    private final class Walk {
        private final HistoryWindow window;
        private final HistoryVisitor visitor;
        private final Map<BinaryRow, Partition> partitions = new LinkedHashMap<>();
        private final List<Missing> missing = new ArrayList<>();
        private long firstId;
        private long lastId;
        private long snapshots;
        private long waitingFiles;

        Walk(HistoryWindow window, HistoryVisitor visitor) {
            this.window = window;
            this.visitor = visitor;
        }

        void take(long id) throws IOException {
            Delta delta = deltas.find(id).orElse(null);
            if (delta == null) {
                return;
            }
            Snapshot snapshot = delta.snapshot();
            if (id != lastId + 1 || snapshots == 0) {
                List<LiveFile> base = deltas.base(snapshot).orElse(null);
                if (base == null) {
                    return;
                }
                jump(snapshot, base);
            }
            visitor.snapshot(snapshot);
            try {
                apply(delta);
            } catch (IllegalStateException e) {
                throw damaged(snapshot, e);
            }
            lastId = id;
            snapshots++;
        }

        private DamagedFileException damaged(Snapshot snapshot, IllegalStateException e) {
            return new DamagedFileException(
                    stores.snapshots().file(snapshot.id()), e.getMessage() + "; lsm verify tells more", e);
        }

        /** Starts from, or goes on with, a full state. */
        private void jump(Snapshot snapshot, List<LiveFile> base) throws IOException {
            Map<BinaryRow, Map<Integer, List<DataFileMeta>>> found = new LinkedHashMap<>();
            Map<BinaryRow, Integer> totals = new LinkedHashMap<>();
            for (LiveFile live : base) {
                if (live.bucket() != TablePaths.POSTPONE_BUCKET) {
                    found.computeIfAbsent(live.partition(), p -> new TreeMap<>())
                            .computeIfAbsent(live.bucket(), b -> new ArrayList<>())
                            .add(live.file().withoutValueStats());
                    totals.put(live.partition(), live.totalBuckets());
                }
            }
            try {
                if (snapshots == 0) {
                    begin(snapshot, found);
                } else {
                    missing.add(new Missing(lastId + 1, snapshot.id() - 1));
                    resume(snapshot, found);
                }
            } catch (IllegalStateException e) {
                throw damaged(snapshot, e);
            }
            totals.forEach((partition, total) -> partition(partition).totalBuckets = total);
        }

        private void begin(Snapshot snapshot, Map<BinaryRow, Map<Integer, List<DataFileMeta>>> found)
                throws IOException {
            firstId = snapshot.id();
            for (var partition : found.entrySet()) {
                for (var bucket : partition.getValue().entrySet()) {
                    start(partition.getKey(), bucket.getKey(), Levels.of(keyOrder, wantedLevels, bucket.getValue()));
                }
            }
        }

        /** After snapshots that are not there: tells of every bucket that is no longer what it was. */
        private void resume(Snapshot snapshot, Map<BinaryRow, Map<Integer, List<DataFileMeta>>> found)
                throws IOException {
            for (BinaryRow partition : partitions.keySet()) {
                Map<Integer, List<DataFileMeta>> buckets = found.computeIfAbsent(partition, p -> new TreeMap<>());
                for (int bucket : partition(partition).buckets.keySet()) {
                    buckets.computeIfAbsent(bucket, b -> new ArrayList<>());
                }
            }
            for (var partition : found.entrySet()) {
                for (var bucket : partition.getValue().entrySet()) {
                    Levels before = levels(partition.getKey(), bucket.getKey());
                    Levels after = Levels.of(keyOrder, wantedLevels, bucket.getValue());
                    if (!before.files().equals(after.files())) {
                        tell(new BucketEvent(
                                partition.getKey(),
                                bucket.getKey(),
                                snapshot,
                                Cause.UNSEEN,
                                List.of(),
                                null,
                                List.of(),
                                before,
                                after));
                    }
                }
            }
        }

        private void apply(Delta delta) throws IOException {
            Map<BinaryRow, Map<Integer, BucketChange>> changes = new LinkedHashMap<>();
            for (ManifestEntry entry : delta.entries()) {
                if (entry.bucket() == TablePaths.POSTPONE_BUCKET) {
                    waitingFiles += entry.kind() == FileKind.ADD ? 1 : -1;
                } else {
                    changes.computeIfAbsent(entry.partition(), p -> new TreeMap<>())
                            .computeIfAbsent(entry.bucket(), b -> new BucketChange())
                            .add(entry);
                }
            }
            for (var partition : changes.entrySet()) {
                Partition state = partition(partition.getKey());
                Integer known = state.totalBuckets;
                for (var bucket : partition.getValue().entrySet()) {
                    BucketChange change = bucket.getValue();
                    boolean rescaled = known != null && change.totalBuckets() != known;
                    Levels before = levels(partition.getKey(), bucket.getKey());
                    tell(change.event(partition.getKey(), bucket.getKey(), delta.snapshot(), rescaled, before));
                    if (change.addsFiles()) {
                        state.totalBuckets = change.totalBuckets();
                    }
                }
            }
        }

        private void tell(BucketEvent event) throws IOException {
            partition(event.partition()).buckets.put(event.bucket(), event.after());
            visitor.event(event);
        }

        private Levels levels(BinaryRow partition, int bucket) throws IOException {
            Levels known = partition(partition).buckets.get(bucket);
            return known != null ? known : start(partition, bucket, Levels.of(keyOrder, wantedLevels, List.of()));
        }

        private Levels start(BinaryRow partition, int bucket, Levels levels) throws IOException {
            partition(partition).buckets.put(bucket, levels);
            visitor.start(partition, bucket, levels);
            return levels;
        }

        private Partition partition(BinaryRow partition) {
            return partitions.computeIfAbsent(partition, p -> new Partition());
        }

        HistoryCoverage coverage() {
            List<Missing> all = new ArrayList<>();
            long before = firstId - 1;
            if (snapshots > 0 && before >= window.firstId() && snapshots + gaps() < window.count()) {
                all.add(new Missing(window.firstId(), before));
            }
            all.addAll(missing);
            return new HistoryCoverage(firstId, lastId, snapshots, all, Math.max(0, waitingFiles));
        }

        private long gaps() {
            long ids = 0;
            for (Missing range : missing) {
                ids += range.lastId() - range.firstId() + 1;
            }
            return ids;
        }
    }

    /** What is live in a partition. */
    private static final class Partition {
        private final Map<Integer, Levels> buckets = new TreeMap<>();
        private @Nullable Integer totalBuckets;
    }
}
