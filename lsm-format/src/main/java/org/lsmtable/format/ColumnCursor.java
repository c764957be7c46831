package org.lsmtable.format;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/** A forward reader of one column of one file. Holds a page or so in memory. Not thread-safe. */
public interface ColumnCursor extends Closeable {
    /** The row that comes next. */
    long position();

    /**
     * Moves on to a row at or after {@link #position()}; pages passed over are neither read, where an index tells their place,
     * nor decompressed.
     */
    void skipTo(long row) throws IOException;

    /**
     * The next rows as a vector of exactly that size: a {@link org.lsmtable.vector.DictionaryVector} if all of them lie in
     * pages of one dictionary, otherwise the plain shape.
     *
     * @param reuse a vector that this cursor returned before and whose content is no longer needed, or null
     */
    ColumnVector read(int rows, @Nullable ColumnVector reuse) throws IOException;
}
