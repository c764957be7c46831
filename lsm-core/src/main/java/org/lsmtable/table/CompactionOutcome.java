package org.lsmtable.table;

import java.util.List;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.compact.Decision;
import org.lsmtable.snapshot.Snapshot;

/**
 * What a call of {@link Table#compact} did.
 *
 * @param result how the commit ended
 * @param decisions each pick that was carried out, in order
 * @param filesAdded files on a new level, moved ones included
 * @param filesRemoved files that went from their level, moved ones included
 * @param bytesWritten bytes of new files; a file that only changed its level costs none
 * @param rowsWritten rows of new files
 */
public record CompactionOutcome(
        CommitResult result,
        List<Decision> decisions,
        int filesAdded,
        int filesRemoved,
        long bytesWritten,
        long rowsWritten) {
    public CompactionOutcome {
        decisions = List.copyOf(decisions);
    }

    /** The snapshots made: none if there was nothing to do. */
    public List<Snapshot> snapshots() {
        return result.snapshots();
    }
}
