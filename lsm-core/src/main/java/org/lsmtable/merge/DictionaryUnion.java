package org.lsmtable.merge;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/**
 * One dictionary for vectors with different dictionaries, kept from chunk to chunk so that it rarely changes its identity: only when
 * a value comes up that it lacks. It is given up for the chunk's own values when it grows too large, and a chunk whose own values are
 * too many is not covered.
 */
final class DictionaryUnion {
    private static final int MAX_VALUES = 1 << 16;
    private static final int MAX_BYTES = 1 << 20;
    /** So many new values are looked at even for a chunk of fewer rows. */
    private static final int FREE_VALUES = 1024;

    private final DataType type;
    private BytesVector dictionary;
    /** Open hashing: value number + 1, 0 for a free slot; the length is a power of two, at least twice the values. */
    private int[] slots = new int[64];

    private Map<BytesVector, int[]> mappings = new IdentityHashMap<>();
    private boolean shared;

    DictionaryUnion(DataType type) {
        this.type = type;
        this.dictionary = new BytesVector(type, 0);
    }

    /**
     * Whether all picked rows have a dictionary, and the union takes them all in. If so, {@link #dictionary()} and {@link #mapping}
     * are set for them; the dictionary is not changed any more.
     */
    boolean covers(Picks picks, @Nullable ColumnVector[] sources) {
        BytesVector only = null;
        boolean several = false;
        for (int p = 0; p < picks.parts(); p++) {
            ColumnVector source = sources[p];
            if (picks.start(p) < picks.end(p) && source != null) {
                if (!(source instanceof DictionaryVector d)) {
                    return false;
                }
                several |= only != null && only != d.dictionary();
                only = d.dictionary();
            }
        }
        if (only == null) {
            return false;
        }
        if (!several) {
            reset(only);
            return true;
        }
        return takeAll(picks, sources, false) || takeAll(picks, sources, true);
    }

    /** The union. */
    BytesVector dictionary() {
        return dictionary;
    }

    /** The numbers in the union of a covered dictionary's values; null if they are the same numbers. */
    int @Nullable [] mapping(BytesVector covered) {
        return covered == dictionary ? null : mappings.get(covered);
    }

    /** Makes a dictionary the union as it is. */
    private void reset(BytesVector single) {
        if (dictionary != single) {
            dictionary = single;
            mappings.clear();
            slots = new int[0];
        }
        shared = true;
    }

    private boolean takeAll(Picks picks, @Nullable ColumnVector[] sources, boolean afresh) {
        if (afresh) {
            dictionary = new BytesVector(type, 0);
            slots = new int[64];
            mappings.clear();
            shared = false;
        } else if (slots.length == 0) {
            rehash(64);
        }
        Map<BytesVector, int[]> used = new IdentityHashMap<>();
        int untaken = 0;
        for (int p = 0; p < picks.parts(); p++) {
            if (picks.start(p) < picks.end(p) && sources[p] instanceof DictionaryVector d) {
                BytesVector source = d.dictionary();
                if (!used.containsKey(source)) {
                    int[] mapping = mappings.get(source);
                    untaken += mapping == null ? source.size() : 0;
                    if (untaken > Math.max(picks.size(), FREE_VALUES)) {
                        return false;
                    }
                    mapping = mapping != null ? mapping : take(source);
                    if (mapping == null) {
                        return false;
                    }
                    used.put(source, mapping);
                }
            }
        }
        mappings = used;
        shared = true;
        return true;
    }

    private int @Nullable [] take(BytesVector source) {
        int[] mapping = new int[Math.max(1, source.size())];
        for (int i = 0; i < source.size(); i++) {
            mapping[i] = number(source, i);
            if (dictionary.size() > MAX_VALUES || dictionary.bytesUsed() > MAX_BYTES) {
                return null;
            }
        }
        return mapping;
    }

    /** The number of a value, new if the union lacks it. */
    private int number(BytesVector source, int row) {
        int start = source.start(row);
        int end = start + source.length(row);
        int slot = hash(source.bytes(), start, end) & slots.length - 1;
        while (slots[slot] != 0) {
            int at = slots[slot] - 1;
            int theirs = dictionary.start(at);
            if (Arrays.equals(source.bytes(), start, end, dictionary.bytes(), theirs, theirs + dictionary.length(at))) {
                return at;
            }
            slot = slot + 1 & slots.length - 1;
        }
        if (shared) {
            BytesVector copy = new BytesVector(type, dictionary.size() + 1);
            copy.appendRange(dictionary, 0, dictionary.size());
            dictionary = copy;
            shared = false;
        }
        dictionary.append(source.bytes(), start, end - start);
        slots[slot] = dictionary.size();
        if (dictionary.size() * 2 > slots.length) {
            rehash(slots.length * 2);
        }
        return dictionary.size() - 1;
    }

    private void rehash(int atLeast) {
        int length = atLeast;
        while (length < dictionary.size() * 2 + 2) {
            length *= 2;
        }
        slots = new int[length];
        for (int i = 0; i < dictionary.size(); i++) {
            int start = dictionary.start(i);
            int slot = hash(dictionary.bytes(), start, start + dictionary.length(i)) & length - 1;
            while (slots[slot] != 0) {
                slot = slot + 1 & length - 1;
            }
            slots[slot] = i + 1;
        }
    }

    private static int hash(byte[] bytes, int start, int end) {
        int h = end - start;
        for (int i = start; i < end; i++) {
            h = h * 31 + bytes[i];
        }
        h *= 0x9e3779b9;
        return h ^ h >>> 15;
    }
}
