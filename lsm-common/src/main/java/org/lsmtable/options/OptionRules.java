package org.lsmtable.options;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.lsmtable.types.UnsupportedFeatureException;

/** What options must hold together, whatever the columns (spec: merge engines, validation). */
final class OptionRules {
    private final Options options;
    private final List<String> violations = new ArrayList<>();

    private OptionRules(Options options) {
        this.options = options;
    }

    /** First every text by itself; combinations only if all of them can be read. */
    static List<String> violations(Options options) {
        OptionRules rules = new OptionRules(options);
        for (Option<?> option : TableOptions.all()) {
            try {
                options.find(option);
            } catch (IllegalArgumentException e) {
                rules.violations.add(String.valueOf(e.getMessage()));
            }
        }
        if (rules.violations.isEmpty()) {
            rules.identity();
            rules.changelog();
            rules.mergeTree();
            rules.snapshots();
        }
        return List.copyOf(rules.violations);
    }

    static void requireKnownLayout(Options options) {
        require(options, TableOptions.TYPE, type -> type.equalsIgnoreCase("table"));
        require(options, TableOptions.CLUSTERING_OVERRIDE, on -> !on);
        require(options, TableOptions.SEQUENCE_SNAPSHOT_ORDERING, on -> !on);
    }

    private static <T> void require(Options options, Option<T> option, Predicate<T> known) {
        T value = options.get(option);
        if (!known.test(value)) {
            throw new UnsupportedFeatureException("option '" + option.key() + "' = '" + value + "' is not supported");
        }
    }

    private void check(boolean holds, String violation) {
        if (!holds) {
            violations.add(violation);
        }
    }

    private <T> boolean is(Option<T> option, T value) {
        return options.get(option).equals(value);
    }

    private void identity() {
        check(
                !is(TableOptions.BUCKET, -1)
                        || options.get(TableOptions.BUCKET_KEY).isEmpty(),
                "option 'bucket-key' needs a fixed number of buckets, found 'bucket' = -1");
        boolean firstRow = is(TableOptions.MERGE_ENGINE, MergeEngine.FIRST_ROW);
        List<String> sequence = options.get(TableOptions.SEQUENCE_FIELD);
        check(!firstRow || sequence.isEmpty(), "option 'sequence.field' has no place with merge engine first-row");
        check(
                sequence.stream().distinct().count() == sequence.size(),
                "option 'sequence.field': expected each column once, found " + sequence);
        boolean removes = options.get(TableOptions.PARTIAL_UPDATE_REMOVE_ON_DELETE)
                || !options.get(TableOptions.PARTIAL_UPDATE_REMOVE_ON_SEQUENCE_GROUP)
                        .isEmpty();
        check(
                !is(TableOptions.MERGE_ENGINE, MergeEngine.PARTIAL_UPDATE)
                        || !removes
                        || !options.get(TableOptions.IGNORE_DELETE),
                "option 'ignore-delete' leaves nothing for 'partial-update.remove-record-on-…' to do; set one of them");
        check(
                !options.get(TableOptions.SEQUENCE_SNAPSHOT_ORDERING)
                        || (options.get(MergeTreeOptions.WRITE_ONLY) && sequence.isEmpty()),
                "option 'sequence.snapshot-ordering' needs 'write-only' and no 'sequence.field'");
    }

    private void changelog() {
        ChangelogProducer producer = options.get(TableOptions.CHANGELOG_PRODUCER);
        boolean firstRow = is(TableOptions.MERGE_ENGINE, MergeEngine.FIRST_ROW);
        boolean vectors = options.get(TableOptions.DELETION_VECTORS);
        String found = ", found " + OptionTexts.hyphenated(producer);
        check(
                !firstRow || producer == ChangelogProducer.NONE || producer == ChangelogProducer.LOOKUP,
                "option 'changelog-producer': expected none or lookup with merge engine first-row" + found);
        check(
                !vectors || producer != ChangelogProducer.FULL_COMPACTION,
                "option 'changelog-producer': expected none, input or lookup with deletion vectors" + found);
        check(!vectors || !firstRow, "option 'deletion-vectors.enabled' has no place with merge engine first-row");
        check(
                !options.get(TableOptions.STREAMING_READ_OVERWRITE)
                        || producer == ChangelogProducer.NONE
                        || producer == ChangelogProducer.INPUT,
                "option 'streaming-read-overwrite' needs changelog producer none or input" + found);
        check(
                producer != ChangelogProducer.LOOKUP || !options.isSet(MergeTreeOptions.FULL_DELTA_COMMITS),
                "option 'full-compaction.delta-commits' has no place with changelog producer lookup");
    }

    private void mergeTree() {
        check(
                !options.isSet(MergeTreeOptions.RECORD_EXPIRE_TIME)
                        || options.isSet(MergeTreeOptions.RECORD_TIME_FIELD),
                "option 'record-level.expire-time' needs 'record-level.time-field'");
        long buffer = options.get(MergeTreeOptions.WRITE_BUFFER_SIZE);
        long page = options.get(MergeTreeOptions.PAGE_SIZE);
        check(
                buffer / 3 >= page,
                "option 'write-buffer-size': expected at least 3 pages of " + page + " bytes, found " + buffer);
    }

    private void snapshots() {
        checkRetained("snapshot", options.get(SnapshotOptions.RETAINED_MIN), options.get(SnapshotOptions.RETAINED_MAX));
        checkRetained(
                "changelog",
                SnapshotOptions.changelogRetainedMin(options),
                SnapshotOptions.changelogRetainedMax(options));
        check(
                options.get(SnapshotOptions.COMMIT_MIN_RETRY_WAIT)
                                .compareTo(options.get(SnapshotOptions.COMMIT_MAX_RETRY_WAIT))
                        <= 0,
                "option 'commit.min-retry-wait' is longer than 'commit.max-retry-wait'");
    }

    private void checkRetained(String what, int min, int max) {
        check(
                min <= max,
                "option '" + what + ".num-retained.min': expected at most '" + what + ".num-retained.max' = " + max
                        + ", found " + min);
    }
}
