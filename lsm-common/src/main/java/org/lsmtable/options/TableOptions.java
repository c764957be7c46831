package org.lsmtable.options;

import java.util.List;
import java.util.stream.Stream;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * What a table is: its keys, buckets, merge engine, changelog and deletion vectors (spec: options); and the check of all
 * options together. The options of the merge tree, of files and of snapshots have classes of their own beside this one.
 */
public final class TableOptions {
    public static final Option<String> TYPE =
            Option.ofText("type", "table", "The kind of table; this engine knows no other.");
    public static final Option<Integer> BUCKET = Option.ofInt(
                    "bucket", -1, "Buckets of a partition: a fixed number, -1 as many as needed, -2 decided later.")
            .where("at least 1, or -1 or -2", n -> n >= 1 || n == -1 || n == -2);
    public static final Option<List<String>> BUCKET_KEY = Option.ofList(
            "bucket-key", "The columns whose hash gives the bucket; unset: the primary key without partition columns.");
    public static final Option<String> BUCKET_FUNCTION = Option.ofChoice(
            "bucket-function.type", List.of("default", "mod", "hive"), "How the bucket follows from the bucket key.");
    public static final Option<Long> DYNAMIC_BUCKET_TARGET_ROWS = Option.ofLong(
                    "dynamic-bucket.target-row-num", 2_000_000L, "Keys in a bucket above which a new one is begun.")
            .where("at least 1", n -> n >= 1);
    public static final Option<Integer> DYNAMIC_BUCKET_MAX = Option.ofInt(
                    "dynamic-bucket.max-buckets",
                    -1,
                    "The most buckets of a partition in dynamic mode, -1 for no limit.")
            .where("at least 1, or -1", n -> n >= 1 || n == -1);

    public static final Option<MergeEngine> MERGE_ENGINE =
            Option.ofEnum("merge-engine", MergeEngine.DEDUPLICATE, "What becomes of several rows with one key.");
    public static final Option<List<String>> SEQUENCE_FIELD =
            Option.ofList("sequence.field", "The columns that say which row is newer, before the order of arrival.");
    public static final Option<String> SEQUENCE_ORDER = Option.ofChoice(
            "sequence.field.sort-order",
            List.of("ascending", "descending"),
            "Whether the greater or the smaller sequence field is newer.");
    public static final Option<Boolean> SEQUENCE_SNAPSHOT_ORDERING = Option.ofBoolean(
            "sequence.snapshot-ordering", false, "Whether the order of commits replaces that of arrival.");
    public static final Option<String> ROWKIND_FIELD =
            Option.ofText("rowkind.field", null, "The column that holds the kind of each row, +I -U +U -D.");
    public static final Option<Boolean> IGNORE_DELETE = Option.ofBoolean(
                    "ignore-delete", false, "Whether deletes and update-befores are dropped when written.")
            .orElse("first-row.ignore-delete", "deduplicate.ignore-delete", "partial-update.ignore-delete");
    public static final Option<Boolean> IGNORE_UPDATE_BEFORE =
            Option.ofBoolean("ignore-update-before", false, "Whether update-befores are dropped when written.");
    public static final Option<Boolean> PARTIAL_UPDATE_REMOVE_ON_DELETE = Option.ofBoolean(
            "partial-update.remove-record-on-delete", false, "Whether a delete removes the whole row.");
    public static final Option<List<String>> PARTIAL_UPDATE_REMOVE_ON_SEQUENCE_GROUP = Option.ofList(
            "partial-update.remove-record-on-sequence-group", "Sequence columns whose delete removes the whole row.");
    public static final Option<Boolean> AGGREGATION_REMOVE_ON_DELETE =
            Option.ofBoolean("aggregation.remove-record-on-delete", false, "Whether a delete removes the whole row.");
    public static final Option<Boolean> CLUSTERING_OVERRIDE = Option.ofBoolean(
            "pk-clustering-override", false, "Whether files are ordered by other columns than the key.");

    public static final Option<ChangelogProducer> CHANGELOG_PRODUCER = Option.ofEnum(
            "changelog-producer", ChangelogProducer.NONE, "Where the changes that streaming readers see come from.");
    public static final Option<Boolean> CHANGELOG_ROW_DEDUPLICATE = Option.ofBoolean(
            "changelog-producer.row-deduplicate", false, "Whether updates that change nothing are left out.");
    public static final Option<Boolean> FORCE_LOOKUP = Option.ofBoolean(
            "force-lookup", false, "Whether compaction looks up older rows even if nothing else needs it.");
    public static final Option<Boolean> LOOKUP_WAIT = Option.ofBoolean(
                    "lookup-wait", true, "Whether a commit waits for the compaction that looks up.")
            .orElse("changelog-producer.lookup-wait");
    public static final Option<Boolean> STREAMING_READ_OVERWRITE = Option.ofBoolean(
            "streaming-read-overwrite", false, "Whether streaming readers see what an overwrite changed.");

