package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;

/**
 * Collects the files of states that are to go (spec: commit, snapshot expiration; tags). Where metadata cannot be read, the files that only it
 * tells of stay, and so do those of which it might tell that they came back.
 *
 * <p>A file that snapshot k removed was part of k - 1 still. So the data files that go with the snapshots b to e - 1 are those that the changes of b + 1
 * to e removed and none of these brought back.
 */
final class GoneStates {
    private final ManifestStore manifests;
    private final TableScan scan;
    private final Candidates candidates;
    private final List<String> unreadable = new ArrayList<>();

    GoneStates(ManifestStore manifests, TableScan scan, Candidates candidates) {
        this.manifests = manifests;
        this.scan = scan;
        this.candidates = candidates;
    }

    /** What could not be read, a line each, so that files stay that nothing may need any more. */
    List<String> unreadable() {
        return unreadable;
    }

    /** Reads something of a state that goes. */
    private interface Reading<T> {
        T read() throws IOException;
    }

    private <T> Optional<T> tryTo(Reading<T> reading) {
        try {
            return Optional.of(reading.read());
        } catch (IOException | RuntimeException e) {
            unreadable.add(e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Collects what goes with snapshots.
     *
     * @param going those that go; null for what cannot be read
     * @param firstKept the snapshot behind them, which stays
     * @throws IOException if what this one changed cannot be read
     */
    void addSnapshots(List<@Nullable Snapshot> going, Snapshot firstKept) throws IOException {
        for (int i = 0; i < going.size(); i++) {
            Snapshot snapshot = going.get(i);
            if (i > 0) {
                Optional<List<ManifestEntry>> change =
                        snapshot == null ? Optional.empty() : tryTo(() -> scan.delta(snapshot));
                addRemoved(snapshot, change.orElse(null));
            }
            if (snapshot != null) {
                String why = "snapshot " + snapshot.id() + " expires";
                addChangeRecords(snapshot, why);
                addMetadata(snapshot, why);
            }
        }
        addRemoved(firstKept, scan.delta(firstKept));
    }

    /** Collects everything of a tagged state but its change records, which are its snapshot's. */
    void addTag(Snapshot snapshot, String why) {
        for (LiveFile live : tryTo(() -> scan.plan(snapshot, ScanFilter.ALL)).orElse(List.of())) {
            candidates.addDataFile(
                    new ManifestEntry(FileKind.ADD, live.partition(), live.bucket(), live.totalBuckets(), live.file()),
                    why);
        }
        addMetadata(snapshot, why);
    }

    /** The data files that a snapshot removed; null for what cannot be read. */
    private void addRemoved(@Nullable Snapshot snapshot, @Nullable List<ManifestEntry> change) {
        if (snapshot == null || change == null) {
            candidates.keepDataFiles(); // any of those removed before may have come back here
            return;
        }
        String why = "removed by snapshot " + snapshot.id() + ", and the snapshots before it expire";
        for (ManifestEntry entry : change) {
            if (entry.kind() == FileKind.DELETE) {
                candidates.addDataFile(entry, why);
            }
        }
        for (ManifestEntry entry : change) {
            if (entry.kind() == FileKind.ADD) {
                candidates.keepDataFile(FileKey.of(entry)); // it has moved to another level, or came back
            }
        }
    }

    private void addChangeRecords(Snapshot snapshot, String why) {
        for (ManifestEntry entry : tryTo(() -> scan.changelog(snapshot)).orElse(List.of())) {
            if (entry.kind() == FileKind.ADD) {
                candidates.addChangelogFile(entry, why);
            }
        }
    }

    private void addMetadata(Snapshot snapshot, String why) {
        addList(snapshot.baseManifestList(), snapshot.baseManifestListSize(), why);
        addList(snapshot.deltaManifestList(), snapshot.deltaManifestListSize(), why);
        String changelog = snapshot.changelogManifestList();
        if (changelog != null) {
            addList(changelog, snapshot.changelogManifestListSize(), why);
        }
        String statistics = snapshot.statistics();
        if (statistics != null) {
            candidates.addStatistics(statistics, why);
        }
        String indexManifest = snapshot.indexManifest();
        if (indexManifest != null && !candidates.hasList(indexManifest)) {
            for (IndexFileEntry entry :
                    tryTo(() -> manifests.readIndexManifest(indexManifest)).orElse(List.of())) {
                candidates.addIndexFile(entry, why);
            }
            candidates.addList(indexManifest, why);
        }
    }

    private void addList(String name, @Nullable Long size, String why) {
        for (ManifestFileMeta manifest :
                tryTo(() -> manifests.readList(name, size)).orElse(List.of())) {
            candidates.addManifest(manifest.fileName(), why);
        }
        candidates.addList(name, why);
    }
}
