package org.lsmtable.table;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.ChangelogProducer;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.options.TravelOptions;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;

/**
 * The state that a read is about: the one it names, else what the table's options say (spec: commit, scan modes and time travel).
 *
 * @param snapshot empty for the latest of a table that has none
 * @param schema whose columns the read has: the latest, or the snapshot's own if the read went to a state of the past
 * @param filesSinceMillis only files not made before this time, null for all
 */
record ReadState(
        Optional<Snapshot> snapshot,
        TableSchema schema,
        @Nullable Long filesSinceMillis) {
    private static final Option<Integer> FULL_COMPACTION_COMMITS = Option.ofInt(
                    "full-compaction.delta-commits", null, "Commits between two full compactions.")
            .orElse("changelog-producer.compaction-interval-commits");

    private static final List<Option<?>> BY_TIME = List.of(TravelOptions.TIMESTAMP, TravelOptions.TIMESTAMP_MILLIS);
    private static final List<Option<?>> BY_SNAPSHOT =
            List.of(TravelOptions.SNAPSHOT_ID, TravelOptions.TAG_NAME, TravelOptions.WATERMARK, TravelOptions.VERSION);
    private static final List<Option<?>> SINCE_FILES = List.of(TravelOptions.FILE_CREATION_MILLIS);
    private static final List<Option<?>> SINCE = List.of(TravelOptions.CREATION_MILLIS);

    /** What of the files of the state is wanted. */
    List<LiveFile> wanted(List<LiveFile> files, ZoneId zone) {
        Long since = filesSinceMillis;
        return since == null
                ? files
                : files.stream().filter(live -> madeAt(live, zone) >= since).toList();
    }

    /** When a file was made; its wall-clock time is what is stored. */
    private static long madeAt(LiveFile live, ZoneId zone) {
        Long stored = live.file().creationTimeMillis();
        return stored == null
                ? Long.MIN_VALUE
                : LocalDateTime.ofInstant(Instant.ofEpochMilli(stored), ZoneOffset.UTC)
                        .atZone(zone)
                        .toInstant()
                        .toEpochMilli();
    }

    /** The state that a reference means; for the latest, what the options say. */
    static ReadState of(TableContext context, SnapshotRef ref) throws IOException {
        if (ref instanceof SnapshotRef.Latest) {
            return ofOptions(context);
        }
        for (Option<?> option : travelling()) {
            if (context.overrides().containsKey(option.key())) {
                throw TableErrors.invalid(
                        "option '" + option.key() + "' names a state, and the read names another; name one");
            }
        }
        return at(context, ref);
    }

    private static List<Option<?>> travelling() {
        List<Option<?>> all = new ArrayList<>(BY_TIME);
        all.addAll(BY_SNAPSHOT);
        all.addAll(SINCE_FILES);
        all.addAll(SINCE);
        return all;
    }

    private static ReadState at(TableContext context, SnapshotRef ref) throws IOException {
        Optional<Snapshot> snapshot = context.resolve(ref);
        return new ReadState(
                snapshot, snapshot.isEmpty() ? context.schema() : context.schemaFor(ref, snapshot.get()), null);
    }

    private static ReadState ofOptions(TableContext context) throws IOException {
        Options options = context.schema().options();
        String mode = options.get(TravelOptions.MODE);
        return switch (mode) {
            case "default" -> inferred(context, options);
            case "latest-full", "full", "latest" -> {
                only(options, mode);
                yield at(context, SnapshotRef.latest());
            }
            case "compacted-full" -> {
                only(options, mode);
                yield compacted(context, options);
            }
            case "from-timestamp" -> only(context, options, mode, BY_TIME);
            case "from-snapshot" -> only(context, options, mode, BY_SNAPSHOT);
            case "from-snapshot-full" -> only(context, options, mode, List.of(TravelOptions.SNAPSHOT_ID));
            case "from-file-creation-time" -> only(context, options, mode, SINCE_FILES);
            case "from-creation-timestamp" -> only(context, options, mode, SINCE);
            default ->
                throw TableErrors.invalid("scan mode '" + mode + "' needs one of the options 'incremental-between' and"
                        + " 'incremental-between-timestamp'");
        };
    }

    private static ReadState inferred(TableContext context, Options options) throws IOException {
        List<Option<?>> set = set(options);
        if (set.size() > 1) {
            throw TableErrors.invalid(
                    "options '" + set.get(0) + "' and '" + set.get(1) + "' each name a state; set one");
        }
        return set.isEmpty() ? at(context, SnapshotRef.latest()) : by(context, options, set.get(0));
    }

    private static List<Option<?>> set(Options options) {
        return travelling().stream().filter(options::isSet).toList();
    }

    /** For a mode that needs one option of some, and no other. */
    private static ReadState only(TableContext context, Options options, String mode, List<Option<?>> allowed)
            throws IOException {
        List<Option<?>> set = set(options);
        if (set.size() != 1 || !allowed.contains(set.get(0))) {
            throw TableErrors.invalid(
                    "scan mode '" + mode + "' needs one option of " + allowed + " and no other, found " + set);
        }
        return by(context, options, set.get(0));
    }

    private static void only(Options options, String mode) {
        List<Option<?>> set = set(options);
        if (!set.isEmpty()) {
            throw TableErrors.invalid(
                    "scan mode '" + mode + "' does not go with option '" + set.get(0) + "'; set 'scan.mode' too");
        }
    }

    private static ReadState by(TableContext context, Options options, Option<?> option) throws IOException {
        if (option.equals(TravelOptions.SNAPSHOT_ID)) {
            return at(context, SnapshotRef.snapshot(options.get(TravelOptions.SNAPSHOT_ID)));
        } else if (option.equals(TravelOptions.TAG_NAME)) {
            return at(context, SnapshotRef.tag(options.get(TravelOptions.TAG_NAME)));
        } else if (option.equals(TravelOptions.VERSION)) {
            return byVersion(context, options.get(TravelOptions.VERSION));
        } else if (option.equals(TravelOptions.WATERMARK)) {
            return byWatermark(context, options.get(TravelOptions.WATERMARK));
        } else if (option.equals(TravelOptions.FILE_CREATION_MILLIS)) {
            return new ReadState(
                    context.stores().snapshots().latest(),
                    context.schema(),
                    options.get(TravelOptions.FILE_CREATION_MILLIS));
        } else if (option.equals(TravelOptions.CREATION_MILLIS)) {
            return since(context, options.get(TravelOptions.CREATION_MILLIS));
        }
        long millis = option.equals(TravelOptions.TIMESTAMP_MILLIS)
                ? options.get(TravelOptions.TIMESTAMP_MILLIS)
                : LocalTimes.millis(
                        option.key(),
                        options.get(TravelOptions.TIMESTAMP),
                        context.environment().clock().getZone());
        return at(context, SnapshotRef.asOf(Instant.ofEpochMilli(millis)));
    }

    private static ReadState byVersion(TableContext context, String version) throws IOException {
        if (context.stores().tags().find(version).isPresent()) {
            return at(context, SnapshotRef.tag(version));
        }
        String number = version.startsWith("watermark-") ? version.substring("watermark-".length()) : version;
        try {
            long parsed = Long.parseLong(number);
            return number.equals(version) ? at(context, SnapshotRef.snapshot(parsed)) : byWatermark(context, parsed);
        } catch (NumberFormatException e) {
            throw TableErrors.notFound(context.paths().name() + ": no version '" + version
                    + "': expected a tag, a snapshot id or watermark-N");
        }
    }

    private static ReadState byWatermark(TableContext context, long watermark) throws IOException {
        for (Snapshot snapshot : context.stores().snapshots().all()) {
            Long found = snapshot.watermark();
            if (found != null && found >= watermark) {
                return at(context, SnapshotRef.snapshot(snapshot.id()));
            }
        }
        throw TableErrors.notFound(context.paths().name() + ": no snapshot has a watermark of at least " + watermark);
    }

    /** The newest snapshot made by a compaction, with the columns of the latest schema; the latest if there is none. */
    private static ReadState compacted(TableContext context, Options options) throws IOException {
        Integer interval = options.find(FULL_COMPACTION_COMMITS)
                .orElse(options.get(TableOptions.CHANGELOG_PRODUCER) == ChangelogProducer.FULL_COMPACTION ? 1 : null);
        List<Long> ids = context.stores().snapshots().ids();
        for (int i = ids.size() - 1; i >= 0; i--) {
            Optional<Snapshot> snapshot = context.stores().snapshots().find(ids.get(i));
            if (snapshot.isPresent() && isCompacted(snapshot.get(), interval)) {
                return new ReadState(snapshot, context.schema(), null);
            }
        }
        return at(context, SnapshotRef.latest());
    }

    private static boolean isCompacted(Snapshot snapshot, @Nullable Integer interval) {
        return snapshot.commitKind() == CommitKind.COMPACT
                && (interval == null
                        || snapshot.commitIdentifier() == Snapshot.BATCH_IDENTIFIER
                        || snapshot.commitIdentifier() % interval == 0);
    }

    /** The snapshot after the newest that is older; if there is none, files that are not older. Columns are those of the latest schema. */
    private static ReadState since(TableContext context, long millis) throws IOException {
        Optional<Snapshot> older = context.stores().snapshots().asOfTime(millis - 1);
        if (older.isPresent()) {
            Optional<Snapshot> next =
                    context.stores().snapshots().find(older.get().id() + 1);
            if (next.isPresent()) {
                return new ReadState(next, context.schema(), null);
            }
        }
        return new ReadState(context.stores().snapshots().latest(), context.schema(), millis);
    }
}
