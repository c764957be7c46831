package org.lsmtable.options;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** How data files and manifests are named, encoded and measured (spec: options, files and statistics; data files). */
public final class FileOptions {
    private static final Pattern STATS_MODE_TEXT =
            Pattern.compile("(none|counts|full|truncate\\([1-9][0-9]{0,8}\\))", Pattern.CASE_INSENSITIVE);
    private static final String STATS_MODES = "none, counts, full or truncate(LENGTH)";

    public static final Option<Long> TARGET_FILE_SIZE = Option.ofSize(
                    "target-file-size", null, "How large a data file grows; unset: 128 MiB, append tables 256 MiB.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Long> TARGET_FILE_ROWS = Option.ofLong(
                    "target-file-row-num", Long.MAX_VALUE, "How many rows a flushed data file takes.")
            .where("at least 1", n -> n >= 1);
    public static final Option<String> FORMAT =
            Option.ofText("file.format", "parquet", "The format of new data files: parquet, orc or avro.");
    public static final Option<Map<Integer, String>> FORMAT_PER_LEVEL =
            Option.ofLevels("file.format.per.level", "Another format for the files of some levels.");
    public static final Option<String> COMPRESSION =
            Option.ofText("file.compression", "zstd", "The codec of new data files.");
    public static final Option<Map<Integer, String>> COMPRESSION_PER_LEVEL =
            Option.ofLevels("file.compression.per.level", "Another codec for the files of some levels.");
    public static final Option<Integer> ZSTD_LEVEL =
            Option.ofInt("file.compression.zstd-level", 1, "Its level, if that is zstd.");
    public static final Option<Long> BLOCK_SIZE = Option.ofSize(
                    "file.block-size", null, "The size of a row group or stripe before it is compressed.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Long> ROW_GROUP_SIZE = Option.ofSize(
                    "file.row-group-size",
                    24L << 20,
                    "The same, used when neither file.block-size nor parquet.block.size is set: small enough to bound"
                            + " memory and to be skipped. Own option.")
            .where("at least 1", n -> n >= 1);
    public static final Option<String> DATA_PREFIX =
            Option.ofText("data-file.prefix", "data-", "What the names of data files begin with.");
    public static final Option<String> CHANGELOG_PREFIX =
            Option.ofText("changelog-file.prefix", "changelog-", "What the names of changelog files begin with.");
    public static final Option<String> DATA_DIRECTORY = Option.ofText(
            "data-file.path-directory",
            null,
            "The folder that holds the data files, below the table unless it begins with a slash; unset: the table.");
    public static final Option<Boolean> THIN_MODE = Option.ofBoolean(
            "data-file.thin-mode", false, "Whether key columns are stored once, among the value columns.");
    public static final Option<String> EXTERNAL_PATHS =
            Option.ofText("data-file.external-paths", null, "Other roots for data files, between commas.");
    public static final Option<String> EXTERNAL_PATHS_STRATEGY =
            Option.ofText("data-file.external-paths.strategy", "none", "How these roots are used.");
    public static final Option<Boolean> SUFFIX_WITH_COMPRESSION =
            Option.ofBoolean("file.suffix.include.compression", false, "Whether file names tell the codec.");
    public static final Option<Boolean> INDEX_IN_DATA_DIRECTORY =
            Option.ofBoolean("index-file-in-data-file-dir", false, "Whether index files lie beside the data files.");

    public static final Option<String> STATS_MODE = Option.ofText(
                    "metadata.stats-mode", "truncate(16)", "What is kept of each column's least and greatest value.")
            .where(STATS_MODES, FileOptions::isStatsMode);
    public static final Option<Map<Integer, String>> STATS_MODE_PER_LEVEL = Option.ofLevels(
                    "metadata.stats-mode.per.level", "Another mode for the files of some levels.")
            .where("values " + STATS_MODES, modes -> modes.values().stream().allMatch(FileOptions::isStatsMode));
    public static final Option<Boolean> STATS_DENSE = Option.ofBoolean(
            "metadata.stats-dense-store", true, "Whether columns without statistics take no room in manifests.");
    public static final Option<Integer> STATS_FIRST_COLUMNS = Option.ofInt(
                    "metadata.stats-keep-first-n-columns",
                    -1,
                    "Columns that get statistics, counted from the first; -1: all.")
            .where("at least -1", n -> n >= -1);
    public static final Option<Boolean> FILE_INDEX_READ =
            Option.ofBoolean("file-index.read.enabled", true, "Whether file indexes are used when reading.");
    public static final Option<Long> FILE_INDEX_IN_MANIFEST = Option.ofSize(
            "file-index.in-manifest-threshold", 500L, "The size up to which a file index is kept in the manifest.");

    public static final Option<String> MANIFEST_FORMAT =
            Option.ofText("manifest.format", "avro", "The format of new manifests.");
    public static final Option<String> MANIFEST_COMPRESSION =
            Option.ofText("manifest.compression", "zstd", "The codec of new manifests.");
    public static final Option<Long> MANIFEST_TARGET_SIZE = Option.ofSize(
                    "manifest.target-file-size", 8L << 20, "How large a manifest grows.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> MANIFEST_MERGE_MIN_COUNT = Option.ofInt(
                    "manifest.merge-min-count", 30, "Small manifests that are merged into one.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Long> MANIFEST_FULL_COMPACTION_SIZE = Option.ofSize(
            "manifest.full-compaction-threshold-size",
            16L << 20,
            "Size of changes at which all manifests are rewritten.");
    public static final Option<Boolean> MANIFEST_DELETE_DROPS_STATS = Option.ofBoolean(
            "manifest.delete-file-drop-stats", false, "Whether entries of deleted files go without statistics.");

