package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.snapshot.ChangelogStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;

/**
 * The plan by which a branch of a table becomes again what it was at a snapshot (spec: commit and maintenance, rollback): later snapshots, change records
 * kept of such, and tags of such are deleted. Their data files, manifests and index files stay until files that nothing refers to are looked for. Schemas stay.
 *
 * <p>What holds while it is carried out, at every point:
 *
 * <ol>
 *   <li>There is a snapshot, and the latest one is the state before, the state meant, or one between: snapshots go from the newest down.
 *   <li>The hint of the latest snapshot names one that is there, for Paimon believes it unseen.
 *   <li>A snapshot that has expired and is written again from a tag appears before the last later one goes. Where the two are not neighbours there is a gap
 *       between them for as long.
 *   <li>Carrying out a new plan to the same state completes what was cut off.
 * </ol>
 *
 * <p>Nobody should commit meanwhile. Who does builds on a snapshot that goes; {@link #execute} tells.
 */
public final class Rollback {
    private final Storage storage;
    private final SnapshotStore snapshots;
    private final ChangelogStore changelogs;
    private final TagStore tags;
    private final TablePaths line;
    private final Snapshot target;
    /** Newest first. */
    private final List<Snapshot> later;

    private final List<Long> laterChangelogs;
    private final List<TagStore.Tag> laterTags;
    private final List<Removal> removals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private Rollback(TableStores stores, Snapshot target) throws IOException {
        this.storage = stores.storage();
        this.line = stores.paths();
        this.snapshots = stores.snapshots();
        this.tags = stores.tags();
        this.changelogs = new ChangelogStore(storage, line);
        this.target = target;
        this.later = later();
        this.laterChangelogs = new ArrayList<>(
                changelogs.ids().stream().filter(id -> id > target.id()).toList());
        Collections.reverse(laterChangelogs);
        this.laterTags = tags.all().stream()
                .filter(tag -> tag.snapshot().id() > target.id())
                .sorted(Comparator.comparingLong(
                                (TagStore.Tag tag) -> tag.snapshot().id())
                        .reversed())
                .toList();
        noteRemovals();
        noteBranches();
        noteConsumers();
    }

    /**
     * The way back to a snapshot.
     *
     * @throws NoSuchFileException if there is neither the snapshot nor a tag of it
     */
    public static Rollback toSnapshot(TableStores stores, long id) throws IOException {
        Optional<Snapshot> snapshot = stores.snapshots().find(id);
        if (snapshot.isEmpty()) {
            snapshot = stores.tags().all().stream()
                    .map(TagStore.Tag::snapshot)
                    .filter(tagged -> tagged.id() == id)
                    .findFirst();
        }
        if (snapshot.isEmpty()) {
            throw new NoSuchFileException(stores.snapshots().file(id));
        }
        return to(stores, snapshot.get());
    }

    /**
     * The way back to a tag, whose snapshot may have expired: it is written again then.
     *
     * @throws IllegalArgumentException if the table has another snapshot of its id, or none as late: the tag is of a state that the table has left
     */
    public static Rollback toTag(TableStores stores, TagStore.Tag tag) throws IOException {
        Optional<Snapshot> present = stores.snapshots().find(tag.snapshot().id());
        if (present.isPresent() && !isSame(present.get(), tag.snapshot())) {
            throw new IllegalArgumentException(stores.tags().file(tag.name()) + ": snapshot "
                    + tag.snapshot().id()
                    + " of the table is another one than that of the tag; a branch made from the tag"
                    + " has its state");
        }
        return to(stores, tag.snapshot());
    }

    private static Rollback to(TableStores stores, Snapshot target) throws IOException {
        long latest = newestId(stores.snapshots());
        if (latest < target.id()) {
            throw new IllegalArgumentException(stores.paths().name() + ": snapshot " + target.id()
                    + ", which only a tag has, is later than the latest snapshot " + latest
                    + "; a branch made from the tag has its state");
        }
        return new Rollback(stores, target);
    }

    /** Whether two are one snapshot, perhaps without the change records that one of them has lost. */
    private static boolean isSame(Snapshot left, Snapshot right) {
        return left.id() == right.id()
                && left.baseManifestList().equals(right.baseManifestList())
                && left.deltaManifestList().equals(right.deltaManifestList());
    }

    /** By listing: a hint may hide a snapshot behind a gap. */
    private static long newestId(SnapshotStore snapshots) throws IOException {
        List<Long> ids = snapshots.ids();
        return ids.isEmpty() ? 0 : ids.get(ids.size() - 1);
    }

    private List<Snapshot> later() throws IOException {
        List<Snapshot> found = new ArrayList<>();
        for (long id : snapshots.ids()) {
            if (id > target.id()) {
                snapshots.find(id).ifPresent(found::add);
            }
        }
        Collections.reverse(found);
        return found;
    }

    private void noteRemovals() throws IOException {
        for (Snapshot snapshot : later) {
            note(
                    snapshots.file(snapshot.id()),
                    "snapshot later than " + target.id() + ", by user '" + snapshot.commitUser() + "'");
        }
        for (long id : laterChangelogs) {
            note(changelogs.file(id), "change records later than snapshot " + target.id());
        }
        for (TagStore.Tag tag : laterTags) {
            note(tags.file(tag.name()), "tag of snapshot " + tag.snapshot().id() + ", later than " + target.id());
        }
    }

    private void note(String path, String why) throws IOException {
        try {
            FileInfo info = storage.info(path);
            removals.add(new Removal(path, why, info.sizeBytes()));
        } catch (NoSuchFileException e) {
            // gone since it was listed
        }
    }

