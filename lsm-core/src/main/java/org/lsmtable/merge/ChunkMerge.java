package org.lsmtable.merge;

import java.util.Arrays;

/**
 * Merges what the windows hold of one stretch of keys into packed picks: ascending by key, of equal keys the newest row.
 *
 * <p>All versions of each key of the stretch are in the given rows, so nothing carries over between calls. Three ways, by the shape
 * of the input:
 *
 * <ul>
 *   <li>the runs follow one another without interleaving: they are listed one after the other;
 *   <li>one run has nearly all rows: the others are merged, then each of their rows is searched in it, galloping;
 *   <li>otherwise a bucket sort by prefix, since the keys of a stretch lie close together and the rows of a run come in order, which
 *       makes both of its passes sequential; a few buckets that hold too much (skewed prefixes) make it a tournament instead.
 * </ul>
 */
final class ChunkMerge {
    /** A run with this share of the rows, in eighths, is searched rather than merged. */
    private static final int DOMINANT_EIGHTHS = 7;
    /** The bucket sort is given up if the squares of bucket sizes come to more than this for each row. */
    private static final int MAX_CROWDING = 12;

    private final KeyOrder order;
    private final boolean prefixIsKey;
    private final KeyWindow[] windows;
    private final int[] from;
    private final int[] to;
    private final Tournament tournament;
    private int[] picks = new int[0];
    private int count;
    private long[] sortedPrefixes = new long[0];
    private int[] buckets = new int[0];

    /**
     * A merge of windows that stay the same objects.
     *
     * @param from of each window, the first row to merge at the next call; set by the caller
     * @param to past the last row
     */
    ChunkMerge(KeyOrder order, boolean prefixIsKey, KeyWindow[] windows, int[] from, int[] to) {
        this.order = order;
        this.prefixIsKey = prefixIsKey;
        this.windows = windows;
        this.from = from;
        this.to = to;
        this.tournament = new Tournament(order, prefixIsKey, windows);
    }

    /** The picks of the last call: window number above {@link Picks#ROW_BITS}, row below. */
    int[] picks() {
        return picks;
    }

    /** Merges the given rows; returns the number of picks. */
    int merge() {
        int rows = 0;
        int active = 0;
        int largest = 0;
        for (int w = 0; w < windows.length; w++) {
            int mine = to[w] - from[w];
            rows += mine;
            active += mine > 0 ? 1 : 0;
            largest = mine > to[largest] - from[largest] ? w : largest;
        }
        if (picks.length < rows) {
            picks = new int[rows + rows / 8];
        }
        count = 0;
        if (active <= 1) {
            list(largest, from[largest], to[largest]);
        } else if (!listInTurn(active)) {
            if ((long) (to[largest] - from[largest]) * 8 >= (long) rows * DOMINANT_EIGHTHS) {
                mergeInto(largest);
            } else {
                mergeAll(rows);
            }
        }
        return count;
    }

    private void list(int window, int first, int end) {
        int[] out = picks;
        int pick = window << Picks.ROW_BITS | first;
        int at = count;
        for (int i = first; i < end; i++) {
            out[at++] = pick++;
        }
        count = at;
    }

    /** Lists the windows one after the other if their keys do not interleave; false, with nothing done, if they do. */
    private boolean listInTurn(int active) {
        int[] byFirst = new int[active];
        int found = 0;
        for (int w = 0; w < windows.length; w++) {
            if (to[w] > from[w]) {
                int at = found++;
                while (at > 0 && compare(w, from[w], byFirst[at - 1], from[byFirst[at - 1]]) < 0) {
                    byFirst[at] = byFirst[at - 1];
                    at--;
                }
                byFirst[at] = w;
            }
        }
        for (int i = 1; i < active; i++) {
            int before = byFirst[i - 1];
            if (compare(before, to[before] - 1, byFirst[i], from[byFirst[i]]) >= 0) {
                return false;
            }
        }
        for (int w : byFirst) {
            list(w, from[w], to[w]);
        }
        return true;
    }

    private int compare(int window, int row, int otherWindow, int otherRow) {
        return windows[window].compare(row, windows[otherWindow], otherRow, order, prefixIsKey);
    }

    private void mergeAll(int rows) {
        if (!bucketSort(rows)) {
            count = tournament.merge(from, to, picks);
        }
    }

    /** Merges all windows but one, then searches the place of each of their rows in that one. */
    private void mergeInto(int large) {
        int first = from[large];
        int end = to[large];
        int others = 0;
        int active = 0;
        from[large] = end;
        for (int w = 0; w < windows.length; w++) {
            others += to[w] - from[w];
            active += to[w] > from[w] ? 1 : 0;
        }
        if (active == 1) {
            for (int w = 0; w < windows.length; w++) {
                list(w, from[w], to[w]);
            }
        } else {
            mergeAll(others);
        }
        from[large] = first;
        int[] small = Arrays.copyOf(picks, count);
        KeyWindow window = windows[large];
        count = 0;
        int row = first;
        for (int pick : small) {
            KeyWindow other = windows[pick >>> Picks.ROW_BITS];
            int otherRow = pick & Picks.ROW_MASK;
            int place = gallop(window, row, end, other, otherRow);
            list(large, row, place);
            row = place;
            if (row < end && window.compare(row, other, otherRow, order, prefixIsKey) == 0) {
                picks[count++] = window.isNewer(row, other, otherRow) ? large << Picks.ROW_BITS | row : pick;
                row++;
            } else {
                picks[count++] = pick;
            }
        }
        list(large, row, end);
    }

