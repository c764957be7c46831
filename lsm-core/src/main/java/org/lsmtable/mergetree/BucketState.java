package org.lsmtable.mergetree;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionView;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.PickMemory;
import org.lsmtable.manifest.DataFileMeta;

/**
 * All that decides what a bucket compacts next, but for the time. Immutable.
 *
 * @param fullSequence the greatest sequence number that the last full compaction has seen, −1 if there was none
 */
public record BucketState(Levels levels, PickMemory memory, long fullSequence) {
    /**
     * The state of a bucket as its files tell it. The last full compaction was when the newest file of the last level was made: only
     * a full compaction writes there. Being derived, it outlives the writer.
     *
     * @param zone where the bucket's writers run: files hold local times
     */
    public static BucketState of(Levels levels, ZoneId zone) {
        List<DataFileMeta> last = levels.level(levels.maxLevel()).files();
        return new BucketState(levels, PickMemory.lastFullAt(newestMillis(last, zone)), Levels.maxSequence(last));
    }

    private static @Nullable Long newestMillis(List<DataFileMeta> files, ZoneId zone) {
        Long newest = null;
        for (DataFileMeta file : files) {
            Long local = file.creationTimeMillis();
            if (local != null) {
                LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(local), ZoneOffset.UTC);
                long millis = time.atZone(zone).toInstant().toEpochMilli();
                newest = newest == null ? (Long) millis : (Long) Math.max(newest, millis);
            }
        }
        return newest;
    }

    /** What a picker sees at a moment. Sequence numbers count the rows that came in, whatever became of them. */
    public CompactionView view(Moment moment) {
        long rowsSinceFull = Math.max(0, levels.maxSequence() - fullSequence);
        return new CompactionView(levels.pickerRuns(), levels.count(), moment, rowsSinceFull, memory);
    }

    /** This state with a new file. */
    BucketState with(DataFileMeta file) {
        return new BucketState(levels.with(file), memory, fullSequence);
    }

    /** This state with what a pick wants remembered. */
    BucketState with(PickMemory newMemory) {
        return new BucketState(levels, newMemory, fullSequence);
    }

    /** This state with the outcome of a compaction. */
    BucketState with(CompactResult result) {
        long sequence =
                result.decision().isFull() ? Math.max(fullSequence, Levels.maxSequence(result.before())) : fullSequence;
        return new BucketState(levels.replace(result.before(), result.after()), memory, sequence);
    }
}
