package org.lsmtable.snapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;

/**
 * The plan by which the main branch becomes what another branch is (spec: metadata, branches). Carried out, it removes files of the main branch and then
 * copies those of the other one; when it was interrupted, the same plan made and carried out again completes it. Nobody should write to the main
 * branch meanwhile.
 */
public final class FastForward {
    private final Storage storage;
    private final SnapshotStore snapshots;
    private final long first;
    private final long last;
    private final List<FileInfo> removed;
    private final Map<String, String> copies;

    private FastForward(
            Storage storage,
            SnapshotStore snapshots,
            long first,
            long last,
            List<FileInfo> removed,
            Map<String, String> copies) {
        this.storage = storage;
        this.snapshots = snapshots;
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
        return new FastForward(storage, mainSnapshots, first, last, removed, copies);
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

    /** Does it. */
    public void execute() throws IOException {
        for (FileInfo file : removed) {
            storage.delete(file.path());
        }
        for (Map.Entry<String, String> copy : copies.entrySet()) {
            storage.createIfAbsent(copy.getValue(), storage.read(copy.getKey()));
        }
        snapshots.hintLatest(last);
        if (snapshots.hasEarliestHint()) {
            snapshots.hintEarliest(first);
        }
    }
}
