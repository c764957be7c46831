package org.lsmtable.table;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.merge.DiffReader.Updates;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.options.TravelOptions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.ChangeFiles;
import org.lsmtable.scan.ChangeFiles.Overwrites;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TagPeriod;
import org.lsmtable.snapshot.TagStore;

/**
 * What changed between two snapshots, tags or times that the options of a read name (spec: commit, incremental batch reads). Columns are those of the
 * latest schema. A difference of two states shows each row that came or changed with the kind of its newest version, and each that went as
 * {@code -D}.
 */
final class IncrementalRead {
    private static final List<Option<?>> ASKING =
            List.of(TravelOptions.BETWEEN, TravelOptions.BETWEEN_TIMESTAMP, TravelOptions.TO_AUTO_TAG);

    private final TableContext context;
    private final Options options;

    private IncrementalRead(TableContext context) {
        this.context = context;
        this.options = context.schema().options();
    }

    /** Two states, the first of which is left out. */
    private record Ends(State after, State to) {}

    /**
     * A state.
     *
     * @param snapshot null for a table before its first snapshot, and where only change records are needed
     * @param isTag whether it was named by a tag, which may have outlived the snapshot
     */
    private record State(long id, @Nullable Snapshot snapshot, boolean isTag) {}

    /** Whether the options ask for changes instead of a state. */
    static boolean isAskedFor(Options options) {
        return ASKING.stream().anyMatch(options::isSet);
    }

    /**
     * Opens the changes that the options ask for.
     *
     * @param condition on columns of the latest schema, to leave out what it can; null for none. Rows have yet to be filtered
     * @param columns the columns that are needed; there may be more
     */
    static MergedBatchCursor open(TableContext context, @Nullable Predicate condition, List<String> columns)
            throws IOException {
        return new IncrementalRead(context).open(condition, columns);
    }

    private MergedBatchCursor open(@Nullable Predicate condition, List<String> columns) throws IOException {
        requireOneQuestion();
        Optional<Ends> found = ends();
        if (found.isEmpty() || found.get().after().id() == found.get().to().id()) {
            return changes(1, 0, ChangeFiles.Source.DELTA, condition, columns);
        }
        Ends ends = found.get();
        if (ends.after().id() > ends.to().id()) {
            throw TableErrors.invalid("incremental read: expected the older state first, found snapshots "
                    + ends.after().id() + " and " + ends.to().id());
        }
        boolean states = options.isSet(TravelOptions.TO_AUTO_TAG)
                || ends.to().isTag() && !options.get(TravelOptions.TAG_TO_SNAPSHOT);
        String mode = states ? "diff" : options.get(TravelOptions.BETWEEN_MODE);
        long first = ends.after().id() + 1;
        long last = ends.to().id();
        return switch (mode) {
            case "diff" -> diff(ends, condition);
            case "delta" -> changes(first, last, ChangeFiles.Source.DELTA, condition, columns);
            case "changelog" -> changes(first, last, ChangeFiles.Source.CHANGELOG, condition, columns);
            default -> changes(first, last, ChangeFiles.Source.of(options), condition, columns);
        };
    }

    private void requireOneQuestion() {
        String mode = options.get(TravelOptions.MODE);
        List<Option<?>> set = ASKING.stream().filter(options::isSet).toList();
        if (set.size() > 1) {
            throw TableErrors.invalid(
                    "options '" + set.get(0) + "' and '" + set.get(1) + "' ask two questions; set one");
        }
        if (!Set.of("default", "incremental").contains(mode)) {
            throw TableErrors.invalid(
                    "scan mode '" + mode + "' does not go with option '" + set.get(0) + "'; set 'scan.mode' too");
        }
    }

    private MergedBatchCursor changes(
            long first, long last, ChangeFiles.Source source, @Nullable Predicate condition, List<String> columns) {
        return ChangelogRequest.open(
                context,
                new ChangelogReader.Range(first, last),
                new ChangeFiles(context.stores(), context.schema(), source, Overwrites.PASSED_OVER),
                condition == null ? List.of() : List.of(condition),
                columns);
    }

    private MergedBatchCursor diff(Ends ends, @Nullable Predicate condition) throws IOException {
        TableSchema schema = context.schema();
        return StateDiff.between(
                context,
                snapshot(ends.after()),
                existing(ends.to()),
                schema,
                Updates.NEWEST,
                Conjuncts.on(condition, schema.primaryKeys()));
    }

    private @Nullable Snapshot snapshot(State state) throws IOException {
        return state.id() == 0 ? null : existing(state);
    }

