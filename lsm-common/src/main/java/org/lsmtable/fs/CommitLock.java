package org.lsmtable.fs;

import java.io.IOException;

/**
 * Keeps other writers of a table away while one of them creates a file that only one may create, on a store that cannot say by itself
 * whether the file was new. All writers of the table must take the same lock, in any process and of any engine: a writer that does not
 * can make a commit of another one disappear.
 */
@FunctionalInterface
public interface CommitLock {
    /** What is done under the lock. */
    @FunctionalInterface
    interface Creation {
        /** True if the file is there by this call, false if it was there before. */
        boolean run() throws IOException;
    }

    /**
     * Runs a creation while the lock is held, and returns what it returns. The lock must outlast the creation: one that ends by itself
     * after a time must be renewed meanwhile.
     *
     * @param folder the folder of the file, in the same spelling for every file of it
     * @throws IOException what the creation throws, or that the lock cannot be had; nothing has been created then
     */
    boolean whileHeld(String folder, Creation creation) throws IOException;
}
