package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** A tag that cannot be read blocks every expiration, and so must be removable. */
    @Test
    void aDamagedTagIsDeleted() throws IOException {
        lsm.ok("tag", "t", "create", "x");
        lsm.ok("tag", "t", "create", "y");
        for (String name : List.of("x", "y")) {
            Path file = folder.resolve("t/tag/tag-" + name);
            Files.writeString(file, Files.readString(file).substring(0, 40));
        }
        assertThat(fails(4, "expire", "t", "--retain-max", "1"))
                .contains("/tag/tag-x: JSON line", "expected an object, found the end of the file in its midst")
                .endsWith("; the tag cannot be used; 'lsm tag TABLE delete x --execute' deletes it");
        assertThat(lsm.ok("tag", "t", "delete", "x").out())
                .contains("\"why\":\"damaged tag; what it keeps cannot be told: lsm orphans finds it"
                        + " later\",\"bytes\":40,\"deleted\":false");
        assertThat(folder.resolve("t/tag/tag-x")).exists();
        for (String name : List.of("x", "y")) {
            assertThat(lsm.ok("tag", "t", "delete", name, "--execute").error()).isEqualTo("1 file, 40 bytes deleted");
        }
        assertThat(folder.resolve("t/tag")).isEmptyDirectory();
        lsm.ok("expire", "t", "--retain-max", "1", "--execute");
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
