package org.lsmtable.commit;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.lsmtable.commit.ConflictCheck.Conflict;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;

/** Finds the commit that a lost one lost to: the newest snapshot whose change removed or added the file in the way. */
final class WinnerSearch {
    private static final int MAX_STEPS = 100;

    private final TableScan scan;
    private final SnapshotStore snapshots;

    WinnerSearch(TableScan scan, SnapshotStore snapshots) {
        this.scan = scan;
        this.snapshots = snapshots;
    }

    /** The snapshot to blame; empty if it has expired, lies too far back, or cannot be read. */
    Optional<Snapshot> find(Conflict conflict, Snapshot latest) {
        try {
            Snapshot at = latest;
            for (int step = 0; step < MAX_STEPS; step++) {
                for (ManifestEntry entry : scan.delta(at)) {
                    if (entry.kind() == conflict.doneToIt() && entry.identity().equals(conflict.file())) {
                        return Optional.of(at);
                    }
                }
                if (at.id() == 1) {
                    return Optional.empty();
                }
                at = snapshots.get(at.id() - 1);
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            // The commit is lost all the same; only the name of the winner is missing.
            return Optional.empty();
        }
        return Optional.empty();
    }
}
