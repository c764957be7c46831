package org.lsmtable.commit;

import java.io.IOException;
import java.util.List;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.snapshot.Snapshot;

/** The files of a snapshot that are to leave the table. Asked again for each snapshot that others have made meanwhile. */
public interface FileSelection {
    /**
     * Files that leave together.
     *
     * @param data by partition and bucket
     * @param indexes the index files
     */
    record Files(List<LiveFile> data, List<IndexFileEntry> indexes) {
        /** None. */
        static final Files NONE = new Files(List.of(), List.of());

        public Files {
            data = List.copyOf(data);
            indexes = List.copyOf(indexes);
        }
    }

    /** Those of a snapshot. */
    Files at(Snapshot snapshot) throws IOException;
}
