package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * Looks whether the metadata of a snapshot is there, before what lies before it goes: it may be all that is left of the table. Manifests are
 * not read for that, but must be there and have the size that the lists say; one listing of their folder tells.
 */
final class WholeSnapshot {
    private final TableStores stores;

    WholeSnapshot(TableStores stores) {
        this.stores = stores;
    }

    /** @throws DamagedFileException naming what is missing or damaged */
    void require(Snapshot snapshot) throws IOException {
        ManifestStore manifests = stores.manifests();
        List<ManifestFileMeta> named =
                new ArrayList<>(manifests.readList(snapshot.baseManifestList(), snapshot.baseManifestListSize()));
        named.addAll(manifests.readList(snapshot.deltaManifestList(), snapshot.deltaManifestListSize()));
        String folder = stores.paths().manifestFolder();
        Map<String, Long> sizes = new HashMap<>();
        for (FileInfo file : stores.storage().list(folder)) {
            sizes.put(file.name(), file.sizeBytes());
        }
        for (ManifestFileMeta manifest : named) {
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
