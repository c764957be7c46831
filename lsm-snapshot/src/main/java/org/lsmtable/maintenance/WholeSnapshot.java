package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * Looks whether the metadata of a snapshot is there, before what lies before it goes: it may be all that is left of the table. Manifests are
 * not read for that, but must be there and have the size that the lists say; one listing of their folder tells.
 */
final class WholeSnapshot {
    private final TableStores stores;
    private final TableScan scan;

    WholeSnapshot(TableStores stores, TableScan scan) {
        this.stores = stores;
        this.scan = scan;
    }

    /** @throws DamagedFileException naming what is missing or damaged */
    void require(Snapshot snapshot) throws IOException {
        String folder = stores.paths().manifestFolder();
        Map<String, Long> sizes = new HashMap<>();
        for (FileInfo file : stores.storage().list(folder)) {
            sizes.put(file.name(), file.sizeBytes());
        }
        for (ManifestFileMeta manifest : scan.manifests(snapshot)) {
            Long size = sizes.get(manifest.fileName());
            if (size == null || size != manifest.fileSize()) {
                throw new DamagedFileException(
                        folder + "/" + manifest.fileName(),
                        "manifest of snapshot " + snapshot.id()
                                + ", which would be the first to stay, so that nothing expires",
                        manifest.fileSize() + " bytes",
                        size == null ? "no such file" : size + " bytes");
            }
        }
    }
}
