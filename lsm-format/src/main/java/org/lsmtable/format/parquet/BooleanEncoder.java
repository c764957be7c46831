package org.lsmtable.format.parquet;

import org.apache.parquet.format.Encoding;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Encodes BOOLEAN: one bit a value, the first in the lowest bit, always plain. */
final class BooleanEncoder extends ValueEncoder {
    private int bits;
    private int lastByte;
    private int trueCount;

    BooleanEncoder(int pageBytes) {
        super(pageBytes);
    }

    @Override
    int append(ColumnVector vector, int from, int to) {
        int[] values = ((IntVector) vector).values();
        boolean[] nulls = vector.nulls();
        long room = Math.max(bits == 0 ? 1 : 0, pageBytes() * 8L - bits);
        int end = (int) Math.min(to, from + room);
        PageBuffer page = page();
        for (int row = from; row < end; row++) {
            if (nulls != null && nulls[row]) {
                continue;
            }
            int bit = values[row] == 0 ? 0 : 1;
            lastByte |= bit << (bits & 7);
            trueCount += bit;
            if ((++bits & 7) == 0) {
                page.putByte(lastByte);
                lastByte = 0;
            }
        }
        return end;
    }

    @Override
    Encoding closeValues() {
        if ((bits & 7) != 0) {
            page().putByte(lastByte);
            lastByte = 0;
        }
        return Encoding.PLAIN;
    }

    @Override
    Bounds takeBounds() {
        if (bits == 0) {
            return Bounds.NONE;
        }
        byte[] min = {(byte) (trueCount == bits ? 1 : 0)};
        byte[] max = {(byte) (trueCount > 0 ? 1 : 0)};
        bits = 0;
        trueCount = 0;
        return Bounds.of(min, max);
    }
}
