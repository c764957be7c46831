package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Distance.Measure;
import org.lsmtable.compact.Distance.Way;

/** What is said to be missing makes the picker fire the rule when it is added; with one unit less of any part the rule does not fire. */
class DistanceProperties {
    @Property(tries = 1000)
    void sizeAmplification(
            @ForAll @Size(min = 1, max = 9) List<@LongRange(max = 5000) Long> sizes,
            @ForAll @IntRange(min = 1, max = 8) int trigger,
            @ForAll @IntRange(max = 400) int percent) {
        CompactionOptions options = Given.options("trigger=" + trigger + " amp=" + percent);
        holds(options, Given.view(options, levelZero(sizes)), Rule.SIZE_AMPLIFICATION);
    }

    /** The size amplification rule is out of reach, so that it does not come first. */
    @Property(tries = 1000)
    void sizeRatio(
            @ForAll @Size(min = 1, max = 9) List<@LongRange(min = 1, max = 5000) Long> sizes,
            @ForAll @IntRange(min = 1, max = 8) int trigger,
            @ForAll @IntRange(max = 120) int ratio) {
        CompactionOptions options =
                Given.options("trigger=" + trigger + " amp=2000000000 size-ratio=" + ratio + " off-peak=11-13+7");
        holds(options, Given.view(options, levelZero(sizes)), Rule.SIZE_RATIO);
    }

