package org.lsmtable.format.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The least and the greatest value of some rows, each as a plain page stores it, NaN left out.
 *
 * @param min null if there is no value, or none with an order
 * @param max null exactly when {@code min} is
 * @param hasNan whether a NaN was among the values
 */
record Bounds(byte @Nullable [] min, byte @Nullable [] max, boolean hasNan) {
    /** Of no value. */
    static final Bounds NONE = new Bounds(null, null, false);

    /** How long a text or binary bound may be in a footer; longer ones are cut. */
    static final int MAX_FOOTER_BYTES = 64;

    /** Bounds without NaN. */
    static Bounds of(byte[] min, byte[] max) {
        return new Bounds(min, max, false);
    }

    /** The bounds of all the values behind this and another. */
    Bounds and(Bounds other, ValueOrder order) {
        byte[] otherMin = other.min;
        byte[] otherMax = other.max;
        if (min == null || max == null || otherMin == null || otherMax == null) {
            return min == null
                    ? new Bounds(otherMin, otherMax, hasNan || other.hasNan)
                    : new Bounds(min, max, hasNan || other.hasNan);
        }
        return new Bounds(
                order.compare(otherMin, min) < 0 ? otherMin : min,
                order.compare(otherMax, max) > 0 ? otherMax : max,
                hasNan || other.hasNan);
    }

    /** The bounds as footers state them: zeros of floating point wide enough for both signs, long byte strings cut. */
    Bounds forFooter(ParquetColumn column) {
        if (min == null || max == null) {
            return this;
        }
        return switch (column.order()) {
            case FLOAT -> new Bounds(signed(min, 4, true), signed(max, 4, false), hasNan);
            case DOUBLE -> new Bounds(signed(min, 8, true), signed(max, 8, false), hasNan);
            case UNSIGNED_BYTES -> {
                boolean text = column.type().root().isCharacter();
                yield new Bounds(cutDown(min, text), cutUp(max, text), hasNan);
            }
            default -> this;
        };
    }

    private static byte[] signed(byte[] value, int length, boolean negative) {
        for (int i = 0; i < length - 1; i++) {
            if (value[i] != 0) {
                return value;
            }
        }
        if ((value[length - 1] & 0x7f) != 0) {
            return value;
        }
        byte[] zero = new byte[length];
        zero[length - 1] = (byte) (negative ? 0x80 : 0);
        return zero;
    }

    private static byte[] cutDown(byte[] value, boolean text) {
        return value.length <= MAX_FOOTER_BYTES ? value : Arrays.copyOf(value, cut(value, text));
    }

    /** A short value above a long one; the long one itself if there is none. */
    private static byte[] cutUp(byte[] value, boolean text) {
        if (value.length <= MAX_FOOTER_BYTES) {
            return value;
        }
        byte[] prefix = Arrays.copyOf(value, cut(value, text));
        byte[] above = text && isText(prefix) ? nextText(prefix) : nextBytes(prefix);
        return above == null ? value : above;
    }

    /** Where to cut: at the limit, or before the character that lies across it. */
    private static int cut(byte[] value, boolean text) {
        int end = MAX_FOOTER_BYTES;
        if (text) {
            while (end > MAX_FOOTER_BYTES - 4 && (value[end] & 0xc0) == 0x80) {
                end--;
            }
        }
        return end;
    }

    private static boolean isText(byte[] bytes) {
        try {
            UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** The text with its last character raised, those that cannot be raised dropped. */
    private static byte @Nullable [] nextText(byte[] prefix) {
        int[] points = new String(prefix, UTF_8).codePoints().toArray();
        for (int last = points.length - 1; last >= 0; last--) {
            int next = points[last] + 1;
            if (next == Character.MIN_SURROGATE) {
                next = Character.MAX_SURROGATE + 1;
            }
            if (next <= Character.MAX_CODE_POINT) {
                points[last] = next;
                return new String(points, 0, last + 1).getBytes(UTF_8);
            }
        }
        return null;
    }

    /** The bytes with the last one raised, those that cannot be raised dropped. */
    private static byte @Nullable [] nextBytes(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xff) {
                byte[] next = Arrays.copyOf(prefix, last + 1);
                next[last]++;
                return next;
            }
        }
        return null;
    }
}
