package org.lsmtable.snapshot;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.TablePaths;

/** Reads the files of the {@code tag} folder. Safe for use by several threads. */
public final class TagStore {
    private final Storage storage;
    private final TablePaths paths;

    /** A tag; creation time and retention are null unless a retention was given. */
    public record Tag(
            String name,
            Snapshot snapshot,
            @Nullable LocalDateTime createTime,
            @Nullable Duration timeRetained) {}

    public TagStore(Storage storage, TablePaths paths) {
        this.storage = storage;
        this.paths = paths;
    }

    /** The tag of a name, empty if there is none. */
    public Optional<Tag> find(String name) throws IOException {
        throw new UnsupportedOperationException("" + storage + paths);
    }

    /** All tags by name. */
    public List<Tag> all() throws IOException {
        throw new UnsupportedOperationException();
    }
}
