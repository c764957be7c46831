package org.lsmtable.commit;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.options.TableOptions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.PartitionPruning;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * The files of some partitions, as an overwrite takes them out of a table (spec: commit, overwrite): those that wait for a bucket stay, unless every
 * writer of the table leaves them that way. Safe for use by several threads.
 */
public final class PartitionSelection implements FileSelection {
    private final TableStores stores;
    private final TableScan scan;
    private final @Nullable Predicate partitions;
    private final PartitionPruning pruning;
    private final boolean takesWaiting;

    /**
     * A selection.
     *
     * @param partitions a condition on partition columns; null for all partitions
     */
    public PartitionSelection(TableStores stores, TableSchema schema, @Nullable Predicate partitions) {
        this.stores = stores;
        this.scan = new TableScan(stores.manifests(), stores.schemas(), schema);
        this.partitions = partitions;
        this.pruning = new PartitionPruning(schema, null, partitions == null ? List.of() : List.of(partitions));
        this.takesWaiting = schema.options().get(TableOptions.BUCKET) == TablePaths.POSTPONE_BUCKET;
    }

    @Override
    public Files at(Snapshot snapshot) throws IOException {
        return new Files(data(snapshot), indexes(snapshot));
    }

    private List<LiveFile> data(Snapshot snapshot) throws IOException {
        return scan.plan(snapshot, ScanFilter.where(partitions)).stream()
                .filter(file -> takesWaiting || file.bucket() >= 0)
                .toList();
    }

    private List<IndexFileEntry> indexes(Snapshot snapshot) throws IOException {
        String manifest = snapshot.indexManifest();
        return manifest == null
                ? List.of()
                : stores.manifests().readIndexManifest(manifest).stream()
                        .filter(entry -> pruning.wants(entry.partition()))
                        .toList();
    }
}
