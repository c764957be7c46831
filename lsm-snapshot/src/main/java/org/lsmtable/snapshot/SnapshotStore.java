package org.lsmtable.snapshot;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.TablePaths;

/** Reads and creates the files of the {@code snapshot} folder, and their hints. Safe for use by several threads. */
public final class SnapshotStore {
    private final Storage storage;
    private final TablePaths paths;

    public SnapshotStore(Storage storage, TablePaths paths) {
        this.storage = storage;
        this.paths = paths;
    }

    /** The id of the newest snapshot, empty if there is none. Uses the hint when it holds. */
    public Optional<Long> latestId() throws IOException {
        throw new UnsupportedOperationException("" + storage + paths);
    }

    /** The id of the oldest snapshot, empty if there is none. */
    public Optional<Long> earliestId() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The newest snapshot, empty if there is none. */
    public Optional<Snapshot> latest() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The snapshot of an id; {@link java.nio.file.NoSuchFileException} if there is none (expired, or not made yet). */
    public Snapshot get(long id) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Whether there is a snapshot of that id. */
    public boolean exists(long id) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** All snapshots by ascending id; one that vanishes while we read is left out. */
    public List<Snapshot> all() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The newest snapshot not younger than a time: {@code timeMillis <= millis}; empty if all are younger. */
    public Optional<Snapshot> asOfTime(long millis) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes a snapshot visible, complete and durable, then writes the LATEST hint, whose failure is not an error.
     *
     * @return false if there is one of that id already
     */
    public boolean create(Snapshot snapshot) throws IOException {
        throw new UnsupportedOperationException();
    }
}
