package org.lsmtable.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The 32-bit x86 variant of MurmurHash3 over whole little-endian words, with the format's seed 42. */
final class Murmur3 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SEED = 42;

    private Murmur3() {}

    /** The hash of the first {@code length} bytes, a multiple of four. */
    static int hashWords(byte[] bytes, int length) {
        int h = SEED;
        for (int i = 0; i < length; i += 4) {
            int k = (int) INT.get(bytes, i) * 0xcc9e2d51;
            h ^= Integer.rotateLeft(k, 15) * 0x1b873593;
            h = Integer.rotateLeft(h, 13) * 5 + 0xe6546b64;
        }
        h ^= length;
        h = (h ^ h >>> 16) * 0x85ebca6b;
        h = (h ^ h >>> 13) * 0xc2b2ae35;
        return h ^ h >>> 16;
    }
}
