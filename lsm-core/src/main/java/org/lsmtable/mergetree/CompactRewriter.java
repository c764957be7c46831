package org.lsmtable.mergetree;

import java.io.IOException;
import java.util.List;
import org.lsmtable.manifest.DataFileMeta;

/**
 * Merges sorted runs into new files: the part of a compaction that moves bytes. Called in a compaction thread, for one bucket by
 * one thread at a time.
 */
public interface CompactRewriter {
    /**
     * Merges each section and writes the results, one after the other, into new files of one level.
     *
     * <p>An interrupt of the thread asks it to give up soon. However it fails, it leaves no file behind.
     *
     * @param outputLevel at least 1
     * @param sections in key order, no two of them share a key; the order of the runs of a section means nothing, sequence numbers
     *     tell what is newer
     * @return the new files in key order, source {@code COMPACT}; none if no row is left
     */
    List<DataFileMeta> rewrite(int outputLevel, DropDeletes dropDeletes, List<List<SortedRun>> sections)
            throws IOException;
}
