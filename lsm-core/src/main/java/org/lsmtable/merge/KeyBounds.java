package org.lsmtable.merge;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * Between which values each key column of some rows lies, as far as known, so that a {@link KeyPrefix} can spend its 64 bits on what
 * differs between the rows. A numeric column has a least and a greatest word ({@link KeyForm}); a text column has the bytes that
 * all its values begin with.
 */
final class KeyBounds {
    private final KeyOrder order;
    private final long[] least;
    private final long[] greatest;
    private final byte[] @Nullable [] common;
    private final int[] commonLength;
    private final boolean[] known;

    /** Nothing known. */
    KeyBounds(KeyOrder order) {
        int columns = order.columnCount();
        this.order = order;
        this.least = new long[columns];
        this.greatest = new long[columns];
        this.common = new byte[columns][];
        this.commonLength = new int[columns];
        this.known = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            least[i] = KeyForm.least(order.types().get(i));
            greatest[i] = KeyForm.greatest(order.types().get(i));
        }
    }

    /**
     * What the first and the last key of sorted rows tell: the first column lies between theirs, and as long as those are equal so
     * does the next.
     */
    static KeyBounds between(KeyOrder order, BinaryRow first, BinaryRow last) {
        KeyBounds bounds = new KeyBounds(order);
        boolean equal = true;
        for (int i = 0; i < order.columnCount() && equal; i++) {
            DataType type = order.types().get(i);
            KeyForm form = order.form(i);
            if (form == KeyForm.TEXT) {
                byte[] a = first.getBytes(i);
                byte[] b = last.getBytes(i);
                int mismatch = Arrays.mismatch(a, b);
                equal = mismatch < 0;
                bounds.setCommon(i, a, equal ? a.length : mismatch);
            } else if (Physical.of(type) == Physical.BYTES) {
                return bounds;
            } else {
                long from = word(first, i, type, form);
                long to = word(last, i, type, form);
                if (from > to) {
                    return bounds;
                }
                bounds.setWords(i, from, to);
                equal = from == to;
            }
        }
        return bounds;
    }

    /** Takes the rows of some vectors into the bounds, one vector for each key column in key order. */
    void include(ColumnVector[] keys) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].size() > 0) {
                if (order.form(i) == KeyForm.TEXT) {
                    includeText(i, (BytesVector) keys[i]);
                } else {
                    includeWords(i, keys[i]);
                }
            }
        }
    }

    private void includeWords(int column, ColumnVector values) {
        KeyForm form = order.form(column);
        DataType type = order.types().get(column);
        long min = form.word(values, 0, type);
        long max = min;
        int rows = values.size();
        if (form == KeyForm.LONG) {
            long[] words = ((LongVector) values).values();
            for (int i = 0; i < rows; i++) {
                min = Math.min(min, words[i]);
                max = Math.max(max, words[i]);
            }
        } else if (form == KeyForm.INT) {
            int[] words = ((IntVector) values).values();
            int low = words[0];
            int high = words[0];
            for (int i = 0; i < rows; i++) {
                low = Math.min(low, words[i]);
                high = Math.max(high, words[i]);
            }
            min = low;
            max = high;
        } else {
            for (int i = 1; i < rows; i++) {
                long word = form.word(values, i, type);
                min = Math.min(min, word);
                max = Math.max(max, word);
            }
        }
        if (known[column]) {
            setWords(column, Math.min(least[column], min), Math.max(greatest[column], max));
        } else {
            setWords(column, min, max);
        }
    }

    private void includeText(int column, BytesVector values) {
        byte[] bytes = values.bytes();
        byte @Nullable [] shared = common[column];
        if (shared == null) {
            shared = values.copyOf(0);
            setCommon(column, shared, shared.length);
        }
        int length = commonLength[column];
        for (int i = 0; i < values.size() && length > 0; i++) {
            int at = values.start(i);
            int mismatch = Arrays.mismatch(shared, 0, length, bytes, at, at + Math.min(length, values.length(i)));
            length = mismatch < 0 ? length : mismatch;
        }
        // A value that ends where the shared bytes end would have no byte left to differ in; that is fine: it sorts
        // first.
        commonLength[column] = length;
    }

    private void setCommon(int column, byte[] bytes, int length) {
        common[column] = bytes;
        commonLength[column] = length;
        known[column] = true;
    }

    private void setWords(int column, long from, long to) {
        least[column] = from;
        greatest[column] = to;
        known[column] = true;
    }

    private static long word(BinaryRow row, int field, DataType type, KeyForm form) {
        return switch (type.root()) {
            case BOOLEAN -> row.getInt(field) & 1;
            case TINYINT -> (byte) row.getInt(field);
            case SMALLINT -> (short) row.getInt(field);
            case FLOAT -> KeyForm.ordered(row.getInt(field));
            case DOUBLE -> KeyForm.ordered(row.getLong(field));
            default -> form == KeyForm.INT ? row.getInt(field) : row.getLong(field);
        };
    }

    long least(int column) {
        return least[column];
    }

    long greatest(int column) {
        return greatest[column];
    }

    /** The bytes that all values of a text column begin with; empty if none are known. */
    byte[] common(int column) {
        byte @Nullable [] bytes = common[column];
        return bytes == null ? new byte[0] : Arrays.copyOf(bytes, commonLength[column]);
    }
}
