package org.lsmtable.merge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * Copies the picked rows of several vectors into one vector: one column of a chunk. Holds the target, and the dictionaries of the
 * chunk before, for the next call. For one column and one thread at a time.
 */
final class Gather {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    /** From this length on the library's copy is faster than eight bytes at a time. */
    private static final int LONG_COPY = 64;

    private final DataType type;
    private final Physical physical;
    private final DictionaryUnion union;
    private @Nullable ColumnVector target;
    private @Nullable DictionaryVector dictionaryTarget;

    Gather(DataType type) {
        this.type = type;
        this.physical = Physical.of(type);
        this.union = new DictionaryUnion(type);
    }

    /**
     * One vector of the picked rows, valid until the next call; one of the sources itself if it is just what is asked for.
     *
     * @param sources a vector for each part with picks; null where all rows are null
     * @param bases the row of the part with which its vector begins
     */
    ColumnVector gather(Picks picks, @Nullable ColumnVector[] sources, int[] bases) {
        int whole = picks.wholePart();
        if (whole >= 0) {
            ColumnVector source = sources[whole];
            if (source != null && source.size() == picks.size() && picks.firstRow(whole) == bases[whole]) {
                return source;
            }
        }
        return copy(picks, sources, bases);
    }

    /** The same, but never one of the sources, so that they may be changed afterwards. */
    ColumnVector copy(Picks picks, @Nullable ColumnVector[] sources, int[] bases) {
        if (physical.isNested()) {
            return gatherNested(picks, sources, bases);
        }
        if (physical == Physical.BYTES) {
            if (union.covers(picks, sources)) {
                return gatherCodes(picks, sources, bases);
            }
            return gatherBytes(picks, sources, bases);
        }
        return physical == Physical.INT ? gatherInts(picks, sources, bases) : gatherLongs(picks, sources, bases);
    }

    private ColumnVector cleared(int rows) {
        ColumnVector vector = target;
        if (vector == null) {
            vector = physical == Physical.BYTES ? new BytesVector(type, 0) : ColumnVector.of(type, rows);
            target = vector;
        }
        vector.clear();
        vector.ensureCapacity(rows);
        return vector;
    }

    private ColumnVector gatherInts(Picks picks, @Nullable ColumnVector[] sources, int[] bases) {
        IntVector out = (IntVector) cleared(picks.size());
        int[] to = out.values();
        int[] rows = picks.rows();
        int[] places = picks.places();
        for (int p = 0; p < picks.parts(); p++) {
            ColumnVector source = sources[p];
            if (picks.start(p) == picks.end(p) || source == null) {
                zero(picks, p, to);
            } else if (picks.stretchCount(p) > 0) {
                int[] from = ((IntVector) source).values();
                for (int s = 0; s < picks.stretchCount(p); s++) {
                    int start = picks.stretchStart(p, s);
                    System.arraycopy(from, rows[start] - bases[p], to, places[start], picks.stretchEnd(p, s) - start);
                }
            } else {
                copyInts(((IntVector) source).values(), bases[p], to, picks, p);
            }
        }
        gatherNulls(picks, sources, bases, out);
        out.setSize(picks.size());
        return out;
    }

    /** Appends the picked rows in their order, as many at a time as follow each other in one source. */
    private ColumnVector gatherNested(Picks picks, @Nullable ColumnVector[] sources, int[] bases) {
        ColumnVector out = cleared(picks.size());
        int size = picks.size();
        int[] parts = new int[size];
        int[] rows = new int[size];
        for (int p = 0; p < picks.parts(); p++) {
            for (int j = picks.start(p); j < picks.end(p); j++) {
                parts[picks.places()[j]] = p;
                rows[picks.places()[j]] = picks.rows()[j] - bases[p];
            }
        }
        int from = 0;
        while (from < size) {
            int to = from + 1;
            boolean adjacent = true;
            while (to < size && parts[to] == parts[from]) {
                adjacent &= rows[to] - rows[to - 1] == 1;
                to++;
            }
            ColumnVector source = sources[parts[from]];
            if (source == null) {
                out.appendNulls(to - from);
            } else if (adjacent) {
                out.appendRange(source, rows[from], rows[from] + to - from);
            } else {
                out.appendPicked(source, rows, from, to);
            }
            from = to;
        }
        return out;
    }

    private static void zero(Picks picks, int part, int[] to) {
        int[] places = picks.places();
        for (int j = picks.start(part); j < picks.end(part); j++) {
            to[places[j]] = 0;
        }
    }

