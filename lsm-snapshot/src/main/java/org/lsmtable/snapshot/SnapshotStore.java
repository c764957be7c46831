package org.lsmtable.snapshot;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.json.JsonObject;
import org.lsmtable.schema.NumberedFiles;
import org.lsmtable.schema.TablePaths;

/** Reads and creates the files of the {@code snapshot} folder, and their hints. Safe for use by several threads. */
public final class SnapshotStore {
    private static final String PREFIX = "snapshot-";
    private static final int READ_TRIES = 10;
    private static final int READ_PAUSE_MILLIS = 200;

    private final Storage storage;
    private final TablePaths paths;
    private final Pause pause;
    private final Hint latestHint;
    private final Hint earliestHint;

    public SnapshotStore(Storage storage, TablePaths paths) {
        this(storage, paths, Pause.SLEEP);
    }

    /** A store that waits in its own way between two tries to read or write. */
    public SnapshotStore(Storage storage, TablePaths paths, Pause pause) {
        this.storage = storage;
        this.paths = paths;
        this.pause = pause;
        this.latestHint = new Hint(storage, paths.snapshotFolder() + "/LATEST", pause);
        this.earliestHint = new Hint(storage, paths.snapshotFolder() + "/EARLIEST", pause);
    }

    /**
     * The id of the newest snapshot, empty if there is none. Uses the hint when it holds: when there is that snapshot and none
     * after it.
     */
    public Optional<Long> latestId() throws IOException {
        OptionalLong hint = latestHint.read();
        if (hint.isPresent() && exists(hint.getAsLong()) && !exists(hint.getAsLong() + 1)) {
            return Optional.of(hint.getAsLong());
        }
        List<Long> ids = ids();
        return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(ids.size() - 1));
    }

    /** The id of the oldest snapshot, empty if there is none. */
    public Optional<Long> earliestId() throws IOException {
        OptionalLong hint = earliestHint.read();
        if (hint.isPresent() && exists(hint.getAsLong())) {
            return Optional.of(hint.getAsLong());
        }
        List<Long> ids = ids();
        return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(0));
    }

    /** The newest snapshot, empty if there is none. */
    public Optional<Snapshot> latest() throws IOException {
        Optional<Long> id = latestId();
        return id.isEmpty() ? Optional.empty() : Optional.of(get(id.get()));
    }

    /** The snapshot of an id; {@link java.nio.file.NoSuchFileException} if there is none (expired, or not made yet). */
    public Snapshot get(long id) throws IOException {
        String file = file(id);
        Snapshot snapshot = SnapshotJson.parse(file, readComplete(file));
        if (snapshot.id() != id) {
            throw new DamagedFileException(file, "id", String.valueOf(id), String.valueOf(snapshot.id()));
        }
        return snapshot;
    }

    /** The content of a file that another process may still be writing, where storage shows files before they are complete. */
    private byte[] readComplete(String file) throws IOException {
        byte[] content = storage.read(file);
        for (int tries = 1; tries < READ_TRIES && JsonObject.endsEarly(content); tries++) {
            try {
                pause.millis(READ_PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException(file + ": interrupted while waiting for its end to be written");
            }
            content = storage.read(file);
        }
        return content;
    }

    /** Whether there is a snapshot of that id. */
    public boolean exists(long id) throws IOException {
        return id > 0 && storage.exists(file(id));
    }

    /** The ids of all snapshots, ascending. */
    public List<Long> ids() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (FileInfo info : storage.list(paths.snapshotFolder())) {
            OptionalLong id = info.isFolder() ? OptionalLong.empty() : NumberedFiles.idOf(info.name(), PREFIX);
            if (id.isPresent() && id.getAsLong() > 0) {
                ids.add(id.getAsLong());
            }
        }
        ids.sort(null);
        return ids;
    }

    /** All snapshots by ascending id; one that vanishes while we read is left out. */
    public List<Snapshot> all() throws IOException {
        List<Snapshot> snapshots = new ArrayList<>();
        for (long id : ids()) {
            find(id).ifPresent(snapshots::add);
        }
        return snapshots;
    }

    /** The snapshot of an id, empty if there is none. */
    public Optional<Snapshot> find(long id) throws IOException {
        try {
            return Optional.of(get(id));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * The newest snapshot not younger than a time: {@code timeMillis <= millis}; empty if all are younger. Looks at few files, in
     * the belief that later snapshots have later times.
     */
    public Optional<Snapshot> asOfTime(long millis) throws IOException {
        List<Long> ids = ids();
        Optional<Snapshot> best = Optional.empty();
        int from = 0;
        int to = ids.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            Optional<Snapshot> snapshot = find(ids.get(middle));
            if (snapshot.isEmpty()) {
                // snapshots vanish from the old end
                from = middle + 1;
            } else if (snapshot.get().timeMillis() <= millis) {
                best = snapshot;
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return best;
    }

    /**
     * Makes a snapshot visible, complete and durable, then writes the LATEST hint, whose failure is not an error.
     *
     * @return false if there is one of that id already
     */
    public boolean create(Snapshot snapshot) throws IOException {
        if (!storage.createIfAbsent(file(snapshot.id()), SnapshotJson.print(snapshot))) {
            return false;
        }
        latestHint.write(snapshot.id());
        return true;
    }

    /**
     * Makes a snapshot visible again below others, complete and durable, and leaves the LATEST hint as it is.
     *
     * @return false if there is one of that id already
     */
    public boolean restore(Snapshot snapshot) throws IOException {
        return storage.createIfAbsent(file(snapshot.id()), SnapshotJson.print(snapshot));
    }

    /** Deletes a snapshot's file, and nothing of what it names. False if there was none. */
    public boolean delete(long id) throws IOException {
        return storage.delete(file(id));
    }

    /** Writes the LATEST hint; a failure is not an error. */
    public void hintLatest(long id) {
        latestHint.write(id);
    }

    /** Writes the LATEST hint where a stale one may be left. Without a snapshot after it other readers believe a hint unseen, so a failure is an error here. */
    public void requireLatestHint(long id) throws IOException {
        latestHint.require(id);
    }

    /**
     * Takes the LATEST hint away, durably: whoever looks for the newest snapshot lists the folder then. To be done before the newest snapshots are deleted. No hint
     * can say what is right at each moment of that: one that names a snapshot to be deleted is believed when it is gone, and one that names an earlier one
     * hides those that are left once its successor is gone, so that commits run into them.
     */
    public void withdrawLatestHint() throws IOException {
        if (latestHint.withdraw()) {
            storage.syncFolder(paths.snapshotFolder());
        }
    }

    /** Writes the EARLIEST hint; a failure is not an error. */
    public void hintEarliest(long id) {
        earliestHint.write(id);
    }

    /** Whether there is an EARLIEST hint; without one readers list the folder. */
    public boolean hasEarliestHint() throws IOException {
        return storage.exists(paths.snapshotFolder() + "/EARLIEST");
    }

    /** The path of a snapshot's file. */
    public String file(long id) {
        return paths.snapshotFolder() + "/" + PREFIX + id;
    }
}
