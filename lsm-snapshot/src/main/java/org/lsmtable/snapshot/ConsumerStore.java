package org.lsmtable.snapshot;

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

/**
 * The consumers of a branch: each keeps the snapshots that it has still to read (spec: metadata, consumers). Safe for use by several
 * threads.
 */
public final class ConsumerStore {
    private static final String PREFIX = "consumer-";

    private final Storage storage;
    private final TablePaths line;

    /**
     * A consumer.
     *
     * @param nextSnapshot the id of the next snapshot that it is going to read
     */
    public record Consumer(FileInfo file, long nextSnapshot) {
        /** Its name. */
        public String name() {
            return file.name().substring(PREFIX.length());
        }
    }

    /** The consumers of the branch that has these paths. */
    public ConsumerStore(Storage storage, TablePaths line) {
        this.storage = storage;
        this.line = line;
    }

    /** All of them by name; one that vanishes while we read is left out. */
    public List<Consumer> all() throws IOException {
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
