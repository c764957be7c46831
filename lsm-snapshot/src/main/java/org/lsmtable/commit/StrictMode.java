package org.lsmtable.commit;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.Set;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.options.Options;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;

/** Refuses to commit over what other users have rewritten since a snapshot taken as safe (spec: commit, strict mode). */
final class StrictMode {
    private final TableScan scan;
    private final SnapshotStore snapshots;
    private final String commitUser;
    private Optional<Long> safe;

    StrictMode(Options options, TableScan scan, SnapshotStore snapshots, String commitUser) {
        this.scan = scan;
        this.snapshots = snapshots;
        this.commitUser = commitUser;
        this.safe = options.find(CommitOptions.STRICT_SINCE);
    }

    /** Everything up to a snapshot of our own is safe. */
    void committed(Snapshot ours) {
        if (safe.isPresent()) {
            safe = Optional.of(ours.id());
        }
    }

    /** The first rewrite by another user that touches one of the partitions, empty if there is none or the mode is off. */
    Optional<Snapshot> violation(Optional<Snapshot> latest, Set<BinaryRow> partitions) throws IOException {
        if (safe.isEmpty() || latest.isEmpty()) {
            return Optional.empty();
        }
        for (long id = safe.get() + 1; id <= latest.get().id(); id++) {
            try {
                Snapshot snapshot = snapshots.get(id);
                if (isForeignRewrite(snapshot) && touches(snapshot, partitions)) {
                    return Optional.of(snapshot);
                }
            } catch (NoSuchFileException e) {
                // Expired: nobody can tell any more what it did.
            }
        }
        return Optional.empty();
    }

    private boolean isForeignRewrite(Snapshot snapshot) {
        return !snapshot.commitUser().equals(commitUser)
                && (snapshot.commitKind() == CommitKind.COMPACT || snapshot.commitKind() == CommitKind.OVERWRITE);
    }

    private boolean touches(Snapshot snapshot, Set<BinaryRow> partitions) throws IOException {
        for (ManifestEntry entry : scan.delta(snapshot)) {
            if (partitions.contains(entry.partition())) {
                return true;
            }
        }
        return false;
    }
}
