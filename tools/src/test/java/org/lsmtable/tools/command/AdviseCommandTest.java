package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm advise} and {@code lsm simulate} on a table's own past. */
@TestInstance(Lifecycle.PER_CLASS)
class AdviseCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int COMMITS = 45;

    private CliRunner lsm;

    @BeforeAll
    void load(@TempDir Path folder) {
        lsm = new CliRunner(folder);
        lsm.ok(
                "create",
                "shop.db/orders",
                "--schema",
                "id INT NOT NULL, v STRING, PRIMARY KEY (id)",
                "-O",
                "bucket=1",
                "-O",
                "num-sorted-run.compaction-trigger=4");
        Random random = new Random(4);
        StringBuilder csv = new StringBuilder("id,v\n");
        for (int row = 0; row < 50 * COMMITS; row++) {
            csv.append(random.nextInt(800))
                    .append(",value ")
                    .append(random.nextLong())
                    .append('\n');
        }
        lsm.withInput(csv.toString())
                .ok("load", "shop.db/orders", "-", "--format", "csv", "--commit-every", "50", "--quiet");
    }

    private static List<JsonNode> records(CliRunner.Result result) throws IOException {
        List<JsonNode> records = new ArrayList<>();
        for (String line : result.lines()) {
            records.add(JSON.readTree(line));
        }
        return records;
    }

    private double measured() throws IOException {
        return records(lsm.ok("amp", "shop.db/orders"))
                .get(0)
                .get("write_amplification")
                .asDouble();
    }

    @Test
    void settingsWithTheLinesThatChangeThem() throws IOException {
        List<JsonNode> settings = records(lsm.ok("advise", "shop.db/orders"));
        List<JsonNode> current =
                settings.stream().filter(s -> s.get("current").asBoolean()).toList();
        assertThat(current).hasSize(1);
        assertThat(current.get(0).get("setting").size()).isZero();
        assertThat(current.get(0).get("flink_sql").isNull()).isTrue();
        double least = 0;
        for (JsonNode setting : settings) {
            assertThat(setting.get("flushes_seen").asInt()).isEqualTo(COMMITS);
            assertThat(setting.get("measured_write_amplification").asDouble()).isCloseTo(measured(), within(1e-9));
            assertThat(setting.get("replay_error_percent").asDouble()).isBetween(-10.0, 10.0);
            assertThat(setting.get("rule_set").asText()).isEqualTo("2.1");
            assertThat(setting.get("confidence").asText()).isEqualTo("MEDIUM");
            assertThat(setting.get("write_amplification").asDouble()).isGreaterThanOrEqualTo(least);
            least = setting.get("write_amplification").asDouble();
            if (!setting.get("current").asBoolean()) {
                assertThat(setting.get("pareto").asBoolean()).isTrue();
                for (Map.Entry<String, JsonNode> option : setting.get("setting").properties()) {
                    String pair =
                            "'" + option.getKey() + "' = '" + option.getValue().asText() + "'";
                    assertThat(setting.get("flink_sql").asText())
                            .startsWith("ALTER TABLE `shop`.`orders` SET ('")
                            .contains(pair);
                    assertThat(setting.get("spark_sql").asText())
                            .startsWith("ALTER TABLE `shop`.`orders` SET TBLPROPERTIES ('")
                            .contains(pair);
                }
            }
        }
        assertThat(settings.get(0).get("write_amplification").asDouble())
                .isLessThan(current.get(0).get("write_amplification").asDouble());
    }

    @Test
    void forPeople() {
        String text = lsm.ok("advise", "shop.db/orders", "-o", "table", "--mode", "async", "--throughput", "10kb")
                .out();
        assertThat(text)
                .startsWith("bucket 0, 100 % of the bytes flushed: flushes of ")
                .contains("confidence: medium")
                .contains(COMMITS + " flushes and ")
                .contains("measured were ")
                .contains("as it is")
                .contains("stalled")
                .containsPattern(
                        "[0-9]+ settings simulated; [0-9]+ are kept, which no other beats in all of bytes written,"
                                + " runs, peak space and time waited\n")
                .contains("of these, for each number of runs, the one that writes least; * is the one in force")
                .contains("1  ALTER TABLE `shop`.`orders` SET ('")
                .contains("Spark SQL has SET TBLPROPERTIES");
        assertThat(text.lines().filter(line -> line.contains("as it is")).toList())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("*"));
    }

    /** What is shown, what there is of it and what the text says are the same things. */
    @Test
    void whatIsCountedIsWhatIsShown() throws IOException {
        CliRunner.Result some = lsm.ok("advise", "shop.db/orders", "-o", "table");
        CliRunner.Result all = lsm.ok("advise", "shop.db/orders", "-o", "table", "--all");
        List<JsonNode> records = records(lsm.ok("advise", "shop.db/orders"));
        long kept = records.stream().filter(r -> r.get("pareto").asBoolean()).count();
        boolean currentIsKept = records.stream()
                .anyMatch(r -> r.get("pareto").asBoolean() && r.get("current").asBoolean());
        String none = ", which is none of these: another beats it";
        assertThat(some.out()).contains("; " + kept + " are kept");
        assertThat(some.out().contains(none)).isEqualTo(!currentIsKept);
        long shown = settings(some) - (currentIsKept ? 0 : 1);
        assertThat(some.err())
                .isEqualTo("showing " + shown + " of " + kept + (currentIsKept ? "" : ", and the one in force")
                        + "; --all shows all\n");
        assertThat(settings(all)).isEqualTo(records.size());
        assertThat(all.out()).contains("\nthese; * is the one in force");
        assertThat(all.err()).isEmpty();
    }

    private static long settings(CliRunner.Result advice) {
        return advice.lines().stream()
                .filter(line -> line.matches("\\| +[0-9]+\\*? \\|.*"))
                .count();
    }

    @Test
    void thePastIsSimulatedUnlessAWorkloadIsDescribed() throws IOException {
        JsonNode past = records(lsm.ok("simulate", "shop.db/orders")).get(0);
        assertThat(past.get("commits").asInt()).isEqualTo(COMMITS);
        assertThat(past.get("write_amplification").asDouble()).isCloseTo(measured(), within(0.1 * measured()));
        JsonNode described = records(lsm.ok("simulate", "shop.db/orders", "--updates", "0", "--commits", "50"))
                .get(0);
        assertThat(described.get("flushed_bytes").asLong()).isEqualTo(50L * (64 << 20));
        String text = lsm.ok(
                        "simulate",
                        "shop.db/orders",
                        "-o",
                        "table",
                        "--compare",
                        "num-sorted-run.compaction-trigger=4,8")
                .out();
        assertThat(text).startsWith(COMMITS + " commits: bucket 0").contains("; measured: ");
    }

    /** No key comes twice: what the fit makes of new keys is not told. */
    @Test
    void keysInTheOrderOfTimeAreSaid() {
        lsm.ok("create", "log", "--schema", "id INT NOT NULL, PRIMARY KEY (id)", "-O", "bucket=1");
        StringBuilder csv = new StringBuilder("id\n");
        for (int row = 0; row < 1000; row++) {
            csv.append(row).append('\n');
        }
        lsm.withInput(csv.toString()).ok("load", "log", "-", "--format", "csv", "--commit-every", "100", "--quiet");
        assertThat(lsm.ok("advise", "log", "-o", "table").out())
                .contains("each with a range of keys of its own")
                .doesNotContain("rows new");
        assertThat(lsm.ok("advise", "shop.db/orders", "-o", "table").out()).contains("of rows evenly");
    }

    @Test
    void tooLittleIsRefused() {
        lsm.ok("create", "young", "--schema", "id INT NOT NULL, PRIMARY KEY (id)", "-O", "bucket=1");
        assertThat(lsm.run("advise", "young").code()).isEqualTo(7);
        lsm.withInput("id\n1\n").ok("load", "young", "-", "--format", "csv", "--quiet");
        CliRunner.Result refused = lsm.run("advise", "young");
        assertThat(refused.code()).isEqualTo(7);
        assertThat(refused.error())
                .contains("young: too little history to learn a workload from")
                .contains("1 flushes and 0 compactions");
        assertThat(lsm.run("simulate", "young").code()).isEqualTo(7);
        assertThat(lsm.run("advise", "shop.db/orders", "--last", "0").code()).isEqualTo(2);
        assertThat(lsm.run("advise", "shop.db/orders", "--bucket", "3").code()).isEqualTo(7);
    }
}
