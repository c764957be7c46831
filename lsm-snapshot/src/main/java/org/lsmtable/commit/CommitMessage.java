package org.lsmtable.commit;

import java.util.List;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/**
 * What one bucket's writer hands to the committer (spec: commit, what a commit is given). Can be made bytes and back, so that
 * writers and committer may live in different processes.
 *
 * @param newFiles flushed level-0 files
 * @param changelogFiles changelog of the flush
 * @param compactBefore files a compaction has consumed, with the level they had
 * @param compactAfter files a compaction has produced or moved, with their new level
 * @param compactChangelog changelog of the compaction
 */
public record CommitMessage(
        BinaryRow partition,
        int bucket,
        int totalBuckets,
        List<DataFileMeta> newFiles,
        List<DataFileMeta> changelogFiles,
        List<DataFileMeta> compactBefore,
        List<DataFileMeta> compactAfter,
        List<DataFileMeta> compactChangelog) {
    public CommitMessage {
        newFiles = List.copyOf(newFiles);
        changelogFiles = List.copyOf(changelogFiles);
        compactBefore = List.copyOf(compactBefore);
        compactAfter = List.copyOf(compactAfter);
        compactChangelog = List.copyOf(compactChangelog);
    }

    /** Whether there is nothing to commit. */
    public boolean isEmpty() {
        return newFiles.isEmpty()
                && changelogFiles.isEmpty()
                && compactBefore.isEmpty()
                && compactAfter.isEmpty()
                && compactChangelog.isEmpty();
    }
}
