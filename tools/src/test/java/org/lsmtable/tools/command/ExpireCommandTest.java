package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm expire}, and {@code lsm tag delete} of a tag whose snapshot has expired. */
class ExpireCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        for (String row : List.of("1,a", "1,b", "1,c")) {
            lsm.withInput("id,v\n" + row + "\n").ok("load", "t", "-", "--format", "csv", "--no-compaction");
        }
        lsm.ok("compact", "t", "--full");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> walk = Files.walk(folder.resolve("t"))) {
            return walk.filter(Files::isRegularFile)
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void expiresOnlyWhenTold() throws IOException {
        CliRunner.Result none = lsm.ok("expire", "t");
        assertThat(none.out()).as("all are among the newest ten").isEmpty();
        assertThat(none.error()).isEqualTo("nothing expires");
        assertThat(lsm.ok("expire", "t", "--quiet").err()).isEmpty();
        List<String> before = files();
        String shown =
                lsm.ok("expire", "t", "--retain-min", "1", "--older-than", "0s").out();
        assertThat(files()).isEqualTo(before);
        assertThat(shown.lines())
                .allMatch(line ->
                        line.matches("\\{\"path\":\"[^\"]+\",\"why\":\"[^\"]+\",\"bytes\":\\d+,\"deleted\":false}"))
                .anyMatch(line -> line.contains("t/snapshot/snapshot-1\",\"why\":\"snapshot 1 expires\""))
                .anyMatch(line -> line.contains("/bucket-0/") && line.contains("removed by snapshot 4"));
        long paths = shown.lines().count();
        assertThat(lsm.ok("expire", "t", "--retain-min", "1", "--older-than", "0s", "--execute")
                        .out())
                .isEqualTo(shown.replace("\"deleted\":false", "\"deleted\":true"));
        assertThat(files()).hasSize((int) (before.size() - paths));
        assertThat(lsm.ok("snapshots", "t").out().lines()).hasSize(1);
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,c\n");
        assertThat(lsm.run("scan", "t@1").code()).isEqualTo(3);
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    @Test
    void numbersAndAgesAreGiven() {
        assertThat(lsm.ok("expire", "t", "--retain-max", "2", "--max-deletes", "1")
                        .err())
                .contains("at most 1 snapshot goes at once")
                .contains("would go; --execute does it");
        assertThat(lsm.ok("expire", "t", "--older-than", "2020-01-01T00:00:00Z", "--retain-min", "1")
                        .out())
                .isEmpty();
        assertThat(lsm.ok("expire", "t", "-O", "snapshot.num-retained.max=3", "-O", "snapshot.num-retained.min=1")
                        .out())
                .contains("snapshot-1\"")
                .doesNotContain("snapshot-2\"");
        lsm.ok("expire", "t", "--retain-max", "3", "--execute");
        assertThat(lsm.ok("snapshots", "t").out().lines()).hasSize(3);
    }

    @Test
    void aTagKeepsItsFilesUntilItIsDeleted() {
        lsm.ok("tag", "t", "create", "two", "--snapshot", "2");
        lsm.ok("expire", "t", "--retain-max", "1", "--execute");
        assertThat(lsm.ok("scan", "t@two", "-o", "csv").out()).isEqualTo("id,v\n1,b\n");
        assertThat(lsm.ok("tag", "t", "delete", "two").out().lines())
                .anyMatch(line -> line.contains("/tag/tag-two\""))
                .filteredOn(line -> line.contains("/bucket-0/") && line.contains("only tag 'two' needs it"))
                .hasSize(2);
        lsm.ok("tag", "t", "delete", "two", "--execute");
        assertThat(lsm.ok("files", "t").out().lines()).hasSize(1);
        assertThat(folder.resolve("t/bucket-0")).isDirectoryContaining("glob:**.parquet");
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    @Test
    void whatCouldNotBeDeletedIsNotCalledDeleted() throws IOException {
        String[] command = {"expire", "t", "--retain-max", "1"};
        String stays = lsm.ok(command)
                .out()
                .lines()
                .filter(line -> line.contains("/bucket-0/"))
                .findFirst()
                .orElseThrow()
                .split("\"", 5)[3];
        Files.delete(Path.of(stays));
        Files.createDirectories(Path.of(stays, "in-the-way"));
        CliRunner.Result result = lsm.run("expire", "t", "--retain-max", "1", "--execute");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.error()).contains(" of " + result.lines().size() + " files deleted");
        assertThat(result.lines())
                .hasSizeGreaterThan(3)
                .allSatisfy(line ->
                        assertThat(line.contains("\"deleted\":true")).as(line).isEqualTo(!line.contains(stays)));
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        assertThat(fails(2, "expire", "t", "--retain-min", "0"))
                .isEqualTo("lsm: --retain-min: expected at least 1, found 0");
        assertThat(fails(2, "expire", "t", "--retain-min", "3", "--retain-max", "2"))
                .isEqualTo("lsm: --retain-min: expected at most 2, the number of --retain-max, found 3");
        assertThat(fails(2, "expire", "t", "--older-than", "soon")).contains("--older-than", "'soon'");
        assertThat(fails(2, "expire", "t", "--older-than", "9999-01-01T00:00:00Z"))
                .contains("expected a time that is past", "is in the future");
        assertThat(fails(2, "expire", "t", "--older-than", "1", "--execute"))
                .isEqualTo("lsm: --older-than: expected an age such as '7 d' or a time such as 2026-01-31T10:00:00Z,"
                        + " found '1'");
        assertThat(fails(2, "expire", "t", "--max-deletes", "0")).contains("found 0");
        assertThat(fails(3, "expire", "none")).contains("no table");
        assertThat(fails(
                        7,
                        "expire",
                        "t",
                        "-O",
                        "changelog.num-retained.max=2147483647",
                        "-O",
                        "snapshot.num-retained.max=20"))
                .contains("changelogs that are kept longer");
        Path consumer = Files.createDirectories(folder.resolve("t/consumer")).resolve("consumer-c");
        Files.writeString(consumer, "{\"nextSnapshot\":");
        assertThat(fails(4, "expire", "t", "--retain-max", "1"))
                .contains(
                        "/consumer/consumer-c: JSON line 1",
                        "found the end of the file in its midst; what the consumer has still to read cannot be told;"
                                + " delete the file if nobody reads by its name any more");
        Files.delete(consumer);
        Files.writeString(folder.resolve("t/tag-broken"), "{");
        Files.createDirectories(folder.resolve("t/tag"));
        Files.move(folder.resolve("t/tag-broken"), folder.resolve("t/tag/tag-broken"));
        assertThat(fails(4, "expire", "t", "--retain-max", "1", "--execute")).contains("tag-broken");
        assertThat(lsm.ok("snapshots", "t").out().lines()).hasSize(4);
    }

    private String fails(int code, String... args) {
        CliRunner.Result result = lsm.run(args);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        return result.error();
    }
}
