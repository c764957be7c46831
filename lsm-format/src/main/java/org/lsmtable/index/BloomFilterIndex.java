package org.lsmtable.index;

import java.io.IOException;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.vector.ColumnVector;

/**
 * A bloom filter as it answers: it knows of single values only, and of these that they are not there. A few values are looked up bit by
 * bit, since most that are absent show at the first bits; for many the whole block is read.
 */
final class BloomFilterIndex implements ValueIndex {
    private static final int FEW_VALUES = 8;

    private final IndexBlock block;
    private final int hashFunctions;
    private final int bits;

    private BloomFilterIndex(IndexBlock block, int hashFunctions, int bits) {
        this.block = block;
        this.hashFunctions = hashFunctions;
        this.bits = bits;
    }

    static ValueIndex open(IndexBlock block) throws IOException {
        int hashFunctions = block.from(0).i32();
        long bits = (block.length() - (long) Integer.BYTES) * Byte.SIZE;
        if (hashFunctions < 1 || bits < 1 || bits > Integer.MAX_VALUE) {
            throw block.damaged("size", "hash functions and bits", hashFunctions + " functions and " + bits + " bits");
        }
        return new BloomFilterIndex(block, hashFunctions, (int) bits);
    }

    @Override
    public boolean mayHoldAny(ColumnVector values) throws IOException {
        if (!ValueHash.isSupported(values.type())) {
            return true;
        }
        int count = values.size();
        long[] hashes = new long[count];
        ValueHash.of(values.type()).hash(values, count, hashes);
        byte[] whole = new byte[count > FEW_VALUES ? bits / Byte.SIZE : 0];
        if (whole.length > 0) {
            block.read(Integer.BYTES, whole);
        }
        for (long hash : hashes) {
            if (mayHold(hash, whole)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayHold(long hash, byte[] whole) throws IOException {
        for (int i = 1; i <= hashFunctions; i++) {
            int bit = BloomFilter.bit(hash, i, bits);
            int octet = whole.length > 0 ? whole[bit >>> 3] : block.byteAt(Integer.BYTES + (bit >>> 3));
            if ((octet >>> (bit & 7) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean mayHoldOther(ColumnVector values) {
        return true;
    }

    @Override
    public boolean mayHoldValue() {
        return true;
    }

    @Override
    public boolean mayHoldNull() {
        return true;
    }
}
