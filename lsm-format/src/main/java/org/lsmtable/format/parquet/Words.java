package org.lsmtable.format.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays at any position, and the bit tricks that order floating point numbers. */
final class Words {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_ENDIAN_INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Words() {}

    /** Little-endian, as Parquet has it. */
    static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    /** Little-endian. */
    static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    /** Little-endian. */
    static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    /** Little-endian. */
    static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    /** Big-endian, as wide decimals and timestamps have it in vectors. */
    static int getBigEndianInt(byte[] bytes, int at) {
        return (int) BIG_ENDIAN_INT.get(bytes, at);
    }

    /** Big-endian, so that unsigned comparison orders as the bytes do. */
    static long getBigEndianLong(byte[] bytes, int at) {
        return (long) BIG_ENDIAN_LONG.get(bytes, at);
    }

    /** Maps the bits of floats, NaN left out, to numbers of the same order, and back. */
    static int floatToSortable(int bits) {
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** Maps the bits of doubles, NaN left out, to numbers of the same order, and back. */
    static long doubleToSortable(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }
}
