package org.lsmtable.fs;

import java.io.Closeable;
import java.io.IOException;

/** A file opened for reading at any position. Safe for use by several threads. */
public interface StorageInput extends Closeable {
    /** The path, for messages. */
    String path();

    /** The number of bytes. */
    long length() throws IOException;

    /**
     * Reads exactly {@code length} bytes.
     *
     * @throws java.io.EOFException naming the file, the position and the lengths, if the file ends before
     */
    void readFully(long position, byte[] target, int offset, int length) throws IOException;
}
