package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Run;

/** What every picker keeps to, on made-up runs and over long histories; extended by a class for each picker. */
abstract class PickerContract {
    /** The picker under test. */
    abstract Picker picker(CompactionOptions options);

    /** The runs a bucket may have at most after a pick was carried out, by the options. */
    abstract int mostRuns(CompactionOptions options);

    @Provide
    Arbitrary<String> settings() {
        return Combinators.combine(
                        Arbitraries.of("2.0", "2.1"),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(2, 9),
                        Arbitraries.of(0, 1, 25, 100),
                        Arbitraries.of(0, 50, 200, 100_000),
                        Arbitraries.of("never", "always", "gently/3"),
                        Arbitraries.of("", " deletion-vectors", " total=3000", " incremental=2000", " interval=40"))
                .as((rules, trigger, levels, ratio, amp, force, more) -> "rule-set=" + rules + " trigger=" + trigger
                        + " levels=" + levels + " size-ratio=" + ratio + " amp=" + amp + " force=" + force + more);
    }

    @Property(tries = 2000)
    void picksTheNewestRunsAndPutsThemAboveTheFirstLeftOut(@ForAll("settings") String settings, @ForAll long seed) {
        CompactionOptions options = Given.options(settings);
        Random random = new Random(seed);
        List<Run> runs = randomRuns(random, options.levels());
        Moment moment = new Moment(random.nextInt(100), random.nextInt(24));
        CompactionView view =
                new CompactionView(runs, options.levels(), moment, random.nextInt(100), new PickMemory(50L, 1));
        Decision decision = picker(options).pick(view);
        assertThat(picker(options).pick(view)).as("pure").isEqualTo(decision);
        assertThat(decision.runs()).isEqualTo(runs);
        Pick pick = decision.pick();
        if (pick != null) {
            holds(options, runs, pick);
            assertThat(decision.memory().lastFullMillis())
                    .isEqualTo(pick.runs() == runs.size() ? moment.millis() : 50L);
        }
        assertThat(decision.rules())
                .filteredOn(rule -> rule.outcome() == Outcome.PICKED)
                .hasSize(pick == null ? 0 : 1)
                .allSatisfy(rule -> assertThat(rule.rule()).isEqualTo(pick == null ? null : pick.rule()));
        assertThat(decision.rules())
                .allSatisfy(rule -> assertThat(rule.reason()).isNotBlank());
    }

    private static void holds(CompactionOptions options, List<Run> runs, Pick pick) {
        assertThat(pick.runs()).isBetween(1, runs.size());
        assertThat(pick.bytesIn())
                .isEqualTo(runs.subList(0, pick.runs()).stream()
                        .mapToLong(Run::bytes)
                        .sum());
        int output = pick.outputLevel();
        assertThat(output).isBetween(1, options.levels() - 1);
        if (pick.runs() == runs.size()) {
            assertThat(output).isEqualTo(options.levels() - 1);
        } else {
            assertThat(output)
                    .as("above the first run left out")
                    .isLessThan(runs.get(pick.runs()).level());
        }
        assertThat(output)
                .as("not above what it takes")
                .isGreaterThanOrEqualTo(runs.get(pick.runs() - 1).level());
        boolean olderBelow = runs.subList(pick.runs(), runs.size()).stream().anyMatch(run -> run.level() > output);
        assertThat(pick.dropDelete()).isEqualTo(options.files().deletionVectors() || !olderBelow);
    }

    /** Flush after flush on metadata alone, each followed by a pick: runs stay ordered and few. */
    @Property(tries = 150)
    void keepsRunsOrderedAndFewOverALongHistory(@ForAll("settings") String settings, @ForAll long seed) {
        CompactionOptions options = Given.options(settings);
        Picker picker = picker(options);
        Random random = new Random(seed);
        List<Run> runs = new ArrayList<>();
        PickMemory memory = PickMemory.EMPTY;
        double merged = 0.5 + random.nextDouble() / 2;
        for (int flush = 0; flush < 400; flush++) {
            runs.add(0, new Run(0, 1, 1 + random.nextInt(200)));
            CompactionView view = new CompactionView(runs, options.levels(), new Moment(flush, 12), flush, memory);
            Decision decision = picker.pick(view);
            memory = decision.memory();
            Pick pick = decision.pick();
            if (pick != null) {
                holds(options, runs, pick);
                List<Run> next = new ArrayList<>(runs.subList(pick.runs(), runs.size()));
                // Merging loses overwritten rows, so the output is smaller than its inputs, or empty at worst.
                next.add(0, new Run(pick.outputLevel(), 1, (long) (pick.bytesIn() * merged)));
                runs = next;
            }
            // The view of the next round refuses runs that are out of order.
            assertThat(runs).hasSizeLessThanOrEqualTo(mostRuns(options));
        }
    }

    private static List<Run> randomRuns(Random random, int levels) {
        List<Run> runs = new ArrayList<>();
        int levelZero = random.nextInt(7);
        int scale = 1 + random.nextInt(1000);
        for (int i = 0; i < levelZero; i++) {
            runs.add(new Run(0, 1, random.nextInt(scale)));
        }
        TreeMap<Integer, Run> above = new TreeMap<>();
        for (int level = 1; level < levels; level++) {
            if (random.nextBoolean()) {
                above.put(
                        level,
                        new Run(level, 1 + random.nextInt(4), (long) random.nextInt(scale) << random.nextInt(8)));
            }
        }
        runs.addAll(above.values());
        return runs;
    }
}
