package org.lsmtable.commit;

import java.util.List;
import org.lsmtable.snapshot.Snapshot;

/** How a commit ended, classified by what the caller may do next. */
public sealed interface CommitResult {
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
     * @param committed snapshots of the same call that did succeed before (an APPEND before a lost COMPACT)
     * @param winnerId the latest snapshot that was in the way
     * @param why names the files and both commit users
     */
    record Lost(List<Snapshot> committed, long winnerId, String why) implements CommitResult {
        public Lost {
            committed = List.copyOf(committed);
        }
    }

    /**
     * It cannot be told whether the changes are in the table. Nothing was deleted; look again before doing anything.
     *
     * @param attemptedId the snapshot that may or may not exist
     */
    record Unknown(List<Snapshot> committed, long attemptedId, Exception cause) implements CommitResult {
        public Unknown {
            committed = List.copyOf(committed);
        }
    }
}
