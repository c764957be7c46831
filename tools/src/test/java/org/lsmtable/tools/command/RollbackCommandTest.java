package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm rollback}. */
class RollbackCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        for (String value : new String[] {"a", "b", "c"}) {
            load("t", value);
            lsm.ok("tag", "t", "create", "of-" + value);
        }
    }

    private void load(String table, String value) {
        lsm.withInput("id,v\n1," + value + "\n").ok("load", table, "-", "--format", "csv", "--no-compaction");
    }

    @Test
    void deletesOnlyWhenTold() throws IOException {
        CliRunner.Result shown = lsm.ok("rollback", "t", "1");
        assertThat(shown.lines()).hasSize(4);
        assertThat(shown.lines().get(0))
                .contains("\"path\":\"" + folder.resolve("t/snapshot/snapshot-3") + "\"")
                .contains("\"why\":\"snapshot later than 1, by user '")
                .contains("\"bytes\":" + Files.size(folder.resolve("t/snapshot/snapshot-3")))
                .contains("\"deleted\":false");
        assertThat(shown.lines().get(2)).contains("tag-of-c", "tag of snapshot 3, later than 1");
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,c\n");

        assertThat(lsm.ok("rollback", "t", "of-b", "--execute").lines())
                .hasSize(2)
                .allMatch(line -> line.contains("\"deleted\":true"));
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,b\n");
        assertThat(lsm.ok("tags", "t").lines()).hasSize(2);
        CliRunner.Result none = lsm.ok("rollback", "t", "2");
        assertThat(none.out()).isEmpty();
        assertThat(none.error()).isEqualTo("at snapshot 2 already");
        load("t", "d");
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,d\n");
        assertThat(lsm.ok("orphans", "t", "--older-than", "0s").out()).isNotEmpty();
        lsm.ok("orphans", "t", "--older-than", "0s", "--execute");
        assertThat(lsm.ok("scan", "t@of-a", "-o", "csv").out()).isEqualTo("id,v\n1,a\n");
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    @Test
    void goesBackOnABranchAlone() {
        lsm.ok("branch", "t", "create", "b", "--tag", "of-c");
        load("t$branch_b", "x");
        assertThat(lsm.ok("rollback", "t$branch_b", "3", "--execute").lines()).hasSize(1);
        assertThat(lsm.ok("scan", "t$branch_b", "-o", "csv").out()).isEqualTo("id,v\n1,c\n");
        CliRunner.Result main = lsm.ok("rollback", "t", "2");
        assertThat(main.err()).contains("lsm: warning: ", "dry run: ", "branch 'b' began with tag 'of-c'");
    }

    @Test
    void needsAStateThatIsThere() {
        assertThat(lsm.run("rollback", "t", "7", "--execute").code()).isEqualTo(3);
        assertThat(lsm.run("rollback", "t", "7").error()).contains("snapshot 7 not found", "1 to 3");
        assertThat(lsm.run("rollback", "t", "none").error()).contains("tag 'none' not found");
        assertThat(lsm.run("rollback", "t", "-1").error())
                .isEqualTo("lsm: expected a snapshot's number, a tag or a time, found '-1'; numbers begin with 1");
        assertThat(lsm.run("help", "rolback").error())
                .isEqualTo("lsm: no command 'rolback'; did you mean rollback? (see: lsm help)");
        assertThat(lsm.run("rollback", "t").code()).isEqualTo(2);
        assertThat(lsm.run("rollback", "t@1", "1").code()).isEqualTo(2);
        assertThat(lsm.ok("snapshots", "t").lines()).hasSize(3);
    }
}
