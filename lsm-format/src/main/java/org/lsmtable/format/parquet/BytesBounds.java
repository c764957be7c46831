package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the least and the greatest of many byte strings, looking at their first eight bytes first. It refers to the bytes it was
 * offered until {@link #take()}.
 */
final class BytesBounds {
    private final ValueOrder order;
    /** Turned so that the sign bit of a big-endian number orders as an unsigned bit does. */
    private final long flip;

    private boolean empty = true;
    private long minPrefix;
    private byte @Nullable [] minBytes;
    private int minAt;
    private int minLength;
    private long maxPrefix;
    private byte @Nullable [] maxBytes;
    private int maxAt;
    private int maxLength;

    /**
     * @param order UNSIGNED_BYTES, SIGNED_BYTES of one length, or NONE, which keeps nothing
     */
    BytesBounds(ValueOrder order) {
        this.order = order;
        // prefixes are compared as signed numbers: unsigned bytes have their top bit flipped for that
        this.flip = order == ValueOrder.SIGNED_BYTES ? 0 : Long.MIN_VALUE;
    }

    /** Takes a value into account. The bytes must not change before {@link #take()}. */
    void offer(byte[] bytes, int at, int length) {
        if (order == ValueOrder.NONE) {
            return;
        }
        long prefix =
                (length >= Long.BYTES ? Words.getBigEndianLong(bytes, at) : shortPrefix(bytes, at, length)) ^ flip;
        if (empty) {
            empty = false;
            setMin(prefix, bytes, at, length);
            setMax(prefix, bytes, at, length);
            return;
        }
        if (prefix < minPrefix || prefix == minPrefix && compare(bytes, at, length, minBytes, minAt, minLength) < 0) {
            setMin(prefix, bytes, at, length);
        }
        if (prefix > maxPrefix || prefix == maxPrefix && compare(bytes, at, length, maxBytes, maxAt, maxLength) > 0) {
            setMax(prefix, bytes, at, length);
        }
    }

    /** The bounds of the values offered since the last call; forgets them. */
    Bounds take() {
        byte[] min = minBytes;
        byte[] max = maxBytes;
        if (empty || min == null || max == null) {
            return Bounds.NONE;
        }
        Bounds bounds = Bounds.of(
                Arrays.copyOfRange(min, minAt, minAt + minLength), Arrays.copyOfRange(max, maxAt, maxAt + maxLength));
        empty = true;
        minBytes = null;
        maxBytes = null;
        return bounds;
    }

    private void setMin(long prefix, byte[] bytes, int at, int length) {
        minPrefix = prefix;
        minBytes = bytes;
        minAt = at;
        minLength = length;
    }

    private void setMax(long prefix, byte[] bytes, int at, int length) {
        maxPrefix = prefix;
        maxBytes = bytes;
        maxAt = at;
        maxLength = length;
    }

    /** The first bytes are known to be the same, or both values are shorter than that. */
    private static int compare(
            byte[] left, int leftAt, int leftLength, byte @Nullable [] right, int rightAt, int rightLength) {
        if (right == null) {
            throw new IllegalStateException("no bound to compare with");
        }
        return Arrays.compareUnsigned(left, leftAt, leftAt + leftLength, right, rightAt, rightAt + rightLength);
    }

    private static long shortPrefix(byte[] bytes, int at, int length) {
        long prefix = 0;
        for (int i = 0; i < length; i++) {
            prefix |= (bytes[at + i] & 0xffL) << (56 - 8 * i);
        }
        return prefix;
    }
}
