package org.lsmtable.schema;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;

/** Reads and creates the files of the {@code schema} folder. Safe for use by several threads. */
public final class SchemaStore {
    private static final String PREFIX = "schema-";

    private final Storage storage;
    private final TablePaths paths;
    /** Schemas read before: a schema file never changes. */
    private final Map<Long, TableSchema> known = new ConcurrentHashMap<>();

    public SchemaStore(Storage storage, TablePaths paths) {
        this.storage = storage;
        this.paths = paths;
    }

    /** The schema of the greatest id, empty if the table does not exist. */
    public Optional<TableSchema> latest() throws IOException {
        List<Long> ids = ids();
        return ids.isEmpty() ? Optional.empty() : Optional.of(get(ids.get(ids.size() - 1)));
    }

    /** The schema of an id; {@link NoSuchFileException} if there is none. */
    public TableSchema get(long id) throws IOException {
        TableSchema schema = known.get(id);
        if (schema == null) {
            String file = file(id);
            schema = SchemaJson.parse(file, storage.read(file));
            if (schema.id() != id) {
                throw new DamagedFileException(file, "id", String.valueOf(id), String.valueOf(schema.id()));
            }
            known.put(id, schema);
        }
        return schema;
    }

    /** All schemas by ascending id. */
    public List<TableSchema> all() throws IOException {
        List<TableSchema> schemas = new ArrayList<>();
        for (long id : ids()) {
            schemas.add(get(id));
        }
        return schemas;
    }

    /** The ids of all schemas, ascending. */
    public List<Long> ids() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (FileInfo info : storage.list(paths.schemaFolder())) {
            OptionalLong id = info.isFolder() ? OptionalLong.empty() : NumberedFiles.idOf(info.name(), PREFIX);
            if (id.isPresent()) {
                ids.add(id.getAsLong());
            }
        }
        ids.sort(null);
        return ids;
    }

    /** Writes a schema file, complete and durable. False if one of that id exists; it is untouched then. */
    public boolean create(TableSchema schema) throws IOException {
        return storage.createIfAbsent(file(schema.id()), SchemaJson.print(schema));
    }

    /** Makes the schema that follows another one; called again if someone else was faster. */
    public interface Successor {
        /** The next schema, of the following id. */
        TableSchema of(TableSchema latest) throws IOException;
    }

    /**
     * Writes the schema that follows the latest. If another one of its id appears first, nothing is written and it starts again from that one:
     * of two alterations at once neither is lost. A schema that says what the latest says is not written.
     *
     * @return the latest schema after the change
     * @throws NoSuchFileException if there is no table
     */
    public TableSchema alter(Successor successor) throws IOException {
        while (true) {
            TableSchema latest = latest().orElseThrow(() -> new NoSuchFileException(paths.schemaFolder()));
            TableSchema next = successor.of(latest);
            if (next.saysTheSameAs(latest)) {
                return latest;
            }
            if (create(next)) {
                return next;
            }
        }
    }

    /** The path of a schema's file. */
    public String file(long id) {
        return paths.schemaFolder() + "/" + PREFIX + id;
    }
}
