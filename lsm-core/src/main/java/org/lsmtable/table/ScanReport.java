package org.lsmtable.table;

import org.lsmtable.scan.ScanCounters;

/**
 * What a scan has left out so far, step by step.
 *
 * @param plan what planning left out
 * @param rowGroups row groups of Parquet files and stripes of ORC files that the filter's statistics were asked about
 * @param rowGroupsSkipped of these, left out
 * @param pages pages of the filter's columns, and groups of rows of ORC's row index, in row groups that were not left out
 * @param pagesSkipped of these, left out
 * @param rowsInFiles rows in the files opened so far, all versions of a key and deletes counted
 * @param rowsSkipped of these, left out by row groups and pages
 * @param rowsSkippedByIndex of those that are left, left out by file indexes
 * @param rowsReturned rows given to the caller
 */
public record ScanReport(
        ScanCounters plan,
        long rowGroups,
        long rowGroupsSkipped,
        long pages,
        long pagesSkipped,
        long rowsInFiles,
        long rowsSkipped,
        long rowsSkippedByIndex,
        long rowsReturned) {
    /** Of what is no scan. */
    public static final ScanReport NONE = new ScanReport(ScanCounters.NONE, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Rows whose keys, or filter columns, are decoded. */
    public long rowsDecoded() {
        return rowsInFiles - rowsSkipped - rowsSkippedByIndex;
    }
}
