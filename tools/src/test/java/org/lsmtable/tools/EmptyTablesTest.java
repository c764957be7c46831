package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableWriter;

/**
 * Nothing there is an answer, not an error: a table without a snapshot, one whose only snapshot has no files, one whose rows are all deleted, and one whose files are all gone.
 * Paimon pull requests 2766, 2589, 3341, 8697.
 */
class EmptyTablesTest {
    @TempDir
    Path folder;

    /** A table in one of the states. */
    private CliRunner table(String state) {
        CliRunner lsm = new CliRunner(folder);
        lsm.ok(
                "create",
                "t",
                "--schema",
                "id BIGINT NOT NULL, p STRING NOT NULL, v DOUBLE, PRIMARY KEY (p, id)",
                "--partition-by",
                "p",
                "-O",
                "bucket=1");
        if (state.equals("empty snapshot")) {
            try (Table opened = Table.open(
                            folder.resolve("t").toString(),
                            TableEnvironment.of(LocalStorage.of(Durability.PROCESS)),
                            Map.of("snapshot.ignore-empty-commit", "false"));
                    TableWriter writer = opened.newWriter()) {
                writer.commit();
            }
            assertThat(lsm.ok("snapshots", "t").lines()).hasSize(1);
        } else if (!state.equals("no snapshot")) {
            lsm.withInput("{\"id\":1,\"p\":\"a\",\"v\":1.5}\n{\"id\":2,\"p\":\"b\",\"v\":null}\n")
                    .ok("load", "t", "-", "--format", "jsonl", "--no-compaction");
            lsm.withInput("{\"id\":1,\"p\":\"a\",\"op\":\"-D\"}\n{\"id\":2,\"p\":\"b\",\"op\":\"-D\"}\n")
                    .ok("load", "t", "-", "--format", "jsonl", "--kind-column", "op", "--no-compaction");
        }
        if (state.equals("no files")) {
            lsm.ok("compact", "t", "--full");
            assertThat(lsm.ok("files", "t").out()).isEmpty();
        }
        return lsm;
    }

    @ParameterizedTest
    @ValueSource(strings = {"no snapshot", "empty snapshot", "all rows deleted", "no files"})
    void commandsPrintNothingAndSucceed(String state) {
        CliRunner lsm = table(state);
        boolean files = state.equals("all rows deleted");
        for (List<String> command : List.of(
                List.of("scan", "t"),
                List.of("scan", "t", "--where", "v > 1"),
                List.of("scan", "t", "--kinds", "--select", "v", "--limit", "5"),
                List.of("scan", "t$tags"),
                List.of("scan", "t$consumers"),
                List.of("tags", "t"),
                List.of("branches", "t"),
                List.of("consumers", "t"),
                List.of("statistics", "t"),
                List.of("verify", "t"),
                List.of("verify", "t", "--deep"))) {
            assertNothing(lsm, command);
        }
        for (List<String> command : List.of(
                List.of("files", "t"),
                List.of("scan", "t$files"),
                List.of("partitions", "t"),
                List.of("buckets", "t"),
                List.of("levels", "t"),
                List.of("explain", "t"))) {
            if (files) {
                lsm.ok(command.toArray(new String[0]));
            } else {
                assertNothing(lsm, command);
            }
        }
        if (state.equals("no snapshot")) {
            assertNothing(lsm, List.of("snapshots", "t"));
            assertNothing(lsm, List.of("manifests", "t"));
            assertNothing(lsm, List.of("changelog", "t"));
            assertNothing(lsm, List.of("amp", "t"));
        }
        assertThat(lsm.ok("count", "t").out()).isEqualTo("{\"count\":0}\n");
        assertThat(lsm.ok("count", "t", "--where", "p = 'a' OR v IS NULL").out())
                .isEqualTo("{\"count\":0}\n");
        // older snapshots of the two others have versions of the key
        boolean neverHadRows = state.equals("no snapshot") || state.equals("empty snapshot");
        for (String command : neverHadRows ? List.of("get", "key") : List.of("get")) {
            CliRunner.Result absent = lsm.run(command, "t", "a", "1");
            assertThat(absent.code()).as(command).isEqualTo(3);
            assertThat(absent.out()).isEmpty();
        }
    }

    private static void assertNothing(CliRunner lsm, List<String> command) {
        for (String form : List.of("jsonl", "json", "csv", "table")) {
            String[] words = new String[command.size() + 2];
            command.toArray(words);
            words[command.size()] = "-o";
            words[command.size() + 1] = form;
            CliRunner.Result result = lsm.run(words);
            assertThat(result.code()).as("%s: %s", List.of(words), result.err()).isZero();
            switch (form) {
                case "jsonl" ->
                    assertThat(result.out()).as("%s", List.of(words)).isEmpty();
                case "json" -> assertThat(result.out()).as("%s", List.of(words)).isEqualTo("[]\n");
                case "csv" ->
                    assertThat(result.lines().size())
                            .as("%s: a header at most", List.of(words))
                            .isLessThanOrEqualTo(1);
                default -> assertThat(result.err()).as("%s", List.of(words)).doesNotContain("Exception");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no snapshot", "empty snapshot", "all rows deleted", "no files"})
    void compactingAndLoadingNothingSucceeds(String state) {
        CliRunner lsm = table(state);
        int snapshots = lsm.ok("snapshots", "t").lines().size();
        lsm.withInput("").ok("load", "t", "-", "--format", "jsonl");
        assertThat(lsm.ok("snapshots", "t").lines()).as("no commit of nothing").hasSize(snapshots);
        lsm.ok("compact", "t");
        lsm.ok("compact", "t", "--full");
        assertNothing(lsm, List.of("scan", "t"));
        assertNothing(lsm, List.of("files", "t"));
        int then = lsm.ok("snapshots", "t").lines().size();
        lsm.ok("compact", "t", "--full");
        assertThat(lsm.ok("snapshots", "t").lines())
                .as("nothing was left to compact")
                .hasSize(then);
        lsm.ok("report", "t", "--html", folder.resolve("r.html").toString());
        assertNothing(lsm, List.of("verify", "t", "--deep"));
    }
}
