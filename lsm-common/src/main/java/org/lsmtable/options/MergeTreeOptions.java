package org.lsmtable.options;

import java.time.Duration;
import java.util.List;

/** How rows are buffered, flushed and compacted (spec: options, write path and compaction; merge tree). */
public final class MergeTreeOptions {
    public static final Option<Integer> COMPACTION_TRIGGER = Option.ofInt(
                    "num-sorted-run.compaction-trigger",
                    5,
                    "Sorted runs of a bucket at which compaction is considered. Higher: cheaper writes, dearer reads.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> STOP_TRIGGER = Option.ofInt(
            "num-sorted-run.stop-trigger",
            null,
            "Sorted runs above which a flush waits for the running compaction; unset: 3 more than the trigger.");
    public static final Option<Integer> NUM_LEVELS = Option.ofInt(
                    "num-levels", null, "Levels of a bucket, level 0 included; unset: 1 more than the trigger.")
            .where("at least 2", n -> n >= 2);
    public static final Option<String> STRATEGY = Option.ofChoice(
            "compaction.strategy",
            List.of("universal", "binomial"),
            "Which runs are merged: as Paimon does, or in the order that writes least for a number of runs. Own option.");
    public static final Option<String> RULE_SET = Option.ofChoice(
            "compaction.universal.rule-set",
            List.of("2.1", "2.0"),
            "Which universal rules pick: those of the newer development line, or those of released Paimon. Own option.");
    public static final Option<Integer> SIZE_RATIO = Option.ofInt(
                    "compaction.size-ratio", 1, "Percent by which a pick may be smaller than the next run and take it.")
            .where("at least 0", n -> n >= 0);
    public static final Option<Integer> MAX_SIZE_AMPLIFICATION_PERCENT = Option.ofInt(
                    "compaction.max-size-amplification-percent",
                    200,
                    "Newer data in percent of the oldest run above which everything is compacted.")
            .where("at least 0", n -> n >= 0);
    public static final Option<Double> MAX_SIZE_AMPLIFICATION = Option.ofDouble(
                    "compaction.max.size.amplification",
                    null,
                    "The same as a multiple, 10 for 1000 percent; used when the percentage is unset. Own option.")
            .where("at least 0", n -> n >= 0);
    public static final Option<Integer> OFF_PEAK_START = Option.ofInt(
                    "compaction.offpeak.start.hour",
                    -1,
                    "The first hour, 0 to 23, in which more is merged; -1 for none.")
            .where("-1 to 24", n -> n >= -1 && n <= 24);
    public static final Option<Integer> OFF_PEAK_END = Option.ofInt(
                    "compaction.offpeak.end.hour",
                    -1,
                    "The first hour in which that is over, 24 for the end of the day; -1 for none.")
            .where("-1 to 24", n -> n >= -1 && n <= 24);
    public static final Option<Integer> OFF_PEAK_RATIO = Option.ofInt(
                    "compaction.offpeak-ratio", 0, "Percent added to the size ratio in these hours.")
            .where("at least 0", n -> n >= 0);
    public static final Option<Duration> FULL_INTERVAL = Option.ofDuration(
            "compaction.optimization-interval", null, "Time after which everything is compacted again; unset: never.");
    public static final Option<Long> FULL_TOTAL_SIZE =
            Option.ofSize("compaction.total-size-threshold", null, "A bucket smaller than this is compacted whole.");
    public static final Option<Long> FULL_INCREMENTAL_SIZE = Option.ofSize(
            "compaction.incremental-size-threshold",
            null,
            "A bucket with more than this above its last level is compacted whole.");
    public static final Option<Long> FULL_DELTA_RECORDS = Option.ofLong(
                    "full-compaction.delta-records",
                    null,
                    "Rows written since the last full compaction that bring about the next. Own option.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> FULL_DELTA_COMMITS = Option.ofInt(
                    "full-compaction.delta-commits", null, "Commits after which the writer asks for a full compaction.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Boolean> FORCE_UP_LEVEL_0 =
            Option.ofBoolean("compaction.force-up-level-0", false, "Whether level 0 is emptied at every pick.");
    public static final Option<Boolean> FORCE_REWRITE = Option.ofBoolean(
            "compaction.force-rewrite-all-files", false, "Whether files are never just moved to another level.");
    public static final Option<Double> SMALL_FILE_RATIO = Option.ofDouble(
                    "compaction.small-file-ratio", 0.7, "Share of the target size below which a file is small.")
            .where("above 0 and at most 1", n -> n > 0 && n <= 1);
    public static final Option<String> LOOKUP_COMPACT = Option.ofChoice(
            "lookup-compact",
            List.of("radical", "gentle"),
            "Whether a table that looks up empties level 0 at every pick.");
    public static final Option<Integer> LOOKUP_COMPACT_MAX_INTERVAL = Option.ofInt(
            "lookup-compact.max-interval",
            null,
            "Picks after which gentle lookup compaction empties level 0; unset: twice the trigger.");
    public static final Option<Boolean> FORCE_COMPACT =
            Option.ofBoolean("commit.force-compact", false, "Whether a commit waits for the compaction under way.");
    public static final Option<Duration> RECORD_EXPIRE_TIME =
            Option.ofDuration("record-level.expire-time", null, "Age at which compaction drops rows; unset: never.");
    public static final Option<String> RECORD_TIME_FIELD =
            Option.ofText("record-level.time-field", null, "The column that holds the time of a row.");

    public static final Option<Boolean> WRITE_ONLY = Option.ofBoolean(
                    "write-only", false, "Whether writers neither compact nor expire snapshots.")
            .orElse("write.compaction-skip");
    public static final Option<Long> WRITE_BUFFER_SIZE =
            Option.ofSize("write-buffer-size", 256L << 20, "Memory for rows not flushed yet, of all buckets together.");
    public static final Option<Boolean> WRITE_BUFFER_SPILLABLE = Option.ofBoolean(
            "write-buffer-spillable", true, "Whether full buffers go to local disk before they are flushed.");
    public static final Option<Long> WRITE_BUFFER_MAX_DISK = Option.ofSize(
            "write-buffer-spill.max-disk-size", Long.MAX_VALUE, "Local disk for that; beyond it buffers are flushed.");
    public static final Option<Long> PAGE_SIZE = Option.ofSize(
                    "page-size", 64L << 10, "The unit in which memory is handed out.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> SORT_MAX_FILE_HANDLES = Option.ofInt(
                    "local-sort.max-num-file-handles", 128, "Spill files of one buffer before they are merged.")
            .where("at least 2", n -> n >= 2);
    public static final Option<String> SPILL_COMPRESSION =
            Option.ofText("spill-compression", "zstd", "The compression of spill files.");
    public static final Option<Integer> SPILL_ZSTD_LEVEL =
            Option.ofInt("spill-compression.zstd-level", 1, "Its level, if that is zstd.");
    public static final Option<Integer> SORT_SPILL_THRESHOLD = Option.ofInt(
                    "sort-spill-threshold", null, "Runs merged at once; unset: 1 more than the stop trigger.")
            .where("at least 2", n -> n >= 2);
    public static final Option<Long> SORT_SPILL_BUFFER_SIZE =
            Option.ofSize("sort-spill-buffer-size", 64L << 20, "Memory for merging more runs than that.");
    public static final Option<Integer> READ_BATCH_ROWS =
            Option.ofInt("read.batch-size", 1024, "Rows of a batch read.").where("at least 1", n -> n >= 1);
    public static final Option<Integer> WRITE_BATCH_ROWS = Option.ofInt(
                    "write.batch-size", 1024, "Rows of a batch written.")
            .orElse("orc.write.batch-size")
            .where("at least 1", n -> n >= 1);

    static final List<Option<?>> ALL = List.of(
            COMPACTION_TRIGGER,
            STOP_TRIGGER,
            NUM_LEVELS,
            STRATEGY,
            RULE_SET,
            SIZE_RATIO,
            MAX_SIZE_AMPLIFICATION_PERCENT,
            MAX_SIZE_AMPLIFICATION,
            OFF_PEAK_START,
            OFF_PEAK_END,
            OFF_PEAK_RATIO,
            FULL_INTERVAL,
            FULL_TOTAL_SIZE,
            FULL_INCREMENTAL_SIZE,
            FULL_DELTA_RECORDS,
            FULL_DELTA_COMMITS,
            FORCE_UP_LEVEL_0,
            FORCE_REWRITE,
            SMALL_FILE_RATIO,
            LOOKUP_COMPACT,
            LOOKUP_COMPACT_MAX_INTERVAL,
            FORCE_COMPACT,
            RECORD_EXPIRE_TIME,
            RECORD_TIME_FIELD,
            WRITE_ONLY,
            WRITE_BUFFER_SIZE,
            WRITE_BUFFER_SPILLABLE,
            WRITE_BUFFER_MAX_DISK,
            PAGE_SIZE,
            SORT_MAX_FILE_HANDLES,
            SPILL_COMPRESSION,
            SPILL_ZSTD_LEVEL,
            SORT_SPILL_THRESHOLD,
            SORT_SPILL_BUFFER_SIZE,
            READ_BATCH_ROWS,
            WRITE_BATCH_ROWS);

    private MergeTreeOptions() {}

    /** Sorted runs above which a flush waits, never below the trigger. */
    public static int stopTrigger(Options options) {
        int trigger = options.get(COMPACTION_TRIGGER);
        return Math.max(trigger, options.find(STOP_TRIGGER).orElse(saturated(trigger + 3L)));
    }

    /** The levels of a bucket, level 0 included. */
    public static int numLevels(Options options) {
        return options.find(NUM_LEVELS).orElseGet(() -> saturated(options.get(COMPACTION_TRIGGER) + 1L));
    }

    /** The runs that may be merged at once. */
    public static int sortSpillThreshold(Options options) {
        return options.find(SORT_SPILL_THRESHOLD).orElseGet(() -> saturated(stopTrigger(options) + 1L));
    }

    /** The picks after which gentle lookup compaction empties level 0, never below the trigger. */
    public static int gentleInterval(Options options) {
        int trigger = options.get(COMPACTION_TRIGGER);
        return Math.max(trigger, options.find(LOOKUP_COMPACT_MAX_INTERVAL).orElse(saturated(2L * trigger)));
    }

    /** The size amplification limit in percent, whichever way it is given. */
    public static int maxSizeAmplificationPercent(Options options) {
        return options.isSet(MAX_SIZE_AMPLIFICATION_PERCENT)
                ? options.get(MAX_SIZE_AMPLIFICATION_PERCENT)
                : options.find(MAX_SIZE_AMPLIFICATION)
                        .map(multiple -> saturated(Math.round(multiple * 100)))
                        .orElseGet(() -> options.get(MAX_SIZE_AMPLIFICATION_PERCENT));
    }

    /** Below this many bytes a file is worth merging with its neighbours. */
    public static long smallFileBytes(Options options) {
        return (long) (FileOptions.targetFileBytes(options) * options.get(SMALL_FILE_RATIO));
    }

    private static int saturated(long number) {
        return (int) Math.min(Integer.MAX_VALUE, number);
    }
}
