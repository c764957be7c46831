package org.lsmtable.history;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.snapshot.Snapshot;

/**
 * What one snapshot did to one bucket.
 *
 * @param partition the values of the partition columns; {@link BinaryRow#EMPTY} if there are none
 * @param snapshot the snapshot: id, time, kind, user
 * @param flushed files of rows that came in: new on level 0, or placed by an overwrite on any level
 * @param compaction null if nothing was compacted
 * @param replaced files that went without being compacted: overwritten, dropped, rescaled
 * @param before the bucket before the snapshot
 * @param after the bucket after it
 */
public record BucketEvent(
        BinaryRow partition,
        int bucket,
        Snapshot snapshot,
        Cause cause,
        List<DataFileMeta> flushed,
        @Nullable Compaction compaction,
        List<DataFileMeta> replaced,
        Levels before,
        Levels after) {
    public BucketEvent {
        flushed = List.copyOf(flushed);
        replaced = List.copyOf(replaced);
    }

    /** Why files changed. */
    public enum Cause {
        /** Rows came in, or files were compacted, or both. */
        WRITE,
        /** New rows took the place of all there were; with no new rows, the partition was dropped or the table truncated. */
        OVERWRITE,
        /** The partition was written anew under another number of buckets. Its files hold no new rows: nothing counts as flushed. */
        RESCALE,
        /** An older state was made the latest. Nothing was written. */
        RESTORE,
        /** Snapshots before this one are no longer there; the bucket was found changed, by whatever they did. */
        UNSEEN
    }

    /** Bytes of the files flushed. */
    public long flushedBytes() {
        return bytes(flushed);
    }

    /** Bytes that compaction wrote. */
    public long compactedBytes() {
        return compaction == null ? 0 : compaction.bytesWritten();
    }

    /** The sorted runs after the snapshot, newest first. */
    public List<Run> runs() {
        return after.pickerRuns();
    }

    /** Bytes of all files after the snapshot. */
    public long liveBytes() {
        return runs().stream().mapToLong(Run::bytes).sum();
    }

    static long bytes(List<DataFileMeta> files) {
        long bytes = 0;
        for (DataFileMeta file : files) {
            bytes += file.fileSize();
        }
        return bytes;
    }
}