    private static void copyInts(int[] from, int base, int[] to, Picks picks, int part) {
        int[] rows = picks.rows();
        int[] places = picks.places();
        for (int j = picks.start(part), end = picks.end(part); j < end; j++) {
            to[places[j]] = from[rows[j] - base];
        }
    }

    private ColumnVector gatherLongs(Picks picks, @Nullable ColumnVector[] sources, int[] bases) {
        LongVector out = (LongVector) cleared(picks.size());
        long[] to = out.values();
        int[] rows = picks.rows();
        int[] places = picks.places();
        for (int p = 0; p < picks.parts(); p++) {
            ColumnVector source = sources[p];
            if (picks.start(p) == picks.end(p) || source == null) {
                for (int j = picks.start(p); j < picks.end(p); j++) {
                    to[places[j]] = 0;
                }
            } else if (picks.stretchCount(p) > 0) {
                long[] from = ((LongVector) source).values();
                for (int s = 0; s < picks.stretchCount(p); s++) {
                    int start = picks.stretchStart(p, s);
                    System.arraycopy(from, rows[start] - bases[p], to, places[start], picks.stretchEnd(p, s) - start);
                }
            } else {
                copyLongs(((LongVector) source).values(), bases[p], to, picks, p);
            }
        }
        gatherNulls(picks, sources, bases, out);
        out.setSize(picks.size());
        return out;
    }

    private static void copyLongs(long[] from, int base, long[] to, Picks picks, int part) {
        int[] rows = picks.rows();
        int[] places = picks.places();
        for (int j = picks.start(part), end = picks.end(part); j < end; j++) {
            to[places[j]] = from[rows[j] - base];
        }
    }

    /** Null marks of all parts; none are made while no source has any. */
    private static void gatherNulls(Picks picks, @Nullable ColumnVector[] sources, int[] bases, ColumnVector out) {
        boolean any = false;
        for (int p = 0; p < picks.parts() && !any; p++) {
            ColumnVector source = sources[p];
            any = picks.start(p) < picks.end(p) && (source == null || source.mayHaveNulls());
        }
        if (!any) {
            return;
        }
        boolean[] marks = out.nullsForWrite(picks.size());
        Arrays.fill(marks, 0, picks.size(), false);
        int[] rows = picks.rows();
        int[] places = picks.places();
        for (int p = 0; p < picks.parts(); p++) {
            ColumnVector source = sources[p];
            boolean[] theirs = source == null ? null : source.nulls();
            for (int j = picks.start(p), end = picks.end(p); j < end && (source == null || theirs != null); j++) {
                marks[places[j]] = theirs == null || theirs[rows[j] - bases[p]];
            }
        }
    }

    private ColumnVector gatherCodes(Picks picks, @Nullable ColumnVector[] sources, int[] bases) {
        DictionaryVector out = dictionaryTarget;
        if (out == null || out.dictionary() != union.dictionary()) {
            out = new DictionaryVector(union.dictionary(), picks.size());
            dictionaryTarget = out;
        }
        out.clear();
        out.ensureCapacity(picks.size());
        int[] to = out.codes();
        int[] rows = picks.rows();
        int[] places = picks.places();
        for (int p = 0; p < picks.parts(); p++) {
            ColumnVector source = sources[p];
            if (picks.start(p) == picks.end(p) || source == null) {
                zero(picks, p, to);
                continue;
            }
            DictionaryVector d = (DictionaryVector) source;
            int[] map = union.mapping(d.dictionary());
            if (map == null) {
                copyInts(d.codes(), bases[p], to, picks, p);
            } else {
                int[] codes = d.codes();
                int base = bases[p];
                for (int j = picks.start(p), end = picks.end(p); j < end; j++) {
                    to[places[j]] = map[codes[rows[j] - base]];
                }
            }
        }
        gatherNulls(picks, sources, bases, out);
        out.setSize(picks.size());
        return out;
    }

