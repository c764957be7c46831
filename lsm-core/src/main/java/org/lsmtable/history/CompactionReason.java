package org.lsmtable.history;

import org.lsmtable.compact.Decision;
import org.lsmtable.compact.RuleSet;

/**
 * Which rule would have made a compaction that was found in the past. The files alone do not say by whom and why it was made: this is what
 * the rules make of the same runs.
 *
 * @param decision the decision that is what happened; for {@link Match#NONE}, what the table's rules would have done instead
 */
public record CompactionReason(Match match, Decision decision) {
    /** What the compaction agrees with. */
    public enum Match {
        /** The pick of the options that the snapshot's schema has. */
        OPTIONS,
        /** The pick of the same options under the other rule set. */
        OTHER_RULE_SET,
        /** A request to compact everything. */
        FULL_REQUEST,
        /** Nothing: other options, another set of rules, several compactions in one commit, or by hand. */
        NONE
    }

    /** One sentence for people, with the numbers of the rule. */
    public String text() {
        return switch (match) {
            case OPTIONS -> decision.toString();
            case OTHER_RULE_SET -> "by " + decision.decidedBy() + ", which is not the table's: " + decision;
            case FULL_REQUEST -> "asked for: " + decision;
            case NONE ->
                "made by another rule set, other options or by hand, or several compactions in one commit; "
                        + decision.decidedBy() + " with the table's options says: " + decision;
        };
    }

    /** The rule set that is not this one. */
    static RuleSet other(RuleSet ruleSet) {
        return ruleSet == RuleSet.V2_1 ? RuleSet.V2_0 : RuleSet.V2_1;
    }
}
