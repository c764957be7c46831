package org.lsmtable.compact;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Decision.Step;
import org.lsmtable.compact.Decision.StepAction;

/**
 * Binomial compaction: the merge schedule that writes least for a given number of runs T, the trigger (docs/compaction.md, the binomial
 * strategy). It is the k-binomial transform of Bentley and Saxe, <i>Decomposable searching problems</i> (1980): n flushes are held as
 * the digits of n = C(a_T, T) + … + C(a_1, 1), a_T &gt; … &gt; a_1 ≥ 0, one run for a digit, the oldest run digit T. The next flush
 * raises the least digit i for which a_i + 1 &lt; a_(i+1), and that merges it with digits 1 to i.
 *
 * <p>Nothing is remembered. A run's place among the runs is its digit's number, its bytes in flushes are the digit; a flush is what
 * level 0 holds on average. So runs of any origin are digits, only not always of whole numbers, and a digit is taken for the next one if
 * it misses it by less than a half.
 *
 * <ol>
 *   <li>early full, size amplification, force level 0: as in {@link UniversalCompaction}
 *   <li>binomial: more runs than the trigger; the newest that are too many, all of level 0, and then each next digit that would not be
 *       above what was gathered
 * </ol>
 *
 * <p>Promises: (B1) after a pick there are at most T runs. (B2) flushes of equal size that overwrite nothing are held exactly as the
 * transform has it, as long as size amplification leaves them alone. (B3) a pick takes all of level 0, so that what is above it lies on
 * levels without a gap, digit i on level i if there are T levels above 0 and the oldest run is on the last.
 */
public final class BinomialCompaction implements Picker {
    private static final List<Rule> ORDER =
            List.of(Rule.EARLY_FULL, Rule.SIZE_AMPLIFICATION, Rule.BINOMIAL, Rule.FORCE_LEVEL_0);

    /** How much of a digit may be missing. Uneven flushes and rows that are overwritten make digits that are no whole numbers. */
    private static final double HALF = 0.5;

    /** Digits beyond this are not told apart: they differ by less than a flush. */
    private static final int MOST_DIGITS = 200;

    private final CompactionOptions options;
    private final SharedRules shared;

    public BinomialCompaction(CompactionOptions options) {
        this.options = options;
        this.shared = new SharedRules(options);
    }

    @Override
    public Decision pick(CompactionView view) {
        return shared.decide(view, ORDER, rule -> ask(rule, view));
    }

    @Override
    public List<Distance> distances(CompactionView view) {
        return RuleDistances.binomial(options, view);
    }

    private Verdict ask(Rule rule, CompactionView view) {
        return switch (rule) {
            case EARLY_FULL -> shared.earlyFull(view);
            case SIZE_AMPLIFICATION -> shared.sizeAmplification(view);
            case BINOMIAL -> binomial(view);
            case FORCE_LEVEL_0 -> shared.forceLevelZero(view, this::grow);
            case FULL_REQUESTED, SIZE_RATIO, RUN_COUNT ->
                throw new IllegalArgumentException("not a rule of the strategy: " + rule);
        };
    }

    private Verdict binomial(CompactionView view) {
        int count = view.runs().size();
        int trigger = options.trigger();
        if (count <= trigger) {
            return Verdict.none(Verdict.plain(Rule.BINOMIAL, Outcome.TOO_FEW_RUNS, count + " > " + trigger + "? no"));
        }
        int tooMany = count - trigger + 1;
        int start = Math.max(tooMany, levelZeroRuns(view));
        Growth growth = grow(view, start);
        String reason = count + " > " + trigger + "? yes; start with " + count + " - " + trigger + " + 1 = " + tooMany
                + " runs" + (start > tooMany ? " and the rest of level 0: " + start : "") + " (" + view.bytes(start)
                + "), a flush is " + flushBytes(view) + growth.andThen();
        return Verdict.picked(Verdict.grown(Rule.BINOMIAL, growth, reason), Place.of(view, growth.runs()));
    }

    /**
     * Takes the next older digit i + 1 as long as what was gathered, as digit i, would not be below it: a + 1/2 ≥ a_(i+1), where a is
     * that of C(a, i) flushes. A run on level 1 is taken whatever its size, for nothing may be written to level 0.
     */
    private Growth grow(CompactionView view, int start) {
        List<Run> runs = view.runs();
        double flush = flushBytes(view);
        long gathered = view.bytes(start);
        int count = start;
        List<Step> steps = new ArrayList<>();
        List<String> sums = new ArrayList<>();
        boolean stopped = false;
        while (count < runs.size() && !stopped) {
            // The oldest run is digit T, so the last of the gathered ones is as much less as there are older ones.
            int digit = Math.min(MOST_DIGITS, options.trigger() - (runs.size() - count));
            double a = Binomial.above(Math.max(1, gathered / flush), digit);
            double limit = Math.floor(flush * Binomial.choose(a + HALF, digit + 1));
            Run next = runs.get(count);
            StepAction action = next.bytes() <= limit
                    ? StepAction.ABSORB
                    : next.level() <= 1 ? StepAction.ABSORB_LOW_LEVEL : StepAction.STOP;
            Step step = new Step(gathered, limit, next.level(), next.bytes(), action);
            steps.add(step);
            sums.add(sentence(step, a, digit));
            stopped = action == StepAction.STOP;
            if (!stopped) {
                gathered += next.bytes();
                count++;
            }
        }
        return new Growth(count, steps, String.join("; ", sums));
    }

    /** The mean of the flushes that still lie on level 0; of none, the newest run. */
    private static long flushBytes(CompactionView view) {
        int flushes = Math.max(1, levelZeroRuns(view));
        return Math.max(1, view.bytes(flushes) / flushes);
    }

    private static int levelZeroRuns(CompactionView view) {
        int count = 0;
        while (count < view.runs().size() && view.runs().get(count).level() == 0) {
            count++;
        }
        return count;
    }

    private static String sentence(Step step, double a, int digit) {
        BigDecimal above = rounded(a);
        String sides = step.candidateBytes() + " = C(" + plain(above) + ", " + digit + ") flushes -> C("
                + plain(above.add(BigDecimal.valueOf(HALF))) + ", " + (digit + 1) + ") = "
                + plain(BigDecimal.valueOf(step.limit()));
        return switch (step.action()) {
            case ABSORB -> sides + " >= " + step.nextBytes() + " absorb";
            case ABSORB_LOW_LEVEL -> sides + " < " + step.nextBytes() + " but level " + step.nextLevel() + ": absorb";
            case STOP -> sides + " < " + step.nextBytes() + " and level " + step.nextLevel() + " > 1: stop";
        };
    }

    private static BigDecimal rounded(double a) {
        return BigDecimal.valueOf(a).setScale(2, RoundingMode.HALF_UP);
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
