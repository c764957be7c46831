package org.lsmtable.manifest;

import org.lsmtable.format.avro.AvroCodec;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;

/**
 * How manifests are written and merged (spec: options, files and statistics).
 *
 * @param compression how their blocks are compressed, as the option says; looked at when one is written
 * @param targetFileBytes a manifest ends near this size
 * @param mergeMinCount so many small manifests are merged, fewer are left alone
 * @param fullMergeBytes from this size on, manifests with dead or few entries are all rewritten
 */
record ManifestOptions(
        String compression,
        int zstdLevel,
        long targetFileBytes,
        int mergeMinCount,
        long fullMergeBytes,
        DeletedStats deletedStats) {
    /** Whether an entry that deletes a file repeats the file's statistics. */
    enum DeletedStats {
        KEPT,
        DROPPED
    }

    static ManifestOptions of(Options options) {
        return new ManifestOptions(
                options.get(FileOptions.MANIFEST_COMPRESSION),
                options.get(FileOptions.ZSTD_LEVEL),
                options.get(FileOptions.MANIFEST_TARGET_SIZE),
                options.get(FileOptions.MANIFEST_MERGE_MIN_COUNT),
                options.get(FileOptions.MANIFEST_FULL_COMPACTION_SIZE),
                options.get(FileOptions.MANIFEST_DELETE_DROPS_STATS) ? DeletedStats.DROPPED : DeletedStats.KEPT);
    }

    /**
     * How blocks are compressed.
     *
     * @throws IllegalArgumentException if the option names no codec
     */
    AvroCodec codec() {
        return AvroCodec.ofOption(FileOptions.MANIFEST_COMPRESSION.key(), compression);
    }
}
