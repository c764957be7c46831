package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.maintenance.State.Kind;
import org.lsmtable.maintenance.States.StateFile;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;

/**
 * Remembers the files of tags and of other branches' snapshots from one expiry of a writer to the next: of each state the hashes of all names,
 * sorted, 8 bytes a file. Names are unique in a table; two with one hash would at worst keep a file that could go. Not thread-safe.
 */
final class StateNames {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final ManifestStore manifests;
    private final TableScan scan;
    private final int most;
    private final Map<StateFile, long[]> known = new HashMap<>();
    private long total;

    /**
     * Nothing yet.
     *
     * @param most how many names are remembered at most, of all states together; 0 for none
     */
    StateNames(ManifestStore manifests, TableScan scan, int most) {
        this.manifests = manifests;
        this.scan = scan;
        this.most = most;
    }

    /** The hashes of a state's names, ascending; null if they are not known. */
    long @Nullable [] find(StateFile file) {
        return known.get(file);
    }

    /** Reads and remembers the names of a state, and hands them out; null if they are too many, or
     * there are change records among them. */
    long @Nullable [] read(StateFile file, State state) throws IOException {
        boolean hasChanges = state.kind() != Kind.TAG && state.snapshot().changelogManifestList() != null;
        if (most == 0 || state.kind() == Kind.CHANGELOG || hasChanges) {
            return null;
        }
        try {
            long files = 0;
            for (ManifestFileMeta manifest : scan.manifests(state.snapshot())) {
                files += manifest.numAddedFiles() + 1;
            }
            if (total + files > most) {
                return null;
            }
            long[] names = hashes(state.snapshot());
            known.put(file, names);
            total += names.length;
            return names;
        } catch (DamagedFileException | NoSuchFileException e) {
            return null; // who reads it in the other way tells whether it has vanished
        }
    }

    /** Forgets states that are not there any more. */
    void retain(Set<StateFile> present) {
        if (known.keySet().retainAll(present)) {
            total = known.values().stream().mapToLong(names -> names.length).sum();
        }
    }

    private long[] hashes(Snapshot snapshot) throws IOException {
        LongStream.Builder hashes = LongStream.builder();
        hashes.add(hash(snapshot.baseManifestList()));
        hashes.add(hash(snapshot.deltaManifestList()));
        scan.manifests(snapshot).forEach(manifest -> hashes.add(hash(manifest.fileName())));
        scan.plan(snapshot, ScanFilter.ALL)
                .forEach(live -> hashes.add(hash(live.file().fileName())));
        String indexes = snapshot.indexManifest();
        if (indexes != null) {
            hashes.add(hash(indexes));
            for (IndexFileEntry entry : manifests.readIndexManifest(indexes)) {
                hashes.add(hash(entry.fileName()));
            }
        }
        String statistics = snapshot.statistics();
        if (statistics != null) {
            hashes.add(hash(statistics));
        }
        return hashes.build().sorted().toArray();
    }

    static long hash(String name) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
