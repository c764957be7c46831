package org.lsmtable.format.parquet;

import java.util.List;
import org.apache.parquet.format.ColumnChunk;

/**
 * A row group and where it stands in the file.
 *
 * @param firstRow the file's row that is its first
 * @param chunks one for each leaf of the schema
 */
record RowGroupPlace(long firstRow, long rows, List<ColumnChunk> chunks) {
    /** The row behind the last. */
    long endRow() {
        return firstRow + rows;
    }
}