    /** The first row at or after {@code row}, below {@code end}, whose key is not less than that of the other row. */
    private int gallop(KeyWindow window, int row, int end, KeyWindow other, int otherRow) {
        int step = 1;
        int low = row;
        int high = row;
        while (high < end && window.compare(high, other, otherRow, order, prefixIsKey) < 0) {
            low = high + 1;
            high = Math.min(end, high + step);
            step *= 2;
        }
        while (low < high) {
            int middle = low + high >>> 1;
            if (window.compare(middle, other, otherRow, order, prefixIsKey) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean bucketSort(int rows) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int w = 0; w < windows.length; w++) {
            if (to[w] > from[w]) {
                least = Math.min(least, windows[w].prefixes[from[w]]);
                greatest = Math.max(greatest, windows[w].prefixes[to[w] - 1]);
            }
        }
        int rangeBits = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
        int bucketBits = Integer.SIZE - Integer.numberOfLeadingZeros(rows);
        int shift = Math.max(0, rangeBits - bucketBits);
        int bucketCount = (int) (greatest - least >>> shift) + 1;
        if (buckets.length < bucketCount) {
            buckets = new int[bucketCount + bucketCount / 8];
        }
        Arrays.fill(buckets, 0, bucketCount, 0);
        if (!countBuckets(least, shift, bucketCount, rows)) {
            return false;
        }
        if (sortedPrefixes.length < rows) {
            sortedPrefixes = new long[rows + rows / 8];
        }
        for (int w = 0; w < windows.length; w++) {
            scatter(windows[w].prefixes, w << Picks.ROW_BITS, from[w], to[w], least, shift);
        }
        sortWithinBuckets(rows);
        count = keepNewest(rows);
        return true;
    }

    /** Turns the buckets into the places where they begin; false if too many rows share buckets. */
    private boolean countBuckets(long least, int shift, int bucketCount, int rows) {
        int[] counts = buckets;
        for (int w = 0; w < windows.length; w++) {
            long[] prefixes = windows[w].prefixes;
            for (int i = from[w], end = to[w]; i < end; i++) {
                counts[(int) (prefixes[i] - least >>> shift)]++;
            }
        }
        long crowding = 0;
        int at = 0;
        for (int b = 0; b < bucketCount; b++) {
            int size = counts[b];
            counts[b] = at;
            at += size;
            crowding += (long) size * size;
        }
        return crowding <= (long) rows * (MAX_CROWDING + 2L * windows.length);
    }

    private void scatter(long[] prefixes, int window, int first, int end, long least, int shift) {
        int[] places = buckets;
        long[] sorted = sortedPrefixes;
        int[] out = picks;
        for (int i = first; i < end; i++) {
            long prefix = prefixes[i];
            int place = places[(int) (prefix - least >>> shift)]++;
            sorted[place] = prefix;
            out[place] = window | i;
        }
    }

    /** Insertion sort; rows are at most a bucket away from their place. */
    private void sortWithinBuckets(int rows) {
        long[] sorted = sortedPrefixes;
        int[] out = picks;
        boolean byPrefix = prefixIsKey;
        for (int i = 1; i < rows; i++) {
            long prefix = sorted[i];
            if (prefix < sorted[i - 1]
                    || !byPrefix && prefix == sorted[i - 1] && comparePicks(out[i - 1], out[i]) > 0) {
                int pick = out[i];
                int at = i;
                while (at > 0
                        && (prefix < sorted[at - 1]
                                || !byPrefix && prefix == sorted[at - 1] && comparePicks(out[at - 1], pick) > 0)) {
                    sorted[at] = sorted[at - 1];
                    out[at] = out[at - 1];
                    at--;
                }
                sorted[at] = prefix;
                out[at] = pick;
            }
        }
    }

    private int comparePicks(int left, int right) {
        return order.compare(
                windows[left >>> Picks.ROW_BITS].keys,
                left & Picks.ROW_MASK,
                windows[right >>> Picks.ROW_BITS].keys,
                right & Picks.ROW_MASK);
    }

    private int keepNewest(int rows) {
        long[] sorted = sortedPrefixes;
        int[] out = picks;
        int kept = 0;
        for (int i = 1; i < rows; i++) {
            int pick = out[i];
            if (sorted[i] == sorted[i - 1] && (prefixIsKey || comparePicks(out[kept], pick) == 0)) {
                if (isNewer(pick, out[kept])) {
                    out[kept] = pick;
                }
            } else {
                out[++kept] = pick;
            }
        }
        return kept + 1;
    }

    private boolean isNewer(int pick, int other) {
        return windows[pick >>> Picks.ROW_BITS].isNewer(
                pick & Picks.ROW_MASK, windows[other >>> Picks.ROW_BITS], other & Picks.ROW_MASK);
    }
}
