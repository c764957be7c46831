package org.lsmtable.commit;

import java.util.Locale;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.types.UnsupportedFeatureException;

/** What a commit needs of a table's options (spec: commit, options and defaults). */
final class CommitOptions {
    static final Option<Integer> MAX_RETRIES = Option.of(
            "commit.max-retries", "int", Integer::valueOf, 10, "How often a commit that lost the race tries again.");
    static final Option<Long> TIMEOUT = Option.of(
            "commit.timeout", "duration", CommitOptions::millis, null, "How long a commit goes on trying; for ever if not set.");
    static final Option<Long> MIN_WAIT = Option.of(
            "commit.min-retry-wait", "duration", CommitOptions::millis, 10L, "The wait before the first retry of a commit.");
    static final Option<Long> MAX_WAIT = Option.of(
            "commit.max-retry-wait", "duration", CommitOptions::millis, 10_000L, "The longest wait before a retry.");
    static final Option<Boolean> IGNORE_EMPTY = Option.of(
            "snapshot.ignore-empty-commit",
            "boolean",
            CommitOptions::bool,
            true,
            "Whether a commit without changes makes no snapshot.");
    static final Option<Boolean> DISCARD_DUPLICATES = Option.of(
            "commit.discard-duplicate-files",
            "boolean",
            CommitOptions::bool,
            false,
            "Whether new files that are in the table already are left out.");
    static final Option<Boolean> DROP_DELETE_STATS = Option.of(
            "manifest.delete-file-drop-stats",
            "boolean",
            CommitOptions::bool,
            false,
            "Whether entries that delete a file carry no statistics.");
    static final Option<String> USER_PREFIX = Option.of(
            "commit.user-prefix", "text", text -> text, null, "What the random name of a commit user begins with.");
    static final Option<Long> STRICT_SINCE = Option.of(
            "commit.strict-mode.last-safe-snapshot",
            "long",
            Long::valueOf,
            null,
            "Refuse to commit over rewrites that other users made after this snapshot.");

    private CommitOptions() {}

    private static Long millis(String text) {
        return Long.valueOf(text);
    }

    private static Boolean bool(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Boolean.valueOf(text);
        }
        throw new IllegalArgumentException();
    }

    /** Refuses tables whose commits must do more than this engine does. */
    static void refuseWhatIsLacking(Options options) {
        refuse(options, "sequence.snapshot-ordering", "true");
        refuse(options, "write.sequence-number-init-mode", "snapshot");
        refuse(options, "row-tracking.enabled", "true");
        refuse(options, "data-evolution.enabled", "true");
        refuse(options, "pk-clustering-override", "true");
    }

    private static void refuse(Options options, String key, String value) {
        String found = options.asMap().get(key);
        if (found != null && found.strip().toLowerCase(Locale.ROOT).equals(value)) {
            throw new UnsupportedFeatureException("option '" + key + "' = '" + found
                    + "': not supported for writing; read the table only, or write it with another engine");
        }
    }
}
