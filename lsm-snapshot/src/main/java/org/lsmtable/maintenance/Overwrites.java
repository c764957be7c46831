package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;

/**
 * Finds, among the later snapshots of a branch, those that may name files that the ones before them did not: the OVERWRITEs. Remembers which snapshots it
 * has read, so that whoever expires after every commit reads each once. Safe for use by several threads.
 */
final class Overwrites {
    private final SnapshotStore snapshots;
    private final List<Snapshot> known = new ArrayList<>();
    /** The first snapshot read; 0 for none. All from it to {@link #last} were read. */
    private long from;

    private @Nullable Snapshot last;

    /**
     * The later snapshots.
     *
     * @param overwrites those of kind OVERWRITE, by id
     * @param latest the last one, null if there is none
     * @param restart a snapshot with which one has to begin anew, because others have expired what lay before it; null if none has to
     */
    record Later(
            List<Snapshot> overwrites,
            @Nullable Snapshot latest,
            @Nullable Snapshot restart) {}

    Overwrites(SnapshotStore snapshots) {
        this.snapshots = snapshots;
    }

    /** The snapshots from an id on. */
    synchronized Later from(long id) throws IOException {
        Snapshot before = last;
        boolean isAsItWas =
                before != null && from <= id && snapshots.find(before.id()).equals(Optional.of(before));
        if (!isAsItWas) {
            known.clear();
            from = id;
            last = null;
        }
        @Nullable Snapshot restart = null;
        long latestId = snapshots.latestId().orElse(0L);
        for (long next = last == null ? id : last.id() + 1; next <= latestId; next++) {
            Optional<Snapshot> found = snapshots.find(next);
            if (found.isEmpty()) {
                next = Math.max(next, snapshots.earliestId().orElse(next));
                found = Optional.of(snapshots.get(next));
                restart = found.get();
                known.clear();
                from = next;
            }
            last = found.get();
            if (last.commitKind() == CommitKind.OVERWRITE) {
                known.add(last);
            }
        }
        known.removeIf(overwrite -> overwrite.id() < id);
        from = Math.max(from, id);
        return new Later(List.copyOf(known), last, restart);
    }
}
