package org.lsmtable.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.manifest.ManifestStore.Written;
import org.lsmtable.snapshot.Snapshot;

/**
 * The metadata files that the attempts to make one snapshot have written. The lists of the change itself serve every attempt; a base
 * list serves one, but what was merged for it serves the next one too, as long as the merged manifests still open the new base.
 */
final class AttemptFiles {
    private final ManifestStore store;
    private final Set<String> written = new HashSet<>();
    private final Map<String, Base> bases = new HashMap<>();

    private @Nullable Change change;
    private List<ManifestEntry> changeEntries = List.of();
    private List<ManifestFileMeta> mergeInput = List.of();
    private List<ManifestFileMeta> mergeOutput = List.of();
    private boolean isPinned;

    /**
     * The lists of a change.
     *
     * @param changelog null if there is none
     */
    record Change(
            Written delta,
            List<ManifestFileMeta> deltaManifests,
            @Nullable Written changelog,
            List<ManifestFileMeta> changelogManifests) {}

    /**
     * The base list of an attempt, and its list of index files.
     *
     * @param indexManifest null if the table has no index files
     */
    record Base(
            Written list,
            List<ManifestFileMeta> manifests,
            @Nullable String indexManifest) {}

    /** The index files of the next snapshot, or the list of the snapshot before, where nothing changes. */
    sealed interface Indexes {
        /** The list of the snapshot before; null if it has none. */
        record Same(@Nullable String indexManifest) implements Indexes {}

        /** Another list. */
        record Changed(List<IndexFileEntry> entries) implements Indexes {}
    }

    AttemptFiles(ManifestStore store) {
        this.store = store;
    }

    /** Writes the base list of the next attempt: the manifests of the latest snapshot, merged. */
    Base writeBase(List<ManifestFileMeta> latest, Indexes indexes) throws IOException {
        List<ManifestFileMeta> manifests;
        if (!mergeInput.isEmpty() && startsWith(latest, mergeInput)) {
            manifests = new ArrayList<>(mergeOutput);
            manifests.addAll(latest.subList(mergeInput.size(), latest.size()));
        } else {
            dropMerged();
            manifests = store.merge(latest);
            mergeInput = List.copyOf(latest);
            mergeOutput = List.copyOf(manifests);
            Set<String> given = names(latest);
            names(manifests).stream().filter(name -> !given.contains(name)).forEach(written::add);
        }
        String indexManifest = indexes instanceof Indexes.Changed changed
                ? noted(store.writeIndexManifest(changed.entries())).fileName()
                : ((Indexes.Same) indexes).indexManifest();
        Base base = new Base(noted(store.writeList(manifests)), List.copyOf(manifests), indexManifest);
        bases.put(base.list().fileName(), base);
        return base;
    }

    /** Writes the lists of the change, unless they are there from an earlier attempt. */
    Change writeChange(List<ManifestEntry> entries, List<ManifestEntry> changelog) throws IOException {
        Change made = change;
        if (made == null || !entries.equals(changeEntries)) {
            List<ManifestFileMeta> deltaManifests = writeManifests(entries);
            Written delta = noted(store.writeList(deltaManifests));
            List<ManifestFileMeta> changelogManifests = changelog.isEmpty() ? List.of() : writeManifests(changelog);
            made = new Change(
                    delta,
                    deltaManifests,
                    changelog.isEmpty() ? null : noted(store.writeList(changelogManifests)),
                    changelogManifests);
            change = made;
            changeEntries = entries;
        }
        return made;
    }

    /** Nothing may be deleted from here on: a snapshot that names files of an attempt may exist. */
    void pin() {
        isPinned = true;
    }

    /** No attempt so far is in the table, nor ever will be: base lists written so far will never be named. */
    void dropBases() {
        isPinned = false;
        for (Base base : bases.values()) {
            delete(base.list().fileName());
            if (base.indexManifest() != null && written.contains(base.indexManifest())) {
                delete(base.indexManifest());
            }
        }
        bases.clear();
    }

    /** The change is given up: deletes everything written for it, unless pinned. */
    void dropAll() {
        if (!isPinned) {
            Set.copyOf(written).forEach(this::delete);
        }
    }

    /** The change is in the table by one snapshot, of ours or of an earlier call, hence by no other: deletes what it does not name. */
    void keepOnly(Snapshot snapshot) {
        isPinned = false;
        Base base = bases.get(snapshot.baseManifestList());
        Change lists = change;
        if (base == null || lists == null) {
            dropAll();
            return;
        }
        written.removeAll(names(base.manifests()));
        written.removeAll(names(lists.deltaManifests()));
        written.removeAll(names(lists.changelogManifests()));
        written.remove(base.list().fileName());
        written.remove(base.indexManifest());
        written.remove(lists.delta().fileName());
        if (lists.changelog() != null) {
            written.remove(lists.changelog().fileName());
        }
        dropAll();
    }

    /** Remembers the lists of a snapshot made from these files. */
    void remember(Snapshot snapshot, ManifestLists lists) {
        Base base = bases.get(snapshot.baseManifestList());
        if (base != null && change != null) {
            lists.remember(snapshot.baseManifestList(), base.manifests());
            lists.remember(snapshot.deltaManifestList(), change.deltaManifests());
        }
    }

    private void dropMerged() {
        Set<String> given = names(mergeInput);
        names(mergeOutput).stream().filter(name -> !given.contains(name)).forEach(this::delete);
        mergeInput = List.of();
        mergeOutput = List.of();
    }

    private List<ManifestFileMeta> writeManifests(List<ManifestEntry> entries) throws IOException {
        List<ManifestFileMeta> manifests = store.writeManifests(entries);
        manifests.forEach(manifest -> written.add(manifest.fileName()));
        return manifests;
    }

    private Written noted(Written file) {
        written.add(file.fileName());
        return file;
    }

    private void delete(String fileName) {
        if (isPinned) {
            return;
        }
        store.deleteQuietly(fileName);
        written.remove(fileName);
    }

    private static boolean startsWith(List<ManifestFileMeta> list, List<ManifestFileMeta> start) {
        if (start.size() > list.size()) {
            return false;
        }
        for (int i = 0; i < start.size(); i++) {
            if (!start.get(i).fileName().equals(list.get(i).fileName())) {
                return false;
            }
        }
        return true;
    }

    private static Set<String> names(List<ManifestFileMeta> manifests) {
        Set<String> names = new HashSet<>();
        manifests.forEach(manifest -> names.add(manifest.fileName()));
        return names;
    }
}
