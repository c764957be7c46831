package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Given;
import org.lsmtable.compact.Picker;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactionDecider.Planned;
import org.lsmtable.mergetree.CompactionPlan.Rewrite;
import org.lsmtable.mergetree.CompactionPlan.Step;
import org.lsmtable.mergetree.CompactionPlanner.Target;

/** What the compaction task's own classes do with given files: rewrites, upgrades, dropped deletes. */
class TaskVectorsTest {
    /** Writes nothing; names its files new1, new2, … */
    private static final class NamingRewriter implements CompactRewriter {
        private int count;

        @Override
        public List<DataFileMeta> rewrite(int outputLevel, DropDeletes dropDeletes, List<List<SortedRun>> sections) {
            count++;
            return List.of(TestFile.of("new" + count, 1000 + count, 1000 + count)
                    .level(outputLevel)
                    .meta());
        }
    }

    @Test
    void rewritesAndUpgradesAsTheTaskDoes() throws IOException {
        int cases = 0;
        for (JsonNode vector : vectors("taskDecisions")) {
            String id = vector.get("id").asText();
            boolean rewriteAll = vector.get("forceRewriteAllFiles").asBoolean();
            CompactionOptions options =
                    Given.options("small=" + vector.get("minFileSize").asLong() + (rewriteAll ? " rewrite-all" : ""));
            CompactionPlanner planner = new CompactionPlanner(options.files(), TestFile.KEY_ORDER, file -> false);
            DropDeletes drop = vector.get("dropDelete").asBoolean() ? DropDeletes.DROP : DropDeletes.KEEP;
            Target target = new Target(
                    vector.get("outputLevel").asInt(), vector.get("maxLevel").asInt(), drop);

            CompactionPlan plan = planner.plan(files(vector.get("files")), target);
            assertThat(operations(plan)).as(id).isEqualTo(canonical(texts(vector.get("operations"))));

            Decision decision = new UniversalCompaction(options).pick(Given.view(options, Given.runs("")));
            CompactResult result = new CompactTask(decision, plan, new NamingRewriter(), file -> {
                        throw new AssertionError("discarded " + file);
                    })
                    .run();
            assertThat(result.before())
                    .as(id)
                    .extracting(DataFileMeta::fileName)
                    .containsExactlyInAnyOrderElementsOf(texts(vector.get("before")));
            assertThat(result.after())
                    .as(id)
                    .extracting(file -> file.fileName() + "@L" + file.level())
                    .containsExactlyElementsOf(texts(vector.get("after")));
            cases++;
        }
        assertThat(cases).isEqualTo(28);
    }

    @Test
    void dropsDeletesOnlyAboveNothingOlder() throws IOException {
        int cases = 0;
        for (JsonNode vector : vectors("dropDelete")) {
            String id = vector.get("id").asText();
            CompactionOptions options =
                    Given.options("levels=" + vector.get("numLevels").asInt()
                            + (vector.get("deletionVectors").asBoolean() ? " deletion-vectors" : ""));
            Levels levels = Levels.of(TestFile.KEY_ORDER, options.levels(), files(vector.get("files")));
            BucketState state =
                    new BucketState(levels, Given.view(options, List.of()).memory(), -1);
            String request = vector.get("request").asText();
            if (id.equals("D13")) {
                // The one request that leaves newer files out, which no picker of ours can ask for.
                state = new BucketState(
                        Levels.of(
                                TestFile.KEY_ORDER,
                                options.levels(),
                                levels.newestRuns(2).subList(1, 2)),
                        state.memory(),
                        -1);
            }
            CompactionDecider decider = new CompactionDecider(options, asking(options, request));
            Planned planned = request.equals("full") ? decider.full(state, NOON) : decider.normal(state, NOON);

            assertThat(planned.plan() == null ? "no task" : String.join(" ; ", operations(planned.plan())))
                    .as(id)
                    .isEqualTo(String.join(
                            " ; ",
                            canonical(List.of(vector.get("operations_1_3_1").asText()))));
            if (!id.equals("D13")) {
                assertThat(layout(after(state.levels(), planned)))
                        .as(id)
                        .isEqualTo(vector.get("levelsAfter").asText());
            }
            cases++;
        }
        assertThat(cases).isEqualTo(18);
    }

