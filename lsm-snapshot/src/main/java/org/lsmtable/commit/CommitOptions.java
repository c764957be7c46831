package org.lsmtable.commit;

import java.util.Locale;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.types.UnsupportedFeatureException;

/** What only commits ask of a table's options (spec: commit, options and defaults), and what they refuse. */
final class CommitOptions {
    static final Option<Boolean> DISCARD_DUPLICATES = Option.ofBoolean(
            "commit.discard-duplicate-files", false, "Whether new files that are in the table already are left out.");
    static final Option<Long> STRICT_SINCE = Option.ofLong(
            "commit.strict-mode.last-safe-snapshot",
            null,
            "Refuse to commit over rewrites that other users made after this snapshot.");

    private CommitOptions() {}

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
