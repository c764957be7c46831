package org.lsmtable.compact;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.compact.CompactionOptions.EarlyFull;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.RuleResult;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Decision.Step;
import org.lsmtable.compact.Decision.StepAction;

/**
 * Universal compaction: sizes of runs decide, levels only say what is older (spec: merge tree, choosing what to compact). The rules
 * are asked in the order of {@link #ORDER}; the first that fires wins, and the order is part of the contract. M is the last level.
 *
 * <ol>
 *   <li>early full: the conditions of {@link EarlyFull}, off by default; everything to M
 *   <li>size amplification: the runs but the oldest hold more than so many percent of the oldest; everything to M
 *   <li>size ratio: {@linkplain #grow grow} from the newest run, if that takes at least one more
 *   <li>run count: more runs than the trigger; grow from as many as are too many, and one
 *   <li>force level 0: grow from all level-0 runs, where the table wants level 0 emptied
 * </ol>
 *
 * <p>It departs from released Paimon in that the time of the last full compaction is part of the view and so survives the writer, and
 * in the early-full condition on incoming rows.
 */
public final class UniversalCompaction implements Picker {
    private static final List<Rule> ORDER =
            List.of(Rule.EARLY_FULL, Rule.SIZE_AMPLIFICATION, Rule.SIZE_RATIO, Rule.RUN_COUNT, Rule.FORCE_LEVEL_0);

    private final CompactionOptions options;
    private final SharedRules shared;

    public UniversalCompaction(CompactionOptions options) {
        this.options = options;
        this.shared = new SharedRules(options);
    }

    @Override
    public Decision pick(CompactionView view) {
        return shared.decide(view, ORDER, rule -> ask(rule, view));
    }

    @Override
    public List<Distance> distances(CompactionView view) {
        return RuleDistances.universal(options, view);
    }

    private Verdict ask(Rule rule, CompactionView view) {
        return switch (rule) {
            case EARLY_FULL -> shared.earlyFull(view);
            case SIZE_AMPLIFICATION -> shared.sizeAmplification(view);
            case SIZE_RATIO -> sizeRatio(view);
            case RUN_COUNT -> runCount(view);
            case FORCE_LEVEL_0 -> shared.forceLevelZero(view, (v, start) -> grow(v, start, Start.FORCED));
            case FULL_REQUESTED, BINOMIAL -> throw new IllegalArgumentException("not a rule of the strategy: " + rule);
        };
    }

    // ---- the rules ----

    private Verdict sizeRatio(CompactionView view) {
        int count = view.runs().size();
        if (count < options.trigger()) {
            return Verdict.none(shared.tooFew(Rule.SIZE_RATIO, count));
        }
        Growth growth = grow(view, 1, Start.FREE);
        String reason = growth.sentence();
        if (growth.runs() == 1) {
            String none = reason.isEmpty() ? "1 run: nothing to merge" : reason;
            return Verdict.none(
                    new RuleResult(Rule.SIZE_RATIO, Outcome.NOT_MET, null, null, null, growth.steps(), none));
        }
        return Verdict.picked(Verdict.grown(Rule.SIZE_RATIO, growth, reason), Place.of(view, growth.runs()));
    }

    private Verdict runCount(CompactionView view) {
        int count = view.runs().size();
        int trigger = options.trigger();
        if (count <= trigger) {
            return Verdict.none(Verdict.plain(Rule.RUN_COUNT, Outcome.TOO_FEW_RUNS, count + " > " + trigger + "? no"));
        }
        int start = count - trigger + 1;
        Growth growth = grow(view, start, Start.FORCED);
        String reason = count + " > " + trigger + "? yes; start with " + count + " - " + trigger + " + 1 = " + start
                + " runs (" + view.bytes(start) + ")" + growth.andThen();
        return Verdict.picked(Verdict.grown(Rule.RUN_COUNT, growth, reason), Place.of(view, growth.runs()));
    }

    // ---- growing ----

    private enum Start {
        /** One run, of which nothing is asked yet. */
        FREE,
        /** These runs are taken in any case. */
        FORCED
    }

    /**
     * Takes the next older run as long as it is not larger than what was gathered and the ratio on top. Under rule set 2.1 a larger
     * one is taken too if it is on level 0 or 1 and taking has begun: leaving it would make the pick land on level 0, or nearly.
     */
    private Growth grow(CompactionView view, int start, Start how) {
        double factor = 100.0
                + options.sizeRatioPercent()
                + options.offPeak().ratioPercentAt(view.moment().hour());
        List<Step> steps = new ArrayList<>();
        long gathered = view.bytes(start);
        int count = start;
        boolean begun = how == Start.FORCED || start > 1;
        while (count < view.runs().size()) {
            Run next = view.runs().get(count);
            double limit = gathered * factor / 100.0;
            StepAction action = next.bytes() <= limit
                    ? StepAction.ABSORB
                    : options.ruleSet() == RuleSet.V2_1 && begun && next.level() <= 1
                            ? StepAction.ABSORB_LOW_LEVEL
                            : StepAction.STOP;
            steps.add(new Step(gathered, limit, next.level(), next.bytes(), action));
            if (action == StepAction.STOP) {
                break;
            }
            begun = true;
            gathered += next.bytes();
            count++;
        }
        return new Growth(count, steps, sentence(steps));
    }

    // ---- saying why ----

    private String sentence(List<Step> steps) {
        List<String> parts = new ArrayList<>(steps.size());
        for (Step step : steps) {
            parts.add(sentence(step));
        }
        return String.join("; ", parts);
    }

    private String sentence(Step step) {
        String limit = new BigDecimal(Double.toString(step.limit()))
                .stripTrailingZeros()
                .toPlainString();
        String sides = step.candidateBytes() + " -> " + limit;
        return switch (step.action()) {
            case ABSORB -> sides + " >= " + step.nextBytes() + " absorb";
            case ABSORB_LOW_LEVEL -> sides + " < " + step.nextBytes() + " but level " + step.nextLevel() + ": absorb";
            case STOP -> {
                String below = sides + " < " + step.nextBytes();
                if (options.ruleSet() == RuleSet.V2_0) {
                    yield below + ": stop";
                }
                yield step.nextLevel() > 1
                        ? below + " and level " + step.nextLevel() + " > 1: stop"
                        : below + " and nothing absorbed yet: stop";
            }
        };
    }
}
