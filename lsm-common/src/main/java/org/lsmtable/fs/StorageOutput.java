package org.lsmtable.fs;

import java.io.IOException;
import java.io.OutputStream;

/** A new file being written front to back. {@link #close()} makes it durable; {@link #abort()} removes it. */
public abstract class StorageOutput extends OutputStream {
    /** The path, for messages. */
    public abstract String path();

    /** The number of bytes written so far. */
    public abstract long position();

    /** Completes the file: all bytes on the device. Closing twice does nothing. */
    @Override
    public abstract void close() throws IOException;

    /** Gives the file up and deletes it; quiet about errors, which would hide the reason for giving up. */
    public abstract void abort();
}
