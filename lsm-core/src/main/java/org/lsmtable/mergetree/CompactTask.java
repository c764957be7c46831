package org.lsmtable.mergetree;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.lsmtable.compact.Decision;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactionPlan.Rewrite;
import org.lsmtable.mergetree.CompactionPlan.Step;

/**
 * Carries out one plan. It changes nothing that anyone sees: it leaves new files and says which ones they replace. If it fails, or
 * its thread is interrupted, it deletes the files it had written.
 */
final class CompactTask {
    private final Decision decision;
    private final CompactionPlan plan;
    private final CompactRewriter rewriter;
    private final Consumer<DataFileMeta> discard;

    /**
     * A task for a plan.
     *
     * @param discard deletes a file that was written and will not be used
     */
    CompactTask(Decision decision, CompactionPlan plan, CompactRewriter rewriter, Consumer<DataFileMeta> discard) {
        this.decision = decision;
        this.plan = plan;
        this.rewriter = rewriter;
        this.discard = discard;
    }

    /** Runs all steps. */
    CompactResult run() throws IOException {
        List<DataFileMeta> before = new ArrayList<>();
        List<DataFileMeta> after = new ArrayList<>();
        List<DataFileMeta> written = new ArrayList<>();
        boolean done = false;
        try {
            for (Step step : plan.steps()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("compaction was interrupted");
                }
                switch (step.action()) {
                    case REWRITE -> {
                        List<DataFileMeta> files =
                                rewriter.rewrite(plan.outputLevel(), plan.dropDeletes(), ((Rewrite) step).sections());
                        written.addAll(files);
                        before.addAll(step.files());
                        after.addAll(files);
                    }
                    case UPGRADE -> {
                        before.addAll(step.files());
                        step.files().forEach(file -> after.add(file.atLevel(plan.outputLevel())));
                    }
                    case KEEP -> {}
                }
            }
            done = true;
            return new CompactResult(decision, before, after, List.of());
        } finally {
            if (!done) {
                written.forEach(discard);
            }
        }
    }
}
