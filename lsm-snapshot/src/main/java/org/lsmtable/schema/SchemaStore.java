package org.lsmtable.schema;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.lsmtable.fs.Storage;

/** Reads and creates the files of the {@code schema} folder. Safe for use by several threads. */
public final class SchemaStore {
    private final Storage storage;
    private final TablePaths paths;

    public SchemaStore(Storage storage, TablePaths paths) {
        this.storage = storage;
        this.paths = paths;
    }

    /** The schema of the greatest id, empty if the table does not exist. */
    public Optional<TableSchema> latest() throws IOException {
        throw new UnsupportedOperationException("" + storage + paths);
    }

    /** The schema of an id; {@link java.nio.file.NoSuchFileException} if there is none. */
    public TableSchema get(long id) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** All schemas by ascending id. */
    public List<TableSchema> all() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Writes a schema file, complete and durable. False if one of that id exists; it is untouched then. */
    public boolean create(TableSchema schema) throws IOException {
        throw new UnsupportedOperationException();
    }
}
