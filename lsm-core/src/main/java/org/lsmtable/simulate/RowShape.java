package org.lsmtable.simulate;

/**
 * What rows come to in a file.
 *
 * @param rowBytes bytes of a whole row, above 0; turns bytes into rows where rows are counted, for sequence numbers and the option {@code
 *     full-compaction.delta-records}
 * @param deleteRatio bytes of a delete in proportion to those of a whole row, from 0 to 1: a delete holds the key and little else
 */
public record RowShape(double rowBytes, double deleteRatio) {
    /** Rows of 100 bytes, deletes of a tenth of that. */
    public static final RowShape DEFAULT = new RowShape(100, 0.1);

    public RowShape {
        if (!(rowBytes > 0)) {
            throw new IllegalArgumentException("bytes of a row: expected above 0, found " + rowBytes);
        }
        Shares.require("bytes of a delete to those of a row", deleteRatio);
    }
}
