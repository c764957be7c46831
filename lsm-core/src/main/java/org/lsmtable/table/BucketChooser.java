package org.lsmtable.table;

import java.io.IOException;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BinaryRowWriter;

/** Which bucket of its partition a key belongs to. Belongs to one writer. */
interface BucketChooser {
    /** The bucket of a key that a row writer holds complete and that nobody needs as a row. */
    int choose(BinaryRow partition, BinaryRowWriter key) throws IOException;
}
