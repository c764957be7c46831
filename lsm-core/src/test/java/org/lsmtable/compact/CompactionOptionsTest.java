package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.CompactionOptions.EarlyFull;
import org.lsmtable.compact.CompactionOptions.Files;
import org.lsmtable.compact.CompactionOptions.Force;
import org.lsmtable.compact.CompactionOptions.LevelZero;
import org.lsmtable.compact.CompactionOptions.OffPeak;
import org.lsmtable.options.Options;

class CompactionOptionsTest {
    private static CompactionOptions of(String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return CompactionOptions.of(new Options(values));
    }

    @Test
    void hasTheDefaultsOfTheFormat() {
        assertThat(of())
                .isEqualTo(new CompactionOptions(
                        Strategy.UNIVERSAL,
                        RuleSet.V2_1,
                        5,
                        8,
                        6,
                        1,
                        200,
                        new OffPeak(-1, -1, 0),
                        new EarlyFull(null, null, null, null),
                        new LevelZero(Force.NEVER, 10, false),
                        new Files(93_952_409, false, false)));
    }

    @Test
    void readsEachOption() {
        CompactionOptions options = of(
                "compaction.universal.rule-set", "2.0",
                "num-sorted-run.compaction-trigger", "3",
                "num-sorted-run.stop-trigger", "9",
                "num-levels", "7",
                "compaction.size-ratio", "5",
                "compaction.max-size-amplification-percent", "150",
                "compaction.offpeak.start.hour", "22",
                "compaction.offpeak.end.hour", "6",
                "compaction.offpeak-ratio", "30",
                "compaction.optimization-interval", "2 h",
                "compaction.total-size-threshold", "1 kb",
                "compaction.incremental-size-threshold", "3 mb",
                "full-compaction.delta-records", "1000",
                "compaction.force-up-level-0", "true",
                "compaction.force-rewrite-all-files", "true",
                "target-file-size", "1000");
        assertThat(options)
                .isEqualTo(new CompactionOptions(
                        Strategy.UNIVERSAL,
                        RuleSet.V2_0,
                        3,
                        9,
                        7,
                        5,
                        150,
                        new OffPeak(22, 6, 30),
                        new EarlyFull(7_200_000L, 1024L, 3L << 20, 1000L),
                        new LevelZero(Force.ALWAYS, 6, false),
                        new Files(700, true, false)));
    }

    @Test
    void choosesAStrategy() {
        assertThat(of("compaction.strategy", "binomial").strategy()).isEqualTo(Strategy.BINOMIAL);
        assertThat(Pickers.of(of("compaction.strategy", "binomial"))).isInstanceOf(BinomialCompaction.class);
        assertThat(Pickers.of(of("compaction.strategy", "universal"))).isInstanceOf(UniversalCompaction.class);
        assertThat(Pickers.of(of())).isInstanceOf(UniversalCompaction.class);
        assertThatThrownBy(() -> of("compaction.strategy", "leveled"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("compaction.strategy", "universal, binomial", "leveled");
    }

    @Test
    void derivesWhatDependsOnTheTrigger() {
        assertThat(of("num-sorted-run.compaction-trigger", "10", "num-sorted-run.stop-trigger", "4"))
                .satisfies(options -> assertThat(options.stopTrigger()).isEqualTo(10))
                .satisfies(options -> assertThat(options.levels()).isEqualTo(11));
        assertThat(of("num-sorted-run.compaction-trigger", "2147483647").stopTrigger())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void takesTheAmplificationAsAMultipleToo() {
        assertThat(of("compaction.max.size.amplification", "10").maxSizeAmplificationPercent())
                .isEqualTo(1000);
    }

    @Test
    void emptiesLevelZeroWhereLookupsNeedIt() {
        assertThat(of("changelog-producer", "lookup").levelZero()).isEqualTo(new LevelZero(Force.ALWAYS, 10, true));
        assertThat(of("merge-engine", "first-row").levelZero().force()).isEqualTo(Force.ALWAYS);
        assertThat(of("deletion-vectors.enabled", "true"))
                .satisfies(options -> assertThat(options.levelZero().force()).isEqualTo(Force.ALWAYS))
                .satisfies(
                        options -> assertThat(options.files().deletionVectors()).isTrue());
        assertThat(of("force-lookup", "true", "lookup-compact", "gentle", "lookup-compact.max-interval", "7")
                        .levelZero())
                .isEqualTo(new LevelZero(Force.GENTLY, 7, true));
        assertThat(of("lookup-compact", "gentle").levelZero().force())
                .as("gentle without lookups means nothing")
                .isEqualTo(Force.NEVER);
    }

    @Test
    void knowsOffPeakHours() {
        OffPeak day = new OffPeak(8, 17, 50);
        assertThat(List.of(7, 8, 16, 17)).extracting(day::ratioPercentAt).containsExactly(0, 50, 50, 0);
        OffPeak night = new OffPeak(22, 6, 50);
        assertThat(List.of(21, 22, 23, 0, 5, 6))
                .extracting(night::ratioPercentAt)
                .containsExactly(0, 50, 50, 50, 50, 0);
        OffPeak evening = of(
                        "compaction.offpeak.start.hour", "20",
                        "compaction.offpeak.end.hour", "24",
                        "compaction.offpeak-ratio", "50")
                .offPeak();
        assertThat(List.of(19, 20, 23, 0)).extracting(evening::ratioPercentAt).containsExactly(0, 50, 50, 0);
        assertThatThrownBy(() -> of("compaction.offpeak.end.hour", "25"))
                .hasMessage("option 'compaction.offpeak.end.hour': expected int, -1 to 24, found '25'");
        assertThat(new OffPeak(3, 3, 50).ratioPercentAt(3)).isZero();
        assertThat(new OffPeak(-1, 6, 50).ratioPercentAt(3)).isZero();
    }

    @Test
    void refusesASingleLevel() {
        assertThatThrownBy(() -> of("num-levels", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("num-levels");
    }
}
