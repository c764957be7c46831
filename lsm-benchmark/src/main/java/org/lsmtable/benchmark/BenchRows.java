package org.lsmtable.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The rows of every workload: each follows from (key, version) alone, so all engines write the same ones. Columns: id BIGINT, i INT of 20
 * bits, b BIGINT of 40 bits, d DOUBLE of 53 random bits, s STRING of 16 random characters, c STRING of 64 distinct values, m
 * DECIMAL(18,2) below a million, t TIMESTAMP(3) within a year.
 */
final class BenchRows {
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[][] CATEGORIES = new byte[64][];

    static {
        for (int i = 0; i < CATEGORIES.length; i++) {
            CATEGORIES[i] = String.format("category-%02d", i).getBytes(StandardCharsets.US_ASCII);
        }
    }

    long id;
    int i;
    long b;
    double d;
    byte[] s = new byte[16];
    byte[] c = CATEGORIES[0];
    long m;
    long t;

    /** Fills the fields; {@code s} is a fresh array, since the peer keeps it. */
    BenchRows set(long key, int version) {
        SplittableRandom random = new SplittableRandom(key * 0x9e3779b97f4a7c15L + version);
        id = key;
        i = random.nextInt(1 << 20);
        b = random.nextLong() >>> 24;
        d = random.nextDouble();
        byte[] text = new byte[16];
        long bits = random.nextLong();
        long more = random.nextLong();
        for (int k = 0; k < 8; k++) {
            text[k] = ALPHABET[(int) (bits >>> 6 * k) & 63];
            text[k + 8] = ALPHABET[(int) (more >>> 6 * k) & 63];
        }
        s = text;
        c = CATEGORIES[(int) (bits >>> 56) & 63];
        m = random.nextInt(100_000_000);
        t = 1_700_000_000_000L + random.nextLong(365L * 86_400_000L);
        return this;
    }

    /** A random order of the keys 0 to n - 1. */
    static int[] permutation(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = new int[n];
        for (int k = 0; k < n; k++) {
            int j = random.nextInt(k + 1);
            order[k] = order[j];
            order[j] = k;
        }
        return order;
    }

    /** Some distinct keys out of 0 to n - 1, in random order. */
    static int[] sample(int n, int take, long seed) {
        return java.util.Arrays.copyOf(permutation(n, seed), take);
    }
}
