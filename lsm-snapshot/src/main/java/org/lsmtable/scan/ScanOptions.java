package org.lsmtable.scan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TableSchema;

/** What a scan needs of a table's options (spec: options). */
final class ScanOptions {
    static final Option<String> MERGE_ENGINE = Option.of(
            "merge-engine",
            "text",
            text -> text.toLowerCase(Locale.ROOT),
            "deduplicate",
            "What becomes of several rows with one key.");
    static final Option<Boolean> DELETION_VECTORS = Option.of(
            "deletion-vectors.enabled",
            "boolean",
            ScanOptions::bool,
            false,
            "Whether compaction marks superseded rows in deletion vectors.");
    static final Option<Boolean> MERGE_ON_READ = Option.of(
            "deletion-vectors.merge-on-read",
            "boolean",
            ScanOptions::bool,
            false,
            "Whether a table with deletion vectors still merges level 0 when it is read.");
    static final Option<String> BUCKET_KEY = Option.of(
            "bucket-key",
            "text",
            text -> text,
            null,
            "The columns that decide the bucket; by default the trimmed key.");
    static final Option<String> BUCKET_FUNCTION = Option.of(
            "bucket-function.type", "text", text -> text, "default", "The function from bucket key to bucket.");

    static final Option<Long> SPLIT_TARGET = Option.of(
            "source.split.target-size", "size", ScanOptions::bytes, 128L << 20, "How much one split of a read weighs.");
    static final Option<Long> SPLIT_OPEN_COST = Option.of(
            "source.split.open-file-cost",
            "size",
            ScanOptions::bytes,
            4L << 20,
            "What a file weighs at least when splits are packed.");

    private ScanOptions() {}

    private static Long bytes(String text) {
        return Long.valueOf(text);
    }

    private static Boolean bool(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Boolean.valueOf(text);
        }
        throw new IllegalArgumentException();
    }

    /** The columns whose hash decides the bucket. */
    static List<String> bucketKey(TableSchema schema) {
        return schema.options()
                .find(BUCKET_KEY)
                .map(text -> Arrays.stream(text.split(",")).map(String::strip).toList())
                .orElseGet(schema::trimmedPrimaryKeys);
    }

    /** Whether rows become visible only by compaction, so that a batch read leaves level 0 out. */
    static boolean hidesLevelZero(Options options) {
        return options.get(MERGE_ENGINE).equals("first-row")
                || options.get(DELETION_VECTORS) && !options.get(MERGE_ON_READ);
    }

    /** Whether no two files above level 0 show a row of the same key. */
    static boolean hasUniqueKeysAboveLevelZero(Options options) {
        return options.get(MERGE_ENGINE).equals("first-row") || options.get(DELETION_VECTORS);
    }

    /** Whether a row as read is one stored version, never the combination of several. */
    static boolean keepsWholeVersions(Options options) {
        return options.get(MERGE_ENGINE).equals("deduplicate")
                || options.get(MERGE_ENGINE).equals("first-row");
    }
}
