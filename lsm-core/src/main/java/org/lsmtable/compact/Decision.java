package org.lsmtable.compact;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What compaction would do with a bucket now, and why: every rule with both of its sides, and the pick. Logs, {@code explain}, the
 * simulator and the tests all show this object.
 *
 * @param strategy which picker decided
 * @param ruleSet of universal compaction: {@code 2.1} or {@code 2.0}
 * @param options the parameters that were in force, by option key
 * @param runs the sorted runs, newest first
 * @param rules every rule in the order in which they are asked
 * @param pick what is compacted, null for nothing
 * @param memory what the next pick has to be given
 */
public record Decision(
        Strategy strategy,
        RuleSet ruleSet,
        Map<String, Integer> options,
        List<Run> runs,
        List<RuleResult> rules,
        @Nullable Pick pick,
        PickMemory memory) {
    public Decision {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        runs = List.copyOf(runs);
        rules = List.copyOf(rules);
    }

    /** Whether every run is compacted, so that one run on the last level is left. */
    public boolean isFull() {
        return pick != null && pick.runs() == runs.size();
    }

    /**
     * The same decision with what happens to each picked file.
     *
     * @throws IllegalStateException if nothing is picked
     */
    public Decision withFiles(List<PlannedFile> files) {
        if (pick == null) {
            throw new IllegalStateException("files planned for a decision that picks nothing");
        }
        long toRewrite = 0;
        for (PlannedFile file : files) {
            toRewrite += file.action() == FileAction.REWRITE ? file.bytes() : 0;
        }
        Pick planned = new Pick(
                pick.rule(), pick.runs(), pick.outputLevel(), pick.dropDelete(), pick.bytesIn(), toRewrite, files);
        return new Decision(strategy, ruleSet, options, runs, rules, planned, memory);
    }

    /** What decided, for running text: {@code rule set 2.1}, or {@code strategy binomial} where rule sets mean nothing. */
    public String decidedBy() {
        return strategy == Strategy.UNIVERSAL ? "rule set " + ruleSet.text() : "strategy " + strategy.text();
    }

    /** The whole decision for people, several lines: the runs, each rule with its arithmetic, the pick and its files. */
    public String explain() {
        return DecisionText.explain(this);
    }

    /** One line: what is picked, by which rule and why. */
    @Override
    public String toString() {
        return DecisionText.line(this);
    }

    /** A rule that may pick. */
    public enum Rule {
        /** Asked for by the user: everything to the last level. */
        FULL_REQUESTED("full compaction requested"),
        EARLY_FULL("early full compaction"),
        SIZE_AMPLIFICATION("size amplification"),
        SIZE_RATIO("size ratio"),
        RUN_COUNT("run count"),
        /** The rule of {@link BinomialCompaction}. */
        BINOMIAL("binomial"),
        FORCE_LEVEL_0("force level 0");

        private final String label;

        Rule(String label) {
            this.label = label;
        }

        /** The name in running text. */
        public String label() {
            return label;
        }
    }

    /** How a rule ended. */
    public enum Outcome {
        /** The options switch it off. */
        OFF,
        /** A rule before it has picked. */
        NOT_REACHED,
        /** There are not enough runs for it to look. */
        TOO_FEW_RUNS,
        /** It looked and does not fire. */
        NOT_MET,
        PICKED
    }

    /** What a growing pick did with the next older run. */
    public enum StepAction {
        ABSORB,
        /** Absorbed although larger, because it is on level 0 or 1 and absorbing had begun. */
        ABSORB_LOW_LEVEL,
        STOP
    }

    /** What happens to a picked file. */
    public enum FileAction {
        REWRITE,
        /** Only the level changes; no byte is written. */
        UPGRADE,
        /** It is on the output level already and stays as it is. */
        KEEP
    }

    /** One sorted run. */
    public record Run(int level, int files, long bytes) {}

    /**
     * One step of growing.
     *
     * @param candidateBytes bytes gathered before the step
     * @param limit the largest next run that is absorbed for its size
     */
    public record Step(long candidateBytes, double limit, int nextLevel, long nextBytes, StepAction action) {}

    /**
     * One rule.
     *
     * @param candidateBytes the side that must exceed, null where the rule has none or was not asked
     * @param oldestBytes the oldest run, for size amplification
     * @param percent the limit in percent, for size amplification
     * @param reason one sentence with the numbers, for people
     */
    public record RuleResult(
            Rule rule,
            Outcome outcome,
            @Nullable Long candidateBytes,
            @Nullable Long oldestBytes,
            @Nullable Integer percent,
            List<Step> steps,
            String reason) {
        public RuleResult {
            steps = List.copyOf(steps);
        }
    }

    /** One picked file. */
    public record PlannedFile(String name, int level, long bytes, FileAction action) {}

    /**
     * What is compacted.
     *
     * @param runs how many runs from the newest on
     * @param dropDelete whether retractions vanish: nothing older lies below the output
     * @param bytesIn bytes of the picked runs
     * @param bytesToRewrite bytes of the files that are rewritten; all of them as long as the files are not planned
     * @param files empty where only the sizes of runs were known
     */
    public record Pick(
            Rule rule,
            int runs,
            int outputLevel,
            boolean dropDelete,
            long bytesIn,
            long bytesToRewrite,
            List<PlannedFile> files) {
        public Pick {
            files = List.copyOf(files);
        }
    }
}
