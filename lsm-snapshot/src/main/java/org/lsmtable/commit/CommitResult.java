package org.lsmtable.commit;

import java.util.List;
import org.lsmtable.snapshot.Snapshot;

/** How a commit ended, classified by what the caller may do next. */
public sealed interface CommitResult {
    /** The snapshots that are in the table by this call, in order, however it ended. */
    List<Snapshot> snapshots();

    /** The same end with these snapshots. */
    default CommitResult with(List<Snapshot> made) {
        if (this instanceof Lost lost) {
            return new Lost(made, lost.winnerId, lost.why);
        }
        if (this instanceof Failed failed) {
            return new Failed(made, failed.cause);
        }
        if (this instanceof Unknown unknown) {
            return new Unknown(made, unknown.attemptedId, unknown.cause);
        }
        return new Committed(made);
    }

    /**
     * The changes are in the table, durable.
     *
     * @param snapshots the snapshots made, in order: none for an empty commit, an APPEND, a COMPACT, or both
     */
    record Committed(List<Snapshot> snapshots) implements CommitResult {
        public Committed {
            snapshots = List.copyOf(snapshots);
        }
    }

    /**
     * Nothing of this part is visible, and it cannot be committed as it is: another commit changed what it relies on. Its files may be
     * deleted, and the work done again from the latest snapshot.
     *
     * @param snapshots snapshots of the same call that did succeed before (an APPEND before a lost COMPACT)
     * @param winnerId the latest snapshot that was in the way
     * @param why names the files and both commit users
     */
    record Lost(List<Snapshot> snapshots, long winnerId, String why) implements CommitResult {
        public Lost {
            snapshots = List.copyOf(snapshots);
        }
    }

    /**
     * Nothing of this part is visible nor ever will be, and nothing of the attempt is left but the data files: storage failed before the
     * snapshot was offered, or the race for the next id was lost as often as the options allow. The same messages may be committed
     * again, or given up.
     *
     * @param snapshots snapshots of the same call that did succeed before
     */
    record Failed(List<Snapshot> snapshots, Exception cause) implements CommitResult {
        public Failed {
            snapshots = List.copyOf(snapshots);
        }
    }

    /**
     * It cannot be told whether the changes are in the table. Nothing was deleted; look again before doing anything.
     *
     * @param attemptedId the snapshot that may or may not exist
     */
    record Unknown(List<Snapshot> snapshots, long attemptedId, Exception cause) implements CommitResult {
        public Unknown {
            snapshots = List.copyOf(snapshots);
        }
    }
}
