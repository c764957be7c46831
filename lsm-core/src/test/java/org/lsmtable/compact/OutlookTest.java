package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Distance.Measure;
import org.lsmtable.compact.Forecast.Flush;

/** Distances and forecasts by hand. */
class OutlookTest {
    private static Outlook outlook(String options, String runs, Flush flush) {
        CompactionOptions parsed = Given.options(options);
        CompactionView view = Given.view(parsed, Given.runs(runs));
        Picker picker = new UniversalCompaction(parsed);
        return Outlook.of(picker, view, picker.pick(view), flush);
    }

    private static java.util.List<Map<Measure, Long>> missing(Outlook outlook, Rule rule) {
        return outlook.distance(rule).orElseThrow().ways().stream()
                .map(Distance.Way::missing)
                .toList();
    }

    /** 2 x 8744 = 17488 bytes are allowed beside the oldest; 3295 are there. */
    @Test
    void tellsWhatIsMissingUntilEachRule() {
        Outlook outlook = outlook("trigger=5", "L0:1099 L0:1099 L0:1097 L5:8744", new Flush(1099, 10));
        assertThat(missing(outlook, Rule.SIZE_AMPLIFICATION))
                .containsExactly(Map.of(Measure.RUNS, 1L, Measure.NEWER_BYTES, 17488L + 1 - 3295));
        // 1089 x 1.01 = 1099.89 takes 1099, 1088 x 1.01 = 1098.88 does not
        assertThat(missing(outlook, Rule.SIZE_RATIO))
                .containsExactly(Map.of(Measure.RUNS, 1L, Measure.LAST_RUN_BYTES, 1089L));
        assertThat(missing(outlook, Rule.RUN_COUNT)).containsExactly(Map.of(Measure.RUNS, 2L));
        assertThat(outlook.distance(Rule.EARLY_FULL)).isEmpty();
        assertThat(outlook.explain()).isEqualTo("""
                rule set 2.1, num-sorted-run.compaction-trigger 5, num-sorted-run.stop-trigger 8, num-levels 6, \
                compaction.size-ratio 1, compaction.max-size-amplification-percent 200
                runs, newest first: L0 1099, L0 1099, L0 1097, L5 8744
                early full compaction: off
                size amplification: 4 runs < 5 (missing: 1 run more, 14194 bytes more in the newer runs)
                size ratio: 4 runs < 5 (missing: 1 run more, of at least 1089 bytes)
                run count: 4 > 5? no (missing: 2 runs more)
                force level 0: off
                pick: nothing
                next: after 1 more flush of 1099 bytes: 4 of 5 runs to level 4 by size ratio, 4394 bytes to rewrite, \
                deletes are kept as level 5 is older
                """);
    }

    @Test
    void tellsWhatIsMissingForTheRatio() {
        Outlook outlook = outlook("trigger=2 levels=6 size-ratio=10", "L0:100 L0:500 L5:90000", new Flush(100, 1));
        assertThat(outlook.decision().pick()).as("run count: 3 > 2").isNotNull();
        // 455 x 1.1 = 500.5 takes 500; 100 takes 110; 91 x 1.1 = 100.1 takes 100
        assertThat(missing(outlook, Rule.SIZE_RATIO))
                .containsExactly(
                        Map.of(Measure.NEWEST_BYTES, 355L),
                        Map.of(Measure.NEXT_BYTES_LESS, 390L),
                        Map.of(Measure.RUNS, 1L, Measure.LAST_RUN_BYTES, 91L));
        assertThat(outlook.next()).isEqualTo(new Forecast(0, new Flush(100, 1), outlook.decision()));
    }

    @Test
    void tellsThatARuleThatIsNotAskedWouldFireToo() {
        Outlook outlook = outlook("trigger=3 levels=6", "L0:900 L0:900 L5:800", new Flush(900, 1));
        assertThat(outlook.distance(Rule.SIZE_RATIO).orElseThrow().isZero()).isTrue();
        assertThat(outlook.explain())
                .contains("\nsize ratio: not reached (would fire too)\nrun count: not reached (missing: 1 run more)\n");
    }

    @Test
    void saysNothingOfAnEmptyBucketAndGivesUpWhereNothingComes() {
        assertThat(outlook("trigger=3", "", new Flush(1, 1)).distances()).isEmpty();
        Outlook never = outlook("trigger=5000", "L5:8000", new Flush(10, 1));
        assertThat(never.next()).isNull();
        assertThat(never.explain()).endsWith("next: no compaction within 1000 flushes of 10 bytes\n");
    }
}
