package org.lsmtable.merge;

import java.io.IOException;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.manifest.DataFileMeta;

/** Opens data files of one bucket. */
@FunctionalInterface
public interface FileOpener {
    /** Opens a file; the caller closes the reader. */
    DataFileReader open(DataFileMeta file) throws IOException;
}
