package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Settings for a bucket's own workload of which none is worse than another in every respect.
 *
 * @param fit the workload
 * @param replay the past once more under the options in force
 * @param commits how many each setting was simulated for
 * @param tried how many settings were simulated
 * @param current what the options in force come to
 * @param front the settings that are not dominated, least bytes written first; the current one is among them only if it is not dominated
 */
public record Advice(
        FittedWorkload fit, SimulationResult replay, long commits, int tried, Choice current, List<Choice> front) {
    public Advice {
        front = List.copyOf(front);
    }

    /**
     * A setting.
     *
     * @param changes options that differ from those in force; none for the current setting
     */
    public record Choice(Map<String, String> changes, SimulationResult result) {
        public Choice {
            changes = Map.copyOf(changes);
        }

        /** Whether it is the setting in force. */
        public boolean isCurrent() {
            return changes.isEmpty();
        }
    }

    /** How far the figures can be trusted. */
    public enum Confidence {
        HIGH,
        MEDIUM,
        LOW
    }

    /**
     * The part of the front that one reads first: for each greatest number of runs that a reader may meet, the setting that writes least.
     * Least bytes written first, hence most runs first.
     */
    public List<Choice> leastWrittenForRuns() {
        List<Choice> byRuns = new ArrayList<>(front);
        byRuns.sort(Comparator.comparingLong(
                        (Choice choice) -> choice.result().runs().max())
                .thenComparingLong(choice -> choice.result().compactedBytes()));
        List<Choice> least = new ArrayList<>();
        for (Choice choice : byRuns) {
            Choice best = least.isEmpty() ? null : least.get(least.size() - 1);
            if (best == null || choice.result().compactedBytes() < best.result().compactedBytes()) {
                least.add(choice);
            }
        }
        Collections.reverse(least);
        return least;
    }

    /** How far the replay is from what was measured, in write amplification; 0.1 is ten percent too much. */
    public double replayError() {
        double measured = fit.measured().writeAmplification();
        return (replay.writeAmplification() - measured) / measured;
    }

    /** How many times longer than the past the simulations were. */
    public double extrapolation() {
        return (double) commits / fit.measured().flushes();
    }

    /** How far the figures can be trusted: high only if nothing speaks against it. */
    public Confidence confidence() {
        FittedWorkload.Measured measured = fit.measured();
        double error = Math.abs(replayError());
        if (error > 0.25 || fit.mergeError() > 0.25 || measured.flushes() < 40) {
            return Confidence.LOW;
        }
        return error > 0.1 || fit.mergeError() > 0.1 || measured.flushes() < 100 || extrapolation() > 2
                ? Confidence.MEDIUM
                : Confidence.HIGH;
    }

    /** What speaks for the confidence, a sentence each. */
    public List<String> grounds() {
        FittedWorkload.Measured measured = fit.measured();
        List<String> grounds = new ArrayList<>();
        grounds.add(measured.flushes() + " flushes and " + measured.compactions()
                + " merging compactions were seen, in snapshots " + measured.firstSnapshot() + " to "
                + measured.lastSnapshot());
        grounds.add(String.format(
                Locale.ROOT,
                "the options in force, simulated on them, write %.2f bytes for each flushed, measured were %.2f (%+.1f %%)",
                replay.writeAmplification(),
                measured.writeAmplification(),
                100 * replayError()));
        grounds.add(String.format(
                Locale.ROOT, "sizes of merged files are modelled to within %.1f %%", 100 * fit.mergeError()));
        if (extrapolation() > 1) {
            grounds.add(String.format(
                    Locale.ROOT,
                    "figures are for %d commits, %.1f times what was seen: the flushes repeat",
                    commits,
                    extrapolation()));
        }
        if (measured.skippedEvents() > 0) {
            grounds.add(measured.skippedEvents()
                    + " earlier changes are left out: overwritten, restored, not seen or long ago");
        }
        return grounds;
    }
}