    private ColumnVector gatherBytes(Picks picks, @Nullable ColumnVector[] sources, int[] bases) {
        BytesVector out = (BytesVector) cleared(picks.size());
        int[] offsets = out.offsets();
        long total = 0;
        for (int p = 0; p < picks.parts(); p++) {
            total += lengths(picks, p, sources[p], bases[p], offsets);
        }
        out.ensureBytes(total);
        int at = 0;
        offsets[0] = 0;
        for (int i = 1; i <= picks.size(); i++) {
            at += offsets[i];
            offsets[i] = at;
        }
        byte[] to = out.bytes();
        for (int p = 0; p < picks.parts(); p++) {
            ColumnVector source = sources[p];
            if (source instanceof DictionaryVector d) {
                copyDictionaryBytes(picks, p, d, bases[p], offsets, to);
            } else if (source != null && picks.stretchCount(p) > 0) {
                copyStretches(picks, p, (BytesVector) source, bases[p], offsets, to);
            } else if (source != null) {
                copyBytes(picks, p, (BytesVector) source, bases[p], offsets, to);
            }
        }
        gatherNulls(picks, sources, bases, out);
        out.setSize(picks.size());
        return out;
    }

    /** Puts the length of each picked row of a part behind its place; returns their sum. */
    private static long lengths(Picks picks, int part, @Nullable ColumnVector source, int base, int[] lengths) {
        int[] rows = picks.rows();
        int[] places = picks.places();
        int end = picks.end(part);
        long total = 0;
        if (source instanceof DictionaryVector d) {
            int[] codes = d.codes();
            int[] offsets = d.dictionary().offsets();
            boolean[] nulls = d.nulls();
            for (int j = picks.start(part); j < end; j++) {
                int row = rows[j] - base;
                int code = codes[row];
                int length = nulls != null && nulls[row] ? 0 : offsets[code + 1] - offsets[code];
                lengths[places[j] + 1] = length;
                total += length;
            }
        } else if (source != null) {
            int[] offsets = ((BytesVector) source).offsets();
            for (int j = picks.start(part); j < end; j++) {
                int row = rows[j] - base;
                int length = offsets[row + 1] - offsets[row];
                lengths[places[j] + 1] = length;
                total += length;
            }
        } else {
            for (int j = picks.start(part); j < end; j++) {
                lengths[places[j] + 1] = 0;
            }
        }
        return total;
    }

    private static void copyBytes(Picks picks, int part, BytesVector source, int base, int[] offsets, byte[] to) {
        int[] rows = picks.rows();
        int[] places = picks.places();
        byte[] from = source.bytes();
        int[] starts = source.offsets();
        for (int j = picks.start(part), end = picks.end(part); j < end; j++) {
            int row = rows[j] - base;
            int start = starts[row];
            copy(from, start, to, offsets[places[j]], starts[row + 1] - start);
        }
    }

    private static void copyStretches(Picks picks, int part, BytesVector source, int base, int[] offsets, byte[] to) {
        int[] rows = picks.rows();
        int[] places = picks.places();
        int[] starts = source.offsets();
        for (int s = 0; s < picks.stretchCount(part); s++) {
            int first = picks.stretchStart(part, s);
            int end = picks.stretchEnd(part, s);
            int start = starts[rows[first] - base];
            int length = starts[rows[end - 1] - base + 1] - start;
            System.arraycopy(source.bytes(), start, to, offsets[places[first]], length);
        }
    }

    private static void copyDictionaryBytes(
            Picks picks, int part, DictionaryVector source, int base, int[] offsets, byte[] to) {
        int[] rows = picks.rows();
        int[] places = picks.places();
        int[] codes = source.codes();
        byte[] from = source.dictionary().bytes();
        int[] starts = source.dictionary().offsets();
        for (int j = picks.start(part), end = picks.end(part); j < end; j++) {
            int at = offsets[places[j]];
            int length = offsets[places[j] + 1] - at;
            if (length > 0) {
                copy(from, starts[codes[rows[j] - base]], to, at, length);
            }
        }
    }

    /** Copies a byte string, short ones without a call; never writes past its end. */
    static void copy(byte[] from, int start, byte[] to, int at, int length) {
        if (length > LONG_COPY) {
            System.arraycopy(from, start, to, at, length);
        } else if (length >= 8) {
            int last = length - 8;
            for (int i = 0; i < last; i += 8) {
                LONG.set(to, at + i, (long) LONG.get(from, start + i));
            }
            LONG.set(to, at + last, (long) LONG.get(from, start + last));
        } else if (length >= 4) {
            int head = (int) INT.get(from, start);
            INT.set(to, at + length - 4, (int) INT.get(from, start + length - 4));
            INT.set(to, at, head);
        } else {
            for (int i = 0; i < length; i++) {
                to[at + i] = from[start + i];
            }
        }
    }
}
