package org.lsmtable.commit;

import java.util.List;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.IndexFileEntry;

/**
 * The new index of a dynamic bucket that was given keys (spec: rows, dynamic buckets; indexes, hash index): it replaces the one the bucket
 * had. Two writers may give one new key to different buckets, and then the table would hold it twice; so the change is refused unless the
 * indexes of the whole partition are still those by which the keys were given out.
 *
 * @param fileName in the folder of index files
 * @param fileSize in bytes
 * @param keys how many hashes are in it
 * @param seen the index files of all buckets of the partition when the keys were given out, in any order
 */
public record HashIndexChange(String fileName, long fileSize, long keys, List<String> seen) {
    public HashIndexChange {
        seen = List.copyOf(seen);
    }

    IndexFileEntry entry(BinaryRow partition, int bucket) {
        return IndexFileEntry.ofKeys(partition, bucket, fileName, fileSize, keys);
    }
}
