package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.json.JsonObject;
import org.lsmtable.schema.TablePaths;

/** The consumers of a table: each keeps the snapshots that it has still to read (spec: metadata, consumers). */
final class Consumers {
    private static final String PREFIX = "consumer-";

    /** A consumer. */
    record Consumer(FileInfo file, long nextSnapshot) {
        String name() {
            return file.name().substring(PREFIX.length());
        }
    }

    private Consumers() {}

    /** All consumers of a branch, by name. */
    static List<Consumer> of(Storage storage, TablePaths line) throws IOException {
        List<Consumer> consumers = new ArrayList<>();
        for (FileInfo file : storage.list(line.consumerFolder())) {
            if (!file.isFolder() && file.name().startsWith(PREFIX)) {
                try {
                    JsonObject json = JsonObject.parse(file.path(), storage.read(file.path()));
                    consumers.add(new Consumer(file, json.getLong("nextSnapshot")));
                } catch (DamagedFileException e) {
                    throw e.withAdvice("what the consumer has still to read cannot be told; delete the file if nobody"
                            + " reads by its name any more");
                } catch (NoSuchFileException e) {
                    // removed meanwhile
                }
            }
        }
        consumers.sort(Comparator.comparing(Consumer::name));
        return consumers;
    }
}
