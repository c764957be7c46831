package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.State.Kind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.schema.NumberedFiles;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.snapshot.ChangelogStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;

/**
 * The names of the files that a table refers to (spec: commit and maintenance, orphan files): those that any snapshot, tag or kept changelog of the
 * main branch or of any other names, directly or through manifests, in additions as well as in deletions.
 *
 * <p>While others write. A file is referred to by something that is there for as long as one looks, or that appears meanwhile; so the folders are listed
 * again until nothing new is found. Files are read once: their content never changes. What was seen at any time counts, also if it is gone since.
 *
 * <p>Metadata that is missing although what names it is still there counts as damaged, with two exceptions that the format has: lists of change records go
 * when a snapshot expires that a tag or branch still has, and of a kept changelog only the list of change records may be left.
 */
final class References {
    private static final String SNAPSHOT = "snapshot-";
    private static final String TAG = "tag-";
    private static final String CHANGELOG = "changelog-";

    private final Storage storage;
    private final TablePaths main;
    private final ManifestStore manifests;
    /** Files that refer to others, as listed; a file that was replaced is another one. */
    private final Set<FileInfo> seen = new HashSet<>();
    /** Lists and manifests that were read, by name. */
    private final Set<String> read = new HashSet<>();

    /** Whether metadata must be there while what names it is. */
    private enum Presence {
        REQUIRED,
        OPTIONAL
    }

    /** The references of all branches of a table, whichever these stores are of. */
    References(TableStores stores) {
        this.storage = stores.storage();
        this.main = stores.paths().onBranch(TablePaths.MAIN);
        this.manifests = stores.manifests();
    }

    /**
     * Hands out the names, some of them several times. A later call hands out what has come to be referred to since.
     *
     * @throws DamagedFileException if something cannot be read
     */
    void collect(Consumer<String> names) throws IOException {
        boolean more = true;
        while (more) {
            more = false;
            for (TablePaths line : new States(storage).lines(main)) {
                if (new SchemaStore(storage, line).ids().isEmpty()) {
                    throw new DamagedFileException(line.schemaFolder(), "files", "the schema of a branch", "none");
                }
                more |= collect(line, names);
            }
        }
    }

    /** Reads what is new in one branch; snapshots first, which may become tags and changelogs meanwhile. */
    private boolean collect(TablePaths line, Consumer<String> names) throws IOException {
        SnapshotStore snapshots = new SnapshotStore(storage, line);
        TagStore tags = new TagStore(storage, line);
        ChangelogStore changelogs = new ChangelogStore(storage, line);
        boolean found = false;
        for (FileInfo file : unseen(line.snapshotFolder(), SNAPSHOT)) {
            found |= visit(line, file, Kind.SNAPSHOT, snapshots.find(number(file, SNAPSHOT)), names);
        }
        for (FileInfo file : unseen(line.tagFolder(), TAG)) {
            Optional<TagStore.Tag> tag = tags.find(file.name().substring(TAG.length()));
            found |= visit(line, file, Kind.TAG, tag.map(TagStore.Tag::snapshot), names);
        }
        for (FileInfo file : unseen(line.changelogFolder(), CHANGELOG)) {
            found |= visit(line, file, Kind.CHANGELOG, changelogs.find(number(file, CHANGELOG)), names);
        }
        return found;
    }

    private List<FileInfo> unseen(String folder, String prefix) throws IOException {
        List<FileInfo> files = new ArrayList<>();
        for (FileInfo file : storage.list(folder)) {
            if (!file.isFolder() && file.name().startsWith(prefix) && !seen.contains(file)) {
                files.add(file);
            }
        }
        return files;
    }

    private static long number(FileInfo file, String prefix) throws DamagedFileException {
        OptionalLong id = NumberedFiles.idOf(file.name(), prefix);
        return id.orElseThrow(() -> new DamagedFileException(file.path(), "name", prefix + "<number>", file.name()));
    }

    /** False if it vanished before it could be read. */
    private boolean visit(TablePaths line, FileInfo file, Kind kind, Optional<Snapshot> content, Consumer<String> names)
            throws IOException {
        if (content.isEmpty()) {
            return false;
        }
        addAll(new State(kind, line, file.path(), content.get()), names);
        seen.add(file);
        return true;
    }

    private void addAll(State state, Consumer<String> names) throws IOException {
        Snapshot snapshot = state.snapshot();
        Presence presence = state.kind() == Kind.CHANGELOG ? Presence.OPTIONAL : Presence.REQUIRED;
        Reading reading = new Reading(state, presence, names);
        addList(snapshot.baseManifestList(), snapshot.baseManifestListSize(), reading);
        addList(snapshot.deltaManifestList(), snapshot.deltaManifestListSize(), reading);
        String changelog = snapshot.changelogManifestList();
        if (changelog != null) {
            Reading optional = new Reading(state, Presence.OPTIONAL, names);
            addList(changelog, snapshot.changelogManifestListSize(), optional);
        }
        String indexes = snapshot.indexManifest();
        if (indexes != null) {
            addIndexes(indexes, reading);
        }
        String statistics = snapshot.statistics();
        if (statistics != null) {
            names.accept(statistics);
        }
    }

    private void addList(String list, @Nullable Long size, Reading reading) throws IOException {
        reading.names().accept(list);
        if (read.contains(list)) {
            return;
        }
        try {
            boolean complete = true;
            for (ManifestFileMeta manifest : manifests.readList(list, size)) {
                complete &= addManifest(manifest, reading);
            }
            if (complete) {
                read.add(list);
            }
        } catch (IOException e) {
            reading.requireExcused(e);
        }
    }

    /** False if the manifest is missing, and may be. */
    private boolean addManifest(ManifestFileMeta manifest, Reading reading) throws IOException {
        reading.names().accept(manifest.fileName());
        if (read.contains(manifest.fileName())) {
            return true;
        }
        try {
            manifests.readManifest(manifest, entry -> {
                reading.names().accept(entry.file().fileName());
                entry.file().extraFiles().forEach(reading.names());
            });
        } catch (IOException e) {
            reading.requireExcused(e);
            return false;
        }
        read.add(manifest.fileName());
        return true;
    }

    private void addIndexes(String indexManifest, Reading reading) throws IOException {
        reading.names().accept(indexManifest);
        if (read.contains(indexManifest)) {
            return;
        }
        try {
            for (IndexFileEntry entry : manifests.readIndexManifest(indexManifest)) {
                reading.names().accept(entry.fileName());
            }
            read.add(indexManifest);
        } catch (IOException e) {
            reading.requireExcused(e);
        }
    }

    /** The reading of what a state names. */
    private final class Reading {
        private final State state;
        private final Presence presence;
        private final Consumer<String> names;

        Reading(State state, Presence presence, Consumer<String> names) {
            this.state = state;
            this.presence = presence;
            this.names = names;
        }

        Consumer<String> names() {
            return names;
        }

        /** Goes on only if a file is missing that may be, or whose state has gone too. */
        void requireExcused(IOException failure) throws IOException {
            Throwable cause = failure instanceof NoSuchFileException ? failure : failure.getCause();
            if (!(cause instanceof NoSuchFileException missing)) {
                throw failure;
            }
            if (presence == Presence.REQUIRED && storage.exists(state.file())) {
                throw new DamagedFileException(
                        state.file(),
                        "names " + missing.getFile() + ", which is missing; so nobody can tell what else it needs, and"
                                + " nothing was deleted. If snapshots are being expired, try again when that has ended",
                        failure);
            }
        }
    }
}
