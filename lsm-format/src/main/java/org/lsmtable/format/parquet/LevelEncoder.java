package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The definition levels of a page of a top-level column: one bit a row, 1 where there is a value. */
final class LevelEncoder {
    /** So many equal bytes of levels become a run. */
    private static final int LEAST_RUN_BYTES = 4;

    private final PageBuffer encoded = new PageBuffer(16);
    private byte[] bits = new byte[0];
    private int rows;
    private int nulls;

    /** The rows so far. */
    int rows() {
        return rows;
    }

    /** The nulls among them. */
    int nullCount() {
        return nulls;
    }

    /** Forgets all rows. */
    void clear() {
        rows = 0;
        nulls = 0;
    }

    /**
     * Appends rows by their null marks.
     *
     * @param marks null if no row is null
     */
    void append(boolean @Nullable [] marks, int from, int to) {
        int count = to - from;
        if (marks == null || !anyNull(marks, from, to)) {
            if (nulls > 0) {
                setBits(rows, count);
            }
            rows += count;
            return;
        }
        if (nulls == 0) {
            setBits(0, rows);
        }
        ensureBits(rows + count);
        for (int i = from; i < to; i++) {
            int bit = 1 << (rows & 7);
            if (marks[i]) {
                nulls++;
                bits[rows >> 3] &= (byte) ~bit;
            } else {
                bits[rows >> 3] |= (byte) bit;
            }
            rows++;
        }
    }

    /** Whether a row of a range is marked null. */
    static boolean anyNull(boolean[] marks, int from, int to) {
        for (int i = from; i < to; i++) {
            if (marks[i]) {
                return true;
            }
        }
        return false;
    }

    /** Puts the levels in front of the values of their page, and their length in front of them. */
    void prependTo(PageBuffer page) {
        encoded.clear();
        encoded.putInts(new int[1], 0, 1);
        if (nulls == 0 || nulls == rows) {
            putRun(nulls == 0 ? 1 : 0, rows);
        } else {
            putBits();
        }
        Words.putInt(encoded.bytes(), encoded.start(), encoded.length() - Integer.BYTES);
        page.prepend(encoded.bytes(), encoded.start(), encoded.length());
    }

    private void putBits() {
        int length = (rows + 7) >>> 3;
        padLastByte();
        int packedFrom = 0;
        int at = 0;
        while (at < length) {
            byte value = bits[at];
            int runEnd = at + 1;
            if (value == 0 || value == -1) {
                while (runEnd < length && bits[runEnd] == value) {
                    runEnd++;
                }
                if (runEnd - at >= LEAST_RUN_BYTES) {
                    putPacked(packedFrom, at);
                    putRun(value & 1, Math.min(rows, runEnd * 8) - at * 8);
                    packedFrom = runEnd;
                }
            }
            at = runEnd;
        }
        putPacked(packedFrom, length);
    }

    /** Continues the last level to the end of its byte, where readers do not look, so that a run may reach the end. */
    private void padLastByte() {
        int used = rows & 7;
        if (used > 0) {
            int last = rows >> 3;
            boolean one = (bits[last] >> (used - 1) & 1) == 1;
            int padding = 0xff << used;
            bits[last] = (byte) (one ? bits[last] | padding : bits[last] & ~padding);
        }
    }

    private void putRun(int level, int count) {
        encoded.putVarInt(count << 1);
        encoded.putByte(level);
    }

    private void putPacked(int from, int to) {
        if (from < to) {
            encoded.putVarInt((to - from) << 1 | 1);
            encoded.putBytes(bits, from, to - from);
        }
    }

    private void ensureBits(int count) {
        int needed = (count + 7) >>> 3;
        if (bits.length < needed) {
            bits = Arrays.copyOf(bits, Math.max(needed, bits.length * 2));
        }
    }

    private void setBits(int from, int count) {
        int to = from + count;
        ensureBits(to);
        int at = from;
        for (; at < to && (at & 7) != 0; at++) {
            bits[at >> 3] |= (byte) (1 << (at & 7));
        }
        if (at < to) {
            Arrays.fill(bits, at >> 3, (to + 7) >>> 3, (byte) 0xff);
        }
    }
}
