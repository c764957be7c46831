package org.lsmtable.format.parquet;

import java.util.Arrays;

/** Moves the values of a stretch of rows, which lie densely at its beginning, to the rows that are not null, in place. */
final class Spread {
    private Spread() {}

    /**
     * From the last row to the first, until the values that are left lie where they belong. Null rows become 0.
     *
     * @param nulls true where the rows {@code at} to {@code at + count - 1} are null
     * @param present the number of values, which is that of the rows not null
     */
    static void ints(int[] values, boolean[] nulls, int at, int count, int present) {
        int source = at + present - 1;
        int row = at + count - 1;
        for (; row > source && source >= at; row--) {
            int mask = nulls[row] ? 0 : -1;
            values[row] = values[source] & mask;
            source += mask;
        }
        if (source < at) {
            Arrays.fill(values, at, row + 1, 0);
        }
    }

    /** The same for 64-bit words. */
    static void longs(long[] values, boolean[] nulls, int at, int count, int present) {
        int source = at + present - 1;
        int row = at + count - 1;
        for (; row > source && source >= at; row--) {
            int mask = nulls[row] ? 0 : -1;
            values[row] = values[source] & mask;
            source += mask;
        }
        if (source < at) {
            Arrays.fill(values, at, row + 1, 0);
        }
    }

    /** The same for offsets: null rows become empty. */
    static void offsets(int[] offsets, boolean[] nulls, int at, int count, int present) {
        int source = at + present;
        for (int row = at + count; row > source; row--) {
            offsets[row] = offsets[source];
            source += nulls[row - 1] ? 0 : -1;
        }
    }
}
