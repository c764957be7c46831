package org.lsmtable.compact;

import java.util.List;
import org.lsmtable.compact.Decision.Step;

/**
 * How far a pick has grown, run by run.
 *
 * @param runs how many it has taken
 * @param sentence the steps with their sums, for people; empty if there was none
 */
record Growth(int runs, List<Step> steps, String sentence) {
    /** How a strategy grows from some runs that are taken in any case. */
    interface Grower {
        /** Takes the next older run as long as the strategy has it. */
        Growth grow(CompactionView view, int start);
    }

    /** The sentence as the rest of another. */
    String andThen() {
        return sentence.isEmpty() ? "" : "; " + sentence;
    }
}
