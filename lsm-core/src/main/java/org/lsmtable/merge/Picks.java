package org.lsmtable.merge;

import java.util.Arrays;

/**
 * Which rows of which parts make up the rows of a chunk, grouped by part so that a column can be gathered with one tight loop a part.
 *
 * <p>Within a part, both the source rows and the places in the chunk are listed in the order of the chunk. Where they run on together
 * for long, the part is listed as stretches too. Reusable; belongs to one thread until it is handed over.
 */
final class Picks {
    /** The bits of a packed pick that hold the row; the part lies above. */
    static final int ROW_BITS = 16;

    static final int ROW_MASK = (1 << ROW_BITS) - 1;

    /** A part is copied in stretches if these are at least so long on average. */
    private static final int LONG_STRETCH = 8;

    private int size;
    private int parts;
    private int[] starts = new int[1];
    private int[] rows = new int[0];
    private int[] places = new int[0];
    private int[] stretchStarts = new int[1];
    private int[] stretches = new int[0];

    /**
     * Lists packed picks.
     *
     * @param packed part and row of each row of the chunk, in order
     */
    void set(int[] packed, int from, int to, int partCount) {
        size = to - from;
        parts = partCount;
        if (starts.length <= parts) {
            starts = new int[parts + 1];
            stretchStarts = new int[parts + 1];
        }
        if (rows.length < size) {
            rows = new int[size];
            places = new int[size];
        }
        Arrays.fill(starts, 0, parts + 1, 0);
        int[] next = starts;
        for (int i = from; i < to; i++) {
            next[packed[i] >>> ROW_BITS]++;
        }
        int at = 0;
        for (int p = 0; p < parts; p++) {
            int count = next[p];
            next[p] = at;
            at += count;
        }
        for (int i = from; i < to; i++) {
            int pick = packed[i];
            int place = next[pick >>> ROW_BITS]++;
            rows[place] = pick & ROW_MASK;
            places[place] = i - from;
        }
        System.arraycopy(starts, 0, starts, 1, parts);
        starts[0] = 0;
        findStretches();
    }

    /** Lists some rows of the only part. */
    void setRows(int[] picked, int count) {
        setRange(0, 0, count, 1);
        System.arraycopy(picked, 0, rows, 0, count);
        findStretches();
    }

    /** Lists the rows {@code first} to {@code first + count - 1} of one part, of {@code partCount}. */
    void setRange(int part, int first, int count, int partCount) {
        size = count;
        parts = partCount;
        if (starts.length <= parts) {
            starts = new int[parts + 1];
            stretchStarts = new int[parts + 1];
        }
        if (rows.length < size) {
            rows = new int[size];
            places = new int[size];
        }
        Arrays.fill(starts, 0, part + 1, 0);
        Arrays.fill(starts, part + 1, parts + 1, count);
        for (int i = 0; i < count; i++) {
            rows[i] = first + i;
            places[i] = i;
        }
        findStretches();
    }

    /** Leaves only the rows of the chunk that are marked, closing the gaps. */
    void retain(boolean[] marks) {
        int[] moved = new int[size];
        int kept = 0;
        for (int i = 0; i < size; i++) {
            moved[i] = kept;
            kept += marks[i] ? 1 : 0;
        }
        int at = 0;
        int start = 0;
        for (int p = 0; p < parts; p++) {
            int end = starts[p + 1];
            for (int j = start; j < end; j++) {
                int place = places[j];
                if (marks[place]) {
                    rows[at] = rows[j];
                    places[at++] = moved[place];
                }
            }
            start = end;
            starts[p + 1] = at;
        }
        size = kept;
        findStretches();
    }

    private void findStretches() {
        int found = 0;
        for (int p = 0; p < parts; p++) {
            stretchStarts[p] = found;
            int start = starts[p];
            int end = starts[p + 1];
            if (end == start || (breaks(start, end) + 1L) * LONG_STRETCH > Math.max(LONG_STRETCH, end - start)) {
                continue;
            }
            int first = start;
            for (int j = start + 1; j <= end; j++) {
                if (j == end || rows[j] - rows[j - 1] != 1 || places[j] - places[j - 1] != 1) {
                    if (stretches.length <= found) {
                        stretches = Arrays.copyOf(stretches, found + 16 + found / 2);
                    }
                    stretches[found++] = first;
                    first = j;
                }
            }
        }
        stretchStarts[parts] = found;
    }

    private int breaks(int start, int end) {
        int breaks = 0;
        for (int j = start + 1; j < end; j++) {
            breaks += (rows[j] - rows[j - 1] ^ 1 | places[j] - places[j - 1] ^ 1) != 0 ? 1 : 0;
        }
        return breaks;
    }

    /** The number of rows of the chunk. */
    int size() {
        return size;
    }

    int parts() {
        return parts;
    }

    /** The first entry of a part in {@link #rows()} and {@link #places()}. */
    int start(int part) {
        return starts[part];
    }

    /** Past the last entry of a part. */
    int end(int part) {
        return starts[part + 1];
    }

    /** The row, within its part, of each entry. */
    int[] rows() {
        return rows;
    }

    /** The row of the chunk of each entry. */
    int[] places() {
        return places;
    }

    /** The first row of a part that is picked; the part must not be empty. */
    int firstRow(int part) {
        return rows[starts[part]];
    }

    /** The last row of a part that is picked, given that picks of a part ascend. */
    int lastRow(int part) {
        return rows[starts[part + 1] - 1];
    }

    /** The number of stretches a part is to be copied in; 0 to copy it row by row. */
    int stretchCount(int part) {
        return stretchStarts[part + 1] - stretchStarts[part];
    }

    /** The first entry of a stretch. */
    int stretchStart(int part, int stretch) {
        return stretches[stretchStarts[part] + stretch];
    }

    /** Past the last entry of a stretch. */
    int stretchEnd(int part, int stretch) {
        int next = stretchStarts[part] + stretch + 1;
        return next < stretchStarts[part + 1] ? stretches[next] : starts[part + 1];
    }

    /** The only part with rows if its rows run on without a gap, otherwise -1. */
    int wholePart() {
        for (int p = 0; p < parts; p++) {
            if (end(p) > start(p)) {
                return end(p) - start(p) == size && lastRow(p) - firstRow(p) == size - 1 && stretchCount(p) == 1
                        ? p
                        : -1;
            }
        }
        return -1;
    }
}
