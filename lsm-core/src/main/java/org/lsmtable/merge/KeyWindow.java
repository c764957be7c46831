package org.lsmtable.merge;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * The rows of one sorted run that merging looks at now: their keys, prefixes, and sequence numbers and kinds where these matter.
 * Rows before {@link #position} have been merged.
 */
final class KeyWindow {
    /** The most rows of a window: what a packed pick can name. */
    static final int MAX_ROWS = 1 << Picks.ROW_BITS;

    final ColumnVector[] keys;
    /** The sequence fields, if any. */
    final ColumnVector[] ordering;

    final @Nullable LongVector sequences;
    final @Nullable IntVector kinds;
    long[] prefixes = new long[0];
    int position;
    int size;
    /** Decides between rows of equal key and equal, or unread, sequence number: the greater is the newer. */
    long age;
    /** Whether any row in the window is of a retracting kind; false while kinds are not read. */
    boolean hasRetractions;

    private final SequenceFields sequenceFields;

    KeyWindow(KeyOrder order, SequenceFields sequenceFields, boolean withSequences, boolean withKinds) {
        this.sequenceFields = sequenceFields;
        ordering = sequenceFields.fields().stream()
                .map(field -> ColumnVector.of(field.type(), 0))
                .toArray(ColumnVector[]::new);
        keys = new ColumnVector[order.columnCount()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ColumnVector.of(order.types().get(i), 0);
        }
        sequences = withSequences ? new LongVector(SystemFields.SEQUENCE_NUMBER.type(), 0) : null;
        kinds = withKinds ? new IntVector(SystemFields.VALUE_KIND.type(), 0) : null;
    }

    /** The number of rows not merged yet. */
    int remaining() {
        return size - position;
    }

    /** Takes in the prefixes of rows that have been appended to the vectors. */
    void appended(KeyPrefix prefix, int rows) {
        if (prefixes.length < rows) {
            prefixes = Arrays.copyOf(prefixes, Math.max(rows, Math.min(MAX_ROWS, prefixes.length * 2)));
        }
        prefix.compute(keys, size, rows, prefixes, size);
        if (kinds != null) {
            int bits = 0;
            for (int i = size; i < rows; i++) {
                bits |= kinds.values()[i];
            }
            hasRetractions |= (bits & 1) != 0;
        }
        size = rows;
    }

    /** Compares the key of a row with that of a row of another window; by prefix first. */
    int compare(int row, KeyWindow other, int otherRow, KeyOrder order, boolean prefixIsKey) {
        int byPrefix = Long.compare(prefixes[row], other.prefixes[otherRow]);
        return byPrefix != 0 || prefixIsKey ? byPrefix : order.compare(keys, row, other.keys, otherRow);
    }

    /** The first row at or after {@code from} whose key is greater than that of a row of another window. */
    int firstAbove(int from, KeyWindow other, int otherRow, KeyOrder order, boolean prefixIsKey) {
        int low = from;
        int high = size;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(middle, other, otherRow, order, prefixIsKey) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether a row is newer than a row of another window with the same key. */
    boolean isNewer(int row, KeyWindow other, int otherRow) {
        if (ordering.length > 0) {
            int byFields = sequenceFields.compare(ordering, row, other.ordering, otherRow);
            if (byFields != 0) {
                return byFields > 0;
            }
        }
        if (sequences != null && other.sequences != null) {
            long mine = sequences.get(row);
            long theirs = other.sequences.get(otherRow);
            if (mine != theirs) {
                return mine > theirs;
            }
        }
        return age > other.age;
    }
}
