package org.lsmtable.commit;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.TableStores;

/** The folders in which a change has put new files. Their contents were synced when they were closed; here their names are. */
final class DataFolders {
    private final TableStores stores;
    private final TableSchema schema;

    DataFolders(TableStores stores, TableSchema schema) {
        this.stores = stores;
        this.schema = schema;
    }

    /** Makes the names of a change's new files durable. */
    void sync(Changes changes) throws IOException {
        Set<String> folders = new TreeSet<>();
        for (ManifestEntry entry : changes.newFiles()) {
            folders.add(folder(stores.paths().dataFile(schema, entry.partition(), entry.bucket(), entry.file())));
        }
        for (IndexFileEntry entry : changes.indexes().added()) {
            folders.add(folder(stores.paths().indexFile(schema, entry)));
        }
        for (String folder : folders) {
            stores.storage().syncFolder(folder);
        }
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }
}
