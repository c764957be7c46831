package org.lsmtable.merge;

import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/**
 * What merging keys tells of the next rows: which rows of which files they are, and the columns that were needed to find that out.
 * Independent of the windows it came from, so that these may move on.
 */
final class KeyChunk {
    final Picks picks = new Picks();
    /** 0 or 1: which of the two chunks that may be under way at the same time this is. */
    final int turn;
    /** The file of each run from which its picks come. */
    final int[] files;
    /** The row of that file that is row 0 of the picks of the run. */
    final long[] bases;
    /** One for each output column: its rows if it came along with the keys, otherwise null. */
    final @Nullable ColumnVector[] columns;

    KeyChunk(int turn, int runs, int columns) {
        this.turn = turn;
        this.files = new int[runs];
        this.bases = new long[runs];
        this.columns = new ColumnVector[columns];
    }
}
