package org.lsmtable.commit;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.options.TableOptions;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.types.RowType;

/**
 * The files of some partitions, as an overwrite takes them out of a table (spec: commit, overwrite): those that wait for a bucket stay, unless every
 * writer of the table leaves them that way. Not thread-safe.
 */
public final class PartitionSelection {
    private final TableStores stores;
    private final TableScan scan;
    private final RowType partitionType;
    private final @Nullable Predicate partitions;
    private final @Nullable Filter filter;
    private final boolean takesWaiting;
    private final Map<BinaryRow, Boolean> decided = new HashMap<>();

    /**
     * A selection.
     *
     * @param partitions a condition on partition columns; null for all partitions
     */
    public PartitionSelection(TableStores stores, TableSchema schema, @Nullable Predicate partitions) {
        this.stores = stores;
        this.scan = new TableScan(stores.manifests(), stores.schemas(), schema);
        this.partitionType = schema.partitionType();
        this.partitions = partitions;
        this.filter = partitions == null ? null : Filter.bind(partitions, partitionType);
        this.takesWaiting = schema.options().get(TableOptions.BUCKET) == TablePaths.POSTPONE_BUCKET;
    }

    /** The data files at a snapshot, by partition and bucket. */
    public List<LiveFile> files(Snapshot snapshot) throws IOException {
        return scan.plan(snapshot, ScanFilter.where(partitions)).stream()
                .filter(file -> (takesWaiting || file.bucket() >= 0) && isWanted(file.partition()))
                .toList();
    }

    /** The index files at a snapshot. */
    public List<IndexFileEntry> indexes(Snapshot snapshot) throws IOException {
        String manifest = snapshot.indexManifest();
        return manifest == null
                ? List.of()
                : stores.manifests().readIndexManifest(manifest).stream()
                        .filter(entry -> isWanted(entry.partition()))
                        .toList();
    }

    private boolean isWanted(BinaryRow partition) {
        return filter == null || decided.computeIfAbsent(partition, p -> filter.test(values(p)));
    }

    private Row values(BinaryRow partition) {
        @Nullable Object[] values = new @Nullable Object[partitionType.fieldCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = partition.get(i, partitionType.typeAt(i));
        }
        return Row.of(values);
    }
}
