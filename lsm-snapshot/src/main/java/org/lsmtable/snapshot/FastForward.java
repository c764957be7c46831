package org.lsmtable.snapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;

/**
 * The plan by which the main branch becomes what another branch is (spec: metadata, branches). Nobody should write to the main branch meanwhile.
 *
 * <p>Let e be the branch's first snapshot. The order, in which the main branch reads at each point as it did at one of its snapshots from e on, or as the branch
 * did at one of its own, so that it may be cut off anywhere; the same plan made and carried out again completes it:
 *
 * <ol>
 *   <li>The LATEST hint goes: everybody lists the folder until all is done.
 *   <li>Main's snapshots later than e go, newest first. Its snapshot e is replaced by the branch's, if it is another one; if main has none, the branch's appears
 *       before the lowest later one goes. The schemas that it needs are those of main still.
 *   <li>Main's tags of what went go, for they name schemas that are about to change.
 *   <li>Main's schemas from that of e on go, newest first, if the branch has none of the number; then the branch's come, one by one, in place of them.
 *   <li>The branch's snapshots after e come, oldest first, then its tags, then the hints.
 * </ol>
 *
 * <p>If the branch was not made from main's state, so that schemas up to that of e differ, no state of the branch can be read before its schemas are there, and none of
 * main's after: main's snapshots from e on all go first then. Until the branch's first one comes, main reads as at the snapshot before e, or is empty.
 */
public final class FastForward {
    private final Storage storage;
    private final TablePaths main;
    private final SnapshotStore snapshots;
    private final Snapshot earliest;
    private final long first;
    private final long last;
    private final List<FileInfo> removed;
    private final Map<String, String> copies;

    private FastForward(
            Storage storage,
            TablePaths main,
            Snapshot earliest,
            long first,
            long last,
            List<FileInfo> removed,
            Map<String, String> copies) {
        this.storage = storage;
        this.main = main;
        this.snapshots = new SnapshotStore(storage, main);
        this.earliest = earliest;
        this.first = first;
        this.last = last;
        this.removed = List.copyOf(removed);
        this.copies = copies;
    }

    static FastForward plan(Storage storage, TablePaths main, TablePaths from, Snapshot earliest) throws IOException {
        List<FileInfo> removed = new ArrayList<>();
        Map<String, String> copies = new LinkedHashMap<>();

        SnapshotStore mainSnapshots = new SnapshotStore(storage, main);
        List<Long> mainIds = mainSnapshots.ids();
        for (int i = mainIds.size() - 1; i >= 0 && mainIds.get(i) >= earliest.id(); i--) {
            removed.add(storage.info(mainSnapshots.file(mainIds.get(i)))); // newest first: what is left has no gap
        }
        TagStore mainTags = new TagStore(storage, main);
        for (TagStore.Tag tag : mainTags.all()) {
            if (tag.snapshot().id() >= earliest.id()) {
                removed.add(storage.info(mainTags.file(tag.name())));
            }
        }
        SchemaStore mainSchemas = new SchemaStore(storage, main);
        for (long id : mainSchemas.ids()) {
            if (id >= earliest.schemaId()) {
                removed.add(storage.info(mainSchemas.file(id)));
            }
        }

        SchemaStore schemas = new SchemaStore(storage, from);
        for (long id : schemas.ids()) {
            copies.put(schemas.file(id), mainSchemas.file(id));
        }
        TagStore tags = new TagStore(storage, from);
        for (TagStore.Tag tag : tags.all()) {
            copies.put(tags.file(tag.name()), mainTags.file(tag.name()));
        }
        SnapshotStore snapshots = new SnapshotStore(storage, from);
        long last = earliest.id();
        for (long id : snapshots.ids()) {
            copies.put(snapshots.file(id), mainSnapshots.file(id));
            last = id;
        }
        long first = mainIds.isEmpty() ? earliest.id() : Math.min(mainIds.get(0), earliest.id());
        return new FastForward(storage, main, earliest, first, last, removed, copies);
    }

    /** The files of the main branch that go: snapshots, tags and schemas from the branch's first snapshot on. */
    public List<FileInfo> removed() {
        return removed;
    }

    /** Whether a file of the branch comes into the place of one that goes; if not, what it was is lost. */
    public boolean replaces(FileInfo file) {
        return copies.containsValue(file.path());
    }

    /** The latest snapshot afterwards. */
    public long latest() {
        return last;
    }

    /**
     * Does it.
     *
     * @throws ConflictException if somebody has committed to the main branch since the plan was made; if that was before this began, nothing was done
     * @throws IOException if storage fails
     */
    public void execute() throws IOException {
        requireUnchanged();
        snapshots.withdrawLatestHint();
        boolean isBase = hasSchemasOfEarliest();
        if (isBase) {
            goToEarliest();
        } else {
            removeSnapshots(earliest.id());
        }
        removeTags();
        replaceSchemas();
        copySnapshots();
        copyAll(main.tagFolder());
        sync(main.tagFolder());
        requireLast();
        snapshots.hintLatest(last);
        if (snapshots.hasEarliestHint()) {
            snapshots.hintEarliest(first);
        }
    }