    /** Runs of which each is twice the next newer one, so that the size ratio does not come first. */
    @Property(tries = 300)
    void runCount(@ForAll @IntRange(min = 1, max = 12) int count, @ForAll @IntRange(min = 1, max = 9) int trigger) {
        List<Long> sizes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sizes.add(1L << (12 + i));
        }
        CompactionOptions options = Given.options("trigger=" + trigger + " amp=2000000000");
        holds(options, Given.view(options, levelZero(sizes)), Rule.RUN_COUNT);
    }

    @Property(tries = 300)
    void binomial(
            @ForAll @Size(min = 1, max = 12) List<@LongRange(min = 1, max = 5000) Long> sizes,
            @ForAll @IntRange(min = 1, max = 9) int trigger) {
        CompactionOptions options = Given.options("strategy=binomial trigger=" + trigger + " amp=2000000000");
        holds(options, Given.view(options, levelZero(sizes)), Rule.BINOMIAL);
    }

    @Property(tries = 1000)
    void earlyFull(
            @ForAll @Size(min = 1, max = 4) List<@LongRange(max = 2000) Long> sizes,
            @ForAll @LongRange(min = 1, max = 3000) long bound,
            @ForAll @IntRange(max = 14) int conditions,
            @ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder words = new StringBuilder("trigger=100 levels=8 ");
        String[] names = {"interval", "total", "incremental", "delta-records"};
        for (int i = 0; i < names.length; i++) {
            words.append((conditions + 1 >> i & 1) == 1 ? names[i] + "=" + (bound + random.nextInt(9)) + " " : "");
        }
        CompactionOptions options = Given.options(words.toString());
        List<Run> runs = levelZero(sizes);
        if (random.nextBoolean()) {
            runs.set(runs.size() - 1, new Run(7, 1, sizes.get(sizes.size() - 1)));
        }
        Moment moment = new Moment(5000, 3);
        PickMemory memory =
                PickMemory.lastFullAt(random.nextInt(3) == 0 ? null : (Long) (5000L - random.nextInt(6000)));
        holds(options, new CompactionView(runs, 8, moment, random.nextInt(3000), memory), Rule.EARLY_FULL);
    }

    @Property(tries = 300)
    void forceLevelZero(@ForAll @IntRange(max = 5) int unanswered, @ForAll @IntRange(max = 2) int levelZero) {
        for (String force : List.of("always", "gently/4")) {
            CompactionOptions options = Given.options("trigger=9 force=" + force);
            List<Run> runs = levelZero(java.util.Collections.nCopies(levelZero, 100L));
            runs.add(new Run(5, 1, 1_000_000));
            holds(
                    options,
                    new CompactionView(runs, options.levels(), new Moment(0, 0), 0, new PickMemory(null, unanswered)),
                    Rule.FORCE_LEVEL_0);
        }
    }

    @Property(tries = 500)
    void forecastIsTheFirstPickOfSuchFlushes(
            @ForAll @Size(min = 1, max = 6) List<@LongRange(min = 1, max = 5000) Long> sizes,
            @ForAll @LongRange(min = 1, max = 5000) long flushBytes,
            @ForAll @IntRange(min = 2, max = 8) int trigger) {
        CompactionOptions options = Given.options("trigger=" + trigger);
        Picker picker = new UniversalCompaction(options);
        List<Run> runs = levelZero(sizes);
        CompactionView view = Given.view(options, runs);
        Forecast forecast = Forecast.of(picker, view, new Forecast.Flush(flushBytes, 1), 100)
                .orElseThrow();
        for (int flushes = 0; flushes < forecast.flushes(); flushes++) {
            assertThat(picker.pick(Given.view(options, runs)).pick()).isNull();
            runs.add(0, new Run(0, 1, flushBytes));
        }
        assertThat(picker.pick(Given.view(options, runs))).isEqualTo(forecast.decision());
        assertThat(Forecast.of(picker, view, new Forecast.Flush(flushBytes, 1), forecast.flushes() - 1))
                .as("gives up in time")
                .isEmpty();
    }

    private static List<Run> levelZero(List<Long> sizes) {
        List<Run> runs = new ArrayList<>();
        sizes.forEach(bytes -> runs.add(new Run(0, 1, bytes)));
        return runs;
    }

    private static void holds(CompactionOptions options, CompactionView view, Rule rule) {
        Picker picker = Pickers.of(options);
        Distance distance = picker.distances(view).stream()
                .filter(d -> d.rule() == rule)
                .findFirst()
                .orElseThrow();
        assertThat(distance.isZero()).as(distance.text()).isEqualTo(fires(picker, view, rule));
        for (Way way : distance.ways()) {
            assertThat(fires(picker, with(view, way.missing(), rule), rule))
                    .as("%s: %s", view, way)
                    .isTrue();
            for (Measure measure : way.missing().keySet()) {
                Map<Measure, Long> less = new EnumMap<>(way.missing());
                less.computeIfPresent(measure, (m, amount) -> amount - 1);
                assertThat(fires(picker, with(view, less, rule), rule))
                        .as("%s: %s, one less of %s", view, way, measure)
                        .isFalse();
            }
        }
    }

    private static boolean fires(Picker picker, CompactionView view, Rule rule) {
        Outcome outcome = picker.pick(view).rules().stream()
                .filter(r -> r.rule() == rule)
                .findFirst()
                .orElseThrow()
                .outcome();
        assertThat(outcome).isNotIn(Outcome.NOT_REACHED, Outcome.OFF);
        return outcome == Outcome.PICKED;
    }

    /** A view with what was missing; where no size is named, runs are added that do not make an earlier rule fire. */
    private static CompactionView with(CompactionView view, Map<Measure, Long> missing, Rule rule) {
        List<Run> runs = new ArrayList<>(view.runs());
        long newer = missing.getOrDefault(Measure.NEWER_BYTES, 0L);
        long added = missing.getOrDefault(Measure.RUNS, 0L);
        boolean named = missing.containsKey(Measure.NEWER_BYTES);
        for (long run = added; run > 0; run--) {
            long bytes = rule == Rule.EARLY_FULL || named ? 0 : rule == Rule.RUN_COUNT ? halfOf(runs.get(0)) : 5;
            runs.add(0, new Run(0, 1, run == 1 ? missing.getOrDefault(Measure.LAST_RUN_BYTES, bytes) : bytes));
        }
        grow(runs, 0, newer + missing.getOrDefault(Measure.NEWEST_BYTES, 0L));
        if (missing.containsKey(Measure.NEXT_BYTES_LESS)) {
            grow(runs, 1, -missing.get(Measure.NEXT_BYTES_LESS));
        }
        long surplus = missing.getOrDefault(Measure.TOTAL_BYTES_LESS, 0L);
        for (int i = 0; i < runs.size(); i++) {
            long taken = Math.min(surplus, runs.get(i).bytes());
            grow(runs, i, -taken);
            surplus -= taken;
        }
        PickMemory memory = view.memory();
        return new CompactionView(
                runs,
                view.levels(),
                new Moment(
                        view.moment().millis() + missing.getOrDefault(Measure.MILLIS, 0L),
                        view.moment().hour()),
                view.rowsSinceFull() + missing.getOrDefault(Measure.ROWS, 0L),
                new PickMemory(
                        memory.lastFullMillis(),
                        memory.unansweredPicks()
                                + missing.getOrDefault(Measure.PICKS, 0L).intValue()));
    }

    private static long halfOf(Run run) {
        return run.bytes() / 2;
    }

    private static void grow(List<Run> runs, int at, long bytes) {
        Run run = runs.get(at);
        runs.set(at, new Run(run.level(), run.files(), run.bytes() + bytes));
    }
}
