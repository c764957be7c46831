package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm branch}, and other commands on a branch. */
class BranchCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        load("t", "1,a");
        load("t", "1,b");
        lsm.ok("tag", "t", "create", "first", "--snapshot", "1");
    }

    private void load(String table, String row) {
        lsm.withInput("id,v\n" + row + "\n").ok("load", table, "-", "--format", "csv", "--no-compaction");
    }

    @Test
    void aBranchIsATableOfItsOwn() {
        assertThat(lsm.ok("branch", "t", "create", "b", "--tag", "first").out().strip())
                .isEqualTo("{\"branch\":\"b\",\"schema\":0,\"snapshot\":1}");
        assertThat(lsm.ok("branch", "t", "create", "e").out()).contains("\"snapshot\":null");
        load("t$branch_b", "2,on b");
        assertThat(lsm.ok("scan", "t$branch_b", "-o", "csv").out()).isEqualTo("id,v\n1,a\n2,on b\n");
        assertThat(lsm.ok("scan", "t$branch_b@1", "-o", "csv").out()).isEqualTo("id,v\n1,a\n");
        assertThat(lsm.ok("scan", "t", "-O", "branch=b", "-o", "csv").out()).isEqualTo("id,v\n1,a\n2,on b\n");
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,b\n");
        assertThat(lsm.ok("scan", "t$branch_e").out()).isEmpty();
        assertThat(lsm.ok("snapshots", "t$branch_b").lines()).hasSize(2);
        assertThat(lsm.ok("scan", "t$branch_b$snapshots").lines()).hasSize(2);
        assertThat(lsm.ok("files", "t$branch_b@1").lines()).hasSize(1);
        assertThat(lsm.ok("levels", "t$branch_b").lines()).hasSize(2);
        assertThat(lsm.ok("changelog", "t$branch_b", "--from", "2", "-o", "csv").out())
                .isEqualTo("_ROW_KIND,id,v\n+I,2,on b\n");
        assertThat(lsm.ok("verify", "t$branch_b", "--deep").out()).isEmpty();
        assertThat(lsm.ok("branch", "t", "list").out())
                .isEqualTo(lsm.ok("branches", "t$branch_b").out())
                .contains("\"branch_name\":\"b\"")
                .contains("\"branch_name\":\"e\"");
        CliRunner.Result missing = lsm.run("scan", "t$branch_x");
        assertThat(missing.code()).isEqualTo(3);
        assertThat(missing.error()).contains("branch 'x' not found");
        assertThat(lsm.run("snapshots", "t$branch_x").code()).isEqualTo(3);
        assertThat(lsm.run("scan", "t$branch_b", "-O", "branch=e").code()).isEqualTo(2);
    }

    @Test
    void deletesOnlyWhenTold() {
        lsm.ok("branch", "t", "create", "b", "--tag", "first");
        Path branch = folder.resolve("t/branch/branch-b");
        assertThat(lsm.ok("branch", "t", "delete", "b").lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains(branch.toString()).contains("\"deleted\":false"));
        assertThat(branch).exists();
        assertThat(lsm.ok("branch", "t", "delete", "b", "--execute").out()).contains("\"deleted\":true");
        assertThat(Files.exists(branch)).isFalse();
        assertThat(lsm.run("branch", "t", "delete", "b").code()).isEqualTo(3);
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    @Test
    void goesForwardOnlyWhenTold() {
        lsm.ok("branch", "t", "create", "b", "--tag", "first");
        load("t$branch_b", "2,on b");
        assertThat(lsm.ok("branch", "t", "fast-forward", "b").out())
                .contains("t/snapshot/snapshot-2")
                .contains("\"deleted\":false");
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,b\n");
        lsm.ok("tag", "t", "create", "second");
        assertThat(lsm.ok("branch", "t", "fast-forward", "b").lines())
                .anySatisfy(
                        line -> assertThat(line).contains("tag-first").contains("; replaced by that of the branch\""))
                .anySatisfy(line -> assertThat(line).contains("tag-second").contains("; lost\""));
        lsm.ok("branch", "t", "fast-forward", "b", "--execute");
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,a\n2,on b\n");
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    @Test
    void theTagThatKeepsABranchAliveIsNotDeletedSilently() {
        lsm.ok("branch", "t", "create", "b", "--tag", "first");
        assertThat(lsm.run("tag", "t", "delete", "first").err())
                .contains("lsm: warning: branch 'b' began with this tag");
        assertThat(lsm.run("tag", "t$branch_b", "delete", "first", "--quiet").err())
                .isEmpty();
    }

    @Test
    void wrongUsageIsSaid() {
        assertThat(lsm.run("branch", "t", "merge", "b").error()).contains("expected create, delete, fast-forward");
        assertThat(lsm.run("branch", "t", "create").code()).isEqualTo(2);
        assertThat(lsm.run("branch", "t", "delete", "b", "--tag", "x").code()).isEqualTo(2);
        assertThat(lsm.run("branch", "t", "create", "7").code()).isEqualTo(2);
        assertThat(lsm.run("branch", "t", "create", "b", "--tag", "none").code())
                .isEqualTo(3);
        assertThat(lsm.run("create", "t$branch_b", "--schema", "id INT PRIMARY KEY")
                        .error())
                .contains("lsm branch");
    }
}
