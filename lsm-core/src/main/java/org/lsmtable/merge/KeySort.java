package org.lsmtable.merge;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/**
 * Sorts rows by key and keeps the newest of those with equal keys: the last, unless sequence fields tell otherwise.
 *
 * <p>The upper bits of each key's prefix and the row's number share one 64-bit word; a least-significant-digit radix sort (Knuth, The Art
 * of Computer Programming 3, §5.2.5) orders the words by the upper part alone and so keeps arrival order among equals. Where the upper
 * part is not the whole key, groups of equal words are put in order by comparing keys.
 */
final class KeySort {
    private static final int DIGIT_BITS = 11;
    private static final int INSERTION_LIMIT = 24;

    private final KeyOrder order;
    private final ColumnVector[] keys;
    private final int rows;
    private final SequenceFields sequenceFields;
    private final ColumnVector[] ordering;

    private KeySort(
            KeyOrder order, ColumnVector[] keys, int rows, SequenceFields sequenceFields, ColumnVector[] ordering) {
        this.order = order;
        this.keys = keys;
        this.rows = rows;
        this.sequenceFields = sequenceFields;
        this.ordering = ordering;
    }

    /**
     * The rows in key order, one for each key.
     *
     * @param keys plain vectors in key order, of so many rows
     * @param ordering a vector for each sequence field
     * @return null if the rows are in order already, without equal keys
     */
    static int @Nullable [] sort(
            KeyOrder order, ColumnVector[] keys, int rows, SequenceFields sequenceFields, ColumnVector[] ordering) {
        return new KeySort(order, keys, rows, sequenceFields, ordering).sorted();
    }

    /** The newer of two rows with equal keys, the second of which came later. */
    private int newer(int earlier, int later) {
        return sequenceFields.compare(ordering, earlier, ordering, later) > 0 ? earlier : later;
    }