    private static final Moment NOON = new Moment(1000, 12);

    /** A picker that picks as told: {@code LEVEL:NAME,NAME}, the newest files. */
    private static Picker asking(CompactionOptions options, String request) {
        Picker universal = new UniversalCompaction(options);
        return view -> {
            Decision nothing = universal.pick(view);
            int level = Integer.parseInt(request.substring(0, request.indexOf(':')));
            int runs = request.split(",", -1).length;
            Pick pick = new Pick(Rule.RUN_COUNT, runs, level, options.dropsDeletes(view, level), 0, 0, List.of());
            return new Decision(
                    nothing.strategy(),
                    nothing.ruleSet(),
                    nothing.options(),
                    view.runs(),
                    nothing.rules(),
                    pick,
                    nothing.memory());
        };
    }

    private static Levels after(Levels levels, Planned planned) throws IOException {
        if (planned.plan() == null) {
            return levels;
        }
        CompactResult result =
                new CompactTask(planned.decision(), planned.plan(), new NamingRewriter(), file -> {}).run();
        return levels.replace(result.before(), result.after());
    }

    private static String layout(Levels levels) {
        return levels.runs().stream()
                .map(run -> "L" + run.level() + ":"
                        + run.run().files().stream().map(DataFileMeta::fileName).collect(Collectors.joining(",")))
                .collect(Collectors.joining(" "));
    }

    private static JsonNode vectors(String part) throws IOException {
        try (InputStream in = TaskVectorsTest.class.getResourceAsStream("/vectors/compact-task.json")) {
            return new ObjectMapper().readTree(in).get(part);
        }
    }

    private static List<DataFileMeta> files(JsonNode nodes) {
        List<DataFileMeta> files = new ArrayList<>();
        for (JsonNode node : nodes) {
            JsonNode deletes = node.get("deleteRowCount");
            files.add(TestFile.of(
                            node.get("name").asText(),
                            node.get("minKey").asInt(),
                            node.get("maxKey").asInt())
                    .level(node.get("level").asInt())
                    .bytes(node.get("size").asLong())
                    .deletes(unknownIfNull(deletes))
                    .meta());
        }
        return files;
    }

    private static @Nullable Long unknownIfNull(JsonNode node) {
        return node.isNull() ? null : (Long) node.asLong();
    }

    private static List<String> texts(JsonNode nodes) {
        List<String> texts = new ArrayList<>();
        nodes.forEach(node -> texts.add(node.asText()));
        return texts;
    }

    /** The notation of the vectors, with the runs of a section in alphabetical order. */
    private static List<String> operations(CompactionPlan plan) {
        List<String> operations = new ArrayList<>();
        for (Step step : plan.steps()) {
            switch (step.action()) {
                case REWRITE ->
                    operations.add("rewrite(level=" + plan.outputLevel() + ",dropDelete="
                            + (plan.dropDeletes() == DropDeletes.DROP) + ","
                            + ((Rewrite) step)
                                    .sections().stream()
                                            .map(TaskVectorsTest::section)
                                            .collect(Collectors.joining(" "))
                            + ")");
                case UPGRADE ->
                    operations.add("upgrade(level=" + plan.outputLevel() + ","
                            + step.files().get(0).fileName() + ")");
                case KEEP -> {}
            }
        }
        return operations;
    }

    private static String section(List<SortedRun> runs) {
        return runs.stream()
                .map(run -> run.files().stream().map(DataFileMeta::fileName).collect(Collectors.joining("+")))
                .sorted()
                .collect(Collectors.joining(" / ", "{", "}"));
    }

    private static List<String> canonical(List<String> operations) {
        return operations.stream()
                .map(operation -> Pattern.compile("\\{([^}]*)}")
                        .matcher(operation)
                        .replaceAll(match -> "{"
                                + String.join(
                                        " / ",
                                        new TreeSet<>(
                                                Arrays.asList(match.group(1).split(" / ", -1))))
                                + "}"))
                .toList();
    }
}