    public static final Option<Boolean> DELETION_VECTORS = Option.ofBoolean(
            "deletion-vectors.enabled", false, "Whether compaction marks superseded rows in the files that hold them.");
    public static final Option<Boolean> DELETION_VECTORS_MODIFIABLE = Option.ofBoolean(
            "deletion-vectors.modifiable", false, "Whether deletion vectors may be switched on or off later.");
    public static final Option<Boolean> DELETION_VECTORS_MERGE_ON_READ = Option.ofBoolean(
            "deletion-vectors.merge-on-read", false, "Whether reads of a table with deletion vectors merge level 0.");
    public static final Option<Boolean> DELETION_VECTORS_BITMAP64 =
            Option.ofBoolean("deletion-vectors.bitmap64", false, "Whether deletion vectors number rows with 64 bits.");
    public static final Option<Long> DELETION_VECTORS_INDEX_SIZE = Option.ofSize(
            "deletion-vector.index-file.target-size", 2L << 20, "How large a file of deletion vectors grows.");

    private TableOptions() {}

    /** Whether a compaction has to look up the older rows of keys (spec: options, derived values). */
    public static boolean needsLookup(Options options) {
        return options.get(MERGE_ENGINE) == MergeEngine.FIRST_ROW
                || options.get(CHANGELOG_PRODUCER) == ChangelogProducer.LOOKUP
                || options.get(DELETION_VECTORS)
                || options.get(FORCE_LOOKUP);
    }

    /** Whether rows become visible only by compaction, so that a batch read leaves level 0 out. */
    public static boolean hidesLevelZero(Options options) {
        return options.get(MERGE_ENGINE) == MergeEngine.FIRST_ROW
                || (options.get(DELETION_VECTORS) && !options.get(DELETION_VECTORS_MERGE_ON_READ));
    }

    /** All options this engine knows, by area; keys with a pattern ({@code fields.…}) left out. */
    public static List<Option<?>> all() {
        return Stream.of(
                        OWN,
                        MergeTreeOptions.ALL,
                        FileOptions.ALL,
                        SnapshotOptions.ALL,
                        MaintenanceOptions.ALL,
                        TravelOptions.ALL,
                        EvolutionOptions.ALL)
                .<Option<?>>flatMap(List::stream)
                .toList();
    }

    /** Everything that is wrong with a table's options taken by themselves, each a sentence without line break. */
    public static List<String> violations(Options options) {
        return OptionRules.violations(options);
    }

    /**
     * Checks that every value can be read, each by itself; keys that are not known are let be.
     *
     * @throws IllegalArgumentException naming the option, the text found and what was expected
     */
    public static void requireReadable(Options options) {
        all().forEach(options::find);
    }

    /**
     * Checks the options of a table to be created or altered, taken by themselves; what depends on its columns is the schema's
     * matter.
     *
     * @throws IllegalArgumentException listing all violations in one line
     * @throws UnsupportedFeatureException as {@link #requireSupported}
     */
    public static void validate(Options options) {
        List<String> violations = violations(options);
        if (!violations.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", violations));
        }
        requireSupported(options);
    }

    /**
     * Refuses, also for a table that others made, what would change the meaning of its files in a way this engine does not
     * know.
     *
     * @throws UnsupportedFeatureException naming the option
     */
    public static void requireSupported(Options options) {
        OptionRules.requireKnownLayout(options);
    }

    private static final List<Option<?>> OWN = List.of(
            TYPE,
            BUCKET,
            BUCKET_KEY,
            BUCKET_FUNCTION,
            DYNAMIC_BUCKET_TARGET_ROWS,
            DYNAMIC_BUCKET_MAX,
            MERGE_ENGINE,
            SEQUENCE_FIELD,
            SEQUENCE_ORDER,
            SEQUENCE_SNAPSHOT_ORDERING,
            ROWKIND_FIELD,
            IGNORE_DELETE,
            IGNORE_UPDATE_BEFORE,
            PARTIAL_UPDATE_REMOVE_ON_DELETE,
            PARTIAL_UPDATE_REMOVE_ON_SEQUENCE_GROUP,
            AGGREGATION_REMOVE_ON_DELETE,
            CLUSTERING_OVERRIDE,
            CHANGELOG_PRODUCER,
            CHANGELOG_ROW_DEDUPLICATE,
            FORCE_LOOKUP,
            LOOKUP_WAIT,
            STREAMING_READ_OVERWRITE,
            DELETION_VECTORS,
            DELETION_VECTORS_MODIFIABLE,
            DELETION_VECTORS_MERGE_ON_READ,
            DELETION_VECTORS_BITMAP64,
            DELETION_VECTORS_INDEX_SIZE);
}
