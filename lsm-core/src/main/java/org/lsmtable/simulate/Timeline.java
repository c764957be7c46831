package org.lsmtable.simulate;

import java.util.List;

/**
 * The course of a simulation in a bounded number of points, for charts.
 *
 * @param points evenly spaced over the commits; the last is the last commit. At most {@value #MAX_POINTS}
 * @param compactions the largest of each stretch between two points, oldest first; all of them if no stretch is longer than a commit
 */
public record Timeline(List<Point> points, List<Compaction> compactions) {
    /** The most points of a timeline. */
    public static final int MAX_POINTS = 500;

    public Timeline {
        points = List.copyOf(points);
        compactions = List.copyOf(compactions);
    }

    /**
     * The state after a commit and the compaction that it publishes.
     *
     * @param commit from 1
     * @param seconds simulated time since the start
     * @param runs sorted runs
     * @param liveBytes bytes of all files
     * @param spaceAmplification the greatest since the point before
     * @param writeAmplification of everything up to here
     */
    public record Point(
            long commit,
            double seconds,
            int runs,
            long liveBytes,
            double spaceAmplification,
            double writeAmplification) {}

    /**
     * A compaction, at the commit that published it.
     *
     * @param writtenBytes 0 if files were only moved
     * @param decision why it ran, in one line
     */
    public record Compaction(
            long commit,
            double seconds,
            String rule,
            int outputLevel,
            long readBytes,
            long writtenBytes,
            String decision) {}
}
