package org.lsmtable.format.parquet;

import org.lsmtable.fs.DamagedFileException;

/**
 * Integers in the encoding DELTA_BINARY_PACKED: blocks of a smallest difference and miniblocks of what each difference has above
 * it, each miniblock with a bit width of its own.
 */
final class DeltaNumbers {
    private static final int MAX_BLOCK_VALUES = 1 << 16;

    private final PageBytes in;
    private final int miniblocks;
    private final int miniblockValues;
    private long left;
    private long value;
    private long smallest;
    private int widths;
    private int miniblock;
    private int inMiniblock;
    private int width;
    private long bit;
    private boolean first = true;

    /** Reads the header. The numbers begin at the position of the bytes, which are this reader's from here on. */
    DeltaNumbers(PageBytes in) throws DamagedFileException {
        this.in = in;
        long blockValues = in.takeVarint();
        long count = in.takeVarint();
        if (blockValues < 8 || blockValues > MAX_BLOCK_VALUES) {
            throw in.damaged("values of a delta block", "8 to " + MAX_BLOCK_VALUES, blockValues);
        }
        miniblocks = (int) count;
        if (count < 1 || count > blockValues / 8 || blockValues % count != 0 || blockValues / count % 8 != 0) {
            throw in.damaged("miniblocks of a delta block", "parts of a multiple of 8 values each", count);
        }
        miniblockValues = (int) (blockValues / count);
        left = in.takeVarint();
        value = in.takeZigzag();
        miniblock = miniblocks;
    }

    /** The numbers not yet read. */
    long left() {
        return left;
    }

    long next() throws DamagedFileException {
        if (left <= 0) {
            throw in.damaged("delta-encoded numbers of the page", "more", "none left");
        }
        left--;
        if (first) {
            first = false;
            return value;
        }
        if (inMiniblock == 0) {
            nextMiniblock();
        }
        inMiniblock--;
        value += smallest + unpack();
        return value;
    }

    /** Passes over all numbers that are left. The bytes stand behind them then. */
    void skipAll() throws DamagedFileException {
        if (first && left > 0) {
            first = false;
            left--;
        }
        left -= Math.min(left, inMiniblock);
        inMiniblock = 0;
        while (left > 0) {
            nextMiniblock();
            left -= Math.min(left, inMiniblock);
            inMiniblock = 0;
        }
    }

    private void nextMiniblock() throws DamagedFileException {
        if (miniblock == miniblocks) {
            smallest = in.takeZigzag();
            widths = in.take(miniblocks);
            miniblock = 0;
        }
        width = in.array()[widths + miniblock++] & 0xff;
        if (width > 64) {
            throw in.damaged("bit width of a delta miniblock", "0 to 64", width);
        }
        bit = in.take((long) miniblockValues / 8 * width) * 8L;
        inMiniblock = miniblockValues;
    }

    private long unpack() {
        if (width == 0) {
            return 0;
        }
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long x = LittleEndian.longAt(in.array(), at) >>> shift;
        if (shift + width > 64) {
            x |= (in.array()[at + 8] & 0xffL) << (64 - shift);
        }
        bit += width;
        return width == 64 ? x : x & ((1L << width) - 1);
    }
}