    public static final Option<Boolean> PARQUET_DICTIONARY = Option.ofBoolean(
            "parquet.enable.dictionary",
            true,
            "Whether columns are dictionary-encoded; #COLUMN behind it for one alone.");
    public static final Option<Integer> PARQUET_DICTIONARY_PAGE_SIZE = Option.ofInt(
                    "parquet.dictionary.page.size", 1 << 20, "Bytes a dictionary may take before it is given up.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> PARQUET_PAGE_SIZE = Option.ofInt(
                    "parquet.page.size", 1 << 20, "Bytes of a page before it is compressed.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> PARQUET_PAGE_ROWS = Option.ofInt(
                    "parquet.page.row.count.limit", 20_000, "Rows of a page at most.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Long> PARQUET_BLOCK_SIZE = Option.ofLong(
                    "parquet.block.size", null, "Bytes of a row group, used when file.block-size is unset.")
            .where("at least 1", n -> n >= 1);
    public static final Option<String> PARQUET_COMPRESSION =
            Option.ofText("parquet.compression", null, "The codec of Parquet files; overrides file.compression.");

    public static final Option<String> ORC_COMPRESSION = Option.ofText(
            "orc.compress",
            null,
            "The codec of ORC files; overrides file.compression: none, zlib, snappy, lzo, lz4, zstd.");
    public static final Option<Boolean> ORC_LEGACY_LOCAL_ZONE = Option.ofBoolean(
            "orc.timestamp-ltz.legacy.type",
            true,
            "Whether ORC files hold timestamps with local time zone shifted by the zone of their writer.");
    public static final Option<String> AVRO_CODEC = Option.ofText(
            "avro.codec",
            null,
            "The codec of Avro files; overrides file.compression: null, deflate, snappy, zstandard, bzip2.");

    static final List<Option<?>> ALL = List.of(
            TARGET_FILE_SIZE,
            TARGET_FILE_ROWS,
            FORMAT,
            FORMAT_PER_LEVEL,
            COMPRESSION,
            COMPRESSION_PER_LEVEL,
            ZSTD_LEVEL,
            BLOCK_SIZE,
            ROW_GROUP_SIZE,
            DATA_PREFIX,
            CHANGELOG_PREFIX,
            DATA_DIRECTORY,
            THIN_MODE,
            EXTERNAL_PATHS,
            EXTERNAL_PATHS_STRATEGY,
            SUFFIX_WITH_COMPRESSION,
            INDEX_IN_DATA_DIRECTORY,
            STATS_MODE,
            STATS_MODE_PER_LEVEL,
            STATS_DENSE,
            STATS_FIRST_COLUMNS,
            FILE_INDEX_READ,
            FILE_INDEX_IN_MANIFEST,
            MANIFEST_FORMAT,
            MANIFEST_COMPRESSION,
            MANIFEST_TARGET_SIZE,
            MANIFEST_MERGE_MIN_COUNT,
            MANIFEST_FULL_COMPACTION_SIZE,
            MANIFEST_DELETE_DROPS_STATS,
            PARQUET_DICTIONARY,
            PARQUET_DICTIONARY_PAGE_SIZE,
            PARQUET_PAGE_SIZE,
            PARQUET_PAGE_ROWS,
            PARQUET_BLOCK_SIZE,
            PARQUET_COMPRESSION,
            ORC_COMPRESSION,
            ORC_LEGACY_LOCAL_ZONE,
            AVRO_CODEC);

    private FileOptions() {}

    private static boolean isStatsMode(String text) {
        return STATS_MODE_TEXT.matcher(text).matches();
    }

    /** How large a data file of a primary-key table grows. */
    public static long targetFileBytes(Options options) {
        return options.find(TARGET_FILE_SIZE).orElse(128L << 20);
    }

    /** The size of a row group before it is compressed. */
    public static long rowGroupBytes(Options options) {
        return options.find(BLOCK_SIZE)
                .or(() -> options.find(PARQUET_BLOCK_SIZE))
                .orElseGet(() -> options.get(ROW_GROUP_SIZE));
    }

    /** The format of new data files of a level, in lower case. */
    public static String format(Options options, int level) {
        return options.get(FORMAT_PER_LEVEL)
                .getOrDefault(level, options.get(FORMAT))
                .toLowerCase(Locale.ROOT);
    }

    /**
     * The codec of new data files of a level, in lower case.
     *
     * @param format the format of the file, which may have an option of its own that comes first
     */
    public static String compression(Options options, String format, int level) {
        Optional<String> own = switch (format) {
            case "parquet" -> options.find(PARQUET_COMPRESSION);
            case "orc" -> options.find(ORC_COMPRESSION);
            case "avro" -> options.find(AVRO_CODEC);
            default -> Optional.empty();
        };
        return own.orElseGet(() -> options.get(COMPRESSION_PER_LEVEL).getOrDefault(level, options.get(COMPRESSION)))
                .toLowerCase(Locale.ROOT);
    }

    /** The statistics mode of new data files of a level, in lower case. */
    public static String statsMode(Options options, int level) {
        return options.get(STATS_MODE_PER_LEVEL)
                .getOrDefault(level, options.get(STATS_MODE))
                .toLowerCase(Locale.ROOT);
    }

    /** Whether a column of a Parquet file is dictionary-encoded as long as that pays. */
    public static boolean parquetDictionary(Options options, String column) {
        Option<Boolean> ofColumn = Option.ofBoolean(PARQUET_DICTIONARY.key() + "#" + column, null, "");
        return options.find(ofColumn).orElseGet(() -> options.get(PARQUET_DICTIONARY));
    }
}
