package org.lsmtable.predicate;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/**
 * A test of byte strings. On a dictionary it is done once for each entry; the outcome is remembered for the dictionaries seen
 * last, so that the batches of one row group share it.
 */
abstract class BytesLeaf extends Leaf {
    private static final int REMEMBERED = 16;

    final boolean inside;
    /** The dictionaries seen last, newest first; replaced as a whole, so that threads need no lock. */
    private volatile Verdicts[] remembered = {};

    BytesLeaf(int column, boolean inside) {
        super(column);
        this.inside = inside;
    }

    /** What the test says of each entry of a dictionary, inversion included. */
    private static final class Verdicts {
        private final WeakReference<BytesVector> dictionary;
        private final boolean[] ofEntries;

        Verdicts(BytesVector dictionary, boolean[] ofEntries) {
            this.dictionary = new WeakReference<>(dictionary);
            this.ofEntries = ofEntries;
        }
    }

    /** Whether a value passes the test, before inversion. */
    abstract boolean matches(byte[] bytes, int start, int end);

    @Override
    final void refine(ColumnVector vector, int size, boolean[] on) {
        refineToPresent(vector, size, on);
        if (vector instanceof DictionaryVector coded) {
            boolean[] verdicts = verdicts(coded.dictionary());
            int[] codes = coded.codes();
            for (int i = 0; i < size; i++) {
                on[i] = on[i] && verdicts[codes[i]];
            }
            return;
        }
        BytesVector plain = (BytesVector) vector;
        byte[] bytes = plain.bytes();
        int[] offsets = plain.offsets();
        for (int i = 0; i < size; i++) {
            on[i] = on[i] && matches(bytes, offsets[i], offsets[i + 1]) == inside;
        }
    }

    private boolean[] verdicts(BytesVector dictionary) {
        Verdicts[] known = remembered;
        for (Verdicts verdicts : known) {
            if (verdicts.dictionary.get() == dictionary) {
                return verdicts.ofEntries;
            }
        }
        boolean[] verdicts = new boolean[dictionary.size()];
        for (int i = 0; i < verdicts.length; i++) {
            verdicts[i] = matches(dictionary.bytes(), dictionary.start(i), dictionary.start(i + 1)) == inside;
        }
        Verdicts[] next = Arrays.copyOf(known, Math.min(known.length + 1, REMEMBERED));
        System.arraycopy(known, 0, next, 1, next.length - 1);
        next[0] = new Verdicts(dictionary, verdicts);
        remembered = next;
        return verdicts;
    }

    @Override
    final boolean mayMatch(ColumnRange range) {
        return !isAllNull(range) && mayMatchBounds(range.min(), range.max());
    }

    abstract boolean mayMatchBounds(@Nullable Object min, @Nullable Object max);
}
