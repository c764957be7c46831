package org.lsmtable.scan;

import java.io.IOException;
import org.lsmtable.fs.StorageInput;

/** Opens the files that lie beside data files. */
@FunctionalInterface
public interface IndexOpener {
    /** Opens a file by its name in the folder of a data file. The caller closes it. */
    StorageInput open(LiveFile file, String name) throws IOException;
}
