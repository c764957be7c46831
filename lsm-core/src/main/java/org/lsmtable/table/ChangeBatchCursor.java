package org.lsmtable.table;

import org.lsmtable.vector.IntVector;

/** Batches of change records one after another. Not thread-safe. */
public interface ChangeBatchCursor extends BatchCursor {
    /**
     * The kinds of the rows of the batch that {@link #next} returned last, as {@link org.lsmtable.data.RowKind#code codes}.
     *
     * @throws IllegalStateException if there is no such batch, or the cursor is closed
     */
    IntVector kinds();
}
