package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.maintenance.States.StateFile;
import org.lsmtable.options.MaintenanceOptions;
import org.lsmtable.options.Options;
import org.lsmtable.options.SnapshotOptions;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.ConsumerStore;
import org.lsmtable.snapshot.ConsumerStore.Consumer;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore.Tag;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Plans which snapshots, tags and consumers of a branch go, and which files with them (spec: commit, snapshot expiration; tags; branches). Files that
 * a remaining snapshot, another tag, or any state of another branch names are not among them. Planning changes nothing. Safe for use by several
 * threads.
 */
public final class Expiry {
    private static final int MOST_TRIES = 3;

    private final TableStores stores;
    private final TableSchema schema;
    private final Clock clock;
    private final TableScan scan;
    private final Keepers.Memory memory;
    private final Map<StateFile, Tag> knownTags = new LinkedHashMap<>();

    /**
     * An expiry of one branch of a table.
     *
     * @param schema tells the options and where data files lie
     * @param clock tells the present, and in which zone the creation times of tags are
     */
    public Expiry(TableStores stores, TableSchema schema, Clock clock) {
        this(stores, schema, clock, 0);
    }

    /** The same for many plans: remembers the names of up to so many files that tags and other branches keep. */
    Expiry(TableStores stores, TableSchema schema, Clock clock, int remembered) {
        this.stores = stores;
        this.schema = schema;
        this.clock = clock;
        this.scan = new TableScan(stores.manifests(), stores.schemas(), schema);
        this.memory = new Keepers.Memory(
                new Overwrites(stores.snapshots()), new StateNames(stores.manifests(), scan, remembered));
    }

