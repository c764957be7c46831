package org.lsmtable.options;

import java.util.List;

/** Which state a read is about, or which changes, when the read itself does not say (spec: commit, scan modes and time travel). */
public final class TravelOptions {
    public static final Option<String> MODE = Option.ofChoice(
            "scan.mode",
            List.of(
                    "default",
                    "latest-full",
                    "full",
                    "latest",
                    "compacted-full",
                    "from-timestamp",
                    "from-snapshot",
                    "from-snapshot-full",
                    "from-file-creation-time",
                    "from-creation-timestamp",
                    "incremental"),
            "What a read begins with; default: what the options beside it mean.");
    public static final Option<Long> SNAPSHOT_ID =
            Option.ofLong("scan.snapshot-id", null, "The snapshot that a read is about.");
    public static final Option<String> TAG_NAME = Option.ofText("scan.tag-name", null, "The tag that a read is about.");
    public static final Option<String> VERSION = Option.ofText(
            "scan.version", null, "The tag, the snapshot or, as watermark-N, the watermark that a read is about.");
    public static final Option<Long> WATERMARK =
            Option.ofLong("scan.watermark", null, "A read is about the first snapshot with at least this watermark.");
    public static final Option<String> TIMESTAMP = Option.ofText(
            "scan.timestamp", null, "A read is about the last snapshot not later than this wall-clock time.");
    public static final Option<Long> TIMESTAMP_MILLIS = Option.ofLong(
                    "scan.timestamp-millis", null, "A read is about the last snapshot not later than this time.")
            .orElse("log.scan.timestamp-millis");
    public static final Option<Long> FILE_CREATION_MILLIS = Option.ofLong(
            "scan.file-creation-time-millis", null, "A read is about the files not made before this time.");
    public static final Option<Long> CREATION_MILLIS = Option.ofLong(
            "scan.creation-time-millis", null, "A read is about the first snapshot not older than this time.");

    public static final Option<String> BETWEEN = Option.ofText(
            "incremental-between", null, "A read is about the changes after the first of two snapshots or tags.");
    public static final Option<String> BETWEEN_TIMESTAMP =
            Option.ofText("incremental-between-timestamp", null, "A read is about the changes between two times.");
    public static final Option<String> BETWEEN_MODE = Option.ofChoice(
            "incremental-between-scan-mode",
            List.of("auto", "delta", "changelog", "diff"),
            "Where the changes come from; auto: as streaming reads of the table find them.");
    public static final Option<Boolean> TAG_TO_SNAPSHOT = Option.ofBoolean(
            "incremental-between-tag-to-snapshot", false, "Whether two tags are taken for their snapshots.");
    public static final Option<String> TO_AUTO_TAG = Option.ofText(
            "incremental-to-auto-tag", null, "A read is about the changes since the automatic tag before this one.");

    static final List<Option<?>> ALL = List.of(
            MODE,
            SNAPSHOT_ID,
            TAG_NAME,
            VERSION,
            WATERMARK,
            TIMESTAMP,
            TIMESTAMP_MILLIS,
            FILE_CREATION_MILLIS,
            CREATION_MILLIS,
            BETWEEN,
            BETWEEN_TIMESTAMP,
            BETWEEN_MODE,
            TAG_TO_SNAPSHOT,
            TO_AUTO_TAG);

    private TravelOptions() {}

    /** Whether options name a state, or say how it is found. */
    public static boolean nameState(Options options) {
        return ALL.subList(0, ALL.indexOf(BETWEEN)).stream().anyMatch(options::isSet);
    }
}
