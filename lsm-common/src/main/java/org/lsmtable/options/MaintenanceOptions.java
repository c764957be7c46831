package org.lsmtable.options;

import java.time.Duration;
import java.util.List;

/** What keeps snapshots beside their number and age, and for how long, and what lets partitions expire (spec: options, consumers and tags; partitions). */
public final class MaintenanceOptions {
    public static final Option<Duration> CONSUMER_EXPIRATION_TIME = Option.ofDuration(
            "consumer.expiration-time",
            null,
            "Time after which a consumer that has not moved is removed; unset: never.");
    public static final Option<Boolean> CONSUMER_CHANGELOG_ONLY = Option.ofBoolean(
            "consumer.changelog-only", false, "Whether consumers keep only long-lived changelogs, not snapshots.");
    public static final Option<Boolean> TAG_TIME_EXPIRE = Option.ofBoolean(
            "tag.time-expire-enabled", true, "Whether tags are removed when the time they were given is over.");

    public static final Option<String> TAG_CREATION = Option.ofChoice(
            "tag.automatic-creation",
            List.of("none", "process-time", "watermark", "batch"),
            "Whether commits are followed by the creation of tags, and by which time.");
    public static final Option<Duration> TAG_CREATION_DELAY = Option.ofDuration(
            "tag.creation-delay", Duration.ZERO, "Time after the end of a period before its tag is made.");
    public static final Option<Integer> TAG_RETAINED_MAX =
            Option.ofInt("tag.num-retained-max", null, "Automatic tags that stay at most; unset: all.");
    public static final Option<Duration> TAG_DEFAULT_RETAINED = Option.ofDuration(
            "tag.default-time-retained", null, "Time after which a new tag may be removed; unset: never.");
    public static final Option<Boolean> TAG_COMPLETION =
            Option.ofBoolean("tag.automatic-completion", false, "Whether periods without a tag get one later.");
    public static final Option<String> WATERMARK_ZONE =
            Option.ofText("sink.watermark-time-zone", "UTC", "The time zone of watermarks.");
    public static final Option<String> PROCESS_TIME_ZONE =
            Option.ofText("sink.process-time-zone", null, "The time zone of times of day; unset: that of the process.");

    public static final Option<Duration> PARTITION_EXPIRATION_TIME =
            Option.ofDuration("partition.expiration-time", null, "Age at which a partition expires; unset: never.");
    public static final Option<Duration> PARTITION_EXPIRATION_CHECK_INTERVAL = Option.ofDuration(
            "partition.expiration-check-interval",
            Duration.ofHours(1),
            "How long a writer waits before it looks for expired partitions again.");
    public static final Option<String> PARTITION_EXPIRATION_STRATEGY = Option.ofText(
            "partition.expiration-strategy",
            "values-time",
            "What the age of a partition is: that of its values (values-time) or of its newest file (update-time).");
    public static final Option<Integer> PARTITION_EXPIRATION_MAX =
            Option.ofInt("partition.expiration-max-num", 100, "Partitions that expire at once at most.");
    public static final Option<String> PARTITION_TIMESTAMP_PATTERN = Option.ofText(
            "partition.timestamp-pattern",
            null,
            "The time of a partition, with $column for the values; unset: the value of the first column.");
    public static final Option<String> PARTITION_TIMESTAMP_FORMATTER = Option.ofText(
            "partition.timestamp-formatter",
            null,
            "How that time is written, as java.time has it; unset: as 2026-1-31, or with a time as 2026-1-31 4:05:06.");

    static final List<Option<?>> ALL = List.of(
            CONSUMER_EXPIRATION_TIME,
            CONSUMER_CHANGELOG_ONLY,
            TAG_TIME_EXPIRE,
            TAG_CREATION,
            TAG_CREATION_DELAY,
            TAG_RETAINED_MAX,
            TAG_DEFAULT_RETAINED,
            TAG_COMPLETION,
            WATERMARK_ZONE,
            PROCESS_TIME_ZONE,
            PARTITION_EXPIRATION_TIME,
            PARTITION_EXPIRATION_CHECK_INTERVAL,
            PARTITION_EXPIRATION_STRATEGY,
            PARTITION_EXPIRATION_MAX,
            PARTITION_TIMESTAMP_PATTERN,
            PARTITION_TIMESTAMP_FORMATTER);

    private MaintenanceOptions() {}
}
