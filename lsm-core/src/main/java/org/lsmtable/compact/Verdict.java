package org.lsmtable.compact;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.RuleResult;

/**
 * How a rule ended.
 *
 * @param place where it goes, null if it did not fire
 */
record Verdict(RuleResult result, @Nullable Place place) {
    /** A rule that did not fire. */
    static Verdict none(RuleResult result) {
        return new Verdict(result, null);
    }

    /** A rule that fired; its reason goes on with where the runs go. */
    static Verdict picked(RuleResult result, Place place) {
        RuleResult whole = new RuleResult(
                result.rule(),
                result.outcome(),
                result.candidateBytes(),
                result.oldestBytes(),
                result.percent(),
                result.steps(),
                result.reason().isEmpty() ? place.why() : result.reason() + "; " + place.why());
        return new Verdict(whole, place);
    }

    /** A result without sides and steps. */
    static RuleResult plain(Rule rule, Outcome outcome, String reason) {
        return new RuleResult(rule, outcome, null, null, null, List.of(), reason);
    }

    /** A result of a rule that picked by growing. */
    static RuleResult grown(Rule rule, Growth growth, String reason) {
        return new RuleResult(rule, Outcome.PICKED, null, null, null, growth.steps(), reason);
    }
}
