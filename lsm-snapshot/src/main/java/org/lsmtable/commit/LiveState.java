package org.lsmtable.commit;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestEntry.Identity;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;

/**
 * The live files of some partitions at the latest snapshot, carried from one check to the next: instead of reading all manifests again
 * it applies the changes made meanwhile. It is forgotten when it grows beyond {@value #MAX_FILES} files, when a snapshot between is
 * gone, or when the snapshot it stands on has been replaced by another of the same id.
 */
final class LiveState {
    private static final int MAX_FILES = 20_000;
    private static final int MAX_STEPS = 50;

    private final TableScan scan;
    private final SnapshotStore snapshots;
    private final ManifestLists lists;

    private @Nullable Snapshot at;
    private Set<BinaryRow> partitions = Set.of();
    private Map<Identity, LiveFile> files = Map.of();

    LiveState(TableScan scan, SnapshotStore snapshots, ManifestLists lists) {
        this.scan = scan;
        this.snapshots = snapshots;
        this.lists = lists;
    }

    /** The live files by identity, of at least these partitions. To be read before the next call. */
    Map<Identity, LiveFile> of(Optional<Snapshot> latest, Set<BinaryRow> wanted) throws IOException {
        if (latest.isEmpty()) {
            forget();
            return Map.of();
        }
        if (!partitions.containsAll(wanted) || !advance(latest.get())) {
            forget();
            Map<Identity, LiveFile> read = new HashMap<>();
            for (LiveFile file : scan.live(lists.of(latest), wanted)) {
                read.put(identity(file), file);
            }
            partitions = Set.copyOf(wanted);
            files = read;
            at = latest.get();
        }
        Map<Identity, LiveFile> state = files;
        if (state.size() > MAX_FILES) {
            forget();
        }
        return state;
    }

    /** Takes over a change of our own, if it was made right after the snapshot that the state stands on. */
    void committed(Optional<Snapshot> before, Snapshot made, List<ManifestEntry> delta) {
        Snapshot from = at;
        if (from != null && before.isPresent() && isSame(before.get(), from) && made.id() == from.id() + 1) {
            apply(delta);
            at = made;
        }
    }

    private static boolean isSame(Snapshot left, Snapshot right) {
        return left.id() == right.id() && left.deltaManifestList().equals(right.deltaManifestList());
    }

    private void forget() {
        at = null;
        partitions = Set.of();
        files = Map.of();
    }

    /** Brings the state to a snapshot by the changes between; false if that cannot be done. */
    private boolean advance(Snapshot latest) {
        Snapshot from = at;
        if (from == null || latest.id() < from.id() || latest.id() - from.id() > MAX_STEPS) {
            return false;
        }
        try {
            Snapshot now = latest.id() == from.id() ? latest : snapshots.get(from.id());
            if (!isSame(now, from)) {
                return false;
            }
            for (long id = from.id() + 1; id <= latest.id(); id++) {
                apply(scan.delta(id == latest.id() ? latest : snapshots.get(id)));
            }
        } catch (IOException e) {
            // Expired meanwhile; a file that is really damaged will be met again when everything is read.
            return false;
        }
        at = latest;
        return true;
    }

    private void apply(List<ManifestEntry> delta) {
        for (ManifestEntry entry : delta) {
            if (entry.kind() == FileKind.DELETE) {
                files.remove(entry.identity());
            }
        }
        for (ManifestEntry entry : delta) {
            if (entry.kind() == FileKind.ADD && partitions.contains(entry.partition())) {
                LiveFile file = new LiveFile(entry.partition(), entry.bucket(), entry.totalBuckets(), entry.file());
                files.put(entry.identity(), file);
            }
        }
    }

    private static Identity identity(LiveFile file) {
        return new ManifestEntry(FileKind.ADD, file.partition(), file.bucket(), file.totalBuckets(), file.file())
                .identity();
    }
}
