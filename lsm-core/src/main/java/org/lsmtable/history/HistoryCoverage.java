package org.lsmtable.history;

import java.util.ArrayList;
import java.util.List;

/**
 * What a walk has seen and what it has not.
 *
 * @param firstId the first snapshot seen, 0 if there was none
 * @param lastId the last snapshot seen, 0 if there was none
 * @param snapshots how many were seen
 * @param missing ids that were wanted and are no longer there, ascending
 * @param waitingFiles files added that still waited for a bucket (postponed bucket tables); they belong to no merge tree
 */
public record HistoryCoverage(long firstId, long lastId, long snapshots, List<Missing> missing, long waitingFiles) {
    public HistoryCoverage {
        missing = List.copyOf(missing);
    }

    /** Snapshots from one id to another, both included, that are no longer there. */
    public record Missing(long firstId, long lastId) {
        @Override
        public String toString() {
            return firstId == lastId
                    ? "snapshot " + firstId + " is no longer there"
                    : "snapshots " + firstId + " to " + lastId + " are no longer there";
        }
    }

    /** Whether everything that was wanted was seen. */
    public boolean isComplete() {
        return missing.isEmpty() && waitingFiles == 0;
    }

    /** What was not seen, a sentence each; none if nothing is missing. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (Missing range : missing) {
            String what = range.firstId() == range.lastId() ? "what it wrote" : "what they wrote";
            warnings.add(range + ": " + what + " is not counted");
        }
        if (waitingFiles > 0) {
            warnings.add(waitingFiles
                    + " files were written that wait for a bucket: they are not counted until they get one");
        }
        return warnings;
    }
}
