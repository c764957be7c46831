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
import org.lsmtable.snapshot.ConflictException;
import org.lsmtable.snapshot.ConsumerStore;
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
 *   <li>There is no hint of the latest snapshot: everybody lists the folder, so that a commit is upon the newest snapshot there is and is seen afterwards. Any
 *       hint would be wrong for a moment: readers believe one whose successor is missing.
 *   <li>A snapshot that has expired and is written again from a tag appears before the last later one goes. Where the two are not neighbours there is a gap
 *       between them for as long.
 *   <li>The snapshot meant is still there before anything later goes, or it ends there: an expiration may take it meanwhile.
 *   <li>Carrying out a new plan to the same state completes what was cut off.
 * </ol>
 *
 * <p>Nobody should commit or expire meanwhile. Who commits builds on a snapshot that goes; {@link #execute} tells.
 */
public final class Rollback {
    private final Storage storage;
    private final SnapshotStore snapshots;
    private final ChangelogStore changelogs;
    private final TagStore tags;
    private final TablePaths line;
    private final Snapshot target;
    private final boolean wasThere;
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
        this.wasThere = snapshots.exists(target.id());
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
        for (ConsumerStore.Consumer consumer : new ConsumerStore(storage, line).all()) {
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
     * @throws ConflictException if the table has changed since the plan was made, which tells before anything is done; or if the snapshot meant, or what it
     *     names, went meanwhile: what is later and not yet deleted stays
     * @throws IOException if storage fails
     */
    public Optional<Snapshot> execute() throws IOException {
        requireUnchanged();
        if (wasThere) {
            requireTarget();
        }
        requireLists();
        snapshots.withdrawLatestHint();
        if (!later.isEmpty()) {
            deleteSnapshots();
        }
        requireTarget();
        requireLists();
        setHints();
        deleteChangelogs();
        for (TagStore.Tag tag : laterTags) {
            tags.delete(tag.name());
        }
        return intruder();
    }

    /** A snapshot behind a gap was made upon one that is gone. */
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

    /** An expiration takes snapshots first, so that what is named by one that is there stays. */
    private void requireTarget() throws IOException {
        if (!snapshots.exists(target.id())) {
            throw new ConflictException(snapshots.file(target.id())
                    + ": expected the snapshot to go back to, found that it has been deleted meanwhile, by an"
                    + " expiration perhaps; snapshots that were not yet deleted stay");
        }
    }

    /** Brings back what went last if an expiration has meanwhile taken the target: that expiration kept what was the newest then. */
    private void requireTargetOr(Snapshot deleted) throws IOException {
        if (!snapshots.exists(target.id())) {
            snapshots.restore(deleted);
        }
        requireTarget();
    }

    /** What expirations of other engines take before the snapshot. */
    private void requireLists() throws IOException {
        List<String> names = new ArrayList<>(List.of(target.baseManifestList(), target.deltaManifestList()));
        if (target.indexManifest() != null) {
            names.add(target.indexManifest());
        }
        for (String name : names) {
            String path = line.manifestFolder() + "/" + name;
            if (!storage.exists(path)) {
                throw new ConflictException(path + ": expected a file of snapshot " + target.id()
                        + ", to go back to, found none: an expiration has perhaps deleted it meanwhile");
            }
        }
    }

    private void requireUnchanged() throws IOException {
        Optional<Snapshot> newest = snapshots.find(newestId(snapshots));
        Snapshot expected = later.isEmpty() ? target : later.get(0);
        if (newest.isEmpty() || !isSame(newest.get(), expected)) {
            throw new ConflictException(line.name() + ": the latest snapshot was " + expected.id()
                    + " when the way back was planned, and is another one now; nothing was done");
        }
    }

    private void deleteSnapshots() throws IOException {
        long lowest = later.get(later.size() - 1).id();
        boolean isExpired = !wasThere;
        for (Snapshot snapshot : later) {
            if (snapshot.id() == lowest && isExpired) {
                storage.syncFolder(line.snapshotFolder());
                snapshots.restore(withoutLostChanges(target));
            }
            if (snapshot.id() > lowest && isExpired) {
                snapshots.delete(snapshot.id());
            } else {
                requireTarget();
                snapshots.delete(snapshot.id());
                requireTargetOr(snapshot);
            }
        }
        storage.syncFolder(line.snapshotFolder());
    }

    /** Also where a way was cut off, which may have left others. */
    private void setHints() throws IOException {
        List<Long> ids = snapshots.ids();
        boolean isEarliest = ids.get(0) == target.id();
        if (isEarliest && (!wasThere || snapshots.hasEarliestHint())) {
            snapshots.hintEarliest(target.id());
        }
        snapshots.requireLatestHint(ids.get(ids.size() - 1));
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
