package org.lsmtable.maintenance;

import java.util.List;

/**
 * How carrying out a plan ended. Files that could not be deleted are orphans: nothing refers to them any more.
 *
 * @param deleted how many files were deleted
 * @param failures what could not be done, a line each; empty if everything was
 */
public record Outcome(int deleted, List<String> failures) {
    public Outcome {
        failures = List.copyOf(failures);
    }
}
