package org.lsmtable.table;

import java.util.List;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.compact.Decision;
import org.lsmtable.snapshot.Snapshot;

/**
 * What a call of {@link Table#compact} did. Files, bytes and rows are those that are in the table by it.
 *
 * <p>A compaction is lost if another has merged some of the same files meanwhile, and no row is: whoever wants it done calls again. Writers that
 * compact of themselves win mostly, since their compactions are short; {@code write-only} leaves it to one.
 *
 * @param result how the commit ended: if not {@code Committed}, what was done to some buckets, or to all, is not in the table
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
