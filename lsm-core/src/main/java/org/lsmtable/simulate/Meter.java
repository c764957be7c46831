package org.lsmtable.simulate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactResult;
import org.lsmtable.mergetree.Levels;

/** Counts what happens in one simulation. */
final class Meter {
    private static final double NANOS = 1e9;

    private final Scenario scenario;
    private final Course course;
    private final Map<Rule, Long> writtenByRule = new EnumMap<>(Rule.class);
    private long commits;
    private long flushedBytes;
    private long compactedBytes;
    private long replacedBytes;
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

    Meter(Scenario scenario) {
        this.scenario = scenario;
        this.course = new Course(scenario.commits());
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
        course.space(spaceAmplification());
    }

    private double spaceAmplification() {
        return mergedBytes == 0 ? 1 : (double) liveBytes / mergedBytes;
    }

    private double writeAmplification() {
        return SimulationResult.writeAmplification(flushedBytes, compactedBytes);
    }

    /** A compaction whose outcome is in the levels now. */
    void compacted(CompactResult result, long nanos) {
        Set<String> before = new HashSet<>();
        long gone = 0;
        for (DataFileMeta file : result.before()) {
            before.add(file.fileName());
            gone += file.fileSize();
        }
        long written = 0;
        for (DataFileMeta file : result.after()) {
            if (before.contains(file.fileName())) {
                upgradedFiles++;
                gone -= file.fileSize();
            } else {
                written += file.fileSize();
            }
        }
        liveBytes += written - gone;
        liveFiles += result.after().size() - result.before().size();
        replacedBytes += gone;
        compactedBytes += written;
        writtenByRule.merge(Objects.requireNonNull(result.decision().pick()).rule(), written, Long::sum);
        if (result.decision().isFull()) {
            full++;
        } else {
            minor++;
        }
        course.compacted(result, written, commits + 1, nanos);
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
        space += spaceAmplification();
        course.space(spaceAmplification());
        course.committed(commits, count, liveBytes, writeAmplification(), nanos);
    }

    /** All that was counted, and the levels at the end. */
    SimulationResult result(Map<String, String> setting, Levels levels, long nanos) {
        return new SimulationResult(
                scenario,
                setting,
                flushedBytes,
                compactedBytes,
                new SimulationResult.Live(liveBytes, liveFiles, mergedBytes, levels.pickerRuns()),
                new SimulationResult.Space(space / commits, course.peakSpace()),
                new SimulationResult.Runs((double) runs / commits, maxRuns),
                new SimulationResult.Compactions(
                        minor,
                        full,
                        upgradedFiles,
                        replacedBytes,
                        Collections.unmodifiableMap(new EnumMap<>(writtenByRule))),
                stalls,
                stallNanos / NANOS,
                nanos / NANOS,
                course.timeline());
    }
}
