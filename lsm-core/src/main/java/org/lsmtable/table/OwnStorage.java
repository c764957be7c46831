package org.lsmtable.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.lsmtable.fs.Locations;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.fs.all.Storages;

/** Opens tables of which only the place is given, on storage that is closed with them. */
final class OwnStorage {
    private OwnStorage() {}

    /** Something done with a place and its storage. */
    private interface Opening {
        Table run(String location, TableEnvironment environment, Storages storages) throws IOException;
    }

    static Table open(String location) throws IOException {
        return opened(location, (place, environment, storages) -> Table.open(place, environment, Map.of(), storages));
    }

    static Table create(String location, TableDefinition definition) throws IOException {
        return opened(location, (place, environment, storages) -> {
            TableCreation.create(place, environment, definition);
            return Table.open(place, environment, Map.of(), storages);
        });
    }

    private static Table opened(String location, Opening opening) throws IOException {
        String place = Locations.canonical(location);
        if (Locations.isLocal(place)) {
            place = Table.location(Path.of(place));
        }
        Storages storages = Storages.of(StorageSettings.synced().withVariables(System.getenv()));
        boolean complete = false;
        try {
            Table table = opening.run(place, TableEnvironment.of(storages), storages);
            complete = true;
            return table;
        } finally {
            if (!complete) {
                storages.close();
            }
        }
    }
}
