package org.lsmtable.merge;

import java.io.IOException;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.predicate.Filter;

/** Opens data files of one bucket. */
@FunctionalInterface
public interface FileOpener {
    /** Opens a file; the caller closes the reader. */
    DataFileReader open(DataFileMeta file) throws IOException;

    /**
     * Of some rows of a file those that a filter may let pass, as far as an index of the file tells; all of them if there is none.
     *
     * @param filter bound to the columns of the table
     */
    default RowRanges narrow(DataFileMeta file, Filter filter, RowRanges rows) throws IOException {
        return rows;
    }
}
