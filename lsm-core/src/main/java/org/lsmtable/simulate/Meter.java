package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactResult;
import org.lsmtable.mergetree.Levels;

/** Counts what happens in one simulation. */
final class Meter {
    private static final double NANOS = 1e9;

    private final Scenario scenario;
    private final long stride;
    private final Map<Rule, Long> writtenByRule = new EnumMap<>(Rule.class);
    private final List<Timeline.Point> points = new ArrayList<>();
    private final List<Timeline.Compaction> events = new ArrayList<>();
    private long commits;
    private long flushedBytes;
    private long compactedBytes;
    private long liveBytes;
    private long liveFiles;
    private long mergedBytes;
    private long minor;
    private long full;
    private long upgradedFiles;
    private long stalls;
    private long stallNanos;
    private long runs;
    private int maxRuns;
    private double space;
    private double peakSpace;
    private double peakOfStretch;
    private @Nullable CompactResult largestOfStretch;
    private long largestBytes;
    private long largestNanos;
    private long largestCommit;

    Meter(Scenario scenario) {
        this.scenario = scenario;
        this.stride = (scenario.commits() + Timeline.MAX_POINTS - 1) / Timeline.MAX_POINTS;
    }

    /** Files that are there at the start. */
    void started(List<DataFileMeta> files) {
        files.forEach(this::came);
    }

    private void came(DataFileMeta file) {
        liveBytes += file.fileSize();
        liveFiles++;
    }

    /**
     * A flush.
     *
     * @param merged bytes of the table, this flush included, if it was one run
     */
    void flushed(List<DataFileMeta> files, long merged) {
        for (DataFileMeta file : files) {
            flushedBytes += file.fileSize();
            came(file);
        }
        mergedBytes = merged;
        peakOfStretch = Math.max(peakOfStretch, spaceAmplification());
    }

    private double spaceAmplification() {
        return mergedBytes == 0 ? 1 : (double) liveBytes / mergedBytes;
    }

    /** A compaction whose outcome is in the levels now. */
    void compacted(CompactResult result, long nanos) {
        Pick pick = result.decision().pick();
        if (pick == null) {
            throw new IllegalStateException("a compaction of nothing: " + result.decision());
        }
        Set<String> before = new HashSet<>();
        for (DataFileMeta file : result.before()) {
            before.add(file.fileName());
            liveBytes -= file.fileSize();
            liveFiles--;
        }
        long written = 0;
        for (DataFileMeta file : result.after()) {
            came(file);
            boolean moved = before.contains(file.fileName());
            upgradedFiles += moved ? 1 : 0;
            written += moved ? 0 : file.fileSize();
        }
        compactedBytes += written;
        writtenByRule.merge(pick.rule(), written, Long::sum);
        if (result.decision().isFull()) {
            full++;
        } else {
            minor++;
        }
        if (largestOfStretch == null || written > largestBytes) {
            largestOfStretch = result;
            largestBytes = written;
            largestNanos = nanos;
            largestCommit = commits + 1;
        }
    }

    /** The writer waited. */
    void stalled(long nanos) {
        stalls++;
        stallNanos += nanos;
    }

    /** A commit is done. */
    void committed(Levels levels, long nanos) {
        commits++;
        int count = levels.runCount();
        runs += count;
        maxRuns = Math.max(maxRuns, count);
        double now = spaceAmplification();
        space += now;
        peakOfStretch = Math.max(peakOfStretch, now);
        if (commits % stride == 0 || commits == scenario.commits()) {
            endStretch(count, nanos);
        }
    }

    private void endStretch(int count, long nanos) {
        peakSpace = Math.max(peakSpace, peakOfStretch);
        double write = flushedBytes == 0 ? 1 : (double) (flushedBytes + compactedBytes) / flushedBytes;
        points.add(new Timeline.Point(commits, nanos / NANOS, count, liveBytes, peakOfStretch, write));
        peakOfStretch = 0;
        CompactResult largest = largestOfStretch;
        if (largest != null) {
            Pick pick = largest.decision().pick();
            if (pick != null) {
                events.add(new Timeline.Compaction(
                        largestCommit,
                        largestNanos / NANOS,
                        pick.rule().label(),
                        pick.outputLevel(),
                        pick.bytesToRewrite(),
                        largestBytes,
                        largest.decision().toString()));
            }
            largestOfStretch = null;
        }
    }

    /** All that was counted. */
    SimulationResult result(Map<String, String> setting, long nanos) {
        return new SimulationResult(
                scenario,
                setting,
                flushedBytes,
                compactedBytes,
                new SimulationResult.Live(liveBytes, liveFiles, mergedBytes),
                new SimulationResult.Space(space / commits, peakSpace),
                new SimulationResult.Runs((double) runs / commits, maxRuns),
                new SimulationResult.Compactions(
                        minor, full, upgradedFiles, Collections.unmodifiableMap(new EnumMap<>(writtenByRule))),
                stalls,
                stallNanos / NANOS,
                nanos / NANOS,
                new Timeline(points, events));
    }
}
