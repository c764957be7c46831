package org.lsmtable.compact;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What compaction would do with a bucket now, and why: every rule with both of its sides, and the pick. Logs, {@code explain}, the
 * simulator and the tests all show this object.
 *
 * @param ruleSet {@code 2.1} or {@code 2.0}
 * @param options the parameters that were in force, by option key
 * @param runs the sorted runs, newest first
 * @param rules every rule in the order in which they are asked
 * @param pick what is compacted, null for nothing
 */
public record Decision(
        RuleSet ruleSet,
        Map<String, Integer> options,
        List<Run> runs,
        List<RuleResult> rules,
        @Nullable Pick pick) {
    public Decision {
        runs = List.copyOf(runs);
        rules = List.copyOf(rules);
    }

    /** A rule that may pick. */
    public enum Rule {
        /** Asked for by the user: everything to the last level. */
        FULL_REQUESTED,
        EARLY_FULL,
        SIZE_AMPLIFICATION,
        SIZE_RATIO,
        RUN_COUNT,
        FORCE_LEVEL_0
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
     * @param bytesIn bytes of the picked files
     * @param bytesToRewrite bytes of those that are rewritten
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
