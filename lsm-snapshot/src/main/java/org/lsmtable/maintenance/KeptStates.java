package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.State.Kind;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestEntry.Identity;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.snapshot.Snapshot;

/**
 * Takes out of candidates what states that stay name. A manifest or list is read once, and only what it says of candidates is remembered. What
 * cannot be read is an error, for it might name any of them.
 *
 * <p>Along one branch not every snapshot needs to be read:
 * <ol>
 * <li>A snapshot names, of manifests, index files and statistics, what the one before it names, and new files; only an OVERWRITE may
 *     bring back older ones, since a rollback that goes forward is one.
 * <li>A data file that is live in a snapshot and was not in the one before was added by its change; it is new, or the snapshot is an OVERWRITE.
 * </ol>
 * Files that one branch made are named by others only after a fast-forward, which copies snapshots; so other branches are read in full.
 */
final class KeptStates {
    private final Storage storage;
    private final ManifestStore manifests;
    private final Candidates candidates;
    private final Map<String, List<ManifestFileMeta>> knownLists = new HashMap<>();
    private final Map<String, List<ManifestEntry>> knownManifests = new HashMap<>();
    private final Set<String> knownIndexManifests = new HashSet<>();

    KeptStates(Storage storage, ManifestStore manifests, Candidates candidates) {
        this.storage = storage;
        this.manifests = manifests;
        this.candidates = candidates;
    }

    /** Keeps what a state names, all of it. Nothing if the state has vanished while it was read. */
    void keep(State state) throws IOException {
        unlessVanished(state, () -> {
            if (state.kind() == Kind.CHANGELOG) {
                keepChanges(state.snapshot());
            } else {
                keepMetadata(state.snapshot());
                keepLive(state.snapshot());
                if (state.kind() == Kind.SNAPSHOT) {
                    keepChangeRecords(state.snapshot());
                }
            }
        });
    }

    /** Keeps what a state names of which the names are known. */
    void keepNamed(long[] hashes) {
        candidates.keepNamed(hashes);
    }

    /** Keeps what a snapshot names, but for its data files, among which no candidate can be. */
    void keepAllButLive(State state) throws IOException {
        unlessVanished(state, () -> {
            keepMetadata(state.snapshot());
            keepChangeRecords(state.snapshot());
        });
    }

    /** Keeps what a later snapshot that overwrote names and those before it may not (claims 1 and 2). */
    void keepOverwrite(State state) throws IOException {
        Snapshot snapshot = state.snapshot();
        unlessVanished(state, () -> {
            keepMetadata(snapshot);
            for (ManifestFileMeta manifest : list(snapshot.deltaManifestList(), snapshot.deltaManifestListSize())) {
                keepAdded(manifest);
            }
        });
    }

    private interface Reading {
        void run() throws IOException;
    }

    private void unlessVanished(State state, Reading reading) throws IOException {
        try {
            reading.run();
        } catch (DamagedFileException | NoSuchFileException e) {
            if (storage.exists(state.file())) {
                throw e;
            }
        }
    }

    private void keepMetadata(Snapshot snapshot) throws IOException {
        for (ManifestFileMeta manifest : state(snapshot)) {
            candidates.keepManifest(manifest.fileName());
        }
        candidates.keepList(snapshot.baseManifestList());
        candidates.keepList(snapshot.deltaManifestList());
        String statistics = snapshot.statistics();
        if (statistics != null) {
            candidates.keepStatistics(statistics);
        }
        String indexes = snapshot.indexManifest();
        if (indexes != null && knownIndexManifests.add(indexes)) {
            candidates.keepList(indexes);
            if (candidates.hasIndexFiles()) {
                for (IndexFileEntry entry : manifests.readIndexManifest(indexes)) {
                    candidates.keepIndexFile(entry.fileName());
                }
            }
        }
    }

    private void keepLive(Snapshot snapshot) throws IOException {
        if (!candidates.hasDataFiles()) {
            return;
        }
        Map<Identity, FileKey> live = new HashMap<>();
        List<Identity> removed = new ArrayList<>();
        for (ManifestFileMeta manifest : state(snapshot)) {
            for (ManifestEntry entry : entries(manifest)) {
                if (entry.kind() == FileKind.ADD) {
                    live.put(entry.identity(), FileKey.of(entry));
                } else {
                    removed.add(entry.identity());
                }
            }
        }
        removed.forEach(live::remove);
        live.values().forEach(candidates::keepDataFile);
    }

    /**
     * Keeps the change records of a snapshot, and what names them. They are gone if the snapshot began a branch from a tag, for tags do not keep
     * them.
     */
    private void keepChangeRecords(Snapshot snapshot) throws IOException {
        String changelog = snapshot.changelogManifestList();
        if (changelog != null) {
            for (ManifestFileMeta manifest : keepListIfThere(changelog, snapshot.changelogManifestListSize())) {
                if (candidates.hasChangelogFiles()) {
                    manifests.readManifest(manifest, entry -> candidates.keepChangelogFile(FileKey.of(entry)));
                }
            }
        }
    }

    /**
     * Keeps what holds the change records of an expired snapshot, and what names them. Some of the lists that the snapshot names went when it
     * expired.
     */
    private void keepChanges(Snapshot snapshot) throws IOException {
        String changelog = snapshot.changelogManifestList();
        if (changelog != null) {
            keepChangeRecords(snapshot);
            return;
        }
        keepListIfThere(snapshot.baseManifestList(), snapshot.baseManifestListSize());
        for (ManifestFileMeta manifest :
                keepListIfThere(snapshot.deltaManifestList(), snapshot.deltaManifestListSize())) {
            keepAdded(manifest);
        }
    }

    private List<ManifestFileMeta> keepListIfThere(String name, @Nullable Long size) throws IOException {
        candidates.keepList(name);
        List<ManifestFileMeta> list;
        try {
            list = list(name, size);
        } catch (DamagedFileException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return List.of();
            }
            throw e;
        }
        list.forEach(manifest -> candidates.keepManifest(manifest.fileName()));
        return list;
    }

    private void keepAdded(ManifestFileMeta manifest) throws IOException {
        for (ManifestEntry entry : entries(manifest)) {
            if (entry.kind() == FileKind.ADD) {
                candidates.keepDataFile(FileKey.of(entry));
            }
        }
    }

    private List<ManifestFileMeta> state(Snapshot snapshot) throws IOException {
        List<ManifestFileMeta> state =
                new ArrayList<>(list(snapshot.baseManifestList(), snapshot.baseManifestListSize()));
        state.addAll(list(snapshot.deltaManifestList(), snapshot.deltaManifestListSize()));
        return state;
    }

    private List<ManifestFileMeta> list(String name, @Nullable Long size) throws IOException {
        List<ManifestFileMeta> known = knownLists.get(name);
        if (known == null) {
            known = manifests.readList(name, size);
            knownLists.put(name, known);
        }
        return known;
    }

    /** The entries of a manifest that speak of candidates. */
    private List<ManifestEntry> entries(ManifestFileMeta manifest) throws IOException {
        List<ManifestEntry> known = knownManifests.get(manifest.fileName());
        if (known == null) {
            List<ManifestEntry> found = new ArrayList<>();
            manifests.readManifest(manifest, entry -> {
                if (candidates.hasDataFile(FileKey.of(entry))) {
                    found.add(entry);
                }
            });
            knownManifests.put(manifest.fileName(), found);
            known = found;
        }
        return known;
    }
}
