package org.lsmtable.manifest;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.ColumnRange;

/**
 * What is kept of a column's statistics (spec: metadata, column statistics, modes).
 *
 * @param length how many code points or bytes are kept of a bound; only for {@link Kind#TRUNCATE}
 */
record StatsMode(Kind kind, int length) {
    /** The modes by what they keep. */
    enum Kind {
        NONE,
        COUNTS,
        TRUNCATE,
        FULL
    }

    static final StatsMode NONE = new StatsMode(Kind.NONE, 0);

    static final StatsMode COUNTS = new StatsMode(Kind.COUNTS, 0);

    /** The mode of key columns, whatever the table says. */
    static final StatsMode KEY = new StatsMode(Kind.TRUNCATE, 128);

    private static final int SURROGATES_FROM = 0xd800;
    private static final int SURROGATES_TO = 0xe000;

    /**
     * Reads {@code none}, {@code counts}, {@code full} or {@code truncate(LENGTH)}, in any case.
     *
     * @throws IllegalArgumentException naming these, if the text is none of them
     */
    static StatsMode parse(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "none" -> NONE;
            case "counts" -> COUNTS;
            case "full" -> new StatsMode(Kind.FULL, 0);
            default -> {
                if (!lower.matches("truncate\\([1-9][0-9]{0,8}\\)")) {
                    throw new IllegalArgumentException(
                            "statistics mode: expected none, counts, full or truncate(LENGTH), found '" + text + "'");
                }
                yield new StatsMode(
                        Kind.TRUNCATE, Integer.parseInt(lower, "truncate(".length(), lower.length() - 1, 10));
            }
        };
    }

    /** What this mode keeps of a range. A bound that cannot be cut leaves the column without bounds. */
    ColumnRange apply(ColumnRange range) {
        return switch (kind) {
            case NONE -> ColumnRange.unknown(range.rowCount());
            case COUNTS -> new ColumnRange(null, null, range.nullCount(), range.rowCount());
            case FULL -> range;
            case TRUNCATE -> truncate(range);
        };
    }

    private ColumnRange truncate(ColumnRange range) {
        Object min = range.min() == null ? null : cutDown(range.min());
        Object max = range.max() == null ? null : cutUp(range.max());
        if (range.max() != null && max == null) {
            min = null;
        }
        return new ColumnRange(min, max, range.nullCount(), range.rowCount());
    }

    /** A prefix, which is never greater. */
    private Object cutDown(Object bound) {
        if (bound instanceof String text) {
            return isLonger(text) ? text.substring(0, text.offsetByCodePoints(0, length)) : text;
        }
        if (bound instanceof byte[] bytes) {
            return bytes.length > length ? Arrays.copyOf(bytes, length) : bytes;
        }
        return bound;
    }

    /** A prefix with its last part raised, which is greater than everything the prefix begins; null if there is none. */
    private @Nullable Object cutUp(Object bound) {
        if (bound instanceof String text) {
            return isLonger(text) ? raise(text.codePoints().limit(length).toArray()) : text;
        }
        if (bound instanceof byte[] bytes) {
            return bytes.length > length ? raise(bytes) : bytes;
        }
        return bound;
    }

    private boolean isLonger(String text) {
        return text.length() > length && text.codePointCount(0, text.length()) > length;
    }

    private static @Nullable String raise(int[] codePoints) {
        for (int last = codePoints.length - 1; last >= 0; last--) {
            int raised = codePoints[last] + 1;
            if (raised >= SURROGATES_FROM && raised < SURROGATES_TO) {
                // halves of pairs are no characters: they have no bytes of their own
                raised = SURROGATES_TO;
            }
            if (raised <= Character.MAX_CODE_POINT) {
                codePoints[last] = raised;
                return new String(codePoints, 0, last + 1);
            }
        }
        return null;
    }

    private byte @Nullable [] raise(byte[] bytes) {
        for (int last = length - 1; last >= 0; last--) {
            if (bytes[last] != (byte) 0xff) {
                byte[] raised = Arrays.copyOf(bytes, last + 1);
                raised[last]++;
                return raised;
            }
        }
        return null;
    }
}
