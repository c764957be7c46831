package org.lsmtable.snapshot;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;

/**
 * The branches of a table (spec: metadata, branches): folders with schemas, snapshots and tags of their own, whose data files lie among those of the
 * table. A branch made from a branch is its sibling. Safe for use by several threads.
 */
public final class BranchStore {
    private static final String PREFIX = "branch-";

    private final Storage storage;
    private final TablePaths main;

    /** A branch, and when its folder was last changed. */
    public record Branch(String name, long modifiedMillis) {}

    /** The branches of the table that some paths belong to, whichever branch these are of. */
    public BranchStore(Storage storage, TablePaths paths) {
        this.storage = storage;
        this.main = paths.onBranch(TablePaths.MAIN);
    }

    /** All branches but the main one, by name. */
    public List<Branch> all() throws IOException {
        return storage.list(main.branchesFolder()).stream()
                .filter(info -> info.isFolder() && info.name().startsWith(PREFIX))
                .map(info -> new Branch(info.name().substring(PREFIX.length()), info.modifiedMillis()))
                .sorted(Comparator.comparing(Branch::name))
                .toList();
    }

    /** Whether there is a branch of that name besides the main one. */
    public boolean exists(String name) throws IOException {
        return isPossible(name) && storage.exists(main.onBranch(name).metadataFolder());
    }

    private static boolean isPossible(String name) {
        return !name.isBlank()
                && name.indexOf('/') < 0
                && !name.equals(TablePaths.MAIN)
                && !name.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /**
     * Creates a branch without a snapshot, with all schemas of some branch.
     *
     * @return false if there is one of that name; it is untouched then
     * @throws IllegalArgumentException if no branch can have the name: blank, digits only, with a slash, or {@code main}
     */
    public boolean create(String name, TablePaths from) throws IOException {
        return create(name, from, Optional.empty());
    }

    /** The same from a tag: with the tag, its snapshot, and the schemas up to that of the snapshot. */
    public boolean create(String name, TablePaths from, TagStore.Tag tag) throws IOException {
        return create(name, from, Optional.of(tag));
    }

    private boolean create(String name, TablePaths from, Optional<TagStore.Tag> tag) throws IOException {
        if (!isPossible(name)) {
            throw new IllegalArgumentException(
                    "a branch's name must hold more than digits and blanks, no slash, and not be '" + TablePaths.MAIN
                            + "'; found '" + name + "'");
        }
        if (exists(name)) {
            return false;
        }
        TablePaths to = main.onBranch(name);
        long lastSchema = tag.map(t -> t.snapshot().schemaId()).orElse(Long.MAX_VALUE);
        SchemaStore schemas = new SchemaStore(storage, from);
        for (long id : schemas.ids()) {
            if (id <= lastSchema) {
                copy(schemas.file(id), new SchemaStore(storage, to).file(id));
            }
        }
        if (tag.isPresent()) {
            // the snapshot's own file may have expired: the tag holds the same
            Snapshot snapshot = tag.get().snapshot();
            String original = new SnapshotStore(storage, from).file(snapshot.id());
            byte[] content = storage.exists(original) ? storage.read(original) : SnapshotJson.print(snapshot);
            storage.createIfAbsent(new SnapshotStore(storage, to).file(snapshot.id()), content);
            copy(
                    new TagStore(storage, from).file(tag.get().name()),
                    new TagStore(storage, to).file(tag.get().name()));
        }
        return true;
    }

    private void copy(String from, String to) throws IOException {
        storage.createIfAbsent(to, storage.read(from));
    }

    /** Every file of a branch, schemas last; none if there is no such branch. */
    public List<FileInfo> files(String name) throws IOException {
        List<FileInfo> files = new ArrayList<>();
        if (exists(name)) {
            TablePaths paths = main.onBranch(name);
            addFiles(paths.metadataFolder(), paths.schemaFolder(), files);
            addFiles(paths.schemaFolder(), "", files);
        }
        return files;
    }

    private void addFiles(String folder, String but, List<FileInfo> files) throws IOException {
        for (FileInfo info : storage.list(folder)) {
            if (!info.isFolder()) {
                files.add(info);
            } else if (!info.path().equals(but)) {
                addFiles(info.path(), but, files);
            }
        }
    }

    /**
     * Deletes the files of a branch, and nothing else: data files that only it still needed stay until somebody cleans up files that nothing refers to.
     *
     * @return false if there is no such branch
     */
    public boolean delete(String name) throws IOException {
        if (!exists(name)) {
            return false;
        }
        for (FileInfo file : files(name)) {
            storage.delete(file.path());
        }
        deleteFolders(main.onBranch(name).metadataFolder());
        storage.syncFolder(main.branchesFolder());
        return true;
    }

    private void deleteFolders(String folder) throws IOException {
        for (FileInfo info : storage.list(folder)) {
            if (info.isFolder()) {
                deleteFolders(info.path());
            }
        }
        storage.delete(folder);
    }

    /**
     * What makes the main branch what a branch is: everything from the earliest snapshot of the branch on is replaced.
     *
     * @throws NoSuchFileException if there is no such branch
     * @throws IllegalArgumentException if the branch has no snapshot
     */
    public FastForward fastForward(String name) throws IOException {
        if (!exists(name)) {
            throw new NoSuchFileException(main.onBranch(name).metadataFolder());
        }
        TablePaths from = main.onBranch(name);
        SnapshotStore snapshots = new SnapshotStore(storage, from);
        List<Long> ids = snapshots.ids();
        if (ids.isEmpty()) {
            throw new IllegalArgumentException(from.name() + ": the branch has no snapshot to go forward to");
        }
        return FastForward.plan(storage, main, from, snapshots.get(ids.get(0)));
    }
}
