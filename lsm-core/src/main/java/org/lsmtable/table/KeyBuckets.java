package org.lsmtable.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one partition with dynamic buckets, by hash, and the bucket of each (spec: rows, dynamic buckets). Keys of equal hash share a
 * bucket. Pure memory; about 12 bytes a key. Not thread-safe.
 */
final class KeyBuckets {
    /** The greatest number a bucket may have. */
    private static final int LAST_BUCKET = Short.MAX_VALUE - 1;

    private final long targetKeys;
    private final int maxBuckets;

    /** Open addressing, at most half full: a hash and 1 + its bucket, or 0 where nothing is. */
    private int[] hashes = new int[64];

    private short[] buckets = new short[64];
    private int size;

    /** Keys of each bucket; 0 where there is no bucket of the number. */
    private long[] keys = new long[4];

    /** The bucket that was last found to have room; those below it that are in use have none. */
    private int open;

    /**
     * No keys yet.
     *
     * @param targetKeys keys in a bucket above which another one is begun
     * @param maxBuckets how many buckets there may be, null for as many as it takes
     */
    KeyBuckets(long targetKeys, @Nullable Integer maxBuckets) {
        this.targetKeys = targetKeys;
        this.maxBuckets = maxBuckets == null ? LAST_BUCKET + 1 : Math.min(maxBuckets, LAST_BUCKET + 1);
    }

    /** Notes keys that a bucket has. */
    void load(int bucket, int[] keyHashes) {
        for (int hash : keyHashes) {
            int slot = slotOf(hash);
            if (buckets[slot] == 0) {
                put(slot, hash, bucket);
            }
        }
    }

    /** The bucket of a key's hash, −1 if it has none yet. */
    int find(int hash) {
        return buckets[slotOf(hash)] - 1;
    }

    /**
     * Gives a new key a bucket: one in use that has room, else the first number not in use, else, where there may be no more, the one with
     * the fewest keys.
     *
     * @throws IllegalStateException if all numbers are in use and full, and the options set no limit
     */
    int assign(int hash) {
        int bucket = withRoom();
        put(slotOf(hash), hash, bucket);
        return bucket;
    }

    private int withRoom() {
        int firstUnused = -1;
        int emptiest = -1;
        for (int bucket = open; bucket < keys.length; bucket++) {
            if (keys[bucket] > 0 && keys[bucket] < targetKeys) {
                open = bucket;
                return bucket;
            }
        }
        for (int bucket = 0; bucket < keys.length; bucket++) {
            if (keys[bucket] == 0) {
                firstUnused = firstUnused < 0 ? bucket : firstUnused;
            } else if (emptiest < 0 || keys[bucket] < keys[emptiest]) {
                emptiest = bucket;
            }
        }
        firstUnused = firstUnused < 0 ? keys.length : firstUnused;
        if (used() < maxBuckets && firstUnused <= LAST_BUCKET) {
            open = Math.min(open, firstUnused);
            return firstUnused;
        }
        if (maxBuckets > LAST_BUCKET) {
            throw new IllegalStateException("all " + (LAST_BUCKET + 1)
                    + " buckets of a partition have 'dynamic-bucket.target-row-num' keys; raise that option");
        }
        return emptiest;
    }

    private int used() {
        int used = 0;
        for (long count : keys) {
            used += count > 0 ? 1 : 0;
        }
        return used;
    }

    /** The hashes of a bucket, in any order. */
    int[] hashesOf(int bucket) {
        int[] found = new int[Math.toIntExact(bucket < keys.length ? keys[bucket] : 0)];
        int count = 0;
        for (int slot = 0; slot < hashes.length; slot++) {
            if (buckets[slot] == bucket + 1) {
                found[count++] = hashes[slot];
            }
        }
        return found;
    }

    private int slotOf(int hash) {
        // the hash of the key decides its bucket number elsewhere too: mix it, so that runs of equal low bits do not
        // pile up
        int slot = hash * 0x9E3779B1 >>> 1 & hashes.length - 1;
        while (buckets[slot] != 0 && hashes[slot] != hash) {
            slot = slot + 1 & hashes.length - 1;
        }
        return slot;
    }

    private void put(int slot, int hash, int bucket) {
        hashes[slot] = hash;
        buckets[slot] = (short) (bucket + 1);
        if (bucket >= keys.length) {
            keys = Arrays.copyOf(keys, Math.max(bucket + 1, 2 * keys.length));
        }
        keys[bucket]++;
        if (2 * ++size > hashes.length) {
            grow();
        }
    }

    private void grow() {
        int[] oldHashes = hashes;
        short[] oldBuckets = buckets;
        hashes = new int[Math.multiplyExact(2, oldHashes.length)];
        buckets = new short[hashes.length];
        for (int slot = 0; slot < oldHashes.length; slot++) {
            if (oldBuckets[slot] != 0) {
                int to = slotOf(oldHashes[slot]);
                hashes[to] = oldHashes[slot];
                buckets[to] = oldBuckets[slot];
            }
        }
    }
}
