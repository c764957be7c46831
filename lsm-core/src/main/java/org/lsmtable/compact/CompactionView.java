package org.lsmtable.compact;

import java.util.List;
import org.lsmtable.compact.Decision.Run;

/**
 * All that a picker sees of a bucket: its sorted runs, and the time. Immutable.
 *
 * @param runs newest first: the level-0 files, then each level that has files, ascending (spec: merge tree, levels)
 * @param levels how many levels there are, level 0 included; at least 2
 * @param moment when the pick is made
 * @param rowsSinceFull rows that came in since the last full compaction
 * @param memory what the pick before left
 */
public record CompactionView(List<Run> runs, int levels, Moment moment, long rowsSinceFull, PickMemory memory) {
    public CompactionView {
        runs = List.copyOf(runs);
        if (levels < 2) {
            throw new IllegalArgumentException("levels must be at least 2, found " + levels);
        }
        for (int i = 0; i < runs.size(); i++) {
            int level = runs.get(i).level();
            if (level >= levels) {
                throw new IllegalArgumentException("run " + i + ": level must be below " + levels + ", found " + level);
            }
            if (i > 0 && level <= runs.get(i - 1).level() && level > 0) {
                throw new IllegalArgumentException(
                        "runs must be ordered by level, one for each level above 0, found level " + level + " after "
                                + runs.get(i - 1).level());
            }
        }
    }

    /** A moment: epoch milliseconds, and the hour of the day where the writer runs. */
    public record Moment(long millis, int hour) {
        public Moment {
            if (hour < 0 || hour > 23) {
                throw new IllegalArgumentException("hour must be from 0 to 23, found " + hour);
            }
        }
    }

    /** The greatest level there is: where a full compaction goes. */
    public int maxLevel() {
        return levels - 1;
    }

    /** The greatest level that has files; 0 if only level 0 has some or there are none. */
    public int highestNonEmptyLevel() {
        return runs.isEmpty() ? 0 : runs.get(runs.size() - 1).level();
    }

    /** Bytes of the newest runs. */
    long bytes(int newestRuns) {
        long bytes = 0;
        for (Run run : runs.subList(0, newestRuns)) {
            bytes += run.bytes();
        }
        return bytes;
    }
}
