package org.lsmtable.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.fs.Storage;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.TableStores;

/** The files of a table's latest snapshot, as the manifests have them. */
public final class TableFiles {
    private TableFiles() {}

    public static List<LiveFile> live(Path table) throws IOException {
        TablePaths paths = new TablePaths(table.toString());
        Storage storage = LocalStorage.of(Durability.PROCESS);
        TableSchema schema = new SchemaStore(storage, paths).latest().orElseThrow();
        TableStores stores =
                TableStores.of(storage, paths, schema, () -> UUID.randomUUID().toString());
        return new TableScan(stores.manifests(), stores.schemas(), schema)
                .plan(stores.snapshots().latest().orElseThrow(), ScanFilter.ALL);
    }
}
