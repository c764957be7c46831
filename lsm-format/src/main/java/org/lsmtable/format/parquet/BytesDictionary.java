package org.lsmtable.format.parquet;

import java.util.Arrays;

/**
 * The distinct byte strings of a column chunk in order of arrival, laid out as their dictionary page, and the code of each:
 * an open-addressing hash table.
 */
final class BytesDictionary {
    private static final int LEAST_SLOTS = 32;

    private final int limitBytes;
    private final int prefixBytes;
    private final PageBuffer page = new PageBuffer(0);
    private int[] starts = new int[LEAST_SLOTS / 2 + 1];
    private int[] hashes = new int[LEAST_SLOTS / 2];
    /** Code plus one; 0 marks a free slot. At most half are taken. */
    private int[] slots = new int[LEAST_SLOTS];

    private int size;

    /**
     * @param limitBytes the most bytes of the dictionary page
     * @param prefixBytes the bytes of a length in front of each value: 4, or 0 if all have one length
     */
    BytesDictionary(int limitBytes, int prefixBytes) {
        this.limitBytes = limitBytes;
        this.prefixBytes = prefixBytes;
        starts[0] = page.end() + prefixBytes;
    }

    /** The number of distinct values. */
    int size() {
        return size;
    }

    /** The values as a dictionary page. */
    PageBuffer page() {
        return page;
    }

    /** The array that holds the values; changes identity when values are added. */
    byte[] bytes() {
        return page.bytes();
    }

    /** Where a value lies in {@link #bytes()}. */
    int start(int code) {
        return starts[code];
    }

    /** The bytes of a value. */
    int length(int code) {
        return starts[code + 1] - prefixBytes - starts[code];
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(slots, 0);
            size = 0;
            page.clear();
        }
    }

    /** The code of a value, which is added if it is new; -1 if there is no room for it. */
    int codeOf(byte[] source, int from, int length) {
        int hash = hash(source, from, length);
        int mask = slots.length - 1;
        int slot = hash & mask;
        int taken;
        while ((taken = slots[slot]) != 0) {
            int code = taken - 1;
            if (hashes[code] == hash && equal(code, source, from, length)) {
                return code;
            }
            slot = (slot + 1) & mask;
        }
        if ((long) page.length() + prefixBytes + length > limitBytes) {
            return -1;
        }
        slots[slot] = size + 1;
        add(source, from, length, hash);
        return size - 1;
    }

    private boolean equal(int code, byte[] source, int from, int length) {
        int start = starts[code];
        return length(code) == length
                && Arrays.equals(page.bytes(), start, start + length, source, from, from + length);
    }

    private void add(byte[] source, int from, int length, int hash) {
        if (prefixBytes > 0) {
            Words.putInt(page.reserve(prefixBytes), page.end(), length);
            page.endAt(page.end() + prefixBytes);
        }
        page.putBytes(source, from, length);
        hashes[size++] = hash;
        starts[size] = page.end() + prefixBytes;
        if (size == hashes.length) {
            grow();
        }
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, hashes.length * 2);
        starts = Arrays.copyOf(starts, hashes.length + 1);
        slots = new int[slots.length * 2];
        int mask = slots.length - 1;
        for (int code = 0; code < size; code++) {
            int slot = hashes[code] & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = code + 1;
        }
    }

    private static int hash(byte[] source, int from, int length) {
        long hash = length;
        int at = from;
        int rest = length;
        for (; rest >= Long.BYTES; rest -= Long.BYTES, at += Long.BYTES) {
            hash = mix(hash ^ Words.getLong(source, at));
        }
        if (rest > 0) {
            long last = 0;
            for (int i = 0; i < rest; i++) {
                last = last << 8 | source[at + i] & 0xff;
            }
            hash = mix(hash ^ last);
        }
        return (int) (hash ^ hash >>> 32);
    }

    private static long mix(long word) {
        long mixed = word * 0x9e3779b97f4a7c15L;
        return mixed ^ mixed >>> 29;
    }
}