    /** Whether main has, to the byte, the schemas that the branch's first snapshot may need. */
    private boolean hasSchemasOfEarliest() throws IOException {
        SchemaStore schemas = new SchemaStore(storage, main);
        for (Map.Entry<String, String> copy : copiesInto(main.schemaFolder()).entrySet()) {
            boolean isNeeded = isUpTo(schemas, copy.getValue(), earliest.schemaId());
            if (isNeeded && isReplaced(copy.getValue()) && !isSame(copy)) {
                return false;
            }
            if (isNeeded && !storage.exists(copy.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUpTo(SchemaStore schemas, String file, long last) {
        return Long.parseLong(file.substring(schemas.file(0).length() - 1)) <= last;
    }

    private boolean isReplaced(String path) {
        return removed.stream().anyMatch(file -> file.path().equals(path));
    }

    /** Makes the branch's first snapshot the latest of main, by way of those between. */
    private void goToEarliest() throws IOException {
        long e = earliest.id();
        Map.Entry<String, String> copy = copiesInto(main.snapshotFolder()).entrySet().stream()
                .filter(c -> c.getValue().equals(snapshots.file(e)))
                .findFirst()
                .orElseThrow();
        if (!snapshots.exists(e)) {
            List<Long> later = snapshots.ids().stream().filter(id -> id > e).toList();
            removeSnapshots(later.isEmpty() ? e : later.get(0) + 1);
            copy(copy);
        }
        removeSnapshots(e + 1);
        copy(copy);
        sync(main.snapshotFolder());
    }

    private void removeSnapshots(long from) throws IOException {
        List<Long> ids = snapshots.ids();
        for (int i = ids.size() - 1; i >= 0 && ids.get(i) >= from; i--) {
            if (isReplaced(snapshots.file(ids.get(i)))) {
                snapshots.delete(ids.get(i));
            }
        }
        sync(main.snapshotFolder());
    }

    private void removeTags() throws IOException {
        Map<String, String> tags = copiesInto(main.tagFolder());
        for (FileInfo file : removed) {
            if (isIn(main.tagFolder(), file.path())) {
                boolean stays = false;
                for (Map.Entry<String, String> copy : tags.entrySet()) {
                    stays |= copy.getValue().equals(file.path()) && isSame(copy);
                }
                if (!stays) {
                    storage.delete(file.path());
                }
            }
        }
        sync(main.tagFolder());
    }

    private void replaceSchemas() throws IOException {
        SchemaStore schemas = new SchemaStore(storage, main);
        List<Long> ids = schemas.ids();
        for (int i = ids.size() - 1; i >= 0 && ids.get(i) >= earliest.schemaId(); i--) {
            String file = schemas.file(ids.get(i));
            if (!copies.containsValue(file)) {
                storage.delete(file);
            }
        }
        copyAll(main.schemaFolder());
        sync(main.schemaFolder());
    }

    private Map<String, String> copiesInto(String folder) {
        Map<String, String> found = new LinkedHashMap<>();
        copies.forEach((from, to) -> {
            if (isIn(folder, to)) {
                found.put(from, to);
            }
        });
        return found;
    }

    private static boolean isIn(String folder, String path) {
        return path.lastIndexOf('/') == folder.length() && path.startsWith(folder);
    }

    private void copyAll(String folder) throws IOException {
        for (Map.Entry<String, String> copy : copiesInto(folder).entrySet()) {
            copy(copy);
        }
    }

    /** A file that is not in the plan to go stays as it is. */
    private void copy(Map.Entry<String, String> copy) throws IOException {
        String to = copy.getValue();
        boolean isNew = storage.createIfAbsent(to, storage.read(copy.getKey()));
        if (!isNew && isReplaced(to) && !isSame(copy)) {
            storage.replace(to, storage.read(copy.getKey()));
        }
    }

    private boolean isSame(Map.Entry<String, String> copy) throws IOException {
        return storage.exists(copy.getValue())
                && Arrays.equals(storage.read(copy.getKey()), storage.read(copy.getValue()));
    }

    private void copySnapshots() throws IOException {
        for (Map.Entry<String, String> copy : copiesInto(main.snapshotFolder()).entrySet()) {
            if (!storage.createIfAbsent(copy.getValue(), storage.read(copy.getKey())) && !isSame(copy)) {
                throw meanwhile(copy.getValue());
            }
        }
    }

    private void requireUnchanged() throws IOException {
        for (long id : snapshots.ids()) {
            if (id >= earliest.id() && !isReplaced(snapshots.file(id))) {
                throw meanwhile(snapshots.file(id));
            }
        }
    }

    /** A hint must not hide what somebody has committed. */
    private void requireLast() throws IOException {
        List<Long> ids = snapshots.ids();
        long newest = ids.get(ids.size() - 1);
        if (newest != last) {
            throw meanwhile(snapshots.file(newest));
        }
    }

    private static ConflictException meanwhile(String file) {
        return new ConflictException(
                file + ": expected no snapshot but those that were there when the way forward was planned, and those"
                        + " of the branch, found this one, which was committed meanwhile; stop the writers and go forward"
                        + " again");
    }

    private void sync(String folder) throws IOException {
        if (storage.exists(folder)) {
            storage.syncFolder(folder);
        }
    }
}
