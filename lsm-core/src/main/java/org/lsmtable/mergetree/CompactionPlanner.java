package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactionPlan.Keep;
import org.lsmtable.mergetree.CompactionPlan.Rewrite;
import org.lsmtable.mergetree.CompactionPlan.Step;
import org.lsmtable.mergetree.CompactionPlan.Upgrade;
import org.lsmtable.scan.IntervalPartition;
import org.lsmtable.scan.IntervalPartition.Section;

/**
 * Decides for each picked file whether it is rewritten or only changes its level (spec: merge tree, the compaction task). Pure.
 *
 * <p>The files are cut into sections that share no key. Sections of several runs have to be merged. A file alone in its section is
 * left whole if it is large; small ones that follow each other, or a section to merge, are rewritten together with it:
 *
 * <pre>
 *   |a1--| |a2--|  |------b------|  |c1-|  |d1---|            a and c small, b large
 *                                        |d2---|
 *   rewrite {a1} {a2}   upgrade b    rewrite {c1} {d1 / d2}
 * </pre>
 */
final class CompactionPlanner {
    private final CompactionOptions.Files options;
    private final Comparator<BinaryRow> keyOrder;
    private final Predicate<DataFileMeta> expired;

    /**
     * A planner for one bucket.
     *
     * @param expired whether rows of a file are past their time, so that it is not left as it is
     */
    CompactionPlanner(
            CompactionOptions.Files options, Comparator<BinaryRow> keyOrder, Predicate<DataFileMeta> expired) {
        this.options = options;
        this.keyOrder = keyOrder;
        this.expired = expired;
    }

    /** Where files go. */
    record Target(int outputLevel, int maxLevel, DropDeletes dropDeletes) {}

    /** The steps for the files of a pick, in any order. */
    CompactionPlan plan(List<DataFileMeta> files, Target target) {
        List<Step> steps = new ArrayList<>();
        List<List<SortedRun>> candidates = new ArrayList<>();
        for (Section<DataFileMeta> section : IntervalPartition.of(files, keyOrder)) {
            if (section.isSingleRun() && section.files().get(0).fileSize() >= options.smallBelowBytes()) {
                flush(candidates, target, steps);
                steps.add(single(section.files().get(0), target));
            } else {
                candidates.add(section.runs().stream()
                        .map(run -> SortedRun.of(run, keyOrder))
                        .toList());
            }
        }
        flush(candidates, target, steps);
        return new CompactionPlan(target.outputLevel(), target.dropDeletes(), steps);
    }

    /** The steps that rewrite each file alone. */
    CompactionPlan renew(List<DataFileMeta> files, Target target) {
        List<Step> steps = files.stream().<Step>map(Rewrite::of).toList();
        return new CompactionPlan(target.outputLevel(), target.dropDeletes(), steps);
    }

    private void flush(List<List<SortedRun>> candidates, Target target, List<Step> steps) {
        if (candidates.size() == 1 && candidates.get(0).size() == 1) {
            candidates.get(0).get(0).files().forEach(file -> steps.add(single(file, target)));
        } else if (!candidates.isEmpty()) {
            steps.add(new Rewrite(candidates));
        }
        candidates.clear();
    }

    /** A file that needs no merging with others: still rewritten if that gets rid of deletes or old rows. */
    private Step single(DataFileMeta file, Target target) {
        boolean lastStop = target.outputLevel() == target.maxLevel() && file.mayHaveDeletes();
        if (lastStop || options.rewriteAll() || expired.test(file)) {
            return Rewrite.of(file);
        }
        return file.level() == target.outputLevel() ? new Keep(file) : new Upgrade(file);
    }
}
