package org.lsmtable.compact;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions.EarlyFull;
import org.lsmtable.compact.CompactionOptions.Force;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Pick;
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

    public UniversalCompaction(CompactionOptions options) {
        this.options = options;
    }

    /** How a rule ended, and where it goes if it fired. */
    private record Verdict(RuleResult result, @Nullable Place place) {}

    /** A pick by run count and output level. */
    private record Place(int runs, int outputLevel, String why) {}

    /** How far growing went. */
    private record Growth(int runs, List<Step> steps) {}

    @Override
    public Decision pick(CompactionView view) {
        List<RuleResult> results = new ArrayList<>(ORDER.size());
        Pick pick = null;
        for (Rule rule : ORDER) {
            if (pick != null) {
                results.add(notReached(rule));
                continue;
            }
            Verdict verdict = ask(rule, view);
            results.add(verdict.result());
            if (verdict.place() != null) {
                pick = pick(rule, verdict.place(), view);
            }
        }
        int offPeak = options.offPeak().ratioPercentAt(view.moment().hour());
        return new Decision(
                options.strategy(),
                options.ruleSet(),
                options.shown(view.levels(), offPeak),
                view.runs(),
                results,
                pick,
                remember(view, pick));
    }

    @Override
    public List<Distance> distances(CompactionView view) {
        return UniversalDistances.of(options, view);
    }

    private Verdict ask(Rule rule, CompactionView view) {
        return switch (rule) {
            case EARLY_FULL -> earlyFull(view);
            case SIZE_AMPLIFICATION -> sizeAmplification(view);
            case SIZE_RATIO -> sizeRatio(view);
            case RUN_COUNT -> runCount(view);
            case FORCE_LEVEL_0 -> forceLevelZero(view);
            case FULL_REQUESTED -> throw new IllegalArgumentException("not a rule of the strategy: " + rule);
        };
    }

    private RuleResult notReached(Rule rule) {
        return rule == Rule.FORCE_LEVEL_0 && options.levelZero().force() == Force.NEVER
                ? plain(rule, Outcome.OFF, "off")
                : plain(rule, Outcome.NOT_REACHED, "not reached");
    }

    private Pick pick(Rule rule, Place place, CompactionView view) {
        long bytes = view.bytes(place.runs());
        boolean dropDelete = options.dropsDeletes(view, place.outputLevel());
        return new Pick(rule, place.runs(), place.outputLevel(), dropDelete, bytes, bytes, List.of());
    }

    /** The next memory: a pick of everything restarts the clock; a pick that nothing answered counts towards forcing level 0. */
    private PickMemory remember(CompactionView view, @Nullable Pick pick) {
        PickMemory memory = view.memory();
        boolean full = pick != null && pick.runs() == view.runs().size();
        Long lastFull = full ? (Long) view.moment().millis() : memory.lastFullMillis();
        boolean unanswered = pick == null || pick.rule() == Rule.FORCE_LEVEL_0;
        int count = memory.unansweredPicks();
        if (options.levelZero().force() == Force.GENTLY && unanswered) {
            count = isDue(memory) ? 0 : count + 1;
        }
        return new PickMemory(lastFull, count);
    }

    // ---- the rules ----

    private Verdict earlyFull(CompactionView view) {
        EarlyFull early = options.earlyFull();
        if (early.isOff()) {
            return none(plain(Rule.EARLY_FULL, Outcome.OFF, "off"));
        }
        if (view.runs().size() < 2) {
            return none(plain(
                    Rule.EARLY_FULL, Outcome.TOO_FEW_RUNS, countOf(view.runs().size()) + ": nothing to merge"));
        }
        List<String> asked = new ArrayList<>();
        boolean fires = (early.intervalMillis() != null && intervalIsOver(view, early.intervalMillis(), asked))
                || (early.totalBytes() != null && isBelowTotal(view, early.totalBytes(), asked))
                || (early.incrementalBytes() != null && isAboveIncrement(view, early.incrementalBytes(), asked))
                || (early.deltaRecords() != null && enoughRows(view, early.deltaRecords(), asked));
        String reason = String.join("; ", asked);
        return fires
                ? picked(plain(Rule.EARLY_FULL, Outcome.PICKED, reason), everything(view))
                : none(plain(Rule.EARLY_FULL, Outcome.NOT_MET, reason));
    }

    private static boolean intervalIsOver(CompactionView view, long intervalMillis, List<String> asked) {
        Long last = view.memory().lastFullMillis();
        if (last == null) {
            asked.add("no full compaction is known");
            return true;
        }
        long elapsed = view.moment().millis() - last;
        boolean over = elapsed > intervalMillis;
        asked.add(elapsed + " ms since the last full compaction > " + intervalMillis + "? " + yesNo(over));
        return over;
    }

    private static boolean isBelowTotal(CompactionView view, long totalBytes, List<String> asked) {
        long total = view.bytes(view.runs().size());
        boolean below = total < totalBytes;
        asked.add("total size " + total + " < " + totalBytes + "? " + yesNo(below));
        return below;
    }

    private static boolean isAboveIncrement(CompactionView view, long incrementalBytes, List<String> asked) {
        long increment = 0;
        for (Run run : view.runs()) {
            increment += run.level() == view.maxLevel() ? 0 : run.bytes();
        }
        boolean above = increment > incrementalBytes;
        asked.add("size above the last level " + increment + " > " + incrementalBytes + "? " + yesNo(above));
        return above;
    }

    private static boolean enoughRows(CompactionView view, long deltaRecords, List<String> asked) {
        boolean enough = view.rowsSinceFull() >= deltaRecords;
        asked.add(view.rowsSinceFull() + " rows since the last full compaction >= " + deltaRecords + "? "
                + yesNo(enough));
        return enough;
    }

    private Verdict sizeAmplification(CompactionView view) {
        int count = view.runs().size();
        if (count < options.trigger()) {
            return none(tooFew(Rule.SIZE_AMPLIFICATION, count));
        }
        int percent = options.maxSizeAmplificationPercent();
        long candidate = view.bytes(count - 1);
        long oldest = view.runs().get(count - 1).bytes();
        boolean fires = times(candidate, 100).compareTo(times(oldest, percent)) > 0;
        String reason = candidate + " x 100 > " + percent + " x " + oldest + "? " + yesNo(fires);
        Outcome outcome = fires ? Outcome.PICKED : Outcome.NOT_MET;
        RuleResult result =
                new RuleResult(Rule.SIZE_AMPLIFICATION, outcome, candidate, oldest, percent, List.of(), reason);
        return fires ? picked(result, everything(view)) : none(result);
    }

    private Verdict sizeRatio(CompactionView view) {
        int count = view.runs().size();
        if (count < options.trigger()) {
            return none(tooFew(Rule.SIZE_RATIO, count));
        }
        Growth growth = grow(view, 1, Start.FREE);
        String reason = sentence(growth.steps());
        if (growth.runs() == 1) {
            String none = reason.isEmpty() ? "1 run: nothing to merge" : reason;
            return none(new RuleResult(Rule.SIZE_RATIO, Outcome.NOT_MET, null, null, null, growth.steps(), none));
        }
        return picked(grown(Rule.SIZE_RATIO, growth, reason), place(view, growth.runs()));
    }

    private Verdict runCount(CompactionView view) {
        int count = view.runs().size();
        int trigger = options.trigger();
        if (count <= trigger) {
            return none(plain(Rule.RUN_COUNT, Outcome.TOO_FEW_RUNS, count + " > " + trigger + "? no"));
        }
        int start = count - trigger + 1;
        Growth growth = grow(view, start, Start.FORCED);
        String reason = count + " > " + trigger + "? yes; start with " + count + " - " + trigger + " + 1 = " + start
                + " runs (" + view.bytes(start) + ")" + andThen(growth);
        return picked(grown(Rule.RUN_COUNT, growth, reason), place(view, growth.runs()));
    }

    private Verdict forceLevelZero(CompactionView view) {
        CompactionOptions.LevelZero levelZero = options.levelZero();
        if (levelZero.force() == Force.NEVER) {
            return none(plain(Rule.FORCE_LEVEL_0, Outcome.OFF, "off"));
        }
        String gate = "";
        if (levelZero.force() == Force.GENTLY) {
            gate = "unanswered pick " + (view.memory().unansweredPicks() + 1) + " of " + levelZero.everyPicks();
            if (!isDue(view.memory())) {
                return none(plain(Rule.FORCE_LEVEL_0, Outcome.NOT_MET, gate));
            }
            gate += "; ";
        }
        int start = 0;
        while (start < view.runs().size() && view.runs().get(start).level() == 0) {
            start++;
        }
        if (start == 0) {
            return none(plain(Rule.FORCE_LEVEL_0, Outcome.NOT_MET, gate + "level 0 is empty"));
        }
        // A level-1 run would be taken anyway, for no output goes to level 0: it counts before growing.
        boolean levelOne = start < view.runs().size() && view.runs().get(start).level() == 1;
        Growth growth = grow(view, levelOne ? start + 1 : start, Start.FORCED);
        String reason = gate + "start with " + countOf(start) + " of level 0" + (levelOne ? " and level 1" : "") + " ("
                + view.bytes(levelOne ? start + 1 : start) + ")" + andThen(growth);
        return picked(grown(Rule.FORCE_LEVEL_0, growth, reason), place(view, growth.runs()));
    }

    private boolean isDue(PickMemory memory) {
        return memory.unansweredPicks() + 1 >= options.levelZero().everyPicks();
    }

    // ---- growing and placing ----

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
        return new Growth(count, steps);
    }

    /** The output of the newest runs: just above the first run left out, but never level 0. */
    private static Place place(CompactionView view, int newestRuns) {
        List<Run> runs = view.runs();
        if (newestRuns == runs.size()) {
            return everything(view);
        }
        int next = runs.get(newestRuns).level();
        if (next > 1) {
            return new Place(
                    newestRuns, next - 1, countOf(newestRuns) + ", output level " + next + " - 1 = " + (next - 1));
        }
        int count = newestRuns;
        int level = 0;
        while (count < runs.size() && level == 0) {
            level = runs.get(count).level();
            count++;
        }
        String why = countOf(newestRuns) + " would stay on level 0: take all up to the first above it";
        return count == runs.size()
                ? new Place(
                        count, view.maxLevel(), why + "; " + everything(view).why())
                : new Place(count, level, why + "; " + count + " runs, output level " + level);
    }

    private static Place everything(CompactionView view) {
        int count = view.runs().size();
        return new Place(
                count,
                view.maxLevel(),
                (count == 1 ? "the only run" : "all " + count + " runs") + ", output level " + view.maxLevel());
    }

    // ---- saying why ----

    private String andThen(Growth growth) {
        return growth.steps().isEmpty() ? "" : "; " + sentence(growth.steps());
    }

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

    private RuleResult tooFew(Rule rule, int count) {
        return plain(rule, Outcome.TOO_FEW_RUNS, countOf(count) + " < " + options.trigger());
    }

    private static RuleResult grown(Rule rule, Growth growth, String reason) {
        return new RuleResult(rule, Outcome.PICKED, null, null, null, growth.steps(), reason);
    }

    private static RuleResult plain(Rule rule, Outcome outcome, String reason) {
        return new RuleResult(rule, outcome, null, null, null, List.of(), reason);
    }

    private static Verdict none(RuleResult result) {
        return new Verdict(result, null);
    }

    /** A rule that fired; its reason goes on with where the runs go. */
    private static Verdict picked(RuleResult result, Place place) {
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

    private static String countOf(int runs) {
        return runs == 1 ? "1 run" : runs + " runs";
    }

    private static String yesNo(boolean answer) {
        return answer ? "yes" : "no";
    }

    private static BigInteger times(long bytes, int factor) {
        return BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(factor));
    }
}
