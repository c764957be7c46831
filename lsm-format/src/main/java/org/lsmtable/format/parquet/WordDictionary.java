package org.lsmtable.format.parquet;

import java.util.Arrays;

/** The distinct numbers of a column chunk in order of arrival, and the code of each: an open-addressing hash table. */
final class WordDictionary {
    private static final int LEAST_SLOTS = 32;

    private final int limit;
    private long[] values = new long[LEAST_SLOTS / 2];
    /** Code plus one; 0 marks a free slot. At most half are taken. */
    private int[] slots = new int[LEAST_SLOTS];

    private int size;

    /** A dictionary of at most so many numbers. */
    WordDictionary(int limit) {
        this.limit = limit;
    }

    /** The number of distinct values. */
    int size() {
        return size;
    }

    /** The values by code. */
    long[] values() {
        return values;
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(slots, 0);
            size = 0;
        }
    }

    /** The code of a value, which is added if it is new; -1 if there is no room for it. */
    int codeOf(long value) {
        int mask = slots.length - 1;
        int slot = hash(value) & mask;
        int taken;
        while ((taken = slots[slot]) != 0) {
            if (values[taken - 1] == value) {
                return taken - 1;
            }
            slot = (slot + 1) & mask;
        }
        if (size == limit) {
            return -1;
        }
        slots[slot] = size + 1;
        values[size++] = value;
        if (size == values.length) {
            grow();
        }
        return size - 1;
    }

    private void grow() {
        values = Arrays.copyOf(values, values.length * 2);
        slots = new int[slots.length * 2];
        int mask = slots.length - 1;
        for (int code = 0; code < size; code++) {
            int slot = hash(values[code]) & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = code + 1;
        }
    }

    private static int hash(long value) {
        long mixed = value * 0x9e3779b97f4a7c15L;
        return (int) (mixed ^ mixed >>> 32);
    }
}
