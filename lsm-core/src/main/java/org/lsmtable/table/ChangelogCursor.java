package org.lsmtable.table;

import java.util.List;

/** The change records of snapshots, in their order; a batch belongs to one snapshot. Not thread-safe. */
public interface ChangelogCursor extends ChangeBatchCursor {
    /** The snapshot of the batch that {@link #next} returned last. */
    long snapshotId();

    /**
     * The snapshots so far that replaced rows by an overwrite, of which there are no change records. With option {@code
     * streaming-read-overwrite} there are.
     */
    List<Long> passedOver();
}
