package org.lsmtable.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Strategy;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.simulate.Advice.Choice;

/**
 * Tries settings on a workload and keeps those that no other beats: in bytes written, runs to read, peak space and, where compactions run
 * beside the writer, time it waits. A setting that is better than another by less than {@value #SLACK} of its figures, but changes more, is
 * not worth showing.
 */
public final class Advisor {
    private static final double SLACK = 0.05;

    /** Simulations go on for this many times the flushes seen, up to {@link #ENOUGH_COMMITS}. */
    private static final long REPEATS = 4;

    private static final long ENOUGH_COMMITS = 1000;

    private static final String TRIGGER = MergeTreeOptions.COMPACTION_TRIGGER.key();
    private static final String SIZE_RATIO = MergeTreeOptions.SIZE_RATIO.key();
    private static final String SIZE_AMPLIFICATION = MergeTreeOptions.MAX_SIZE_AMPLIFICATION_PERCENT.key();
    private static final String STRATEGY = MergeTreeOptions.STRATEGY.key();
    private static final List<String> TRIGGERS = List.of("3", "4", "5", "6", "8", "10", "12", "15", "20");

    private Advisor() {}

    /**
     * The settings that no other beats.
     *
     * @param current the options in force
     * @param pacing how compactions run
     * @param executor runs the simulations
     */
    public static Advice advise(FittedWorkload fit, Options current, Pacing pacing, Executor executor) {
        long flushes = fit.measured().flushes();
        long commits = fit.isInKeyOrder() ? flushes : Math.max(flushes, Math.min(ENOUGH_COMMITS, REPEATS * flushes));
        SimulationResult replay = Simulator.run(fit.replay(current, new Pacing.Sync(Duration.ZERO)));
        Scenario base = fit.scenario(current, pacing, commits);
        Map<String, String> inForce = inForce(current);
        Choice now = new Choice(Map.of(), Simulator.run(base));
        List<Choice> choices = new ArrayList<>(List.of(now));
        Set<Map<String, String>> known = new LinkedHashSet<>(Set.of(Map.of()));
        for (Grid grid : grids()) {
            if (!TableOptions.violations(current.with(grid.settings().get(0))).isEmpty()) {
                continue; // a strategy that does not go with this table
            }
            for (SimulationResult result : grid.run(base, executor)) {
                Map<String, String> changes = changes(result.setting(), inForce);
                if (known.add(changes)) {
                    choices.add(new Choice(changes, result));
                }
            }
        }
        return new Advice(fit, replay, commits, choices.size(), now, front(choices));
    }

    private static List<Grid> grids() {
        List<Grid> grids = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            Map<String, List<String>> values = new LinkedHashMap<>();
            values.put(STRATEGY, List.of(strategy.text()));
            values.put(TRIGGER, TRIGGERS);
            if (strategy == Strategy.UNIVERSAL) {
                values.put(SIZE_RATIO, List.of("1", "25", "100"));
            }
            values.put(SIZE_AMPLIFICATION, List.of("50", "100", "200", "400"));
            grids.add(new Grid(values));
        }
        return grids;
    }

    /** The values in force of the options that are varied. */
    static Map<String, String> inForce(Options options) {
        CompactionOptions compaction = CompactionOptions.of(options);
        return Map.of(
                STRATEGY, compaction.strategy().text(),
                TRIGGER, Integer.toString(compaction.trigger()),
                SIZE_RATIO, Integer.toString(compaction.sizeRatioPercent()),
                SIZE_AMPLIFICATION, Integer.toString(compaction.maxSizeAmplificationPercent()));
    }

    private static Map<String, String> changes(Map<String, String> setting, Map<String, String> inForce) {
        Map<String, String> changes = new LinkedHashMap<>(setting);
        changes.entrySet().removeIf(e -> e.getValue().equals(inForce.get(e.getKey())));
        return changes;
    }

    /**
     * Those that none of the others beats, least bytes written first. What is no better by more than {@link #SLACK} in anything than one
     * that changes less is left out.
     */
    static List<Choice> front(List<Choice> choices) {
        List<Choice> fewestChangesFirst = new ArrayList<>(choices);
        fewestChangesFirst.sort(
                Comparator.comparingInt((Choice c) -> c.changes().size())
                        .thenComparingDouble(c -> c.result().writeAmplification()));
        List<Choice> front = new ArrayList<>();
        for (Choice choice : fewestChangesFirst) {
            if (choices.stream().noneMatch(other -> isAtMost(other, choice, 1) && !isAtMost(choice, other, 1))
                    && front.stream().noneMatch(kept -> isAtMost(kept, choice, 1 + SLACK))) {
                front.add(choice);
            }
        }
        front.sort(Comparator.comparingDouble((Choice c) -> c.result().writeAmplification())
                .thenComparingDouble(c -> c.result().runs().mean()));
        return front;
    }

    /** Whether one costs at most so many times what the other does, in every respect. */
    private static boolean isAtMost(Choice one, Choice other, double factor) {
        double[] a = costs(one);
        double[] b = costs(other);
        for (int i = 0; i < a.length; i++) {
            if (a[i] > b[i] * factor) {
                return false;
            }
        }
        return true;
    }

    private static double[] costs(Choice choice) {
        SimulationResult result = choice.result();
        return new double[] {
            result.writeAmplification(), result.runs().mean(), result.space().peak(), result.stallSeconds()
        };
    }
}
