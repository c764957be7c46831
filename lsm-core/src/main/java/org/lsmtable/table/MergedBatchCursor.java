package org.lsmtable.table;

import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Batches that know the kind of each row's newest version. */
interface MergedBatchCursor extends BatchCursor {
    /** The kind codes of the batch that {@link #next} returned last; null when all of its rows are inserts. */
    @Nullable
    IntVector kinds();

    /** The sequence numbers of the batch that {@link #next} returned last; null if they are not known. */
    default @Nullable LongVector sequences() {
        return null;
    }
}
