package org.lsmtable.compact;

import org.jspecify.annotations.Nullable;

/**
 * What one pick hands to the next.
 *
 * @param lastFullMillis when everything was last compacted into one run, in epoch milliseconds; null if that is not known
 * @param unansweredPicks picks since level 0 was last forced in which no rule fired; counts only where level 0 is forced gently
 */
public record PickMemory(@Nullable Long lastFullMillis, int unansweredPicks) {
    /** Nothing known: a new bucket. */
    public static final PickMemory EMPTY = new PickMemory(null, 0);

    public PickMemory {
        if (unansweredPicks < 0) {
            throw new IllegalArgumentException("unanswered picks must not be negative, found " + unansweredPicks);
        }
    }

    /** The memory of a bucket whose last full compaction was at a time, in epoch milliseconds, or is not known. */
    public static PickMemory lastFullAt(@Nullable Long millis) {
        return new PickMemory(millis, 0);
    }
}
