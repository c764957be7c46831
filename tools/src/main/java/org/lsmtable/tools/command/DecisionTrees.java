package org.lsmtable.tools.command;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.PlannedFile;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.RuleResult;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.Decision.Step;
import org.lsmtable.compact.Distance;
import org.lsmtable.compact.Forecast;
import org.lsmtable.compact.Outlook;

/** Decisions as plain trees, in the shape that scripts read. */
final class DecisionTrees {
    private DecisionTrees() {}

    /** Everything but the bucket, which a decision does not know. */
    static Map<String, Object> of(Decision decision) {
        return of(decision, rule -> Optional.empty());
    }

    /** The same with what is missing for each rule and the next compaction. */
    static Map<String, Object> of(Outlook outlook) {
        Map<String, Object> tree = of(outlook.decision(), outlook::distance);
        tree.put("next", next(outlook.next()));
        return tree;
    }

    private static Map<String, Object> of(Decision decision, Function<Rule, Optional<Distance>> distances) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("strategy", decision.strategy().text());
        tree.put("rule_set", decision.ruleSet().text());
        tree.put("options", decision.options());
        tree.put("runs", decision.runs().stream().map(DecisionTrees::run).toList());
        tree.put(
                "rules",
                decision.rules().stream().map(rule -> rule(rule, distances)).toList());
        tree.put("pick", pick(decision.pick()));
        return tree;
    }

    private static Map<String, Object> run(Run run) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("level", run.level());
        tree.put("files", run.files());
        tree.put("bytes", run.bytes());
        return tree;
    }

    private static Map<String, Object> rule(RuleResult rule, Function<Rule, Optional<Distance>> distances) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("rule", rule.rule().name());
        tree.put("outcome", rule.outcome().name());
        putIfKnown(tree, "candidate_bytes", rule.candidateBytes());
        putIfKnown(tree, "oldest_bytes", rule.oldestBytes());
        putIfKnown(tree, "percent", rule.percent());
        if (!rule.steps().isEmpty()) {
            tree.put("steps", rule.steps().stream().map(DecisionTrees::step).toList());
        }
        if (rule.outcome() != Outcome.PICKED) {
            distances.apply(rule.rule()).ifPresent(distance -> tree.put("missing", missing(distance)));
        }
        tree.put("reason", rule.reason());
        return tree;
    }

    /** One object for each way; none if the rule would fire if it were asked. */
    private static List<Map<String, Long>> missing(Distance distance) {
        return distance.ways().stream().map(DecisionTrees::amounts).toList();
    }

    private static Map<String, Long> amounts(Distance.Way way) {
        Map<String, Long> tree = new LinkedHashMap<>();
        way.missing().forEach((measure, amount) -> tree.put(measure.key(), amount));
        return tree;
    }

    /** The next compaction: after how many more flushes of which size, and what is picked then. */
    private static @Nullable Map<String, Object> next(@Nullable Forecast next) {
        if (next == null) {
            return null;
        }
        Pick pick = Objects.requireNonNull(next.decision().pick());
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("flushes", next.flushes());
        tree.put("flush_bytes", next.flush().bytes());
        tree.put("rule", pick.rule().name());
        tree.put("runs", pick.runs());
        tree.put("output_level", pick.outputLevel());
        tree.put("bytes_in", pick.bytesIn());
        return tree;
    }

    private static Map<String, Object> step(Step step) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("candidate_bytes", step.candidateBytes());
        tree.put("limit", plain(step.limit()));
        tree.put("next_level", step.nextLevel());
        tree.put("next_bytes", step.nextBytes());
        tree.put("action", step.action().name());
        return tree;
    }

    /** A limit without exponent: 26260000, 1109.99. */
    private static BigDecimal plain(double limit) {
        return new BigDecimal(Double.toString(limit)).stripTrailingZeros();
    }

    private static @Nullable Map<String, Object> pick(@Nullable Pick pick) {
        if (pick == null) {
            return null;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("rule", pick.rule().name());
        tree.put("runs", pick.runs());
        tree.put("output_level", pick.outputLevel());
        tree.put("drop_delete", pick.dropDelete());
        tree.put("bytes_in", pick.bytesIn());
        tree.put("bytes_to_rewrite", pick.bytesToRewrite());
        tree.put("files", pick.files().stream().map(DecisionTrees::file).toList());
        return tree;
    }

    private static Map<String, Object> file(PlannedFile file) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", file.name());
        tree.put("level", file.level());
        tree.put("bytes", file.bytes());
        tree.put("action", file.action().name());
        return tree;
    }

    private static void putIfKnown(Map<String, Object> tree, String key, @Nullable Object value) {
        if (value != null) {
            tree.put(key, value);
        }
    }

    /** The columns of {@code explain}. */
    static final List<String> COLUMNS =
            List.of("partition", "bucket", "strategy", "rule_set", "options", "runs", "rules", "pick", "next");
}
