package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command on a real table; each test ends with the checker. */
class EndToEndTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMA =
            "id BIGINT NOT NULL, v STRING, d DECIMAL(10, 2), ts TIMESTAMP(3), PRIMARY KEY (id)";

    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", SCHEMA, "-O", "bucket=1", "--comment", "a test");
    }

    @AfterEach
    void check() {
        CliRunner.Result verify = lsm.run("verify", "t", "--deep");
        assertThat(verify.out()).isEmpty();
        assertThat(verify.code()).isZero();
    }

    private CliRunner.Result load(String csv, String... more) {
        String[] args = {"load", "t", "-", "--format", "csv"};
        return lsm.withInput(csv)
                .ok(java.util.stream.Stream.concat(java.util.Arrays.stream(args), java.util.Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
    }

    private static List<JsonNode> records(CliRunner.Result result) throws IOException {
        return result.lines().stream()
                .map(line -> {
                    try {
                        return json(line);
                    } catch (IOException e) {
                        throw new AssertionError(line, e);
                    }
                })
                .toList();
    }

    private static List<String> keys(JsonNode record) {
        return StreamSupport.stream(((Iterable<String>) record::fieldNames).spliterator(), false)
                .toList();
    }

    @Test
    void loadAndScanInAllForms() {
        load("id,v,d,ts\n2,b,1.5,2026-01-31T10:00:00\n1,\"\",,\n-7,,100,\n");
        assertThat(lsm.ok("scan", "t").out()).isEqualTo("""
                        {"id":-7,"v":null,"d":100.00,"ts":null}
                        {"id":1,"v":"","d":null,"ts":null}
                        {"id":2,"v":"b","d":1.50,"ts":"2026-01-31T10:00:00.000"}
                        """);
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("""
                        id,v,d,ts
                        -7,,100.00,
                        1,"",,
                        2,b,1.50,2026-01-31T10:00:00.000
                        """);
        assertThat(lsm.ok("scan", "t", "-o", "json", "--select", "v,id", "--where", "id > 1")
                        .out())
                .isEqualTo("[{\"v\":\"b\",\"id\":2}]\n");
        assertThat(lsm.onTerminal().ok("scan", "t", "--select", "id,d").out()).isEqualTo("""
                        +----+--------+
                        | id |      d |
                        +----+--------+
                        | -7 | 100.00 |
                        |  1 |   null |
                        |  2 |   1.50 |
                        +----+--------+
                        """);
        assertThat(lsm.ok("scan", "t", "--kinds", "-o", "csv", "--select", "id", "--where", "v = 'b'")
                        .out())
                .isEqualTo("_ROW_KIND,id\n+I,2\n");
    }

    @Test
    void whatIsScannedCanBeLoaded() {
        load("id,v,d,ts\n2,\"b,\"\"\n\",1.5,2026-01-31T10:00:00.123\n1,\"\",,\n-7,,100,\n");
        lsm.ok("create", "u", "--schema", SCHEMA, "-O", "bucket=2");
        for (String form : List.of("csv", "jsonl")) {
            lsm.withInput(lsm.ok("scan", "t", "-o", form).out()).ok("load", "u", "-", "--format", form);
            assertThat(lsm.ok("scan", "u").lines())
                    .containsExactlyInAnyOrderElementsOf(lsm.ok("scan", "t").lines());
        }
        lsm.ok("verify", "u", "--deep");
    }

    @Test
    void limitsAreTold() {
        load("id\n1\n2\n3\n");
        CliRunner.Result limited = lsm.ok("scan", "t", "--select", "id", "--limit", "2");
        assertThat(limited.lines()).containsExactly("{\"id\":1}", "{\"id\":2}");
        assertThat(limited.err()).isEqualTo("showing 2 of 3\n");
        assertThat(lsm.ok("scan", "t", "--limit", "3").err()).isEmpty();
        assertThat(lsm.ok("scan", "t", "--limit", "1", "--where", "id > 1").err())
                .isEqualTo("showing 1 of 2\n");
        assertThat(lsm.ok("scan", "t", "--limit", "0").err()).isEqualTo("showing 0 of 3\n");
        assertThat(lsm.ok("scan", "t$files", "--limit", "0").err()).isEqualTo("showing 0 of 1\n");
    }

    @Test
    void theSummaryOfALoadIsWhatTheMetadataSay() throws IOException {
        String csv = IntStream.range(0, 25).mapToObj(i -> i % 10 + ",v" + i).collect(Collectors.joining("\n"));
        JsonNode summary = json(load("id,v\n" + csv + "\n", "--commit-every", "10", "--no-compaction")
                .out());
        assertThat(keys(summary))
                .containsExactly("snapshots", "rows", "files_added", "files_removed", "bytes_written", "seconds");
        assertThat(summary.get("snapshots").toString()).isEqualTo("[1,2,3]");
        assertThat(summary.get("rows").asInt()).isEqualTo(25);
        assertThat(summary.get("files_added").asInt()).isEqualTo(3);
        assertThat(summary.get("files_removed").asInt()).isZero();
        long bytes = 0;
        for (JsonNode file : records(lsm.ok("files", "t"))) {
            bytes += Files.size(Path.of(file.get("file_path").asText()));
        }
        assertThat(summary.get("bytes_written").asLong()).isEqualTo(bytes);
        assertThat(lsm.ok("count", "t").out()).isEqualTo("{\"count\":10}\n");
        assertThat(lsm.ok("count", "t@1", "--where", "v = 'v9'").out()).isEqualTo("{\"count\":1}\n");
        assertThat(lsm.ok("count", "t", "--where", "v = 'v9'").out()).isEqualTo("{\"count\":0}\n");
    }

    @Test
    void kindsDelete() {
        load("id,v\n1,a\n2,b\n");
        load("op,id,v\nd,1,\nu,2,bb\nc,3,c\n", "--kind-column", "op");
        assertThat(lsm.ok("scan", "t", "-o", "csv", "--select", "id,v").out()).isEqualTo("id,v\n2,bb\n3,c\n");
    }

    @Test
    void levelsExplainCompact() throws IOException {
        for (int i = 1; i <= 4; i++) {
            load("id,v\n" + i + ",a\n", "--no-compaction");
        }
        List<JsonNode> levels = records(lsm.ok("levels", "t"));
        assertThat(levels).hasSize(4);
        assertThat(keys(levels.get(0)))
                .containsExactly(
                        "partition",
                        "bucket",
                        "level",
                        "files",
                        "bytes",
                        "rows",
                        "deletes",
                        "min_key",
                        "max_key",
                        "min_sequence",
                        "max_sequence");
        assertThat(levels.get(0).get("min_key").toString()).isEqualTo("[4]");
        assertThat(levels.get(3).get("max_sequence").asLong()).isZero();

        CliRunner.Result quiet = lsm.run("explain", "t", "--check");
        assertThat(quiet.code()).isZero();
        assertThat(json(quiet.out()).get("pick").isNull()).isTrue();
        CliRunner.Result due = lsm.run("explain", "t", "--check", "-O", "num-sorted-run.compaction-trigger=4");
        assertThat(due.code()).isEqualTo(1);
        JsonNode decision = json(due.out());
        assertThat(keys(decision))
                .containsExactly(
                        "partition", "bucket", "strategy", "rule_set", "options", "runs", "rules", "pick", "next");
        assertThat(decision.get("options")
                        .get("num-sorted-run.compaction-trigger")
                        .asInt())
                .isEqualTo(4);
        assertThat(decision.get("runs").get(0).toString()).matches("\\{\"level\":0,\"files\":1,\"bytes\":\\d+}");
        assertThat(decision.get("rules").get(1).get("rule").asText()).isEqualTo("SIZE_AMPLIFICATION");
        assertThat(keys(decision.get("pick")))
                .containsExactly(
                        "rule", "runs", "output_level", "drop_delete", "bytes_in", "bytes_to_rewrite", "files");
        assertThat(decision.get("pick").get("files")).hasSize(4);
        assertThat(keys(decision.get("pick").get("files").get(0))).containsExactly("name", "level", "bytes", "action");
        assertThat(lsm.onTerminal().ok("explain", "t", "--rule-set", "2.0").out())
                .startsWith("bucket 0\nrule set 2.0, ");

        JsonNode compacted = json(lsm.ok("compact", "t", "--full").out());
        assertThat(compacted.get("files_added").asInt()
                        - compacted.get("files_removed").asInt())
                .isEqualTo(records(lsm.ok("levels", "t")).stream()
                                .mapToInt(run -> run.get("files").asInt())
                                .sum()
                        - 4);
        assertThat(records(lsm.ok("levels", "t"))).hasSize(1);
        assertThat(records(lsm.ok("levels", "t", "--bucket", "0"))).hasSize(1);
    }

    @Test
    void getAndKey() throws IOException {
        load("id,v\n-1,a\n5,b\n");
        load("id,v\n5,c\n", "--no-compaction");
        assertThat(json(lsm.ok("get", "t", "-1").out()).get("v").asText()).isEqualTo("a");
        assertThat(json(lsm.ok("get", "t@1", "5").out()).get("v").asText()).isEqualTo("b");
        JsonNode explained = json(lsm.ok("get", "t", "5", "--explain").out());
        assertThat(keys(explained)).containsExactly("row", "files", "read_amplification");
        assertThat(explained.get("row").get("v").asText()).isEqualTo("c");
        assertThat(keys(explained.get("files").get(0))).containsExactly("file", "level", "checked", "result");
        CliRunner.Result absent = lsm.run("get", "t", "9", "--explain");
        assertThat(absent.code()).isEqualTo(3);
        assertThat(json(absent.out()).get("row").isNull()).isTrue();

        List<JsonNode> versions = records(lsm.ok("key", "t", "5"));
        assertThat(versions.stream().map(v -> v.get("row").get("v").asText())).containsExactly("c", "b");
        assertThat(keys(versions.get(0))).containsExactly("file", "level", "sequence", "kind", "row", "snapshots");
        assertThat(versions.get(1).get("snapshots").toString()).isEqualTo("[1,2]");
        assertThat(lsm.run("key", "t", "9").code()).isEqualTo(3);
    }

    @Test
    void diffOfFilesAndRows() throws IOException {
        load("id,v\n1,a\n2,b\n3,c\n");
        load("op,id,v\n+U,1,aa\n-D,2,\n+I,4,d\n+U,3,c\n", "--kind-column", "op", "--no-compaction");
        lsm.ok("compact", "t", "--full");
        assertThat(lsm.ok("diff", "t", "1", "3", "--rows", "-o", "csv").out()).isEqualTo("""
                        _ROW_KIND,id,v,d,ts
                        -U,1,a,,
                        +U,1,aa,,
                        -D,2,b,,
                        +I,4,d,,
                        """);
        assertThat(lsm.ok("diff", "t", "2", "3", "--rows").out()).isEmpty();
        List<JsonNode> files = records(lsm.ok("diff", "t", "1", "3"));
        assertThat(files.stream().map(f -> f.get("change").asText())).containsExactly("REMOVED", "ADDED");
        JsonNode added = files.get(1);
        assertThat(added.get("from_level").isNull()).isTrue();
        assertThat(added.get("to_level").asInt()).isEqualTo(5);
        assertThat(added.get("snapshot").asInt()).isEqualTo(3);
        assertThat(added.get("commit_kind").asText()).isEqualTo("COMPACT");
        assertThat(added.get("commit_user").asText())
                .isEqualTo(records(lsm.ok("snapshots", "t"))
                        .get(2)
                        .get("commit_user")
                        .asText());
        assertThat(lsm.ok("diff", "t", "3", "3").out()).isEmpty();
    }

    @Test
    void listings() throws IOException {
        load("id,v\n1,a\n");
        load("id,v\n2,b\n");
        assertThat(records(lsm.ok("snapshots", "t")).stream()
                        .map(s -> s.get("snapshot_id").asInt()))
                .containsExactly(1, 2);
        assertThat(records(lsm.ok("files", "t@1"))).hasSize(1);
        assertThat(records(lsm.ok("scan", "t$files", "--where", "level = 0"))).hasSize(2);
        assertThat(records(lsm.ok("scan", "t@1$files", "--select", "level,record_count"))
                        .get(0)
                        .toString())
                .isEqualTo("{\"level\":0,\"record_count\":1}");
        assertThat(records(lsm.ok("manifests", "t"))).isNotEmpty();
        assertThat(records(lsm.ok("schemas", "t")).get(0).get("comment").asText())
                .isEqualTo("a test");
        assertThat(lsm.ok("options", "t", "-o", "csv").out()).isEqualTo("key,value\nbucket,1\n");
        assertThat(records(lsm.ok("partitions", "t")).get(0).get("record_count").asInt())
                .isEqualTo(2);
        assertThat(records(lsm.ok("buckets", "t")).get(0).get("file_count").asInt())
                .isEqualTo(2);
        assertThat(lsm.ok("tags", "t").out()).isEmpty();
        for (String listing : List.of(
                "snapshots",
                "files",
                "manifests",
                "schemas",
                "options",
                "tags",
                "branches",
                "partitions",
                "buckets",
                "consumers",
                "statistics")) {
            assertThat(lsm.ok("scan", "t$" + listing, "-o", "csv").out())
                    .isEqualTo(lsm.ok(listing, "t", "-o", "csv").out());
        }
    }

    @Test
    void anEmptyTable() {
        assertThat(lsm.ok("scan", "t").out()).isEmpty();
        assertThat(lsm.ok("count", "t").out()).isEqualTo("{\"count\":0}\n");
        assertThat(lsm.ok("snapshots", "t", "-o", "json").out()).isEqualTo("[]\n");
        assertThat(lsm.ok("levels", "t").out()).isEmpty();
        assertThat(lsm.ok("explain", "t").out()).isEmpty();
        assertThat(lsm.ok("files", "t").out()).isEmpty();
        assertThat(lsm.run("get", "t", "1").code()).isEqualTo(3);
        assertThat(load("id\n").out()).startsWith("{\"snapshots\":[],\"rows\":0,");
        assertThat(lsm.ok("compact", "t").out()).startsWith("{\"snapshots\":[],\"rows\":0,");
    }

    @Test
    void severalFilesAreOneLoad() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "id,v\n1,a\n2,b\n");
        Files.writeString(folder.resolve("b.jsonl"), "{\"v\":\"c\",\"id\":2}\n{\"id\":3}\n");
        JsonNode summary = json(
                lsm.ok("load", "t", "a.csv", "b.jsonl", "--commit-every", "3").out());
        assertThat(summary.get("snapshots").toString()).isEqualTo("[1,2]");
        assertThat(lsm.ok("count", "t@1").out()).isEqualTo("{\"count\":2}\n");
        assertThat(lsm.ok("scan", "t", "-o", "csv", "--select", "id,v").out()).isEqualTo("id,v\n1,a\n2,c\n3,\n");
    }

    @Test
    void fullCompactionAfterALoad() throws IOException {
        load("id\n1\n", "--full-compaction");
        assertThat(records(lsm.ok("levels", "t")).get(0).get("level").asInt()).isEqualTo(5);
    }

    @Test
    void aTerminalGetsASummaryAsATable() {
        assertThat(lsm.onTerminal()
                        .withInput("id\n1\n")
                        .ok("load", "t", "-", "--format", "csv")
                        .out())
                .contains("| snapshots | rows |");
        assertThat(lsm.onTerminal().ok("get", "t", "1", "--explain").out())
                .contains("| file ")
                .contains("| id |");
        assertThat(lsm.onTerminal().ok("compact", "t", "--full").out()).contains("by full compaction requested");
    }
}
