package org.lsmtable.format.parquet;

/** The hybrid encoding of small numbers: runs of one value, and groups of eight packed bit by bit (Parquet's RLE). */
final class HybridRuns {
    /** The fewest bits of packed values that a run replaces; below, its two headers cost more than it saves. */
    private static final int LEAST_RUN_BITS = 64;

    private HybridRuns() {}

    /** The bits that hold every number up to a greatest one; one bit for 0. */
    static int width(int greatest) {
        return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(greatest));
    }

    /**
     * Appends numbers.
     *
     * @param values none negative; at least 8 positions longer than {@code count}, and those are overwritten
     * @param width the bits of a number, at most 31
     */
    static void put(int[] values, int count, int width, PageBuffer out) {
        int leastRun = Math.max(8, LEAST_RUN_BITS / width);
        for (int i = count; i < count + 8; i++) {
            values[i] = 0;
        }
        int packedFrom = 0;
        int at = 0;
        while (at < count) {
            int value = values[at];
            int runEnd = at + 1;
            while (runEnd < count && values[runEnd] == value) {
                runEnd++;
            }
            if (runEnd - at >= leastRun) {
                putPacked(values, packedFrom, at, width, out);
                putRun(value, runEnd - at, width, out);
                at = runEnd;
                packedFrom = at;
            } else {
                at += 8;
            }
        }
        putPacked(values, packedFrom, count, width, out);
    }

    private static void putRun(int value, int length, int width, PageBuffer out) {
        out.putVarInt(length << 1);
        for (int bits = 0; bits < width; bits += 8) {
            out.putByte(value >>> bits);
        }
    }

    private static void putPacked(int[] values, int from, int to, int width, PageBuffer out) {
        if (from >= to) {
            return;
        }
        int groups = (to - from + 7) >>> 3;
        out.putVarInt(groups << 1 | 1);
        byte[] bytes = out.reserve((long) groups * width);
        int end = out.end();
        for (int i = from; i < to; i += 8) {
            if (width <= 8) {
                Words.putLong(bytes, end, packNarrow(values, i, width));
            } else {
                packWide(values, i, width, bytes, end);
            }
            end += width;
        }
        out.endAt(end);
    }

    private static long packNarrow(int[] values, int at, int width) {
        return values[at]
                | (long) values[at + 1] << width
                | (long) values[at + 2] << 2 * width
                | (long) values[at + 3] << 3 * width
                | (long) values[at + 4] << 4 * width
                | (long) values[at + 5] << 5 * width
                | (long) values[at + 6] << 6 * width
                | (long) values[at + 7] << 7 * width;
    }

    private static void packWide(int[] values, int at, int width, byte[] bytes, int from) {
        long pending = 0;
        int bits = 0;
        int end = from;
        for (int i = at; i < at + 8; i++) {
            pending |= (long) values[i] << bits;
            bits += width;
            if (bits >= Integer.SIZE) {
                Words.putInt(bytes, end, (int) pending);
                end += Integer.BYTES;
                pending >>>= Integer.SIZE;
                bits -= Integer.SIZE;
            }
        }
        for (; bits > 0; bits -= 8) {
            bytes[end++] = (byte) pending;
            pending >>>= 8;
        }
    }
}
