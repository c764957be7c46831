package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.compact.CompactionOptions.EarlyFull;
import org.lsmtable.compact.CompactionOptions.Files;
import org.lsmtable.compact.CompactionOptions.Force;
import org.lsmtable.compact.CompactionOptions.LevelZero;
import org.lsmtable.compact.CompactionOptions.OffPeak;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Run;

/** The answers that the strategy's own classes gave to made-up run lists, under both rule sets. */
class UniversalVectorsTest {
    private static final Map<String, String> RULE_NAMES = Map.of(
            "EARLY_FULL", "early-full",
            "SIZE_AMPLIFICATION", "size-amp",
            "SIZE_RATIO", "size-ratio",
            "RUN_COUNT", "file-num",
            "FORCE_LEVEL_0", "force-level0");

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void picksWhatTheStrategyPicks(RuleSet ruleSet) throws IOException {
        String answerKey = ruleSet == RuleSet.V2_1 ? "rule_set_2_1" : "paimon_2_0_0";
        String ruleKey = ruleSet == RuleSet.V2_1 ? "rule_2_1" : "rule_2_0_0";
        Map<String, Integer> rulesSeen = new HashMap<>();
        int cases = 0;
        for (JsonNode vector : vectors()) {
            Picker picker = new UniversalCompaction(options(ruleSet, vector));
            PickMemory memory = PickMemory.EMPTY;
            int number = 0;
            for (JsonNode step : vector.get("steps")) {
                String id = vector.get("id").asText() + " step " + ++number;
                Decision decision = picker.pick(new CompactionView(
                        runs(step.get("runs")),
                        vector.get("numLevels").asInt(),
                        new Moment(1_000_000 + number, 12),
                        0,
                        memory));
                assertThat(answer(decision.pick())).as(id + ": " + decision).isEqualTo(expected(step.get(answerKey)));
                if (decision.pick() != null) {
                    assertThat(RULE_NAMES.get(decision.pick().rule().name()))
                            .as(id)
                            .isEqualTo(step.get(ruleKey).asText());
                }
                memory = decision.memory();
                rulesSeen.merge(step.get(ruleKey).asText(), 1, Integer::sum);
            }
            cases++;
        }
        assertThat(cases).isEqualTo(110 + 399);
        assertThat(rulesSeen.keySet())
                .containsExactlyInAnyOrder("early-full", "size-amp", "size-ratio", "file-num", "force-level0", "none");
    }

    private static List<JsonNode> vectors() throws IOException {
        try (InputStream in = UniversalVectorsTest.class.getResourceAsStream("/vectors/universal-compaction.json")) {
            JsonNode file = new ObjectMapper().readTree(in);
            return Stream.of("vectors", "random")
                    .flatMap(part -> StreamSupport.stream(file.get(part).spliterator(), false))
                    .toList();
        }
    }

    private static CompactionOptions options(RuleSet ruleSet, JsonNode vector) {
        JsonNode options = vector.get("options");
        Integer every = vector.get("maxCompactInterval").isNull()
                ? null
                : (Integer) vector.get("maxCompactInterval").asInt();
        Force force = !vector.get("strategy").asText().equals("force-up-level-0")
                ? Force.NEVER
                : every == null ? Force.ALWAYS : Force.GENTLY;
        int trigger = options.get("num-sorted-run.compaction-trigger").asInt();
        return new CompactionOptions(
                Strategy.UNIVERSAL,
                ruleSet,
                trigger,
                trigger + 3,
                vector.get("numLevels").asInt(),
                options.get("compaction.size-ratio").asInt(),
                options.get("compaction.max-size-amplification-percent").asInt(),
                new OffPeak(
                        0, 23, options.get("compaction.offpeak-ratio-active").asInt()),
                new EarlyFull(
                        number(options.get("compaction.optimization-interval-ms")),
                        number(options.get("compaction.total-size-threshold")),
                        number(options.get("compaction.incremental-size-threshold")),
                        null),
                new LevelZero(force, every == null ? 1 : every, false),
                new Files(94, false, false));
    }

    private static @Nullable Long number(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : (Long) node.asLong();
    }

    private static List<Run> runs(JsonNode nodes) {
        List<Run> runs = new ArrayList<>();
        for (JsonNode node : nodes) {
            runs.add(new Run(node.get("level").asInt(), 1, node.get("size").asLong()));
        }
        return runs;
    }

    private static String answer(@Nullable Pick pick) {
        return pick == null ? "nothing" : pick.runs() + " runs to level " + pick.outputLevel();
    }

    /** A unit of no files is dropped before it becomes a decision (spec: merge tree, filter after a normal pick). */
    private static String expected(JsonNode answer) {
        return answer.isNull() || answer.get("runCount").asInt() == 0
                ? "nothing"
                : answer.get("runCount").asInt() + " runs to level "
                        + answer.get("outputLevel").asInt();
    }
}
