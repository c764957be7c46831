package org.lsmtable.commit;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.lsmtable.schema.SchemaStore;

/**
 * The id of the newest schema, found without listing the folder: ids ascend without gaps, so it is enough to ask for the one after the
 * newest that is known.
 */
final class LatestSchema {
    private final SchemaStore schemas;
    private long known;

    LatestSchema(SchemaStore schemas, long known) {
        this.schemas = schemas;
        this.known = known;
    }

    /** The id now. */
    long id() throws IOException {
        while (true) {
            try {
                schemas.get(known + 1);
                known++;
            } catch (NoSuchFileException e) {
                return known;
            }
        }
    }
}
