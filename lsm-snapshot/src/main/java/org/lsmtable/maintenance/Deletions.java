package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.Candidates.Doomed;

/** Deletes files and remembers what became of it. Not thread-safe. */
final class Deletions {
    /** Storage that has failed so often is not asked again. */
    private static final int MOST_FAILURES = 20;

    private final Storage storage;
    private final List<String> failures = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();

    Deletions(Storage storage) {
        this.storage = storage;
    }

    /** Something that storage may fail to do. */
    interface Act {
        void run() throws IOException;
    }

    /** Does it; false if it failed, which is noted. */
    boolean tryTo(Act act) {
        if (failures.size() >= MOST_FAILURES) {
            return false;
        }
        try {
            act.run();
            return true;
        } catch (IOException | RuntimeException e) {
            failures.add(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** Deletes files, those that are there; false if one could not be deleted. */
    boolean delete(List<String> paths) {
        boolean all = true;
        for (String path : paths) {
            all &= tryTo(() -> {
                if (storage.delete(path)) {
                    deleted.add(path);
                }
            });
        }
        return all;
    }

    /** Deletes the folders of files, and those above them, as far as they are empty and below {@code top}. */
    void deleteEmptyFolders(Collection<Doomed> files, String top) {
        TreeSet<String> folders = new TreeSet<>();
        for (Doomed doomed : files) {
            for (String path : doomed.paths()) {
                folders.add(parent(path));
            }
        }
        while (!folders.isEmpty()) {
            String folder = folders.pollLast(); // the inner before the outer one
            if (folder.startsWith(top + "/") && tryToDeleteIfEmpty(folder)) {
                folders.add(parent(folder));
            }
        }
    }

    /** Deletes a folder that has nothing in it; failures are noted. */
    void deleteIfEmpty(String folder) {
        tryTo(() -> {
            if (isDeletedIfEmpty(folder)) {
                deleted.add(folder);
            }
        });
    }

    private boolean tryToDeleteIfEmpty(String folder) {
        try {
            return isDeletedIfEmpty(folder);
        } catch (IOException e) {
            return false; // an empty folder does no harm
        }
    }

    private boolean isDeletedIfEmpty(String folder) throws IOException {
        try {
            return storage.list(folder).isEmpty() && storage.delete(folder);
        } catch (IOException e) {
            if (storage.list(folder).isEmpty()) {
                throw e;
            }
            return false; // somebody has put a file there
        }
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    Outcome outcome() {
        return new Outcome(deleted, failures);
    }
}
