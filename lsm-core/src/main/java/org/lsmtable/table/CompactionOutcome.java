package org.lsmtable.table;

import java.util.List;
import org.lsmtable.compact.Decision;
import org.lsmtable.snapshot.Snapshot;

/**
 * What a call of {@link Table#compact} did.
 *
 * @param decisions each pick that was carried out, in order
 */
public record CompactionOutcome(
        List<Snapshot> snapshots,
        List<Decision> decisions,
        int filesAdded,
        int filesRemoved,
        long bytesWritten,
        long rowsWritten) {}
