package org.lsmtable.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Merged rows, ascending by key, no two of the same key.
 *
 * @param rows the number of rows, at least 1
 * @param columns the wanted columns, in the order asked for
 * @param sequences the sequence number of each row, null unless asked for
 * @param kinds the kind code of each row, null unless asked for
 */
public record MergedChunk(
        int rows,
        List<ColumnVector> columns,
        @Nullable LongVector sequences,
        @Nullable IntVector kinds) {
    /** The sequence numbers of a chunk for which they were asked. */
    public LongVector neededSequences() {
        return needed(sequences);
    }

    /** The kinds of a chunk for which they were asked. */
    public IntVector neededKinds() {
        return needed(kinds);
    }

    private static <V> V needed(@Nullable V vector) {
        if (vector == null) {
            throw new IllegalStateException("sequence numbers and kinds were not asked for");
        }
        return vector;
    }
}
