package org.lsmtable.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers distinct binary rows from 0 on, in the order in which they are first seen. A row that is known already costs no object. Not
 * thread-safe.
 */
public final class BinaryRowIndex {
    private static final int FREE = 0;

    private final List<BinaryRow> rows = new ArrayList<>();

    /** Hash of each row, so that growing does not hash again. */
    private int[] hashes = new int[16];

    /** Open addressing: 1 + number, or {@link #FREE}; a power of two, at most half full. */
    private int[] table = new int[32];

    /** The number of the row that a writer holds complete; the writer may be used again. */
    public int take(BinaryRowWriter writer) {
        int hash = writer.hash();
        int slot = hash & table.length - 1;
        while (table[slot] != FREE) {
            int number = table[slot] - 1;
            if (hashes[number] == hash && writer.holds(rows.get(number))) {
                writer.clear();
                return number;
            }
            slot = slot + 1 & table.length - 1;
        }
        int number = rows.size();
        rows.add(writer.toRow());
        if (number == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * number);
        }
        hashes[number] = hash;
        table[slot] = number + 1;
        if (2 * rows.size() > table.length) {
            grow();
        }
        return number;
    }

    private void grow() {
        table = new int[2 * table.length];
        for (int number = 0; number < rows.size(); number++) {
            int slot = hashes[number] & table.length - 1;
            while (table[slot] != FREE) {
                slot = slot + 1 & table.length - 1;
            }
            table[slot] = number + 1;
        }
    }

    /** The row of a number that was given out. */
    public BinaryRow row(int number) {
        return rows.get(number);
    }

    /** How many rows there are. */
    public int size() {
        return rows.size();
    }
}
