package org.lsmtable.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What binary rows and binary arrays have in common when they are read (spec: rows, field slots): slots in a fixed part, which hold a value
 * or point to a cell behind them.
 */
abstract sealed class BinarySlots permits BinaryRow, BinaryArray {
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    final byte[] bytes;

    BinarySlots(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Where a slot starts in the bytes. */
    abstract int slot(int field);

    /** Where the part starts in which cells may lie. */
    abstract int cellsStart();

    /** Whether a field is null. */
    public abstract boolean isNull(int field);

    /** The first 32 bits of a slot: BOOLEAN, TINYINT (not sign-extended), INT, DATE, TIME, bits of FLOAT. */
    public int getInt(int field) {
        return (int) INT.get(bytes, slot(field));
    }

    /** The 64 bits of a slot: BIGINT, bits of DOUBLE, narrow DECIMAL, TIMESTAMP of at most 3 digits. */
    public long getLong(int field) {
        return (long) LONG.get(bytes, slot(field));
    }

    /**
     * Where a text or binary field starts in the bytes.
     *
     * @throws IllegalArgumentException if the field points outside of the row
     */
    public int dataStart(int field) {
        long word = getLong(field);
        return word < 0 ? slot(field) : checkedCell(field, word, (int) word);
    }

    /** The number of bytes of a text or binary field; certain to lie in the row once {@link #dataStart} has returned. */
    public int dataLength(int field) {
        long word = getLong(field);
        return word < 0 ? (int) (word >>> 56) & 0x7f : (int) word;
    }

    /** A copy of the bytes of a text or binary field. */
    public byte[] getBytes(int field) {
        int start = dataStart(field);
        return Arrays.copyOfRange(bytes, start, start + dataLength(field));
    }

    /** A copy of the cell that a field of a nested type points to. */
    byte[] cellBytes(int field) {
        long word = getLong(field);
        int start = checkedCell(field, word, (int) word);
        return Arrays.copyOfRange(bytes, start, start + (int) word);
    }

    /** The offset of the cell that a field points to; to be used after its length has been checked. */
    int cellOffset(int field) {
        return (int) (getLong(field) >>> 32);
    }

    /** The number of bytes, 1 to 16, of a wide decimal's minimal form at {@link #cellOffset}. */
    int wideDecimalLength(int field) {
        long word = getLong(field);
        int length = (int) word;
        if (length < 1 || length > 16) {
            throw new IllegalArgumentException(
                    "field " + field + ": expected a decimal of 1 to 16 bytes, found " + length);
        }
        checkedCell(field, word, length);
        return length;
    }

    /** The 64-bit number in the cell that a field points to. */
    long cellLong(int field) {
        return (long) LONG.get(bytes, checkedCell(field, getLong(field), Long.BYTES));
    }

    private int checkedCell(int field, long word, int length) {
        int offset = (int) (word >>> 32);
        if (length < 0 || offset < cellsStart() || length > bytes.length - offset) {
            throw new IllegalArgumentException("field " + field + ": expected bytes within a row of " + bytes.length
                    + ", found " + length + " at " + offset);
        }
        return offset;
    }
}
