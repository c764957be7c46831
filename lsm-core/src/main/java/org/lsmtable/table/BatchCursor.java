package org.lsmtable.table;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;

/** Batches of rows one after another. Not thread-safe. */
public interface BatchCursor extends Closeable {
    /** The columns. */
    RowType type();

    /** The next batch, never empty; null at the end. It is valid until the next call. */
    @Nullable
    Batch next();

    @Override
    void close();
}
