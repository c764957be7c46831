package org.lsmtable.fs;

import java.io.IOException;
import java.util.List;

/**
 * What the engine needs of a file system. A missing file is a {@link java.nio.file.NoSuchFileException} naming it. Any other
 * error has one line as its message that names the file and says what failed ({@link StorageErrors}). Parent folders are made as
 * needed. Safe for use by several threads.
 */
public interface Storage {
    /** Opens a file for reading at any position. The caller closes it. */
    StorageInput open(String path) throws IOException;

    /** The whole content of a small file. */
    byte[] read(String path) throws IOException;

    /**
     * Starts a new file under a name that no other writer uses. The caller closes it; closing makes it durable. It may be
     * visible, incomplete, while it is written.
     */
    StorageOutput create(String path) throws IOException;

    /**
     * Makes a file appear, complete and durable, unless there is one already: of several callers in any processes one wins.
     * When the call returns true the folder entry is durable too.
     *
     * @return false if the file was there before; it is untouched then
     */
    boolean createIfAbsent(String path, byte[] content) throws IOException;

    /**
     * Returns if {@link #createIfAbsent} lets exactly one caller win in a folder. To be asked before work is done that only such a file
     * makes visible.
     *
     * @param folder there or not
     * @throws org.lsmtable.types.UnsupportedFeatureException naming the store and what it lacks
     */
    default void requireCreateIfAbsent(String folder) throws IOException {}

    /** Writes a small file over what is there; readers see the old or the new content, never a part. */
    void replace(String path, byte[] content) throws IOException;

    /** Whether there is a file or folder. */
    boolean exists(String path) throws IOException;

    /** Size, kind and time of a file or folder. */
    FileInfo info(String path) throws IOException;

    /** What lies directly in a folder, in no order; empty if there is no such folder. */
    List<FileInfo> list(String folder) throws IOException;

    /** Deletes a file or empty folder. False if there was none. */
    boolean delete(String path) throws IOException;

    /** Makes a folder and those above it, unless they are there. */
    void createFolders(String folder) throws IOException;

    /** Makes the entries of a folder durable: names created, replaced or removed in it before this call. */
    void syncFolder(String folder) throws IOException;
}
