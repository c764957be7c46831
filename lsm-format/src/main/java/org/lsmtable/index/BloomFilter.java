package org.lsmtable.index;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/**
 * A bloom filter of the values of one column being filled (spec: indexes, file index kind bloom-filter). Its size is settled before the
 * first value. Not thread-safe.
 */
final class BloomFilter implements IndexMaker {
    static final String KIND = "bloom-filter";

    private final ValueHash hash;
    private final int hashFunctions;
    private final int bits;
    private final byte[] set;
    private long[] hashes = new long[0];
    /** The dictionary seen last, the hashes of its entries, and which of them are in the filter. */
    private @Nullable BytesVector dictionary;

    private long[] dictionaryHashes = new long[0];
    private boolean[] dictionaryAdded = new boolean[0];

    /**
     * How large a filter is.
     *
     * @param items distinct values it is made for; at least 1
     * @param falsePositives the share of other values that it does not tell from these, above 0 and below 1
     */
    record Size(long items, double falsePositives) {
        private static final long DEFAULT_ITEMS = 1_000_000;
        private static final double DEFAULT_FALSE_POSITIVES = 0.1;

        Size {
            if (items < 1 || !(falsePositives > 0 && falsePositives < 1)) {
                throw new IllegalArgumentException("expected items of 1 or more and fpp between 0 and 1, found " + items
                        + " and " + falsePositives);
            }
            if (bits(items, falsePositives) > Integer.MAX_VALUE - Long.SIZE) {
                throw new IllegalArgumentException(
                        items + " items with fpp " + falsePositives + " need more bits than a bloom filter can have");
            }
        }

        /**
         * The size that options say.
         *
         * @throws IllegalArgumentException naming the option
         */
        static Size of(IndexSettings settings) {
            long items = settings.get("items", Long::valueOf, "a number", DEFAULT_ITEMS);
            double falsePositives = settings.get("fpp", Double::valueOf, "a number", DEFAULT_FALSE_POSITIVES);
            try {
                return new Size(items, falsePositives);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("options '" + settings.prefix() + "': " + e.getMessage(), e);
            }
        }

        private static double bits(long items, double falsePositives) {
            return -items * Math.log(falsePositives) / (Math.log(2) * Math.log(2));
        }

        int bits() {
            int needed = (int) bits(items, falsePositives);
            return needed + Byte.SIZE - needed % Byte.SIZE;
        }

        int hashFunctions() {
            return Math.max(1, (int) Math.round((double) bits() / items * Math.log(2)));
        }
    }

    BloomFilter(DataType type, Size size) {
        this.hash = ValueHash.of(type);
        this.bits = size.bits();
        this.hashFunctions = size.hashFunctions();
        this.set = new byte[bits / Byte.SIZE];
    }

    /** Adds the values of the first rows; nulls are left out. */
    @Override
    public void add(ColumnVector vector, int rows) {
        boolean[] nulls = vector.nulls();
        if (vector instanceof DictionaryVector coded) {
            addCoded(coded, rows, nulls);
            return;
        }
        if (hashes.length < rows) {
            hashes = new long[rows];
        }
        hash.hash(vector, rows, hashes);
        for (int i = 0; i < rows; i++) {
            if (nulls == null || !nulls[i]) {
                add(hashes[i]);
            }
        }
    }

    /** Each entry of a dictionary is added when the first row has it. */
    private void addCoded(DictionaryVector coded, int rows, boolean @Nullable [] nulls) {
        BytesVector values = coded.dictionary();
        if (values != dictionary || dictionaryHashes.length < values.size()) {
            dictionary = values;
            dictionaryHashes = new long[values.size()];
            dictionaryAdded = new boolean[values.size()];
            hash.hash(values, values.size(), dictionaryHashes);
        }
        int[] codes = coded.codes();
        for (int i = 0; i < rows; i++) {
            if ((nulls == null || !nulls[i]) && !dictionaryAdded[codes[i]]) {
                dictionaryAdded[codes[i]] = true;
                add(dictionaryHashes[codes[i]]);
            }
        }
    }

    private void add(long hash64) {
        for (int i = 1; i <= hashFunctions; i++) {
            int bit = bit(hash64, i, bits);
            set[bit >>> 3] |= (byte) (1 << (bit & 7));
        }
    }

    /** The bit of a value for the i-th hash function, from 1. */
    static int bit(long hash64, int i, int bits) {
        int combined = (int) hash64 + i * (int) (hash64 >>> 32);
        return (combined < 0 ? ~combined : combined) % bits;
    }

    /** The index block: the number of hash functions, then the bits. */
    @Override
    public byte[] block() {
        return ByteBuffer.allocate(Integer.BYTES + set.length)
                .putInt(hashFunctions)
                .put(set)
                .array();
    }
}
