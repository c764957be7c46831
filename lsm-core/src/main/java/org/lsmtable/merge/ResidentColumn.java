package org.lsmtable.merge;

import org.lsmtable.format.ColumnCursor;
import org.lsmtable.vector.ColumnVector;

/** A cursor on a column that lies in memory as a whole, so that rows can be gathered from it without a copy. */
interface ResidentColumn extends ColumnCursor {
    /** All rows of the column; must not be changed. */
    ColumnVector whole();
}
