package org.lsmtable.maintenance;

import java.util.List;

/**
 * How carrying out a plan ended. Files that could not be deleted are orphans: nothing refers to them any more. If nothing was deleted and nothing failed, the
 * table has changed since the plan was made.
 *
 * @param paths what was deleted, in order
 * @param failures what could not be done, a line each; empty if everything was
 */
public record Outcome(List<String> paths, List<String> failures) {
    public Outcome {
        paths = List.copyOf(paths);
        failures = List.copyOf(failures);
    }

    /** How many files were deleted. */
    public int deleted() {
        return paths.size();
    }
}
