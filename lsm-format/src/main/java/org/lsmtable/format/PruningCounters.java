package org.lsmtable.format;

import java.util.concurrent.atomic.LongAdder;

/**
 * What statistics inside files leave out. Safe for use by several threads.
 *
 * <p>A <em>row group</em> is that of Parquet, or a stripe of ORC; a <em>page</em> is one of a filter column in a row group that is not left
 * out, or a group of rows in the row index of ORC. Avro has neither.
 */
public final class PruningCounters {
    private final LongAdder rowGroups = new LongAdder();
    private final LongAdder rowGroupsSkipped = new LongAdder();
    private final LongAdder pages = new LongAdder();
    private final LongAdder pagesSkipped = new LongAdder();

    /** A row group was looked at, and may match. */
    public void rowGroupKept() {
        rowGroups.increment();
    }

    /** A row group was looked at, and is left out. */
    public void rowGroupSkipped() {
        rowGroups.increment();
        rowGroupsSkipped.increment();
    }

    /** A page was looked at, and may match. */
    public void pageKept() {
        pages.increment();
    }

    /** A page was looked at, and is left out. */
    public void pageSkipped() {
        pages.increment();
        pagesSkipped.increment();
    }

    /** Row groups looked at. */
    public long rowGroups() {
        return rowGroups.sum();
    }

    /** Of these, left out. */
    public long rowGroupsSkipped() {
        return rowGroupsSkipped.sum();
    }

    /** Pages looked at. */
    public long pages() {
        return pages.sum();
    }

    /** Of these, left out. */
    public long pagesSkipped() {
        return pagesSkipped.sum();
    }
}
