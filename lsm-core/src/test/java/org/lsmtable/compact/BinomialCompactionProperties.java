package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Decision.StepAction;

/** Binomial compaction keeps the contract of pickers and its own promises. */
class BinomialCompactionProperties extends PickerContract {
    /** Out of the way of size amplification. */
    private static final String UNBOUNDED = " amp=2000000000";

    private static final long FLUSH = 1 << 20;

    @Override
    Picker picker(CompactionOptions options) {
        return new BinomialCompaction(options);
    }

    @Override
    int mostRuns(CompactionOptions options) {
        return options.trigger();
    }

    /**
     * The transform as its authors count it: the flush goes to the least i for which a_i + 1 is below a_(i+1), and the digits below
     * start again. The digits' values, oldest first, those that are 0 left out, are the runs.
     */
    @Property(tries = 8, edgeCases = EdgeCasesMode.NONE)
    void holdsEqualFlushesAsDigits(@ForAll @IntRange(min = 1, max = 8) int trigger) {
        Bucket bucket = new Bucket(Given.options("trigger=" + trigger + UNBOUNDED));
        int[] a = new int[trigger + 1];
        for (int i = 1; i <= trigger; i++) {
            a[i] = i - 1;
        }
        for (int n = 1; n <= 700; n++) {
            int raised = 1;
            while (raised < trigger && a[raised] + 1 >= a[raised + 1]) {
                raised++;
            }
            a[raised]++;
            for (int i = 1; i < raised; i++) {
                a[i] = i - 1;
            }
            List<Long> digits = new ArrayList<>();
            long sum = 0;
            for (int i = trigger; i >= 1; i--) {
                long digit = pascal(a[i], i);
                sum += digit;
                if (digit > 0) {
                    digits.add(0, digit * FLUSH);
                }
            }
            assertThat(sum).as("the number that the digits stand for").isEqualTo(n);
            bucket.flush(FLUSH);
            assertThat(bucket.runs.stream().map(Run::bytes))
                    .as("after %d flushes", n)
                    .isEqualTo(digits);
            assertThat(bucket.levelsOfDigits())
                    .as("after %d flushes: %s", n, bucket.runs)
                    .isTrue();
        }
    }

    /**
     * Just before flush number n = C(m + T, T), which merges everything, as little has been compacted as any schedule with at most T runs
     * can do with: m T / (T + 1) n - C(m + T - 1, T - 1) flushes, found by trying all of them.
     */
    @Property(tries = 4, edgeCases = EdgeCasesMode.NONE)
    void writesAsLittleAsAnySchedule(@ForAll @IntRange(min = 1, max = 4) int trigger) {
        Bucket bucket = new Bucket(Given.options("trigger=" + trigger + UNBOUNDED));
        Map<List<Long>, Long> least = Map.of(List.of(), 0L);
        int m = 1;
        for (int n = 1; n <= 35; n++) {
            if (n == pascal(m + trigger, trigger)) {
                long optimum = Collections.min(least.values());
                assertThat(optimum * (trigger + 1))
                        .as("closed form, n = %d", n)
                        .isEqualTo((long) m * trigger * n - pascal(m + trigger - 1, trigger - 1) * (trigger + 1));
                assertThat(bucket.compactedBytes).as("n = %d", n).isEqualTo(optimum * FLUSH);
                m++;
            }
            least = afterAFlush(least, trigger);
            bucket.flush(FLUSH);
        }
        assertThat(m).as("enough were compared").isGreaterThan(3);
    }

    /** What can be reached from runs, newest first in flushes, by one more flush and any merge of the newest; and the least it costs. */
    private static Map<List<Long>, Long> afterAFlush(Map<List<Long>, Long> least, int mostRuns) {
        Map<List<Long>, Long> next = new HashMap<>();
        least.forEach((runs, cost) -> {
            long merged = 1;
            for (int taken = 0; taken <= runs.size(); taken++) {
                merged += taken == 0 ? 0 : runs.get(taken - 1);
                List<Long> left = new ArrayList<>(List.of(merged));
                left.addAll(runs.subList(taken, runs.size()));
                if (left.size() <= mostRuns) {
                    next.merge(left, cost + (taken == 0 ? 0 : merged), Math::min);
                }
            }
        });
        return next;
    }

    /** C(n, k) by adding up Pascal's triangle. */
    private static long pascal(int n, int k) {
        long[] row = new long[k + 1];
        row[0] = 1;
        for (int i = 0; i < n; i++) {
            for (int j = k; j > 0; j--) {
                row[j] += row[j - 1];
            }
        }
        return row[k];
    }

