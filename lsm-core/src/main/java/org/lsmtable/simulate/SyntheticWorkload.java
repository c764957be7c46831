package org.lsmtable.simulate;

/**
 * A workload in a few numbers. If some rows are updates the table starts full, one run on the last level; else it starts empty.
 *
 * @param sizes bytes of rows a flush
 * @param tableBytes the rows that are updated, each once: the live bytes of a table that gets no new keys; above 0 if there are updates
 * @param updates the share of the arriving rows whose keys are among these, from 0 to 1; the others have new keys
 * @param deletes the share of the updates that delete, from 0 to below 1. Rows that were deleted come back as often: live bytes stay
 * @param skew which of the rows are updated
 * @param keys where they lie. A sequential workload knows no skew
 */
public record SyntheticWorkload(
        FlushSizes sizes, double tableBytes, double updates, double deletes, Skew skew, KeyPattern keys, RowShape rows)
        implements Workload {
    public SyntheticWorkload {
        Shares.require("share of updates", updates);
        Shares.require("share of deletes", deletes);
        if (deletes == 1) {
            throw new IllegalArgumentException("share of deletes: expected below 1, found 1");
        }
        if (updates > 0 && !(tableBytes > 0)) {
            throw new IllegalArgumentException("table bytes: expected above 0 for updates, found " + tableBytes);
        }
        if (keys == KeyPattern.SEQUENTIAL && !skew.equals(Skew.NONE)) {
            throw new IllegalArgumentException("skew: expected none with sequential keys, which are updated in turn");
        }
    }

    /** Updates of rows drawn evenly from a full table, as many bytes in each flush. */
    public static SyntheticWorkload updates(double tableBytes, double flushBytes) {
        return new SyntheticWorkload(
                new FlushSizes.Constant(flushBytes), tableBytes, 1, 0, Skew.NONE, KeyPattern.UNIFORM, RowShape.DEFAULT);
    }

    /** New keys all over the range, as many bytes in each flush, into an empty table. */
    public static SyntheticWorkload inserts(double flushBytes) {
        return new SyntheticWorkload(
                new FlushSizes.Constant(flushBytes), 0, 0, 0, Skew.NONE, KeyPattern.UNIFORM, RowShape.DEFAULT);
    }

    /** The same with other flush sizes. */
    public SyntheticWorkload with(FlushSizes other) {
        return new SyntheticWorkload(other, tableBytes, updates, deletes, skew, keys, rows);
    }

    /** The same with other shares of updates and of deletes among them. */
    public SyntheticWorkload withShares(double newUpdates, double newDeletes) {
        return new SyntheticWorkload(sizes, tableBytes, newUpdates, newDeletes, skew, keys, rows);
    }

    /** The same with other popularity of rows. */
    public SyntheticWorkload with(Skew other) {
        return new SyntheticWorkload(sizes, tableBytes, updates, deletes, other, keys, rows);
    }

    /** The same with keys elsewhere. */
    public SyntheticWorkload with(KeyPattern other) {
        return new SyntheticWorkload(sizes, tableBytes, updates, deletes, skew, other, rows);
    }

    /** The same with other rows. */
    public SyntheticWorkload with(RowShape other) {
        return new SyntheticWorkload(sizes, tableBytes, updates, deletes, skew, keys, other);
    }
}
