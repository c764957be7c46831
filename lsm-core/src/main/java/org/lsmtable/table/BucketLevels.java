package org.lsmtable.table;

import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.DataFileMeta;

/**
 * The merge tree of one bucket.
 *
 * @param partitionValues the partition's values as plain Java objects
 * @param runs the sorted runs, newest first; each level-0 file is one of its own
 */
public record BucketLevels(BucketRef ref, Row partitionValues, List<SortedRunView> runs) {
    /** One sorted run. Keys are plain Java objects, in the order of the trimmed key. */
    public record SortedRunView(
            int level,
            List<DataFileMeta> files,
            long bytes,
            long rows,
            long deletes,
            Row minKey,
            Row maxKey,
            long minSequence,
            long maxSequence) {}
}
