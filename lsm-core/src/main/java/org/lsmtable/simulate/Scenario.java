package org.lsmtable.simulate;

import java.time.Duration;
import java.util.Map;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;

/**
 * What is simulated: one bucket of a table with these options under a workload. {@code write-only} is not looked at: compactions count
 * wherever they run.
 *
 * @param options of the table
 * @param pacing its flush intervals add up to at most 292 years, which is what nanoseconds in a long can tell
 * @param commits how many, of one flush each; at least 1
 * @param fileOverheadBytes what a file takes besides its rows, at least 0 and below the target size of files
 */
public record Scenario(Options options, Workload workload, Pacing pacing, long commits, long fileOverheadBytes) {
    public Scenario {
        if (commits < 1) {
            throw new IllegalArgumentException("commits: expected at least 1, found " + commits);
        }
        Duration longest = Duration.ofNanos(Long.MAX_VALUE / commits);
        if (pacing.flushInterval().compareTo(longest) > 0) {
            throw new IllegalArgumentException("flush interval: expected at most " + longest + " for " + commits
                    + " commits (292 years in all), found " + pacing.flushInterval());
        }
        long target = FileOptions.targetFileBytes(options);
        if (fileOverheadBytes < 0 || fileOverheadBytes >= target) {
            throw new IllegalArgumentException("file overhead: expected from 0 to below the target size of files ("
                    + target + " bytes), found " + fileOverheadBytes);
        }
    }

    /** The same with some options changed. */
    public Scenario with(Map<String, String> overrides) {
        return new Scenario(options.with(overrides), workload, pacing, commits, fileOverheadBytes);
    }
}
