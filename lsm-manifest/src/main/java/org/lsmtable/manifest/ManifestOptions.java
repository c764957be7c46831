package org.lsmtable.manifest;

import java.util.Locale;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;

/**
 * How manifests are written and merged (spec: options, files and statistics).
 *
 * @param codec how their blocks are compressed
 * @param targetFileBytes a manifest ends near this size
 * @param mergeMinCount so many small manifests are merged, fewer are left alone
 * @param fullMergeBytes from this size on, manifests with dead or few entries are all rewritten
 */
record ManifestOptions(
        AvroCodec codec,
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

    private static final Option<AvroCodec> COMPRESSION = Option.of(
            "manifest.compression",
            "one of none, deflate, snappy, zstd",
            AvroCodec::ofOption,
            AvroCodec.ZSTANDARD,
            "How manifests and manifest lists are compressed.");
    private static final Option<Integer> ZSTD_LEVEL =
            Option.of("file.compression.zstd-level", "int", Integer::valueOf, 1, "The level of zstd compression.");
    private static final Option<Long> TARGET_FILE_SIZE = Option.of(
            "manifest.target-file-size",
            "size",
            ManifestOptions::bytes,
            8L << 20,
            "The size at which a manifest ends.");
    private static final Option<Integer> MERGE_MIN_COUNT =
            Option.of("manifest.merge-min-count", "int", Integer::valueOf, 30, "How many small manifests are merged.");
    private static final Option<Long> FULL_COMPACTION_SIZE = Option.of(
            "manifest.full-compaction-threshold-size",
            "size",
            ManifestOptions::bytes,
            16L << 20,
            "The size of manifests with dead or few entries at which all of them are rewritten.");
    private static final Option<DeletedStats> DROP_STATS = Option.of(
            "manifest.delete-file-drop-stats",
            "boolean",
            text -> Boolean.parseBoolean(text) ? DeletedStats.DROPPED : DeletedStats.KEPT,
            DeletedStats.KEPT,
            "Whether entries that delete files leave the statistics out.");

    static ManifestOptions of(Options options) {
        return new ManifestOptions(
                options.get(COMPRESSION),
                options.get(ZSTD_LEVEL),
                options.get(TARGET_FILE_SIZE),
                options.get(MERGE_MIN_COUNT),
                options.get(FULL_COMPACTION_SIZE),
                options.get(DROP_STATS));
    }

    private static Long bytes(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        int end = 0;
        while (end < lower.length() && Character.isDigit(lower.charAt(end))) {
            end++;
        }
        long number = Long.parseLong(lower.substring(0, end));
        return switch (lower.substring(end).strip()) {
            case "", "b", "bytes" -> number;
            case "k", "kb", "kibibytes" -> number << 10;
            case "m", "mb", "mebibytes" -> number << 20;
            case "g", "gb", "gibibytes" -> number << 30;
            case "t", "tb", "tebibytes" -> number << 40;
            default -> throw new IllegalArgumentException();
        };
    }
}
