package org.lsmtable.snapshot;

import java.util.function.Supplier;
import org.lsmtable.fs.Storage;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;

/** The stores of one table's metadata files, as commits, scans and system tables need them together. Safe for several threads. */
public record TableStores(
        Storage storage,
        TablePaths paths,
        SchemaStore schemas,
        SnapshotStore snapshots,
        TagStore tags,
        ManifestStore manifests) {
    /**
     * The stores of a table.
     *
     * @param schema tells partition columns and options
     * @param uuids draws the unique part of file names
     */
    public static TableStores of(Storage storage, TablePaths paths, TableSchema schema, Supplier<String> uuids) {
        return new TableStores(
                storage,
                paths,
                new SchemaStore(storage, paths),
                new SnapshotStore(storage, paths),
                new TagStore(storage, paths),
                new ManifestStore(storage, paths.manifestFolder(), schema.partitionType(), schema.options(), uuids));
    }
}
