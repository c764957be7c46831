package org.lsmtable.compact;

import java.util.List;
import org.lsmtable.compact.Decision.Run;

/**
 * Where the newest runs go.
 *
 * @param runs how many, perhaps more than were asked for
 * @param why the sum, for people
 */
record Place(int runs, int outputLevel, String why) {
    /** The output of the newest runs: just above the first run left out, but never level 0 (spec: merge tree, place). */
    static Place of(CompactionView view, int newestRuns) {
        List<Run> runs = view.runs();
        if (newestRuns == runs.size()) {
            return everything(view);
        }
        int next = runs.get(newestRuns).level();
        if (next > 1) {
            return new Place(
                    newestRuns, next - 1, countOf(newestRuns) + ", output level " + next + " - 1 = " + (next - 1));
        }
        int count = newestRuns;
        int level = 0;
        while (count < runs.size() && level == 0) {
            level = runs.get(count).level();
            count++;
        }
        String why = countOf(newestRuns) + " would stay on level 0: take all up to the first above it";
        return count == runs.size()
                ? new Place(
                        count, view.maxLevel(), why + "; " + everything(view).why())
                : new Place(count, level, why + "; " + count + " runs, output level " + level);
    }

    /** All runs go to the last level. */
    static Place everything(CompactionView view) {
        int count = view.runs().size();
        return new Place(
                count,
                view.maxLevel(),
                (count == 1 ? "the only run" : "all " + count + " runs") + ", output level " + view.maxLevel());
    }

    static String countOf(int runs) {
        return runs == 1 ? "1 run" : runs + " runs";
    }
}
