package org.lsmtable.history;

/**
 * Which snapshots a walk looks at: the newest so many of those from one id to another.
 *
 * @param firstId the smallest id wanted, at least 1
 * @param lastId the greatest id wanted, at least the first
 * @param count at most so many, the newest; at least 1
 */
public record HistoryWindow(long firstId, long lastId, long count) {
    /** Every snapshot there is. */
    public static final HistoryWindow ALL = new HistoryWindow(1, Long.MAX_VALUE, Long.MAX_VALUE);

    public HistoryWindow {
        if (firstId < 1 || lastId < firstId || count < 1) {
            throw new IllegalArgumentException("expected 1 <= first <= last and a count of at least 1, found " + firstId
                    + ", " + lastId + " and " + count);
        }
    }

    /** The newest snapshots. */
    public static HistoryWindow last(long count) {
        return new HistoryWindow(1, Long.MAX_VALUE, count);
    }

    /** This window without the snapshots after one. */
    public HistoryWindow until(long id) {
        return new HistoryWindow(firstId, id, count);
    }
}
