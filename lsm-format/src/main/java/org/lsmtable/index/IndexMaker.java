package org.lsmtable.index;

import org.lsmtable.vector.ColumnVector;

/** The index of one column of a data file while its rows are written. Not thread-safe. */
interface IndexMaker {
    /** Adds the first rows of a vector, which follow those added before. */
    void add(ColumnVector vector, int rows);

    /** The bytes of the index. */
    byte[] block();
}
