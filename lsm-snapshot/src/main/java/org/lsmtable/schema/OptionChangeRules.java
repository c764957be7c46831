package org.lsmtable.schema;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;

/**
 * Which options of a table with snapshots may be set or removed (spec: metadata, altering a table; options, changing options). Where the
 * versions of the format differ, the newer one counts. Setting an option to the value it has is always fine.
 */
final class OptionChangeRules {
    private static final Set<String> FIXED_FOREVER = Set.of("type", "path", "branch", "auto-create");
    private static final Set<String> FIXED = Set.of(
            "bucket-key",
            "bucket-function.type",
            "data-file.path-directory",
            "merge-engine",
            "aggregation.remove-record-on-delete",
            "partial-update.remove-record-on-delete",
            "partial-update.remove-record-on-sequence-group",
            "rowkind.field",
            "force-lookup",
            "data-evolution.enabled",
            "index-file-in-data-file-dir",
            "sequence.snapshot-ordering",
            "dynamic-bucket.initial-buckets",
            "row-tracking.enabled",
            "blob-field",
            "blob-descriptor-field",
            "blob-view-field",
            "pk-clustering-override");
    private static final Set<String> KEYS = Set.of(TableSchemas.PRIMARY_KEY.key(), TableSchemas.PARTITION.key());
    private static final int DYNAMIC = -1;

    private final Options options;
    private final SchemaAlteration.History history;

    /** Rules for a table as it is. */
    OptionChangeRules(Options options, SchemaAlteration.History history) {
        this.options = options;
        this.history = history;
    }

    /**
     * Checks a change of one option.
     *
     * @param value null to remove the option
     * @throws IllegalArgumentException naming the option and what stands against it
     */
    void check(String key, @Nullable String value) {
        String present = options.asMap().get(key);
        if (value == null ? present == null : value.equals(present)) {
            return;
        }
        refuse(FIXED_FOREVER.contains(key), key, "cannot be altered");
        refuse(KEYS.contains(key), key, "names the keys of a table when it is created; they cannot be altered");
        if (history == SchemaAlteration.History.EMPTY) {
            return;
        }
        refuse(FIXED.contains(key), key, "cannot be altered once the table has a snapshot");
        if (key.equals(TableOptions.BUCKET.key())) {
            checkBucket(value);
        } else if (key.equals(TableOptions.DELETION_VECTORS.key())) {
            refuse(
                    !options.get(TableOptions.DELETION_VECTORS_MODIFIABLE),
                    key,
                    "cannot be altered unless 'deletion-vectors.modifiable' is true");
        } else {
            checkOneWay(TableOptions.IGNORE_DELETE, key, value);
            checkOneWay(TableOptions.IGNORE_UPDATE_BEFORE, key, value);
        }
    }

    private void checkBucket(@Nullable String value) {
        String key = TableOptions.BUCKET.key();
        refuse(value == null, key, "cannot be removed once the table has a snapshot; give another number of buckets");
        int present = options.get(TableOptions.BUCKET);
        int wanted = new Options(Map.of(key, String.valueOf(value))).get(TableOptions.BUCKET);
        refuse(
                (present == DYNAMIC) != (wanted == DYNAMIC),
                key,
                "cannot change from " + present + " to " + wanted
                        + " once the table has a snapshot: dynamic buckets (-1) stay dynamic, others stay fixed");
    }

    /** From false to true only: what has been dropped when it was written does not come back. */
    private void checkOneWay(Option<Boolean> option, String key, @Nullable String value) {
        if (!option.key().equals(key) && !option.fallbackKeys().contains(key)) {
            return;
        }
        boolean stays = value != null && value.equalsIgnoreCase("true");
        refuse(options.get(option) && !stays, key, "cannot go back to false once the table has a snapshot");
    }

    private static void refuse(boolean refused, String key, String why) {
        if (refused) {
            throw new IllegalArgumentException("option '" + key + "' " + why);
        }
    }
}