    private Snapshot existing(State state) throws IOException {
        Snapshot known = state.snapshot();
        return known != null
                ? known
                : context.resolve(SnapshotRef.snapshot(state.id())).orElseThrow();
    }

    /** Empty if nothing can lie between. */
    private Optional<Ends> ends() throws IOException {
        if (options.isSet(TravelOptions.TO_AUTO_TAG)) {
            return toAutoTag(options.get(TravelOptions.TO_AUTO_TAG));
        }
        if (options.isSet(TravelOptions.BETWEEN)) {
            String[] names = two(TravelOptions.BETWEEN);
            Optional<TagStore.Tag> first = context.stores().tags().find(names[0]);
            Optional<TagStore.Tag> second = context.stores().tags().find(names[1]);
            return Optional.of(
                    first.isPresent() && second.isPresent()
                            ? new Ends(state(first.get()), state(second.get()))
                            : byId(names));
        }
        return byTime(two(TravelOptions.BETWEEN_TIMESTAMP));
    }

    /** From the automatic tag before one; empty if either is not there. */
    private Optional<Ends> toAutoTag(String name) throws IOException {
        TagPeriod period = TagPeriod.of(options);
        LocalDateTime time = period.timeOf(name)
                .orElseThrow(() -> TableErrors.invalid("option '" + TravelOptions.TO_AUTO_TAG
                        + "': expected the name of an automatic tag, such as '" + period.example() + "', found '" + name
                        + "'"));
        Optional<TagStore.Tag> to = context.stores().tags().find(name);
        TagStore.Tag before = null;
        LocalDateTime latest = LocalDateTime.MIN;
        for (TagStore.Tag tag : context.stores().tags().all()) {
            LocalDateTime begin = period.timeOf(tag.name()).orElse(time);
            if (begin.isBefore(time) && begin.isAfter(latest)) {
                before = tag;
                latest = begin;
            }
        }
        return to.isEmpty() || before == null
                ? Optional.empty()
                : Optional.of(new Ends(state(before), state(to.get())));
    }

    private String[] two(Option<String> option) {
        String text = options.get(option);
        String[] parts = text.split(",", -1);
        if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
            throw TableErrors.invalid(
                    "option '" + option + "': expected two ends with a comma between, found '" + text + "'");
        }
        return new String[] {parts[0].strip(), parts[1].strip()};
    }

    private static State state(TagStore.Tag tag) {
        return new State(tag.snapshot().id(), tag.snapshot(), true);
    }

    private Ends byId(String[] names) throws IOException {
        long first;
        long second;
        try {
            first = Long.parseLong(names[0]);
            second = Long.parseLong(names[1]);
        } catch (NumberFormatException e) {
            throw TableErrors.notFound(context.paths().name() + ": option '" + TravelOptions.BETWEEN
                    + "': expected two tags or two snapshot ids, found '" + names[0] + "' and '" + names[1] + "'");
        }
        if (first > second) {
            throw TableErrors.invalid("option '" + TravelOptions.BETWEEN
                    + "': expected the older snapshot first, found " + first + " and " + second);
        }
        Optional<Long> earliest = context.stores().snapshots().earliestId();
        Optional<Long> latest = context.stores().snapshots().latestId();
        if (earliest.isEmpty() || latest.isEmpty() || first < earliest.get() - 1 || second > latest.get()) {
            throw TableErrors.notFound(context.paths().name() + ": option '" + TravelOptions.BETWEEN
                    + "': no changes after "
                    + first + " up to " + second + "; snapshots are "
                    + earliest.map(id -> id + " to " + latest.orElse(id)).orElse("none"));
        }
        return new Ends(new State(first, null, false), new State(second, null, false));
    }

    private Optional<Ends> byTime(String[] times) throws IOException {
        ZoneId zone = context.environment().clock().getZone();
        String key = TravelOptions.BETWEEN_TIMESTAMP.key();
        long from = LocalTimes.millisOrTime(key, times[0], zone);
        long to = LocalTimes.millisOrTime(key, times[1], zone);
        if (from > to) {
            throw TableErrors.invalid(
                    "option '" + key + "': expected the earlier time first, found " + times[0] + " and " + times[1]);
        }
        Optional<Long> earliest = context.stores().snapshots().earliestId();
        Optional<Snapshot> last = context.stores().snapshots().asOfTime(to);
        if (from == to || earliest.isEmpty() || last.isEmpty()) {
            return Optional.empty();
        }
        long after =
                context.stores().snapshots().asOfTime(from).map(Snapshot::id).orElse(earliest.get() - 1);
        return Optional.of(
                new Ends(new State(after, null, false), new State(last.get().id(), last.get(), false)));
    }
}
