package org.lsmtable.data;

import java.util.Arrays;
import java.util.Collection;
import org.lsmtable.types.DataType;

/** Builds one binary array (spec: rows, binary array): count, null bits, elements at their width, cells. */
final class BinaryArrayWriter extends BinarySlotWriter {
    private final int width;
    private final int headerBytes;

    private BinaryArrayWriter(int count, int width) {
        super(BinaryArray.fixedBytes(count, width));
        this.width = width;
        this.headerBytes = BinaryArray.headerBytes(count);
        INT.set(bytes, 0, count);
    }

    /** The bytes of an array of elements of one type. */
    static byte[] array(Collection<?> elements, DataType type) {
        BinaryArrayWriter writer = new BinaryArrayWriter(elements.size(), BinaryArray.width(type));
        int position = 0;
        for (Object element : elements) {
            if (element == null) { // no cell is reserved, unlike in rows
                writer.bytes[Integer.BYTES + (position >>> 3)] |= (byte) (1 << (position & 7));
            } else {
                writer.writeValue(position, type, element);
            }
            position++;
        }
        return Arrays.copyOf(writer.bytes, writer.end);
    }

    @Override
    int slot(int position) {
        return headerBytes + width * position;
    }

    @Override
    void setSlot(int position, long word) {
        int slot = slot(position);
        for (int i = 0; i < width; i++) {
            bytes[slot + i] = (byte) (word >>> 8 * i);
        }
    }

    /** All NaN are one in arrays. */
    @Override
    int floatBits(float value) {
        return Float.floatToIntBits(value);
    }

    @Override
    long doubleBits(double value) {
        return Double.doubleToLongBits(value);
    }
}
