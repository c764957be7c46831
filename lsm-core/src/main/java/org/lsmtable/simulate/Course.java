package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.mergetree.CompactResult;

/** Thins out the course of a simulation to a {@link Timeline}: one point for each stretch of commits, and its largest compaction. */
final class Course {
    private static final double NANOS = 1e9;

    private final long commits;
    private final long stride;
    private final List<Timeline.Point> points = new ArrayList<>();
    private final List<Timeline.Compaction> compactions = new ArrayList<>();
    private double peakSpace;
    private double peakSpaceOfStretch;
    private @Nullable Event largest;

    private record Event(CompactResult result, long writtenBytes, long commit, long nanos) {}

    /**
     * A course.
     *
     * @param commits how many there will be
     */
    Course(long commits) {
        this.commits = commits;
        this.stride = (commits + Timeline.MAX_POINTS - 1) / Timeline.MAX_POINTS;
    }

    /** The space amplification of some state, be it for a moment. */
    void space(double amplification) {
        peakSpaceOfStretch = Math.max(peakSpaceOfStretch, amplification);
    }

    /** The greatest space amplification of all stretches that have ended. */
    double peakSpace() {
        return peakSpace;
    }

    /** A compaction, and the commit that publishes it. */
    void compacted(CompactResult result, long writtenBytes, long commit, long nanos) {
        if (largest == null || writtenBytes > largest.writtenBytes()) {
            largest = new Event(result, writtenBytes, commit, nanos);
        }
    }

    /** A commit. Its number tells whether a stretch ends with it. */
    void committed(long commit, int runs, long liveBytes, double writeAmplification, long nanos) {
        if (commit % stride != 0 && commit != commits) {
            return;
        }
        peakSpace = Math.max(peakSpace, peakSpaceOfStretch);
        points.add(new Timeline.Point(commit, nanos / NANOS, runs, liveBytes, peakSpaceOfStretch, writeAmplification));
        peakSpaceOfStretch = 0;
        Event event = largest;
        if (event != null) {
            Pick pick = Objects.requireNonNull(event.result().decision().pick());
            compactions.add(new Timeline.Compaction(
                    event.commit(),
                    event.nanos() / NANOS,
                    pick.rule().label(),
                    pick.outputLevel(),
                    pick.bytesToRewrite(),
                    event.writtenBytes(),
                    event.result().decision().toString()));
        }
        largest = null;
    }

    /** What is left of it. */
    Timeline timeline() {
        return new Timeline(points, compactions);
    }
}
