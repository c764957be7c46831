package org.lsmtable.table;

import org.lsmtable.predicate.Predicate;

/**
 * A read of change records being described, then opened. Each method returns this scan.
 *
 * <p>The records of a snapshot are the rows of the changelog files that the table's {@code changelog-producer} wrote, or without one the rows
 * of the data files that a commit of rows brought, each with its kind (spec: commit, streaming follow-up). Nothing is merged; compactions
 * change nothing. Columns are those of the latest schema.
 */
public interface ChangelogScan {
    /** The first snapshot; the earliest one there is if not called. */
    ChangelogScan from(long snapshotId);

    /** The last snapshot, included; the latest if not called. */
    ChangelogScan to(long snapshotId);

    /** Only records for which the condition is true; several calls must all hold. */
    ChangelogScan where(Predicate predicate);

    /** Only these columns, in this order. */
    ChangelogScan select(String... columns);

    /**
     * Batches of records. The caller closes the cursor.
     *
     * @throws TableException NOT_FOUND naming the snapshots there are, if one asked for is not there
     */
    ChangelogCursor openBatches();
}
