package org.lsmtable.tools.lab;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.table.BucketLevels.SortedRunView;

/** What comes out of a step as short texts, which expectations are compared with. */
final class PickText {
    /** No rule fires. */
    static final String NONE = "no compaction";

    /** What becomes of retractions. */
    enum Deletes {
        KEPT,
        DROPPED
    }

    private PickText() {}

    /** {@code SIZE_RATIO: 4 runs to L4, deletes kept}. */
    static String pick(Rule rule, int runs, int outputLevel, Deletes deletes) {
        return rule + ": " + runs + " runs to L" + outputLevel + ", deletes "
                + (deletes == Deletes.KEPT ? "kept" : "dropped");
    }

    static String of(Decision decision) {
        Pick pick = decision.pick();
        return pick == null
                ? NONE
                : pick(
                        pick.rule(),
                        pick.runs(),
                        pick.outputLevel(),
                        pick.dropDelete() ? Deletes.DROPPED : Deletes.KEPT);
    }

    /** {@code L0 3 files 3 rows, L5 1 file 2000 rows}; {@code empty} for no run. */
    static String levels(List<SortedRunView> runs) {
        List<String> parts = new ArrayList<>();
        int i = 0;
        while (i < runs.size()) {
            int level = runs.get(i).level();
            int files = 0;
            long rows = 0;
            while (i < runs.size() && runs.get(i).level() == level) {
                files += runs.get(i).files().size();
                rows += runs.get(i).rows();
                i++;
            }
            parts.add(level(level, files, rows));
        }
        return parts.isEmpty() ? "empty" : String.join(", ", parts);
    }

    static String level(int level, int files, long rows) {
        return "L" + level + " " + files + (files == 1 ? " file " : " files ") + rows + (rows == 1 ? " row" : " rows");
    }
}