    /**
     * What is due: tags and consumers whose time is over, and the snapshots that a retention does not keep.
     *
     * @throws DamagedFileException if what stays cannot be read, and so might name any file
     */
    public DeletionPlan plan(Retention retention) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                return planOnce(retention);
            } catch (NoSuchFileException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Fails if others expire the first snapshot that we would keep while we look. */
    private DeletionPlan planOnce(Retention retention) throws IOException {
        Options options = schema.options();
        if (SnapshotOptions.changelogsOutliveSnapshots(options)) {
            throw new UnsupportedFeatureException(stores.paths().name()
                    + ": cannot expire snapshots: not supported: changelogs that are kept longer than snapshots"
                    + " (options 'changelog.num-retained.*', 'changelog.time-retained')");
        }
        Going going = new Going(stores);
        OptionalLong nextRead = consumers(going, options);
        List<Tag> tags = options.get(MaintenanceOptions.TAG_TIME_EXPIRE)
                ? tags().stream().filter(this::isOver).toList()
                : List.of();
        for (Tag tag : tags) {
            going.addTag(
                    stores.tags().file(tag.name()),
                    "tag of snapshot " + tag.snapshot().id() + ", whose time is over");
        }
        SnapshotStore snapshots = stores.snapshots();
        Optional<Long> earliest = snapshots.earliestId();
        Optional<Long> latest = snapshots.latestId();
        if (earliest.isEmpty() || latest.isEmpty()) {
            return plan(going, tags, List.of(), null, List.of());
        }
        long end = retention.firstKept(earliest.get(), latest.get(), nextRead, clock.millis(), this::timeOf);
        Snapshot firstKept = firstFrom(end, latest.get());
        going.addSnapshots(earliest.get(), firstKept);
        List<@Nullable Snapshot> expired = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (long id = earliest.get(); id < firstKept.id(); id++) {
            expired.add(readable(id, damaged));
        }
        if (!expired.isEmpty()) {
            new WholeSnapshot(stores, scan).require(firstKept);
        }
        return plan(going, tags, expired, firstKept, damaged);
    }

    /**
     * What deleting a tag deletes: its file, and if nothing else keeps its state, the files that only this state needs.
     *
     * @throws DamagedFileException if what stays cannot be read, and so might name any file
     */
    public DeletionPlan planTagDeletion(Tag tag) throws IOException {
        Going going = new Going(stores);
        going.addTag(
                stores.tags().file(tag.name()),
                "tag of snapshot " + tag.snapshot().id());
        Optional<Long> earliest = stores.snapshots().earliestId();
        Snapshot first = earliest.isEmpty() ? null : stores.snapshots().get(earliest.get());
        return plan(going, List.of(tag), List.of(), first, List.of());
    }

    private DeletionPlan plan(
            Going going,
            List<Tag> tags,
            List<@Nullable Snapshot> expired,
            @Nullable Snapshot firstKept,
            List<String> damaged)
            throws IOException {
        Candidates candidates = new Candidates(stores.paths(), schema);
        GoneStates gone = new GoneStates(stores.manifests(), scan, candidates);
        if (firstKept != null && !expired.isEmpty()) {
            gone.addSnapshots(expired, firstKept);
        }
        Keepers.First extent = Keepers.First.METADATA;
        Set<String> tagFiles = new HashSet<>();
        for (Tag tag : tags) {
            tagFiles.add(stores.tags().file(tag.name()));
            // What a rollback that was cut off has left above the snapshots that stay may share any file with them:
            // then only the tag goes.
            if (firstKept == null || tag.snapshot().id() < firstKept.id()) {
                gone.addTag(tag.snapshot(), "only tag '" + tag.name() + "' needs it");
                extent = Keepers.First.WHOLE;
            }
        }
        KeptStates kept = new KeptStates(stores.storage(), stores.manifests(), candidates);
        Keepers keepers = new Keepers(stores, kept, memory, tagFiles);
        if (!candidates.isEmpty()) {
            keepers.keep(firstKept, extent);
        }
        boolean cleansFolders = schema.options().get(SnapshotOptions.CLEAN_EMPTY_DIRECTORIES);
        List<String> warnings = new ArrayList<>(damaged);
        warnings.addAll(gone.unreadable());
        return new DeletionPlan(stores.storage(), going, candidates, keepers, cleansFolders, warnings);
    }

    /** The first snapshot there is from an id on: a rollback that others committed into leaves a gap. */
    private Snapshot firstFrom(long id, long latest) throws IOException {
        for (long next = id; next < latest; next++) {
            Optional<Snapshot> found = stores.snapshots().find(next);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return stores.snapshots().get(latest);
    }

    private OptionalLong timeOf(long id) throws IOException {
        Snapshot snapshot = readable(id, new ArrayList<>());
        return snapshot == null ? OptionalLong.empty() : OptionalLong.of(snapshot.timeMillis());
    }

    /** A snapshot; null if it is not there or damaged, which is noted. */
    private @Nullable Snapshot readable(long id, List<String> damaged) throws IOException {
        try {
            return stores.snapshots().find(id).orElse(null);
        } catch (DamagedFileException e) {
            damaged.add(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** All tags. Their files never change, so each is read once. */
    private synchronized Collection<Tag> tags() throws IOException {
        List<StateFile> files = new States(stores.storage()).tags(stores.paths());
        knownTags.keySet().retainAll(Set.copyOf(files));
        for (StateFile file : files) {
            if (!knownTags.containsKey(file)) {
                stores.tags().find(States.tagName(file)).ifPresent(tag -> knownTags.put(file, tag));
            }
        }
        return List.copyOf(knownTags.values());
    }

    private boolean isOver(Tag tag) {
        LocalDateTime created = tag.createTime();
        Duration retained = tag.timeRetained();
        return created != null && retained != null && created.plus(retained).isBefore(LocalDateTime.now(clock));
    }

    /** Notes the consumers whose time is over; the smallest snapshot that one of the others is going to read. */
    private OptionalLong consumers(Going going, Options options) throws IOException {
        Optional<Duration> time = options.find(MaintenanceOptions.CONSUMER_EXPIRATION_TIME);
        OptionalLong nextRead = OptionalLong.empty();
        for (Consumer consumer : new ConsumerStore(stores.storage(), stores.paths()).all()) {
            if (time.isPresent()
                    && consumer.file().modifiedMillis() + time.get().toMillis() < clock.millis()) {
                going.addConsumer(consumer.file().path(), "consumer whose time is over");
            } else if (!options.get(MaintenanceOptions.CONSUMER_CHANGELOG_ONLY)) {
                nextRead = OptionalLong.of(Math.min(consumer.nextSnapshot(), nextRead.orElse(Long.MAX_VALUE)));
            }
        }
        return nextRead;
    }
}
