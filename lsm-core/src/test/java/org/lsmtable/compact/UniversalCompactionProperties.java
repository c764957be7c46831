package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.RuleResult;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Decision.Step;
import org.lsmtable.compact.Decision.StepAction;

/** Universal compaction keeps the contract of pickers, never lets more runs stand than the trigger, and shows sums that add up. */
class UniversalCompactionProperties extends PickerContract {
    @Override
    Picker picker(CompactionOptions options) {
        return new UniversalCompaction(options);
    }

    /** More runs than the trigger always fire the run count, which leaves as many as the trigger, or fewer. */
    @Override
    int mostRuns(CompactionOptions options) {
        return options.trigger();
    }

    @Property(tries = 1000)
    void showsEachStepAsItWasTaken(
            @ForAll @Size(min = 1, max = 12) List<@LongRange(max = 5000) Long> sizes,
            @ForAll @IntRange(max = 60) int ratio,
            @ForAll @IntRange(min = 1, max = 4) int trigger) {
        List<Run> runs = sizes.stream().map(bytes -> new Run(0, 1, bytes)).toList();
        CompactionOptions options = Given.options("trigger=" + trigger + " size-ratio=" + ratio);
        Decision decision = new UniversalCompaction(options).pick(Given.view(options, runs));
        for (RuleResult rule : decision.rules()) {
            int at = rule.rule() == Rule.RUN_COUNT ? runs.size() - trigger + 1 : 1;
            boolean begun = rule.rule() == Rule.RUN_COUNT;
            for (Step step : rule.steps()) {
                long gathered =
                        runs.subList(0, at).stream().mapToLong(Run::bytes).sum();
                assertThat(step.candidateBytes()).isEqualTo(gathered);
                assertThat(step.nextBytes()).isEqualTo(runs.get(at).bytes());
                boolean fits = gathered * (100 + ratio) >= 100 * step.nextBytes();
                assertThat(step.action())
                        .isEqualTo(fits ? StepAction.ABSORB : begun ? StepAction.ABSORB_LOW_LEVEL : StepAction.STOP);
                begun = true;
                at++;
            }
        }
    }
}
