package org.lsmtable.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * The leading 64 bits of keys in a form that compares as a signed number: if the prefix of one key is less than that of another, so
 * is the key; equal prefixes say nothing unless {@link #isWholeKey()}.
 *
 * <p>The columns are packed one behind the other from the top, each as its distance from the least value it can have, in as many bits
 * as its range needs; a column that does not fit gives its upper bits and ends the prefix, and so does a text column, which gives its
 * first bytes. Narrow {@link KeyBounds} make more columns fit, and a column of one value take no bit. A key with a value outside of
 * the bounds gets the least or the greatest prefix that its columns before that value allow.
 */
final class KeyPrefix {
    private final List<Part> parts;
    private final int usedBits;
    private final boolean wholeKey;

    /**
     * One column's share.
     *
     * @param room the bits that were free before it
     * @param shift how far its distance is moved left, right if negative
     */
    private record Part(
            int column, KeyForm form, DataType type, long least, long greatest, int room, int shift, byte[] common) {
        boolean isBounded() {
            return least != KeyForm.least(type) || greatest != KeyForm.greatest(type);
        }
    }

    private KeyPrefix(List<Part> parts, int usedBits, boolean wholeKey) {
        this.parts = parts;
        this.usedBits = usedBits;
        this.wholeKey = wholeKey;
    }

    /** The prefix of any keys of an order. */
    static KeyPrefix of(KeyOrder order) {
        return build(order, new KeyBounds(order));
    }

    /** The prefix of keys all of which lie within the bounds; otherwise {@link #isWholeKey()} may be wrong. */
    static KeyPrefix within(KeyOrder order, KeyBounds bounds) {
        return build(order, bounds);
    }

    /** The prefix of keys most of which lie within the bounds: it is never wrong, but says {@link #isWholeKey()} only without them. */
    static KeyPrefix near(KeyOrder order, KeyBounds bounds) {
        KeyPrefix unbounded = of(order);
        if (unbounded.wholeKey) {
            return unbounded;
        }
        KeyPrefix bounded = build(order, bounds);
        return new KeyPrefix(bounded.parts, bounded.usedBits, false);
    }

    private static KeyPrefix build(KeyOrder order, KeyBounds bounds) {
        List<Part> parts = new ArrayList<>();
        int free = Long.SIZE;
        boolean whole = true;
        for (int i = 0; i < order.columnCount() && whole; i++) {
            DataType type = order.types().get(i);
            KeyForm form = order.form(i);
            if (form == KeyForm.TEXT) {
                parts.add(new Part(i, form, type, 0, 0, free, free - Long.SIZE, bounds.common(i)));
                free = 0;
                whole = false;
            } else {
                int bits = Long.SIZE - Long.numberOfLeadingZeros(bounds.greatest(i) - bounds.least(i));
                whole = bits <= free && form.wordIsValue();
                if (free > 0) {
                    parts.add(new Part(
                            i, form, type, bounds.least(i), bounds.greatest(i), free, free - bits, new byte[0]));
                }
                free = Math.max(0, free - bits);
            }
        }
        return new KeyPrefix(List.copyOf(parts), Long.SIZE - free, whole);
    }

    /** Whether equal prefixes mean equal keys. */
    boolean isWholeKey() {
        return wholeKey;
    }

    /** How many of the 64 bits, from the top, can differ between two prefixes. */
    int usedBits() {
        return usedBits;
    }

    /**
     * Computes the prefixes of some rows.
     *
     * @param keys one plain vector for each key column, in key order
     * @param out gets the prefix of row {@code from + i} at {@code at + i}
     */
    void compute(ColumnVector[] keys, int from, int to, long[] out, int at) {
        if (parts.size() == 1 && isIdentity(parts.get(0))) {
            System.arraycopy(((LongVector) keys[parts.get(0).column]).values(), from, out, at, to - from);
            return;
        }
        Arrays.fill(out, at, at + to - from, Long.MIN_VALUE);
        boolean outside = false;
        for (Part part : parts) {
            ColumnVector vector = keys[part.column];
            outside |= switch (part.form) {
                case INT -> packInts(((IntVector) vector).values(), from, to, part, out, at);
                case LONG -> packLongs(((LongVector) vector).values(), from, to, part, out, at);
                case TEXT -> packText((BytesVector) vector, from, to, part, out, at);
                case FLOAT, DOUBLE, WIDE_TIMESTAMP, WIDE_DECIMAL -> packWords(vector, from, to, part, out, at);
            };
        }
        if (outside) {
            for (int i = from; i < to; i++) {
                out[at + i - from] = bounded(keys, i);
            }
        }
    }

    /** The prefix of a row that may have values outside of the bounds. */
    private long bounded(ColumnVector[] keys, int row) {
        long[] prefix = {Long.MIN_VALUE};
        for (Part part : parts) {
            ColumnVector vector = keys[part.column];
            if (part.form == KeyForm.TEXT) {
                packText((BytesVector) vector, row, row + 1, part, prefix, 0);
            } else {
                long word = part.form.word(vector, row, part.type);
                if (word < part.least) {
                    return prefix[0];
                }
                if (word > part.greatest) {
                    return prefix[0] ^ -1L >>> Long.SIZE - part.room & -1L << Long.SIZE - usedBits;
                }
                packWords(vector, row, row + 1, part, prefix, 0);
            }
        }
        return prefix[0];
    }

    private static boolean isIdentity(Part part) {
        return part.form == KeyForm.LONG
                && part.shift == 0
                && part.least == Long.MIN_VALUE
                && part.greatest == Long.MAX_VALUE;
    }

    // The distance is xor-ed, not or-ed: the top bit starts as 1 (Long.MIN_VALUE) to turn unsigned order into signed
    // order.

    // Each of them returns whether a value lies outside of the bounds.

    private static boolean packInts(int[] values, int from, int to, Part part, long[] out, int at) {
        long least = part.least;
        int left = Math.max(0, part.shift) & 63;
        int right = Math.max(0, -part.shift);
        for (int i = from; i < to; i++) {
            out[at + i - from] ^= values[i] - least >>> right << left;
        }
        boolean outside = false;
        if (part.isBounded()) {
            for (int i = from; i < to; i++) {
                outside |= values[i] < least | values[i] > part.greatest;
            }
        }
        return outside;
    }

    private static boolean packLongs(long[] values, int from, int to, Part part, long[] out, int at) {
        long least = part.least;
        int left = Math.max(0, part.shift) & 63;
        int right = Math.max(0, -part.shift);
        for (int i = from; i < to; i++) {
            out[at + i - from] ^= values[i] - least >>> right << left;
        }
        boolean outside = false;
        if (part.isBounded()) {
            for (int i = from; i < to; i++) {
                outside |= values[i] < least | values[i] > part.greatest;
            }
        }
        return outside;
    }

    private static boolean packWords(ColumnVector vector, int from, int to, Part part, long[] out, int at) {
        boolean outside = false;
        for (int i = from; i < to; i++) {
            long word = part.form.word(vector, i, part.type);
            outside |= word < part.least | word > part.greatest;
            long distance = word - part.least;
            out[at + i - from] ^= part.shift >= 0 ? distance << part.shift : distance >>> -part.shift;
        }
        return outside;
    }

    private static boolean packText(BytesVector vector, int from, int to, Part part, long[] out, int at) {
        if (part.shift == -Long.SIZE) {
            return false;
        }
        byte[] bytes = vector.bytes();
        int[] offsets = vector.offsets();
        byte[] common = part.common;
        int skip = common.length;
        int right = -part.shift;
        for (int i = from; i < to; i++) {
            int start = offsets[i];
            int length = offsets[i + 1] - start;
            long word;
            if (skip == 0) {
                word = KeyForm.textWord(bytes, start, length);
            } else {
                int shared = Math.min(skip, length);
                int signum = Arrays.compareUnsigned(bytes, start, start + shared, common, 0, skip);
                word = signum < 0 ? 0 : signum > 0 ? -1 : KeyForm.textWord(bytes, start + skip, length - skip);
            }
            out[at + i - from] ^= word >>> right;
        }
        return false;
    }
}