    /** Expirations on the main branch spare what a branch needs for the sake of the tag it began with. */
    private void noteBranches() throws IOException {
        if (!line.isMain()) {
            return;
        }
        for (BranchStore.Branch branch : new BranchStore(storage, line).all()) {
            TagStore theirs = new TagStore(storage, line.onBranch(branch.name()));
            for (TagStore.Tag tag : laterTags) {
                Optional<TagStore.Tag> same = theirs.find(tag.name());
                if (same.isPresent() && same.get().snapshot().equals(tag.snapshot())) {
                    warnings.add("branch '" + branch.name() + "' began with tag '" + tag.name()
                            + "', which goes: writers that"
                            + " expire snapshots by the tags of the main branch alone may delete files that it needs");
                }
            }
        }
    }

    private void noteConsumers() throws IOException {
        for (Consumers.Consumer consumer : Consumers.of(storage, line)) {
            if (consumer.nextSnapshot() > target.id() + 1) {
                warnings.add("consumer '" + consumer.name() + "' goes on with snapshot " + consumer.nextSnapshot()
                        + ": it has read what is taken back, and will not see what is committed instead");
            }
        }
    }

    /** The snapshot that becomes the latest. */
    public Snapshot target() {
        return target;
    }

    /** The files that go, in the order in which they do. */
    public List<Removal> removals() {
        return List.copyOf(removals);
    }

    /** What is left to be looked after by whoever does this, a line each. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /**
     * Does it.
     *
     * @return the latest snapshot, if it was committed meanwhile upon one that is taken back now: it stays and holds what was to be taken back, and a
     *     new plan is to be made when nobody commits. Empty if all is well
     * @throws IOException if storage fails, or the table has changed since the plan was made, which tells before anything is done
     */
    public Optional<Snapshot> execute() throws IOException {
        requireUnchanged();
        if (!later.isEmpty()) {
            deleteSnapshots();
        }
        deleteChangelogs();
        for (TagStore.Tag tag : laterTags) {
            tags.delete(tag.name());
        }
        return intruder();
    }

    /** A snapshot behind a gap was made upon one that is gone. The hint may have been set back behind it: readers are to agree. */
    private Optional<Snapshot> intruder() throws IOException {
        List<Long> after =
                snapshots.ids().stream().filter(id -> id > target.id()).toList();
        if (after.isEmpty() || after.get(after.size() - 1) == target.id() + after.size()) {
            return Optional.empty();
        }
        long newest = after.get(after.size() - 1);
        snapshots.requireLatestHint(newest);
        return snapshots.find(newest);
    }

    private void requireUnchanged() throws IOException {
        Optional<Snapshot> newest = snapshots.find(newestId(snapshots));
        Snapshot expected = later.isEmpty() ? target : later.get(0);
        if (newest.isEmpty() || !isSame(newest.get(), expected)) {
            throw new IOException(line.name() + ": the latest snapshot was " + expected.id()
                    + " when the way back was planned, and is another one now; nothing was done");
        }
    }

    private void deleteSnapshots() throws IOException {
        long lowest = later.get(later.size() - 1).id();
        boolean isThere = snapshots.exists(target.id());
        snapshots.requireLatestHint(isThere ? target.id() : lowest);
        for (Snapshot snapshot : later) {
            if (snapshot.id() > lowest) {
                snapshots.delete(snapshot.id());
            }
        }
        if (!isThere) {
            storage.syncFolder(line.snapshotFolder());
            boolean isEarliest = snapshots.ids().get(0) == lowest;
            snapshots.create(withoutLostChanges(target));
            if (isEarliest) {
                snapshots.hintEarliest(target.id());
            }
            snapshots.requireLatestHint(target.id());
        }
        snapshots.delete(lowest);
        storage.syncFolder(line.snapshotFolder());
        if (isThere && snapshots.hasEarliestHint() && snapshots.ids().get(0) == target.id()) {
            snapshots.hintEarliest(target.id()); // a way that was cut off may have left another
        }
    }

    /** Change records go when a snapshot expires, though a tag has it; readers of a snapshot that names them would fail. */
    private Snapshot withoutLostChanges(Snapshot tagged) throws IOException {
        String list = tagged.changelogManifestList();
        if (list == null || storage.exists(line.manifestFolder() + "/" + list)) {
            return tagged;
        }
        return new Snapshot(
                tagged.version(),
                tagged.uuid(),
                tagged.id(),
                tagged.schemaId(),
                tagged.baseManifestList(),
                tagged.baseManifestListSize(),
                tagged.deltaManifestList(),
                tagged.deltaManifestListSize(),
                null,
                null,
                tagged.indexManifest(),
                tagged.commitUser(),
                tagged.commitIdentifier(),
                tagged.commitKind(),
                tagged.timeMillis(),
                tagged.totalRecordCount(),
                tagged.deltaRecordCount(),
                null,
                tagged.watermark(),
                tagged.statistics(),
                tagged.properties(),
                tagged.nextRowId(),
                tagged.operation());
    }

    private void deleteChangelogs() throws IOException {
        if (laterChangelogs.isEmpty()) {
            return;
        }
        long left = changelogs.ids().stream()
                .mapToLong(Long::longValue)
                .filter(id -> id <= target.id())
                .max()
                .orElse(-1);
        changelogs.requireLatestHint(left);
        for (long id : laterChangelogs) {
            storage.delete(changelogs.file(id));
        }
    }
}