    private int @Nullable [] sorted() {
        KeyBounds bounds = new KeyBounds(order);
        bounds.include(keys);
        KeyPrefix prefix = KeyPrefix.within(order, bounds);
        long[] words = new long[rows];
        prefix.compute(keys, 0, rows, words, 0);
        if (isAscending(words, prefix.isWholeKey())) {
            return null;
        }
        int rowBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(rows - 1));
        int keyBits = Math.min(prefix.usedBits(), Long.SIZE - rowBits);
        boolean wordIsKey = prefix.isWholeKey() && keyBits == prefix.usedBits();
        for (int i = 0; i < rows; i++) {
            words[i] = (keyBits == 0 ? 0 : (words[i] ^ Long.MIN_VALUE) >>> Long.SIZE - keyBits << rowBits) | i;
        }
        words = radixSort(words, rowBits, keyBits);
        return wordIsKey ? newestOfEqualWords(words, rowBits) : newestOfEqualKeys(words, rowBits);
    }

    private boolean isAscending(long[] prefixes, boolean wholeKey) {
        for (int i = 1; i < rows; i++) {
            if (prefixes[i] <= prefixes[i - 1]
                    && (prefixes[i] < prefixes[i - 1] || wholeKey || compareRows(i - 1, i) >= 0)) {
                return false;
            }
        }
        return true;
    }

    private int compareRows(int left, int right) {
        return order.compare(keys, left, keys, right);
    }

    /** Sorts by the {@code keyBits} bits above {@code rowBits}, stable. */
    private static long[] radixSort(long[] words, int rowBits, int keyBits) {
        int passes = (keyBits + DIGIT_BITS - 1) / DIGIT_BITS;
        int width = passes == 0 ? 0 : (keyBits + passes - 1) / passes;
        int[] starts = new int[1 << width];
        long[] from = words;
        long[] to = passes == 0 ? words : new long[words.length];
        for (int pass = 0; pass < passes; pass++) {
            int shift = rowBits + pass * width;
            if (startsOfDigits(from, shift, starts)) {
                scatter(from, to, shift, starts);
                long[] swap = from;
                from = to;
                to = swap;
            }
        }
        return from;
    }

    /** Where the words of each digit begin; false if all have the same digit. */
    private static boolean startsOfDigits(long[] words, int shift, int[] starts) {
        int digits = starts.length - 1;
        Arrays.fill(starts, 0);
        for (long word : words) {
            starts[(int) (word >>> shift) & digits]++;
        }
        int at = 0;
        for (int i = 0; i < starts.length; i++) {
            int count = starts[i];
            if (count == words.length) {
                return false;
            }
            starts[i] = at;
            at += count;
        }
        return true;
    }

    private static void scatter(long[] from, long[] to, int shift, int[] starts) {
        int digits = starts.length - 1;
        for (long word : from) {
            to[starts[(int) (word >>> shift) & digits]++] = word;
        }
    }

    private int[] newestOfEqualWords(long[] words, int rowBits) {
        int[] kept = new int[rows];
        int count = 0;
        long rowMask = (1L << rowBits) - 1;
        for (int i = 0; i < rows; i++) {
            int row = (int) (words[i] & rowMask);
            if (i > 0 && words[i] >>> rowBits == words[i - 1] >>> rowBits) {
                kept[count - 1] = newer(kept[count - 1], row);
            } else {
                kept[count++] = row;
            }
        }
        return count == rows ? kept : Arrays.copyOf(kept, count);
    }

    private int[] newestOfEqualKeys(long[] words, int rowBits) {
        int[] sorted = new int[rows];
        long rowMask = (1L << rowBits) - 1;
        for (int i = 0; i < rows; i++) {
            sorted[i] = (int) (words[i] & rowMask);
        }
        int count = 0;
        int[] scratch = new int[0];
        int group = 0;
        while (group < rows) {
            int end = group + 1;
            while (end < rows && words[end] >>> rowBits == words[group] >>> rowBits) {
                end++;
            }
            if (end - group > INSERTION_LIMIT) {
                if (scratch.length < end - group) {
                    scratch = new int[end - group];
                }
                mergeSort(sorted, group, end, scratch);
            } else {
                insertionSort(sorted, group, end);
            }
            int first = count;
            for (int i = group; i < end; i++) {
                if (count > first && compareRows(sorted[count - 1], sorted[i]) == 0) {
                    sorted[count - 1] = newer(sorted[count - 1], sorted[i]);
                } else {
                    sorted[count++] = sorted[i];
                }
            }
            group = end;
        }
        return count == rows ? sorted : Arrays.copyOf(sorted, count);
    }

    private void insertionSort(int[] rowNumbers, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int row = rowNumbers[i];
            int j = i;
            while (j > from && compareRows(rowNumbers[j - 1], row) > 0) {
                rowNumbers[j] = rowNumbers[j - 1];
                j--;
            }
            rowNumbers[j] = row;
        }
    }

    /** Stable; the left half waits in {@code scratch} while both are merged. */
    private void mergeSort(int[] rowNumbers, int from, int to, int[] scratch) {
        if (to - from <= INSERTION_LIMIT) {
            insertionSort(rowNumbers, from, to);
            return;
        }
        int middle = from + to >>> 1;
        mergeSort(rowNumbers, from, middle, scratch);
        mergeSort(rowNumbers, middle, to, scratch);
        if (compareRows(rowNumbers[middle - 1], rowNumbers[middle]) <= 0) {
            return;
        }
        int left = middle - from;
        System.arraycopy(rowNumbers, from, scratch, 0, left);
        int i = 0;
        int j = middle;
        int at = from;
        while (i < left) {
            if (j == to || compareRows(scratch[i], rowNumbers[j]) <= 0) {
                rowNumbers[at++] = scratch[i++];
            } else {
                rowNumbers[at++] = rowNumbers[j++];
            }
        }
    }
}
