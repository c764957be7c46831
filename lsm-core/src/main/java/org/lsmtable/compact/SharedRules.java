package org.lsmtable.compact;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions.EarlyFull;
import org.lsmtable.compact.CompactionOptions.Force;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.RuleResult;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Growth.Grower;

/**
 * What the strategies share: rules are asked in an order and the first that fires wins, everything is compacted under the same
 * conditions, level 0 is forced up in the same cases, and the same is remembered.
 */
final class SharedRules {
    private final CompactionOptions options;

    SharedRules(CompactionOptions options) {
        this.options = options;
    }

    // ---- asking ----

    /**
     * Asks rules one after the other.
     *
     * @param order all rules of the strategy
     * @param ask what a rule says
     */
    Decision decide(CompactionView view, List<Rule> order, Function<Rule, Verdict> ask) {
        List<RuleResult> results = new ArrayList<>(order.size());
        Pick pick = null;
        for (Rule rule : order) {
            if (pick != null) {
                results.add(notReached(rule));
                continue;
            }
            Verdict verdict = ask.apply(rule);
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

    private RuleResult notReached(Rule rule) {
        return rule == Rule.FORCE_LEVEL_0 && options.levelZero().force() == Force.NEVER
                ? Verdict.plain(rule, Outcome.OFF, "off")
                : Verdict.plain(rule, Outcome.NOT_REACHED, "not reached");
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

    /** Everything to the last level, under the conditions of {@link EarlyFull}. */
    Verdict earlyFull(CompactionView view) {
        EarlyFull early = options.earlyFull();
        if (early.isOff()) {
            return Verdict.none(Verdict.plain(Rule.EARLY_FULL, Outcome.OFF, "off"));
        }
        if (view.runs().size() < 2) {
            return Verdict.none(Verdict.plain(
                    Rule.EARLY_FULL,
                    Outcome.TOO_FEW_RUNS,
                    Place.countOf(view.runs().size()) + ": nothing to merge"));
        }
        List<String> asked = new ArrayList<>();
        boolean fires = (early.intervalMillis() != null && intervalIsOver(view, early.intervalMillis(), asked))
                || (early.totalBytes() != null && isBelowTotal(view, early.totalBytes(), asked))
                || (early.incrementalBytes() != null && isAboveIncrement(view, early.incrementalBytes(), asked))
                || (early.deltaRecords() != null && enoughRows(view, early.deltaRecords(), asked));
        String reason = String.join("; ", asked);
        return fires
                ? Verdict.picked(Verdict.plain(Rule.EARLY_FULL, Outcome.PICKED, reason), Place.everything(view))
                : Verdict.none(Verdict.plain(Rule.EARLY_FULL, Outcome.NOT_MET, reason));
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

    /** Everything to the last level, when what is newer than the oldest run has grown too large beside it. */
    Verdict sizeAmplification(CompactionView view) {
        int count = view.runs().size();
        if (count < options.trigger()) {
            return Verdict.none(tooFew(Rule.SIZE_AMPLIFICATION, count));
        }
        int percent = options.maxSizeAmplificationPercent();
        long candidate = view.bytes(count - 1);
        long oldest = view.runs().get(count - 1).bytes();
        boolean fires = times(candidate, 100).compareTo(times(oldest, percent)) > 0;
        String reason = candidate + " x 100 > " + percent + " x " + oldest + "? " + yesNo(fires);
        Outcome outcome = fires ? Outcome.PICKED : Outcome.NOT_MET;
        RuleResult result =
                new RuleResult(Rule.SIZE_AMPLIFICATION, outcome, candidate, oldest, percent, List.of(), reason);
        return fires ? Verdict.picked(result, Place.everything(view)) : Verdict.none(result);
    }

    /** Grows from all of level 0, where the table wants it emptied. */
    Verdict forceLevelZero(CompactionView view, Grower grower) {
        CompactionOptions.LevelZero levelZero = options.levelZero();
        if (levelZero.force() == Force.NEVER) {
            return Verdict.none(Verdict.plain(Rule.FORCE_LEVEL_0, Outcome.OFF, "off"));
        }
        String gate = "";
        if (levelZero.force() == Force.GENTLY) {
            gate = "unanswered pick " + (view.memory().unansweredPicks() + 1) + " of " + levelZero.everyPicks();
            if (!isDue(view.memory())) {
                return Verdict.none(Verdict.plain(Rule.FORCE_LEVEL_0, Outcome.NOT_MET, gate));
            }
            gate += "; ";
        }
        int start = 0;
        while (start < view.runs().size() && view.runs().get(start).level() == 0) {
            start++;
        }
        if (start == 0) {
            return Verdict.none(Verdict.plain(Rule.FORCE_LEVEL_0, Outcome.NOT_MET, gate + "level 0 is empty"));
        }
        // A level-1 run would be taken anyway, for no output goes to level 0: it counts before growing.
        boolean levelOne = start < view.runs().size() && view.runs().get(start).level() == 1;
        Growth growth = grower.grow(view, levelOne ? start + 1 : start);
        String reason = gate + "start with " + Place.countOf(start) + " of level 0" + (levelOne ? " and level 1" : "")
                + " (" + view.bytes(levelOne ? start + 1 : start) + ")" + growth.andThen();
        return Verdict.picked(Verdict.grown(Rule.FORCE_LEVEL_0, growth, reason), Place.of(view, growth.runs()));
    }

    private boolean isDue(PickMemory memory) {
        return memory.unansweredPicks() + 1 >= options.levelZero().everyPicks();
    }

    // ---- saying why ----

    /** A rule that looks from the trigger on and was asked before. */
    RuleResult tooFew(Rule rule, int count) {
        return Verdict.plain(rule, Outcome.TOO_FEW_RUNS, Place.countOf(count) + " < " + options.trigger());
    }

    private static String yesNo(boolean answer) {
        return answer ? "yes" : "no";
    }

    private static BigInteger times(long bytes, int factor) {
        return BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(factor));
    }
}
