package org.lsmtable.scan;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Whether the first and last keys of files are stored as those of one schema are. Old releases of the table format let the types of key columns be
 * changed; files from before have their keys in the old type, in another form and by another hash, and cannot be ordered among those
 * written since. Safe for use by several threads.
 */
public final class StoredKeys {
    private final SchemaStore schemas;
    private final TableSchema reading;
    private final Map<Long, Boolean> known = new ConcurrentHashMap<>();

    /** The keys of a schema. */
    public StoredKeys(SchemaStore schemas, TableSchema reading) {
        this.schemas = schemas;
        this.reading = reading;
    }

    /** Whether those of all files can be compared with keys of the schema; looks at the first schema alone, since types only widen. */
    boolean agreeSinceTheBeginning() throws IOException {
        try {
            return agree(0);
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private boolean agree(long id) throws IOException {
        if (id == reading.id()) {
            return true;
        }
        Boolean agree = known.get(id);
        if (agree == null) {
            agree = agree(schemas.get(id).trimmedKeyType().types());
            known.put(id, agree);
        }
        return agree;
    }

    private boolean agree(List<DataType> stored) {
        List<DataType> types = reading.trimmedKeyType().types();
        boolean agree = stored.size() == types.size();
        for (int i = 0; agree && i < stored.size(); i++) {
            agree = haveOneForm(stored.get(i), types.get(i));
        }
        return agree;
    }

    private static boolean haveOneForm(DataType stored, DataType type) {
        return stored.sameIgnoringNullability(type)
                || (stored.root().isCharacter() && type.root().isCharacter())
                || (isBytes(stored) && isBytes(type));
    }

    private static boolean isBytes(DataType type) {
        return type.root() == TypeRoot.BINARY || type.root() == TypeRoot.VARBINARY;
    }

    /**
     * Refuses files that cannot be merged with others.
     *
     * @param table names the table in the message
     * @throws UnsupportedFeatureException naming file, column and types, if the types of key columns were changed after a file was written
     */
    public void require(String table, List<LiveFile> files) throws IOException {
        for (LiveFile live : files) {
            if (!agree(live.file().schemaId())) {
                throw new UnsupportedFeatureException(
                        table + ": " + live.file().fileName() + " was written when the key was "
                                + text(schemas.get(live.file().schemaId())) + ", and it is " + text(reading)
                                + " now; files from before and after a change of a key's type are not merged here: rewrite the table with the"
                                + " release that made the change");
            }
        }
    }

    private static String text(TableSchema schema) {
        return schema.trimmedKeyType().fields().stream()
                .map(StoredKeys::text)
                .toList()
                .toString();
    }

    private static String text(DataField field) {
        return field.name() + " " + field.type().asText();
    }
}
