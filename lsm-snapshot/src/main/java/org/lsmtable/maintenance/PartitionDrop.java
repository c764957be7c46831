package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.FileSelection;
import org.lsmtable.commit.PartitionSelection;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.PartitionPath;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * Partitions that are to be emptied, by one snapshot that takes every file of theirs out of the table (spec: commit and maintenance, drop partition).
 * No file is deleted by that: earlier snapshots and tags have it, until they expire.
 */
public final class PartitionDrop {
    /** What later versions of the format note as the cause of such a snapshot. */
    private static final String OPERATION = "TRUNCATE";

    private static final String STAYS = "; it stays until no snapshot, tag or branch has it";

    private final TableStores stores;
    private final TableSchema schema;
    private final FileSelection selection;
    private final List<Removal> removals;

    private PartitionDrop(TableStores stores, TableSchema schema, FileSelection selection, List<Removal> removals) {
        this.stores = stores;
        this.schema = schema;
        this.selection = selection;
        this.removals = List.copyOf(removals);
    }

    /**
     * Looks for the files.
     *
     * @param partitions a condition on partition columns; null for all partitions
     */
    public static PartitionDrop plan(TableStores stores, TableSchema schema, @Nullable Predicate partitions)
            throws IOException {
        return plan(stores, schema, new PartitionSelection(stores, schema, partitions));
    }

    static PartitionDrop plan(TableStores stores, TableSchema schema, FileSelection selection) throws IOException {
        List<Removal> removals = new ArrayList<>();
        Optional<Snapshot> latest = stores.snapshots().latest();
        PartitionDrop plan = new PartitionDrop(stores, schema, selection, removals);
        if (latest.isPresent()) {
            FileSelection.Files files = selection.at(latest.get());
            files.data().forEach(file -> removals.add(plan.removal(file)));
            files.indexes().forEach(index -> removals.add(plan.removal(index)));
        }
        return new PartitionDrop(stores, schema, selection, removals);
    }

    /** The files that leave the table, as it is now: data files by partition and bucket, then index files. */
    public List<Removal> removals() {
        return removals;
    }

    private Removal removal(LiveFile file) {
        return new Removal(
                stores.paths().dataFile(schema, file.partition(), file.bucket(), file.file()),
                "data file of " + name(file.partition()) + STAYS,
                file.file().fileSize());
    }

    private Removal removal(IndexFileEntry index) {
        return new Removal(
                stores.paths().indexFile(schema, index),
                "index file of " + name(index.partition()) + STAYS,
                index.fileSize());
    }

    private String name(BinaryRow partition) {
        String path = PartitionPath.of(schema, partition);
        return path.isEmpty() ? "the table" : "partition " + path;
    }

    /**
     * Commits the snapshot, also if there is nothing to take out. What others have committed to the partitions since the plan was made goes too.
     *
     * @param committer of the same table
     */
    public CommitResult execute(TableCommitter committer) {
        return committer.empty(selection, Snapshot.BATCH_IDENTIFIER, OPERATION);
    }

    /** The same as a part of another commit's work. */
    CommitResult executeAfter(Snapshot trigger, TableCommitter committer) {
        return committer.empty(selection, trigger.commitIdentifier(), null);
    }

    /** The files that such a snapshot has taken out of the table. */
    public List<Removal> removedBy(Snapshot snapshot) throws IOException {
        List<Removal> removed = new ArrayList<>();
        TableScan scan = new TableScan(stores.manifests(), stores.schemas(), schema);
        for (ManifestEntry entry : scan.delta(snapshot)) {
            if (entry.kind() == FileKind.DELETE) {
                removed.add(
                        removal(new LiveFile(entry.partition(), entry.bucket(), entry.totalBuckets(), entry.file())));
            }
        }
        Set<String> left = new HashSet<>();
        indexes(Optional.of(snapshot)).forEach(index -> left.add(index.fileName()));
        for (IndexFileEntry index : indexes(stores.snapshots().find(snapshot.id() - 1))) {
            if (!left.contains(index.fileName())) {
                removed.add(removal(index));
            }
        }
        return removed;
    }

    private List<IndexFileEntry> indexes(Optional<Snapshot> snapshot) throws IOException {
        String manifest = snapshot.map(Snapshot::indexManifest).orElse(null);
        try {
            return manifest == null ? List.of() : stores.manifests().readIndexManifest(manifest);
        } catch (NoSuchFileException e) {
            return List.of(); // the snapshot before has expired
        }
    }
}
