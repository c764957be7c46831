package org.lsmtable.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.snapshot.Snapshot;

/**
 * Manifest lists, the last few kept in memory: the lists a committer needs next are those it has written itself, unless someone else
 * committed meanwhile. A list never changes under its name.
 */
final class ManifestLists {
    private static final int KEPT = 4;

    private final ManifestStore store;
    private final Map<String, List<ManifestFileMeta>> kept = new LinkedHashMap<>(8, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<ManifestFileMeta>> eldest) {
            return size() > KEPT;
        }
    };

    ManifestLists(ManifestStore store) {
        this.store = store;
    }

    /** The manifests that make up a snapshot's state: those of its base, then those of its change. None for no snapshot. */
    List<ManifestFileMeta> of(Optional<Snapshot> snapshot) throws IOException {
        if (snapshot.isEmpty()) {
            return List.of();
        }
        Snapshot s = snapshot.get();
        List<ManifestFileMeta> all = new ArrayList<>(read(s.baseManifestList(), s.baseManifestListSize()));
        all.addAll(read(s.deltaManifestList(), s.deltaManifestListSize()));
        return all;
    }

    private List<ManifestFileMeta> read(String name, @Nullable Long size) throws IOException {
        List<ManifestFileMeta> list = kept.get(name);
        if (list == null) {
            list = List.copyOf(store.readList(name, size));
            kept.put(name, list);
        }
        return list;
    }

    /** Remembers a list that was written. */
    void remember(String name, List<ManifestFileMeta> list) {
        kept.put(name, List.copyOf(list));
    }
}
