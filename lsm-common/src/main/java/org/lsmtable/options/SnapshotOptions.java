package org.lsmtable.options;

import java.time.Duration;
import java.util.List;

/** How commits are made, snapshots kept and read, and partitions named (spec: options, reading, snapshots and commit). */
public final class SnapshotOptions {
    public static final Option<Integer> RETAINED_MIN = Option.ofInt(
                    "snapshot.num-retained.min", 10, "Snapshots that are always kept.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> RETAINED_MAX = Option.ofInt(
                    "snapshot.num-retained.max", Integer.MAX_VALUE, "Snapshots kept at most.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Duration> TIME_RETAINED =
            Option.ofDuration("snapshot.time-retained", Duration.ofHours(1), "Age up to which snapshots are kept.");
    public static final Option<Integer> EXPIRE_LIMIT = Option.ofInt(
                    "snapshot.expire.limit", 50, "Snapshots expired at once.")
            .where("at least 1", n -> n >= 1);
    public static final Option<String> EXPIRE_MODE = Option.ofChoice(
            "snapshot.expire.execution-mode",
            List.of("sync", "async"),
            "Whether a commit waits for the expiry it brings about.");
    public static final Option<Boolean> CLEAN_EMPTY_DIRECTORIES = Option.ofBoolean(
                    "snapshot.clean-empty-directories", false, "Whether expiry removes folders it has emptied.")
            .orElse("snapshot.expire.clean-empty-directories");
    public static final Option<Boolean> IGNORE_EMPTY_COMMIT =
            Option.ofBoolean("snapshot.ignore-empty-commit", null, "Whether commits without changes make no snapshot.");
    public static final Option<Integer> CHANGELOG_RETAINED_MIN = Option.ofInt(
                    "changelog.num-retained.min", null, "Changelogs that are always kept; unset: as snapshots.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> CHANGELOG_RETAINED_MAX = Option.ofInt(
                    "changelog.num-retained.max", null, "Changelogs kept at most; unset: as snapshots.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Duration> CHANGELOG_TIME_RETAINED = Option.ofDuration(
            "changelog.time-retained", null, "Age up to which changelogs are kept; unset: as snapshots.");

    public static final Option<Integer> COMMIT_MAX_RETRIES = Option.ofInt(
                    "commit.max-retries", 10, "Tries of a commit after the first, while others win.")
            .where("at least 0", n -> n >= 0);
    public static final Option<Duration> COMMIT_TIMEOUT =
            Option.ofDuration("commit.timeout", null, "Time for all tries of a commit; unset: no limit.");
    public static final Option<Duration> COMMIT_MIN_RETRY_WAIT =
            Option.ofDuration("commit.min-retry-wait", Duration.ofMillis(10), "The wait before the second try.");
    public static final Option<Duration> COMMIT_MAX_RETRY_WAIT =
            Option.ofDuration("commit.max-retry-wait", Duration.ofSeconds(10), "The longest wait before a try.");
    public static final Option<Boolean> COMMIT_FORCE_CREATE = Option.ofBoolean(
            "commit.force-create-snapshot", false, "Whether a commit without changes makes a snapshot all the same.");
    public static final Option<String> COMMIT_USER_PREFIX =
            Option.ofText("commit.user-prefix", null, "What the names of commit users made up here begin with.");

    public static final Option<Long> SPLIT_TARGET_SIZE = Option.ofSize(
                    "source.split.target-size", 128L << 20, "How much one split of a read weighs.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Long> SPLIT_OPEN_FILE_COST = Option.ofSize(
            "source.split.open-file-cost", 4L << 20, "What a file weighs at least when splits are packed.");
    public static final Option<Integer> MANIFEST_PARALLELISM = Option.ofInt(
                    "scan.manifest.parallelism", null, "Threads that read manifests; unset: as many as processors.")
            .where("at least 1", n -> n >= 1);

    public static final Option<String> PARTITION_DEFAULT_NAME = Option.ofText(
            "partition.default-name", "__DEFAULT_PARTITION__", "The folder name of a null or blank partition value.");
    public static final Option<Boolean> PARTITION_LEGACY_NAME = Option.ofBoolean(
            "partition.legacy-name", true, "Whether folder names show dates and times as bare numbers.");
    public static final Option<Boolean> DYNAMIC_PARTITION_OVERWRITE = Option.ofBoolean(
            "dynamic-partition-overwrite", true, "Whether an overwrite touches only the partitions it has rows for.");

    static final List<Option<?>> ALL = List.of(
            RETAINED_MIN,
            RETAINED_MAX,
            TIME_RETAINED,
            EXPIRE_LIMIT,
            EXPIRE_MODE,
            CLEAN_EMPTY_DIRECTORIES,
            IGNORE_EMPTY_COMMIT,
            CHANGELOG_RETAINED_MIN,
            CHANGELOG_RETAINED_MAX,
            CHANGELOG_TIME_RETAINED,
            COMMIT_MAX_RETRIES,
            COMMIT_TIMEOUT,
            COMMIT_MIN_RETRY_WAIT,
            COMMIT_MAX_RETRY_WAIT,
            COMMIT_FORCE_CREATE,
            COMMIT_USER_PREFIX,
            SPLIT_TARGET_SIZE,
            SPLIT_OPEN_FILE_COST,
            MANIFEST_PARALLELISM,
            PARTITION_DEFAULT_NAME,
            PARTITION_LEGACY_NAME,
            DYNAMIC_PARTITION_OVERWRITE);

    private SnapshotOptions() {}

    /** The least number of changelogs kept. */
    public static int changelogRetainedMin(Options options) {
        return options.find(CHANGELOG_RETAINED_MIN).orElseGet(() -> options.get(RETAINED_MIN));
    }

    /** The greatest number of changelogs kept. */
    public static int changelogRetainedMax(Options options) {
        return options.find(CHANGELOG_RETAINED_MAX).orElseGet(() -> options.get(RETAINED_MAX));
    }

    /** The age up to which changelogs are kept. */
    public static Duration changelogTimeRetained(Options options) {
        return options.find(CHANGELOG_TIME_RETAINED).orElseGet(() -> options.get(TIME_RETAINED));
    }

    /** Whether change records are kept longer than snapshots, so that expired snapshots leave some of their files behind. */
    public static boolean changelogsOutliveSnapshots(Options options) {
        return changelogRetainedMin(options) > options.get(RETAINED_MIN)
                || changelogRetainedMax(options) > options.get(RETAINED_MAX)
                || changelogTimeRetained(options).compareTo(options.get(TIME_RETAINED)) > 0;
    }
}
