package org.lsmtable.tools.input;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The rows of one file, batch after batch. Not thread-safe. */
public interface BatchSource extends Closeable {
    /**
     * The next rows; null at the end. They are valid until the next call.
     *
     * @param maxRows how many at most; there may be fewer before the end
     */
    @Nullable
    InputBatch next(int maxRows) throws IOException;

    /** How many bytes of the file have been read, for the progress bar; -1 if that is not known. */
    long bytesRead();
}
