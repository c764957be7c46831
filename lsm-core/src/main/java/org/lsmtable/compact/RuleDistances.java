package org.lsmtable.compact;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.lsmtable.compact.CompactionOptions.EarlyFull;
import org.lsmtable.compact.CompactionOptions.Force;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Distance.Measure;
import org.lsmtable.compact.Distance.Way;

/**
 * How far the rules of the strategies are from firing. The conditions stand there as sentences that are true or not; here
 * they are solved for what is missing.
 */
final class RuleDistances {
    private final CompactionOptions options;
    private final CompactionView view;
    private final int count;

    private RuleDistances(CompactionOptions options, CompactionView view) {
        this.options = options;
        this.view = view;
        this.count = view.runs().size();
    }

    /** The distance of every rule of universal compaction that is switched on, in the order in which they are asked. */
    static List<Distance> universal(CompactionOptions options, CompactionView view) {
        RuleDistances distances = new RuleDistances(options, view);
        return distances.with(() -> List.of(distances.sizeRatio(), distances.runs(Rule.RUN_COUNT)));
    }

    /** The same of binomial compaction. */
    static List<Distance> binomial(CompactionOptions options, CompactionView view) {
        RuleDistances distances = new RuleDistances(options, view);
        return distances.with(() -> List.of(distances.runs(Rule.BINOMIAL)));
    }

    /** Those that the strategies share and, between them, those of one; of an empty bucket nothing can be said. */
    private List<Distance> with(Supplier<List<Distance>> own) {
        if (view.runs().isEmpty()) {
            return List.of();
        }
        List<Distance> all = new ArrayList<>();
        List<Needs> earlyFull = earlyFull(options.earlyFull());
        if (!earlyFull.isEmpty()) {
            all.add(distance(Rule.EARLY_FULL, earlyFull));
        }
        all.add(sizeAmplification());
        all.addAll(own.get());
        if (options.levelZero().force() != Force.NEVER) {
            all.add(forceLevelZero());
        }
        return all;
    }

    /** A rule that fires when there are more runs than the trigger. */
    private Distance runs(Rule rule) {
        return distance(rule, List.of(new Needs().with(Measure.RUNS, options.trigger() + 1 - count)));
    }

    /** Amounts that are still missing; what is not is left out. */
    private static final class Needs {
        private final Map<Measure, Long> missing = new EnumMap<>(Measure.class);

        Needs with(Measure measure, long amount) {
            if (amount > 0) {
                missing.put(measure, amount);
            }
            return this;
        }
    }

    /** A way in which nothing is missing is no way: the rule fires. A way that asks for more than another is none either. */
    private static Distance distance(Rule rule, List<Needs> needs) {
        if (needs.stream().anyMatch(need -> need.missing.isEmpty())) {
            return new Distance(rule, List.of());
        }
        List<Way> ways =
                needs.stream().map(need -> new Way(need.missing)).distinct().toList();
        return new Distance(
                rule,
                ways.stream()
                        .filter(way -> ways.stream().noneMatch(other -> !other.equals(way) && way.includes(other)))
                        .toList());
    }

    private List<Needs> earlyFull(EarlyFull early) {
        List<Needs> ways = new ArrayList<>();
        if (early.intervalMillis() != null) {
            Long last = view.memory().lastFullMillis();
            long elapsed = last == null ? 0 : view.moment().millis() - last;
            ways.add(two().with(Measure.MILLIS, last == null ? 0 : early.intervalMillis() - elapsed + 1));
        }
        if (early.totalBytes() != null && early.totalBytes() > 0) {
            ways.add(two().with(Measure.TOTAL_BYTES_LESS, view.bytes(count) - early.totalBytes() + 1));
        }
        if (early.incrementalBytes() != null) {
            long increment = 0;
            for (Run run : view.runs()) {
                increment += run.level() == view.maxLevel() ? 0 : run.bytes();
            }
            ways.add(two().with(Measure.NEWER_BYTES, early.incrementalBytes() - increment + 1));
        }
        if (early.deltaRecords() != null) {
            ways.add(two().with(Measure.ROWS, early.deltaRecords() - view.rowsSinceFull()));
        }
        return ways;
    }

    /** Nothing can be merged with less than two runs. */
    private Needs two() {
        return new Needs().with(Measure.RUNS, 2 - count);
    }

    /** Runs until a rule looks that needs one run beside another. */
    private int missingRuns() {
        return Math.max(options.trigger(), 2) - count;
    }

    /** The newer runs fire with the first byte for which 100 x newer > percent x oldest. */
    private Distance sizeAmplification() {
        long newer = view.bytes(count - 1);
        BigInteger bound = BigInteger.valueOf(view.runs().get(count - 1).bytes())
                .multiply(BigInteger.valueOf(options.maxSizeAmplificationPercent()))
                .divide(BigInteger.valueOf(100));
        long needed = bound.add(BigInteger.ONE)
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
        return distance(
                Rule.SIZE_AMPLIFICATION,
                List.of(new Needs().with(Measure.RUNS, missingRuns()).with(Measure.NEWER_BYTES, needed - newer)));
    }

    /** Growing begins where the newest run takes the next: a new run takes the newest, or the newest the one after it. */
    private Distance sizeRatio() {
        int runs = missingRuns();
        Run newest = view.runs().get(0);
        if (runs > 1) {
            return distance(Rule.SIZE_RATIO, List.of(new Needs().with(Measure.RUNS, runs)));
        }
        Needs oneMore = new Needs().with(Measure.RUNS, 1).with(Measure.LAST_RUN_BYTES, leastThatTakes(newest.bytes()));
        if (runs == 1) {
            return distance(Rule.SIZE_RATIO, List.of(oneMore));
        }
        Run next = view.runs().get(1);
        return distance(
                Rule.SIZE_RATIO,
                List.of(
                        new Needs().with(Measure.NEWEST_BYTES, leastThatTakes(next.bytes()) - newest.bytes()),
                        new Needs().with(Measure.NEXT_BYTES_LESS, next.bytes() - mostTakenBy(newest.bytes())),
                        oneMore));
    }

    private double factor() {
        return 100.0
                + options.sizeRatioPercent()
                + options.offPeak().ratioPercentAt(view.moment().hour());
    }

    /** The picker compares in floating point, so the quotient is only where the search starts. */
    private long leastThatTakes(long bytes) {
        long least = (long) Math.ceil(bytes * 100.0 / factor());
        while (least * factor() / 100.0 < bytes) {
            least++;
        }
        while (least > 0 && (least - 1) * factor() / 100.0 >= bytes) {
            least--;
        }
        return least;
    }

    private long mostTakenBy(long bytes) {
        return (long) Math.floor(bytes * factor() / 100.0);
    }

    private Distance forceLevelZero() {
        CompactionOptions.LevelZero levelZero = options.levelZero();
        Needs needs = new Needs().with(Measure.RUNS, view.runs().get(0).level() == 0 ? 0 : 1);
        if (levelZero.force() == Force.GENTLY) {
            needs.with(
                    Measure.PICKS, levelZero.everyPicks() - 1L - view.memory().unansweredPicks());
        }
        return distance(Rule.FORCE_LEVEL_0, List.of(needs));
    }
}