    /** Flushes of any sizes: the runs above level 0 are without a gap from the last level up. */
    @Property(tries = 200)
    void keepsDigitsOnLevelsWithoutAGap(@ForAll @IntRange(min = 1, max = 9) int trigger, @ForAll long seed) {
        Bucket bucket = new Bucket(Given.options("trigger=" + trigger));
        Random random = new Random(seed);
        for (int n = 0; n < 300; n++) {
            bucket.flush(1 + (long) Math.exp(random.nextGaussian() * 3 + 10));
            assertThat(bucket.runs).hasSizeLessThanOrEqualTo(trigger);
            assertThat(bucket.levelsOfDigits()).as("%s", bucket.runs).isTrue();
        }
    }

    /** Runs of any origin, any number of them on level 0: whatever is picked leaves as many as the trigger at most, none on level 0. */
    @Property(tries = 1000)
    void leavesNoMoreRunsThanTheTrigger(
            @ForAll @Size(min = 1, max = 15) List<@LongRange(min = 1, max = 5000) Long> levelZero,
            @ForAll @Size(max = 6) List<@LongRange(min = 1, max = 100_000) Long> above,
            @ForAll @IntRange(min = 1, max = 9) int trigger) {
        CompactionOptions options = Given.options("trigger=" + trigger + " levels=8" + UNBOUNDED);
        List<Run> runs = new ArrayList<>();
        levelZero.forEach(bytes -> runs.add(new Run(0, 1, bytes)));
        for (int i = 0; i < above.size(); i++) {
            runs.add(new Run(8 - above.size() + i, 1, above.get(i)));
        }
        Decision decision = picker(options).pick(Given.view(options, runs));
        if (runs.size() <= trigger) {
            assertThat(decision.pick()).isNull();
        } else {
            Pick pick = Given.picked(decision);
            assertThat(pick.rule()).isEqualTo(Rule.BINOMIAL);
            assertThat(pick.runs()).isGreaterThanOrEqualTo(levelZero.size());
            assertThat(runs.size() - pick.runs() + 1).isLessThanOrEqualTo(trigger);
        }
    }

    /** The sides of each step, by hand: as long as it absorbs, what was gathered before is larger by the run that was taken. */
    @Property(tries = 500)
    void showsEachStepAsItWasTaken(@ForAll @Size(min = 2, max = 12) List<@LongRange(min = 1, max = 5000) Long> sizes) {
        CompactionOptions options = Given.options("trigger=3 levels=20" + UNBOUNDED);
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            runs.add(new Run(i == 0 ? 0 : i + 1, 1, sizes.get(i)));
        }
        Decision decision = picker(options).pick(Given.view(options, runs));
        decision.rules().stream().filter(rule -> rule.rule() == Rule.BINOMIAL).forEach(rule -> {
            int at = Math.max(1, runs.size() - 2);
            for (Decision.Step step : rule.steps()) {
                assertThat(step.candidateBytes())
                        .isEqualTo(runs.subList(0, at).stream()
                                .mapToLong(Run::bytes)
                                .sum());
                assertThat(step.nextBytes()).isEqualTo(runs.get(at).bytes());
                assertThat(step.action())
                        .isEqualTo(step.nextBytes() <= step.limit() ? StepAction.ABSORB : StepAction.STOP);
                at++;
            }
        });
    }

    /** A trigger that switches compaction off must not be taken for a number of digits to count through. */
    @Example
    void answersAtOnceForAnyTrigger() {
        CompactionOptions options = Given.options("trigger=2000000000 levels=9 force=always");
        Decision decision = picker(options).pick(Given.view(options, Given.runs("L0:10 L0:10 L7:30 L8:900")));
        assertThat(Given.picked(decision).rule()).isEqualTo(Rule.FORCE_LEVEL_0);
        assertThat(Given.picked(decision).runs()).isEqualTo(2);
    }

    /** Runs that add up when they are merged, as if no key came twice. */
    private static final class Bucket {
        private final CompactionOptions options;
        private final Picker picker;
        private List<Run> runs = new ArrayList<>();
        private long compactedBytes;

        Bucket(CompactionOptions options) {
            this.options = options;
            this.picker = new BinomialCompaction(options);
        }

        void flush(long bytes) {
            runs.add(0, new Run(0, 1, bytes));
            Pick pick = picker.pick(Given.view(options, runs)).pick();
            if (pick != null) {
                List<Run> next = new ArrayList<>(runs.subList(pick.runs(), runs.size()));
                next.add(0, new Run(pick.outputLevel(), 1, pick.bytesIn()));
                compactedBytes += pick.bytesIn();
                runs = next;
            }
        }

        /** Whether the runs above level 0 lie on the last level, the one before it and so on. */
        boolean levelsOfDigits() {
            for (int i = 0; i < runs.size(); i++) {
                int level = runs.get(i).level();
                if (level != 0 && level != options.levels() - (runs.size() - i)) {
                    return false;
                }
            }
            return true;
        }
    }
}
