package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;

/** Numbers of up to 32 bits in the encoding RLE: runs of one value, and runs of bit-packed values, eight to a group. */
final class HybridReader {
    private final PageBytes in;
    private final int width;
    private final int mask;
    private int runLeft;
    private boolean packed;
    private int runValue;
    private long bit;

    HybridReader(PageBytes in, int width) throws DamagedFileException {
        if (width < 0 || width > 32) {
            throw in.damaged("bit width", "0 to 32", width);
        }
        this.in = in;
        this.width = width;
        this.mask = (int) ((1L << width) - 1);
    }

    /** The bits of a value. */
    int width() {
        return width;
    }

    void read(int[] target, int at, int count) throws DamagedFileException {
        int end = at + count;
        while (at < end) {
            if (runLeft == 0) {
                nextRun();
            }
            int n = Math.min(end - at, runLeft);
            if (packed) {
                unpack(target, at, n);
            } else {
                Arrays.fill(target, at, at + n, runValue);
            }
            runLeft -= n;
            at += n;
        }
    }

    void skip(int count) throws DamagedFileException {
        while (count > 0) {
            if (runLeft == 0) {
                nextRun();
            }
            int n = Math.min(count, runLeft);
            bit += (long) n * width;
            runLeft -= n;
            count -= n;
        }
    }

    private void nextRun() throws DamagedFileException {
        if (width == 0) {
            packed = false;
            runValue = 0;
            runLeft = Integer.MAX_VALUE;
            return;
        }
        long header = in.takeVarint();
        packed = (header & 1) != 0;
        if (packed) {
            // the last group of a page may be cut off behind its last value
            long bytes = Math.min((header >>> 1) * width, in.remaining());
            runLeft = (int) Math.min((header >>> 1) * 8, Math.min(bytes * 8 / width, Integer.MAX_VALUE));
            bit = in.take(bytes) * 8L;
        } else {
            runLeft = (int) (header >>> 1);
            runValue = runValue();
        }
        if (runLeft == 0) {
            throw in.damaged("values of a run", "1 or more", 0);
        }
    }

    private int runValue() throws DamagedFileException {
        int bytes = (width + 7) >>> 3;
        int from = in.take(bytes);
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (in.array()[from + i] & 0xff) << (8 * i);
        }
        if ((value & ~mask) != 0) {
            throw in.damaged("value of a run", "at most " + width + " bits", Integer.toUnsignedString(value));
        }
        return value;
    }

    private void unpack(int[] target, int at, int count) {
        int end = at + count;
        if (width <= 16) {
            while (at < end && (bit & 7) != 0) {
                target[at++] = one();
            }
            int groups = (end - at) >>> 3;
            if (width <= 8) {
                unpackNarrow(target, at, groups);
            } else {
                unpackMiddle(target, at, groups);
            }
            at += groups << 3;
            bit += (long) groups * 8 * width;
        }
        while (at < end) {
            target[at++] = one();
        }
    }

    private int one() {
        int value = (int) (LittleEndian.longAt(in.array(), (int) (bit >>> 3)) >>> (bit & 7)) & mask;
        bit += width;
        return value;
    }

    /** Groups of eight values in one load each. */
    private void unpackNarrow(int[] target, int at, int groups) {
        byte[] source = in.array();
        int from = (int) (bit >>> 3);
        int w = width;
        int m = mask;
        for (int g = 0; g < groups; g++) {
            long x = LittleEndian.longAt(source, from);
            target[at] = (int) x & m;
            target[at + 1] = (int) (x >>> w) & m;
            target[at + 2] = (int) (x >>> (2 * w)) & m;
            target[at + 3] = (int) (x >>> (3 * w)) & m;
            target[at + 4] = (int) (x >>> (4 * w)) & m;
            target[at + 5] = (int) (x >>> (5 * w)) & m;
            target[at + 6] = (int) (x >>> (6 * w)) & m;
            target[at + 7] = (int) (x >>> (7 * w)) & m;
            from += w;
            at += 8;
        }
    }

    /** Groups of eight values in two loads each: the second begins in the middle, which for odd widths is half a byte in. */
    private void unpackMiddle(int[] target, int at, int groups) {
        byte[] source = in.array();
        int from = (int) (bit >>> 3);
        int w = width;
        int m = mask;
        int half = (4 * w) >>> 3;
        int rest = (4 * w) & 7;
        for (int g = 0; g < groups; g++) {
            long x = LittleEndian.longAt(source, from);
            long y = LittleEndian.longAt(source, from + half) >>> rest;
            target[at] = (int) x & m;
            target[at + 1] = (int) (x >>> w) & m;
            target[at + 2] = (int) (x >>> (2 * w)) & m;
            target[at + 3] = (int) (x >>> (3 * w)) & m;
            target[at + 4] = (int) y & m;
            target[at + 5] = (int) (y >>> w) & m;
            target[at + 6] = (int) (y >>> (2 * w)) & m;
            target[at + 7] = (int) (y >>> (3 * w)) & m;
            from += w;
            at += 8;
        }
    }
}
