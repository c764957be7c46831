package org.lsmtable.predicate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A LIKE pattern on UTF-8: {@code %} stands for any text, {@code _} for one character. Between the {@code %} lie pieces of
 * bytes and {@code _}; the first piece is looked for at the start of a text, the last at its end, and those between from left
 * to right, each as early as it is found. Taking a piece early never spoils a later one.
 */
final class LikePattern {
    private static final short ANY_CHARACTER = -1;

    private final List<short[]> pieces;

    private LikePattern(List<short[]> pieces) {
        this.pieces = pieces;
    }

    /**
     * Reads a pattern. The escape takes the character behind it literally, whichever it is.
     *
     * @throws IllegalArgumentException if the escape is the last character, or a character is half a surrogate pair
     */
    static LikePattern of(String pattern, char escape) {
        List<short[]> pieces = new ArrayList<>();
        ShortBuffer piece = ShortBuffer.allocate(3 * pattern.length()); // UTF-8 takes at most 3 bytes for a char
        for (int i = 0; i < pattern.length(); ) {
            int c = pattern.codePointAt(i);
            i += Character.charCount(c);
            if (c == escape) {
                if (i == pattern.length()) {
                    throw new IllegalArgumentException(
                            "LIKE pattern '" + pattern + "': nothing behind the escape at its end");
                }
                int escaped = pattern.codePointAt(i);
                i += Character.charCount(escaped);
                putUtf8(pattern, escaped, piece);
            } else if (c == '%') {
                pieces.add(taken(piece));
            } else if (c == '_') {
                piece.put(ANY_CHARACTER);
            } else {
                putUtf8(pattern, c, piece);
            }
        }
        pieces.add(taken(piece));
        return new LikePattern(pieces);
    }

    private static void putUtf8(String pattern, int c, ShortBuffer piece) {
        if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            throw new IllegalArgumentException("LIKE pattern '" + pattern + "': half a surrogate pair");
        }
        for (byte b : Character.toString(c).getBytes(UTF_8)) {
            piece.put((short) (b & 255));
        }
    }

    private static short[] taken(ShortBuffer piece) {
        short[] taken = new short[piece.flip().remaining()];
        piece.get(taken).clear();
        return taken;
    }

    /** The bytes that every matching text begins with. */
    byte[] prefix() {
        short[] first = pieces.get(0);
        int length = 0;
        while (length < first.length && first[length] != ANY_CHARACTER) {
            length++;
        }
        byte[] prefix = new byte[length];
        for (int i = 0; i < length; i++) {
            prefix[i] = (byte) first[i];
        }
        return prefix;
    }

    /** Whether the pattern is a text without {@code %} and {@code _}: the prefix itself. */
    boolean isLiteral() {
        return pieces.size() == 1 && prefix().length == pieces.get(0).length;
    }

    /** Whether a text matches. */
    boolean matches(byte[] bytes, int start, int end) {
        int at = matchAt(pieces.get(0), bytes, start, end);
        int last = pieces.size() - 1;
        if (at < 0 || last == 0) {
            return at == end;
        }
        for (int i = 1; i < last; i++) {
            at = find(pieces.get(i), bytes, at, end);
            if (at < 0) {
                return false;
            }
        }
        short[] tail = pieces.get(last);
        int from = back(tail, bytes, end);
        return from >= at && matchAt(tail, bytes, from, end) == end;
    }

    /** The end of a piece that begins right here, -1 if it does not. */
    private static int matchAt(short[] piece, byte[] bytes, int start, int end) {
        int at = start;
        for (short want : piece) {
            if (at >= end) {
                return -1;
            }
            if (want == ANY_CHARACTER) {
                at = next(bytes, at, end);
            } else if ((bytes[at++] & 255) != want) {
                return -1;
            }
        }
        return at;
    }

    /** The end of the first place where a piece is found, -1 if there is none. */
    private static int find(short[] piece, byte[] bytes, int start, int end) {
        for (int at = start; at <= end; at = at < end ? next(bytes, at, end) : end + 1) {
            int found = matchAt(piece, bytes, at, end);
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    /** Where a piece must begin to finish at the end. */
    private static int back(short[] piece, byte[] bytes, int end) {
        int at = end;
        for (int i = piece.length - 1; i >= 0 && at >= 0; i--) {
            at--;
            while (piece[i] == ANY_CHARACTER && at > 0 && isContinuation(bytes[at])) {
                at--;
            }
        }
        return at;
    }

    private static int next(byte[] bytes, int at, int end) {
        int next = at + 1;
        while (next < end && isContinuation(bytes[next])) {
            next++;
        }
        return next;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xc0) == 0x80;
    }
}
