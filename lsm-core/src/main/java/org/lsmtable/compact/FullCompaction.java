package org.lsmtable.compact;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.PlannedFile;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.RuleResult;

/**
 * A full compaction that somebody asked for: everything to the last level, whatever the rules say (spec: merge tree, full compaction
 * on request). If all is there already, only the files that have a reason of their own are rewritten, each alone.
 */
public final class FullCompaction {
    private final CompactionOptions options;

    public FullCompaction(CompactionOptions options) {
        this.options = options;
    }

    /**
     * What the request does.
     *
     * @param renewals the files of a bucket that is one run on the last level that are rewritten nevertheless: for expired rows,
     *     deletion vectors or because the options say so; not looked at otherwise
     */
    public Decision pick(CompactionView view, List<PlannedFile> renewals) {
        int count = view.runs().size();
        long bytes = view.bytes(count);
        boolean dropDelete = options.dropsDeletes(view, view.maxLevel());
        Pick everything = new Pick(Rule.FULL_REQUESTED, count, view.maxLevel(), dropDelete, bytes, bytes, List.of());
        boolean done = count == 1 && view.highestNonEmptyLevel() == view.maxLevel();
        if (count == 0) {
            return decide(view, Outcome.NOT_MET, "there are no files", null);
        }
        if (!done) {
            return decide(view, Outcome.PICKED, "all runs, output level " + view.maxLevel(), everything);
        }
        if (renewals.isEmpty()) {
            String nothing = "all is one run on the last level and no file needs a rewrite";
            return decide(view, Outcome.NOT_MET, nothing, null);
        }
        String why = "all is one run on the last level; " + renewals.size() + " of its files need a rewrite";
        return decide(view, Outcome.PICKED, why, everything).withFiles(renewals);
    }

    private Decision decide(CompactionView view, Outcome outcome, String reason, @Nullable Pick pick) {
        RuleResult result = new RuleResult(Rule.FULL_REQUESTED, outcome, null, null, null, List.of(), reason);
        PickMemory memory = pick == null
                ? view.memory()
                : new PickMemory(view.moment().millis(), view.memory().unansweredPicks());
        int offPeak = options.offPeak().ratioPercentAt(view.moment().hour());
        return new Decision(
                options.strategy(),
                options.ruleSet(),
                options.shown(view.levels(), offPeak),
                view.runs(),
                List.of(result),
                pick,
                memory);
    }
}
