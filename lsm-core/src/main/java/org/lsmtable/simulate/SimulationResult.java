package org.lsmtable.simulate;

import java.util.List;
import java.util.Map;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;

/**
 * What a simulation has come to.
 *
 * @param scenario what was simulated
 * @param setting the options that distinguish it from others that it is compared with, in the order given; may be empty
 * @param flushedBytes bytes of new level-0 files
 * @param compactedBytes bytes of files that compactions have written; moving a file to another level writes nothing
 * @param live the files at the end
 * @param stalls how often the writer waited for a compaction; none in a synchronous simulation, where waiting is the rule
 * @param stallSeconds how long, in simulated time
 * @param seconds simulated time from the start to the last commit
 */
public record SimulationResult(
        Scenario scenario,
        Map<String, String> setting,
        long flushedBytes,
        long compactedBytes,
        Live live,
        Space space,
        Runs runs,
        Compactions compactions,
        long stalls,
        double stallSeconds,
        double seconds,
        Timeline timeline) {
    /**
     * What is there at the end.
     *
     * @param bytes of all files
     * @param mergedBytes what they would take if they were merged into one run
     * @param runs the sorted runs, newest first
     */
    public record Live(long bytes, long files, long mergedBytes, List<Run> runs) {
        public Live {
            runs = List.copyOf(runs);
        }
    }

    /**
     * Space amplification: bytes of all files to bytes of the table if it was fully merged.
     *
     * @param mean of the states after each commit with its compaction
     * @param peak of all states, also those before a compaction is published
     */
    public record Space(double mean, double peak) {}

    /**
     * Read amplification: sorted runs after each commit and the compaction that it publishes.
     *
     * @param mean over all commits
     */
    public record Runs(double mean, int max) {}

    /**
     * Compactions that were published.
     *
     * @param minor those that left older runs alone
     * @param full those of all runs
     * @param upgradedFiles files that were only moved to another level
     * @param replacedBytes of files that others were written for; these are no longer live
     * @param writtenBytes what each rule has caused to be written; rules that never fired are absent
     */
    public record Compactions(
            long minor, long full, long upgradedFiles, long replacedBytes, Map<Rule, Long> writtenBytes) {}

    /** Bytes flushed and compacted to bytes flushed; 1 if nothing was flushed. */
    public double writeAmplification() {
        return writeAmplification(flushedBytes, compactedBytes);
    }

    static double writeAmplification(long flushedBytes, long compactedBytes) {
        return flushedBytes == 0 ? 1 : (double) (flushedBytes + compactedBytes) / flushedBytes;
    }
}
