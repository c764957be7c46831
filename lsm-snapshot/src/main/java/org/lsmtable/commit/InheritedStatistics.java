package org.lsmtable.commit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/** Whether a snapshot hands its statistics file on: as long as the file is there and speaks of the newest schema. */
final class InheritedStatistics {
    private final TableStores stores;
    private @Nullable String file;
    private long schemaOfFile;

    InheritedStatistics(TableStores stores) {
        this.stores = stores;
    }

    /** The name to inherit, null for none. */
    @Nullable
    String name(Optional<Snapshot> latest, long newestSchema) throws IOException {
        String name = latest.map(Snapshot::statistics).orElse(null);
        if (name == null) {
            return null;
        }
        if (!name.equals(file)) {
            Long schemaId = read(name);
            if (schemaId == null) {
                return null;
            }
            file = name;
            schemaOfFile = schemaId;
        }
        return schemaOfFile == newestSchema ? name : null;
    }

    private @Nullable Long read(String name) throws IOException {
        try {
            JsonNode id = new ObjectMapper()
                    .readTree(stores.storage().read(stores.paths().statisticsFolder() + "/" + name))
                    .get("schemaId");
            return id == null || !id.isNumber() ? null : id.asLong();
        } catch (NoSuchFileException | com.fasterxml.jackson.core.JacksonException e) {
            return null;
        }
    }
}
