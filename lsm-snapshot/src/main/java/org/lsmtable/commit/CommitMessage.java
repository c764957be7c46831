package org.lsmtable.commit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/**
 * What one bucket's writer hands to the committer (spec: commit, what a commit is given). {@link CommitMessageCodec} makes it bytes and back,
 * so that writers and committer may live in different processes.
 *
 * @param newFiles flushed level-0 files
 * @param changelogFiles changelog of the flush
 * @param compactBefore files a compaction has consumed, with the level they had
 * @param compactAfter files a compaction has produced or moved, with their new level
 * @param compactChangelog changelog of the compaction
 * @param hashIndex the new index of a dynamic bucket, if it was given keys; belongs to the new files
 */
public record CommitMessage(
        BinaryRow partition,
        int bucket,
        int totalBuckets,
        List<DataFileMeta> newFiles,
        List<DataFileMeta> changelogFiles,
        List<DataFileMeta> compactBefore,
        List<DataFileMeta> compactAfter,
        List<DataFileMeta> compactChangelog,
        @Nullable HashIndexChange hashIndex) {
    /** A message that leaves the index as it is. */
    public CommitMessage(
            BinaryRow partition,
            int bucket,
            int totalBuckets,
            List<DataFileMeta> newFiles,
            List<DataFileMeta> changelogFiles,
            List<DataFileMeta> compactBefore,
            List<DataFileMeta> compactAfter,
            List<DataFileMeta> compactChangelog) {
        this(
                partition,
                bucket,
                totalBuckets,
                newFiles,
                changelogFiles,
                compactBefore,
                compactAfter,
                compactChangelog,
                null);
    }

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
                && compactChangelog.isEmpty()
                && hashIndex == null;
    }

    /** The same message with a new index. */
    public CommitMessage with(HashIndexChange newIndex) {
        return new CommitMessage(
                partition,
                bucket,
                totalBuckets,
                newFiles,
                changelogFiles,
                compactBefore,
                compactAfter,
                compactChangelog,
                newIndex);
    }

    /** What was flushed, without what compactions did. */
    public CommitMessage withoutCompaction() {
        return new CommitMessage(
                partition, bucket, totalBuckets, newFiles, changelogFiles, List.of(), List.of(), List.of(), hashIndex);
    }
}
