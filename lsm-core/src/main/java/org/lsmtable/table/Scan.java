package org.lsmtable.table;

import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.ScanCounters;
import org.lsmtable.types.RowType;

/** A read being described, then opened. Each method returns this scan. */
public interface Scan {
    /** Only rows for which the condition is true; several calls must all hold. */
    Scan where(Predicate predicate);

    /** Only these columns, in this order. */
    Scan select(String... columns);

    /** At most so many rows. */
    Scan limit(long rows);

    /** The state to read; the latest snapshot if not called. Columns are those of that snapshot's schema. */
    Scan asOf(SnapshotRef snapshot);

    /**
     * The columns as another state has them: found by their ids, null where the state that is read does not have them yet, and cast where their
     * types have changed. So rows of two states can be compared.
     */
    Scan columnsOf(SnapshotRef state);

    /** Only the rows of one bucket; they come in the order of the trimmed key. */
    Scan in(BucketRef bucket);

    /** What planning leaves out, without reading any row. */
    ScanCounters explain();

    /** The columns of the rows. */
    RowType type();

    /** Rows one by one. The caller closes the cursor. */
    RowCursor open();

    /** Batches of columns. The caller closes the cursor. */
    BatchCursor openBatches();

    /** The number of rows. */
    long count();
}
