package org.lsmtable.format;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Rows of a file as ascending, disjoint, non-adjacent ranges. Immutable. */
public record RowRanges(List<Range> ranges) {
    /** Rows from (included) to (excluded). */
    public record Range(long from, long to) {
        public Range {
            if (from < 0 || to <= from) {
                throw new IllegalArgumentException("row range [" + from + ", " + to + ") is empty or inverted");
            }
        }
    }

    public RowRanges {
        ranges = List.copyOf(ranges);
    }

    /** All rows of a file of so many. */
    public static RowRanges all(long rows) {
        return new RowRanges(rows == 0 ? List.of() : List.of(new Range(0, rows)));
    }

    /** No row. */
    public static RowRanges none() {
        return new RowRanges(List.of());
    }

    /** Joins ranges that ascend and may touch. */
    public static RowRanges ofAscending(List<Range> ascending) {
        List<Range> joined = new ArrayList<>();
        for (Range range : ascending) {
            Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && range.from() <= last.to()) {
                joined.set(joined.size() - 1, new Range(last.from(), Math.max(last.to(), range.to())));
            } else {
                joined.add(range);
            }
        }
        return new RowRanges(joined);
    }

    /**
     * Ranges that cover some rows.
     *
     * @param gap rows that are less than so far apart share a range
     */
    public static RowRanges covering(BitSet rows, int gap) {
        List<Range> covering = new ArrayList<>();
        int from = rows.nextSetBit(0);
        while (from >= 0) {
            int to = rows.nextClearBit(from);
            int next = rows.nextSetBit(to);
            while (next >= 0 && next - to < gap) {
                to = rows.nextClearBit(next);
                next = rows.nextSetBit(to);
            }
            covering.add(new Range(from, to));
            from = next;
        }
        return new RowRanges(covering);
    }

    /** The rows that are in both. */
    public RowRanges and(RowRanges other) {
        List<Range> both = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < ranges.size() && j < other.ranges.size()) {
            Range a = ranges.get(i);
            Range b = other.ranges.get(j);
            long from = Math.max(a.from(), b.from());
            long to = Math.min(a.to(), b.to());
            if (from < to) {
                both.add(new Range(from, to));
            }
            if (a.to() < b.to()) {
                i++;
            } else {
                j++;
            }
        }
        return new RowRanges(both);
    }

    /** The number of rows. */
    public long rowCount() {
        return ranges.stream().mapToLong(r -> r.to() - r.from()).sum();
    }
}
