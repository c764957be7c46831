package org.lsmtable.table;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;

/** Batches of rows one after another. Not thread-safe. */
public interface BatchCursor extends Closeable {
    /** The columns. */
    RowType type();

    /**
     * The next batch, never empty; null at the end. It is valid until the next call.
     *
     * @throws IllegalStateException if the cursor is closed
     */
    @Nullable
    Batch next();

    /** What a scan has left out so far, nothing if this is no scan; all of it once {@link #next} has returned null. */
    default ScanReport report() {
        return ScanReport.NONE;
    }

    /** Releases what is held. Closing twice does nothing. */
    @Override
    void close();
}
