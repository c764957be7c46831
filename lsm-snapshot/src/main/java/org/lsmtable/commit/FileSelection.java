package org.lsmtable.commit;

import java.io.IOException;
import java.util.List;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.snapshot.Snapshot;

/** The files of a snapshot that are to leave the table. Asked again for each snapshot that others have made meanwhile. */
public interface FileSelection {
    /** The data files at a snapshot, by partition and bucket. */
    List<LiveFile> files(Snapshot snapshot) throws IOException;

    /** The index files at a snapshot. */
    List<IndexFileEntry> indexes(Snapshot snapshot) throws IOException;
}
