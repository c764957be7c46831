package org.lsmtable.snapshot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.OptionalLong;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.NumberedFiles;

/**
 * A file that holds the number of a snapshot, to spare a listing (spec: metadata, hint files). It may be missing, stale or
 * damaged without harm.
 */
final class Hint {
    private static final int TRIES = 3;
    private static final int READ_PAUSE_MILLIS = 1;
    private static final int WRITE_PAUSE_MILLIS = 500;

    private final Storage storage;
    private final String file;
    private final Pause pause;

    Hint(Storage storage, String file, Pause pause) {
        this.storage = storage;
        this.file = file;
        this.pause = pause;
    }

    /** The number, empty if there is none that can be read. */
    OptionalLong read() {
        for (int tries = 1; tries <= TRIES; tries++) {
            try {
                OptionalLong id =
                        NumberedFiles.parse(new String(storage.read(file), StandardCharsets.US_ASCII).strip());
                if (id.isPresent()) {
                    return id;
                }
            } catch (NoSuchFileException e) {
                return OptionalLong.empty();
            } catch (IOException e) {
                // as good as no hint, unless the next try reads it
            }
            if (tries < TRIES && !waited(READ_PAUSE_MILLIS)) {
                break;
            }
        }
        return OptionalLong.empty();
    }

    /** Sets the number; a failure is not an error, readers then list the folder. */
    void write(long id) {
        byte[] content = String.valueOf(id).getBytes(StandardCharsets.US_ASCII);
        for (int tries = 1; tries <= TRIES; tries++) {
            try {
                storage.replace(file, content);
                return;
            } catch (IOException e) {
                if (tries < TRIES && !waited(WRITE_PAUSE_MILLIS)) {
                    return;
                }
            }
        }
    }

    /** Sets the number, where readers would take a stale one for true. */
    void require(long id) throws IOException {
        storage.replace(file, String.valueOf(id).getBytes(StandardCharsets.US_ASCII));
    }

    /** Takes the file away; false if there was none. */
    boolean withdraw() throws IOException {
        return storage.delete(file);
    }

    /** False if the thread was interrupted, which stays known to it. */
    private boolean waited(int millis) {
        try {
            pause.millis(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
