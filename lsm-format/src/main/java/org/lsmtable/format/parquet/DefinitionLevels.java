package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.ColumnVector;

/** Which rows of a page are null: definition levels of one bit, in the encoding RLE. */
final class DefinitionLevels {
    private final PageBytes in;
    private int runLeft;
    private boolean packed;
    private boolean runPresent;
    private long bit;

    DefinitionLevels(PageBytes in) {
        this.in = in;
    }

    /**
     * Marks the nulls among the next rows, which become the rows {@code at} and following of a vector; marks are made only if
     * there is a null or the vector has marks already.
     *
     * @param capacity the rows that the vector will have in the end
     * @return the number of rows that are not null
     */
    int read(ColumnVector target, int at, int count, int capacity) throws DamagedFileException {
        int present = 0;
        int end = at + count;
        while (at < end) {
            if (runLeft == 0) {
                nextRun();
            }
            int n = Math.min(end - at, runLeft);
            if (packed) {
                present += unpack(target.nullsForWrite(capacity), at, n);
            } else if (!runPresent) {
                Arrays.fill(target.nullsForWrite(capacity), at, at + n, true);
            } else {
                boolean[] nulls = target.nulls();
                if (nulls != null) {
                    Arrays.fill(target.nullsForWrite(capacity), at, at + n, false);
                }
                present += n;
            }
            runLeft -= n;
            at += n;
        }
        return present;
    }

    /** Passes over rows. Returns how many are not null. */
    int skip(int count) throws DamagedFileException {
        int present = 0;
        while (count > 0) {
            if (runLeft == 0) {
                nextRun();
            }
            int n = Math.min(count, runLeft);
            if (packed) {
                for (int i = 0; i < n; i++) {
                    present += (in.array()[(int) (bit >>> 3)] >>> (bit & 7)) & 1;
                    bit++;
                }
            } else if (runPresent) {
                present += n;
            }
            runLeft -= n;
            count -= n;
        }
        return present;
    }

    private void nextRun() throws DamagedFileException {
        long header = in.takeVarint();
        packed = (header & 1) != 0;
        if (packed) {
            long bytes = Math.min(header >>> 1, in.remaining());
            runLeft = (int) Math.min(bytes * 8, Integer.MAX_VALUE);
            bit = in.take(bytes) * 8L;
        } else {
            runLeft = (int) (header >>> 1);
            int level = in.takeByte();
            if (level > 1) {
                throw in.damaged("definition level", "0 or 1", level);
            }
            runPresent = level == 1;
        }
        if (runLeft == 0) {
            throw in.damaged("definition levels of a run", "1 or more", 0);
        }
    }

    private int unpack(boolean[] nulls, int at, int count) {
        byte[] source = in.array();
        int end = at + count;
        int present = 0;
        while (at < end && (bit & 7) != 0) {
            present += one(nulls, at++);
        }
        while (end - at >= 8) {
            int levels = source[(int) (bit >>> 3)] & 0xff;
            for (int k = 0; k < 8; k++) {
                nulls[at + k] = (levels >>> k & 1) == 0;
            }
            present += Integer.bitCount(levels);
            bit += 8;
            at += 8;
        }
        while (at < end) {
            present += one(nulls, at++);
        }
        return present;
    }

    private int one(boolean[] nulls, int at) {
        int level = (in.array()[(int) (bit >>> 3)] >>> (bit & 7)) & 1;
        nulls[at] = level == 0;
        bit++;
        return level;
    }
}
