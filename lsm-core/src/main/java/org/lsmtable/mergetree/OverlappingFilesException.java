package org.lsmtable.mergetree;

import org.lsmtable.manifest.DataFileMeta;

/** Files of one level above 0 share a key: whoever wrote the table has broken it, and compacting on could lose rows. */
public final class OverlappingFilesException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    OverlappingFilesException(DataFileMeta left, DataFileMeta right) {
        super("sorted run: expected files that share no key, found " + left + " up to key " + left.maxKey() + " and "
                + right + " from key " + right.minKey());
    }
}
