package org.lsmtable.snapshot;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.NumberedFiles;
import org.lsmtable.schema.TablePaths;

/**
 * The snapshots that have expired and whose change records were kept longer (spec: metadata, long-lived changelogs): files of the folder {@code
 * changelog}, with the content of the snapshot's own file. Safe for use by several threads.
 */
public final class ChangelogStore {
    private static final String PREFIX = "changelog-";

    private final Storage storage;
    private final TablePaths paths;

    public ChangelogStore(Storage storage, TablePaths paths) {
        this.storage = storage;
        this.paths = paths;
    }

    /** The expired snapshot of an id, empty if nothing of it was kept. */
    public Optional<Snapshot> find(long id) throws IOException {
        String file = file(id);
        try {
            return Optional.of(SnapshotJson.parse(file, storage.read(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The ids there are, ascending. */
    public List<Long> ids() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (FileInfo info : storage.list(paths.changelogFolder())) {
            OptionalLong id = info.isFolder() ? OptionalLong.empty() : NumberedFiles.idOf(info.name(), PREFIX);
            id.ifPresent(ids::add);
        }
        ids.sort(null);
        return ids;
    }

    /** Writes the hint of the newest one before later ones are deleted; -1 if none is left. */
    public void requireLatestHint(long id) throws IOException {
        new Hint(storage, paths.changelogFolder() + "/LATEST", Pause.SLEEP).require(id);
    }

    /** The path of the file of an id. */
    public String file(long id) {
        return paths.changelogFolder() + "/" + PREFIX + id;
    }
}
