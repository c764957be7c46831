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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.tools.CliRunner;

/** {@code lsm verify} of tables that nothing else can open: what is damaged is a finding. */
class VerifyCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void twoSchemas() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)");
        lsm.withInput("id,v\n1,a\n").ok("load", "t", "-", "--format", "csv");
        lsm.ok("tag", "t", "create", "first");
        lsm.ok("alter", "t", "add-column", "n", "INT");
        lsm.withInput("id,v,n\n2,b,2\n").ok("load", "t", "-", "--format", "csv");
    }

    private List<String> findings() {
        CliRunner.Result result = lsm.run("verify", "t", "--deep");
        assertThat(result.code()).as(result.err()).isEqualTo(1);
        return result.lines();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"version\" : 3}", "[]"})
    void aLatestSchemaThatCannotBeRead(String content) throws IOException {
        Path schema = folder.resolve("t/schema/schema-1");
        Files.writeString(schema, content);
        assertThat(lsm.run("scan", "t").code()).isEqualTo(4);
        assertThat(findings()).singleElement().asString().contains("UNREADABLE_FILE", schema.toString());
        Files.writeString(folder.resolve("t/schema/schema-0"), content);
        assertThat(findings())
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(line -> assertThat(line).contains("/t/schema"));
    }

    @Test
    void aTagThatCannotBeRead() throws IOException {
        Path tag = folder.resolve("t/tag/tag-first");
        Files.writeString(tag, "{");
        assertThat(findings()).singleElement().asString().contains("UNREADABLE_FILE", tag.toString());
    }

    @Test
    void aSchemaOfASnapshotThatIsGone() throws IOException {
        Files.delete(folder.resolve("t/schema/schema-0"));
        assertThat(findings()).isNotEmpty().allSatisfy(line -> assertThat(line).contains("MISSING_FILE", "schema-0"));
    }

    /** The branches of a table are checked with it; what they share with it is told of once. */
    @Test
    void whatIsWrongWithABranch() throws IOException {
        lsm.ok("branch", "t", "create", "b", "--tag", "first");
        lsm.ok("branch", "t", "create", "empty");
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
        Path snapshot = folder.resolve("t/branch/branch-b/snapshot/snapshot-1");
        String text = Files.readString(snapshot);
        Files.writeString(snapshot, "{");
        assertThat(findings()).singleElement().asString().contains("UNREADABLE_FILE", snapshot.toString());
        Files.writeString(snapshot, text);
        Files.delete(folder.resolve("t/branch/branch-empty/schema/schema-0"));
        Files.delete(folder.resolve("t/branch/branch-empty/schema/schema-1"));
        assertThat(findings()).singleElement().asString().contains("MISSING_FILE", "/t/branch/branch-empty/schema");
    }

    @Test
    void snapshotsThatAreGone() throws IOException {
        Files.delete(folder.resolve("t/tag/tag-first"));
        try (Stream<Path> files = Files.list(folder.resolve("t/snapshot"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        assertThat(findings()).singleElement().asString().contains("WARNING", "MISSING_FILE", "manifest-list-");
    }

    @Test
    void aTableThatIsNotThere() {
        assertThat(lsm.run("verify", "x").error()).contains(folder.resolve("x").toString(), "no table");
        assertThat(lsm.run("verify", "x").code()).isEqualTo(3);
        assertThat(lsm.run("verify", "t$branch_b").code()).isEqualTo(3);
    }

    /** Long work shows a bar on a terminal, and none elsewhere. */
    @Test
    void progress() {
        CliRunner slow = lsm.onSlowTerminal();
        assertThat(slow.ok("verify", "t", "--deep").err()).contains("\rverify ").contains(" files ");
        assertThat(slow.ok("verify", "t", "--deep", "--quiet").err()).doesNotContain("\r");
        assertThat(lsm.ok("verify", "t", "--deep").err()).doesNotContain("\r");
        assertThat(slow.ok("compact", "t", "--full").err())
                .contains("\rcompact ")
                .contains(" files ");
    }
}
