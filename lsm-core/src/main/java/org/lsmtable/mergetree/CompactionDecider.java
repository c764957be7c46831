package org.lsmtable.mergetree;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.FileAction;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.PlannedFile;
import org.lsmtable.compact.Forecast.Flush;
import org.lsmtable.compact.FullCompaction;
import org.lsmtable.compact.Outlook;
import org.lsmtable.compact.Picker;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactionPlanner.Target;

/**
 * Decides what a bucket compacts, down to the single file: a picker chooses runs and output level, the planner what happens to each
 * file. Pure; {@code explain} and the writer ask the same object.
 */
public final class CompactionDecider {
    private final CompactionOptions options;
    private final Picker picker;
    private final Predicate<DataFileMeta> expired;
    private final Predicate<DataFileMeta> marked;

    /** A decider of tables whose rows neither expire nor are marked deleted. */
    public CompactionDecider(CompactionOptions options, Picker picker) {
        this(options, picker, file -> false, file -> false);
    }

    /**
     * A decider of tables whose files may need a rewrite for a reason of their own.
     *
     * @param expired whether a file holds rows that are past their time
     * @param marked whether a file has a deletion vector
     */
    public CompactionDecider(
            CompactionOptions options, Picker picker, Predicate<DataFileMeta> expired, Predicate<DataFileMeta> marked) {
        this.options = options;
        this.picker = picker;
        this.expired = expired;
        this.marked = marked;
    }

    /** The options it decides by. */
    public CompactionOptions options() {
        return options;
    }

    /**
     * A decision and how it is carried out.
     *
     * @param plan null if there is nothing to do
     */
    public record Planned(Decision decision, @Nullable CompactionPlan plan) {}

    /** What a normal trigger does. One file that is on the output level already is left alone, whatever it holds. */
    public Planned normal(BucketState state, Moment moment) {
        Decision decision = picker.pick(state.view(moment));
        Pick pick = decision.pick();
        if (pick == null) {
            return new Planned(decision, null);
        }
        Levels levels = state.levels();
        List<DataFileMeta> files = levels.newestRuns(pick.runs());
        if (files.size() == 1 && files.get(0).level() == pick.outputLevel()) {
            DataFileMeta file = files.get(0);
            return new Planned(decision.withFiles(List.of(shown(file, FileAction.KEEP))), null);
        }
        return planned(decision, planner(levels).plan(files, target(levels, pick)));
    }

    /** What a normal trigger does, what is missing for what it does not do, and what it does next if such flushes go on coming in. */
    public Outlook outlook(BucketState state, Moment moment, Flush flush) {
        return Outlook.of(picker, state.view(moment), normal(state, moment).decision(), flush);
    }

    /** What a request for a full compaction does. */
    public Planned full(BucketState state, Moment moment) {
        Levels levels = state.levels();
        List<DataFileMeta> renewals = levels.level(levels.maxLevel()).files().stream()
                .filter(file -> options.files().rewriteAll() || expired.test(file) || marked.test(file))
                .toList();
        Decision decision = new FullCompaction(options)
                .pick(
                        state.view(moment),
                        renewals.stream()
                                .map(file -> shown(file, FileAction.REWRITE))
                                .toList());
        Pick pick = decision.pick();
        if (pick == null) {
            return new Planned(decision, null);
        }
        Target target = target(levels, pick);
        boolean renew = !pick.files().isEmpty();
        return planned(
                decision,
                renew
                        ? planner(levels).renew(renewals, target)
                        : planner(levels).plan(levels.files(), target));
    }

    private static Planned planned(Decision decision, CompactionPlan plan) {
        return new Planned(decision.withFiles(plan.plannedFiles()), plan.isIdle() ? null : plan);
    }

    private CompactionPlanner planner(Levels levels) {
        return new CompactionPlanner(options.files(), levels.keyOrder(), expired);
    }

    private static Target target(Levels levels, Pick pick) {
        DropDeletes dropDeletes = pick.dropDelete() ? DropDeletes.DROP : DropDeletes.KEEP;
        return new Target(pick.outputLevel(), levels.maxLevel(), dropDeletes);
    }

    private static PlannedFile shown(DataFileMeta file, FileAction action) {
        return new PlannedFile(file.fileName(), file.level(), file.fileSize(), action);
    }
}
