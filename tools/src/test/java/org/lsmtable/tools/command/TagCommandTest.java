package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm tag}: create, list, read through, delete. */
class TagCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        load("1,a");
        load("1,b");
    }

    private void load(String row) {
        lsm.withInput("id,v\n" + row + "\n").ok("load", "t", "-", "--format", "csv", "--no-compaction");
    }

    @Test
    void namesSnapshots() {
        assertThat(lsm.ok("tag", "t", "create", "first", "--snapshot", "1")
                        .out()
                        .strip())
                .isEqualTo("{\"tag\":\"first\",\"snapshot\":1}");
        lsm.ok("tag", "t", "create", "now", "--retain", "36 h");
        assertThat(lsm.ok("scan", "t@first", "-o", "csv").out()).isEqualTo("id,v\n1,a\n");
        assertThat(lsm.ok("scan", "t@now", "-o", "csv").out()).isEqualTo("id,v\n1,b\n");
        assertThat(lsm.ok("tag", "t", "list").out())
                .isEqualTo(lsm.ok("tags", "t").out())
                .contains("\"tag_name\":\"first\"")
                .contains("\"time_retained\":\"PT36H\"");
    }

    @Test
    void deletesOnlyWhenTold() {
        lsm.ok("tag", "t", "create", "x");
        Path file = folder.resolve("t/tag/tag-x");
        assertThat(lsm.ok("tag", "t", "delete", "x").out())
                .contains(file.toString())
                .contains("tag of snapshot 2")
                .contains("\"deleted\":false");
        assertThat(file).exists();
        assertThat(lsm.ok("tag", "t", "delete", "x", "--execute").out()).contains("\"deleted\":true");
        assertThat(Files.exists(file)).isFalse();
        assertThat(lsm.run("tag", "t", "delete", "x").code()).isEqualTo(3);
    }

    @Test
    void whatIsWrongIsSaid() {
        lsm.ok("tag", "t", "create", "x");
        assertThat(fails(2, "tag", "t", "create", "x")).contains("there is a tag 'x' already");
        assertThat(fails(2, "tag", "t", "create", "7")).contains("more than digits");
        assertThat(fails(2, "tag", "t", "create")).contains("create: expected the name of a tag");
        assertThat(fails(3, "tag", "t", "create", "y", "--snapshot", "9")).contains("snapshot 9 not found");
        assertThat(fails(2, "tag", "t", "create", "y", "--retain", "soon"))
                .contains("--retain")
                .contains("'soon'");
        assertThat(fails(2, "tag", "t", "create", "y", "--retain", "90")).contains("such as '90 d', found '90'");
        assertThat(fails(2, "tag", "t", "frob")).contains("expected create, delete or list");
        assertThat(fails(3, "tag", "u", "list")).contains("no table");
    }

    private String fails(int code, String... args) {
        CliRunner.Result result = lsm.run(args);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        return result.error();
    }
}
