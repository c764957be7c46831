package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm changelog}: the records of snapshots, both ends included. */
class ChangelogCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
    }

    private void load(String rows) {
        lsm.withInput("op,id,v\n" + rows)
                .ok("load", "t", "-", "--format", "csv", "--kind-column", "op", "--no-compaction");
    }

    @Test
    void showsTheRecordsOfSnapshots() {
        load("+I,1,a\n+I,2,b\n");
        load("+U,1,aa\n-D,2,\n");
        lsm.ok("compact", "t", "--full");
        load("+I,3,c\n");
        assertThat(lsm.ok("changelog", "t", "-o", "csv").out()).isEqualTo("""
            _ROW_KIND,id,v
            +I,1,a
            +I,2,b
            +U,1,aa
            -D,2,
            +I,3,c
            """);
        assertThat(lsm.ok("changelog", "t", "--from", "2", "--to", "3", "-o", "csv")
                        .out())
                .isEqualTo("_ROW_KIND,id,v\n+U,1,aa\n-D,2,\n");
        assertThat(lsm.ok("changelog", "t", "--from", "4", "--snapshots").out().strip())
                .isEqualTo("{\"_ROW_KIND\":\"+I\",\"_SNAPSHOT_ID\":4,\"id\":3,\"v\":\"c\"}");
        assertThat(lsm.ok("changelog", "t", "--where", "id < 3 AND v LIKE 'a%'", "--select", "v", "-o", "csv")
                        .out())
                .isEqualTo("_ROW_KIND,v\n+I,a\n+U,aa\n");
    }

    @Test
    void saysWhatIsNotThere() {
        assertThat(lsm.ok("changelog", "t").out()).isEmpty();
        assertThat(lsm.run("changelog", "t", "--from", "1").code()).isEqualTo(3);
        load("+I,1,a\n");
        CliRunner.Result past = lsm.run("changelog", "t", "--to", "2");
        assertThat(past.code()).isEqualTo(3);
        assertThat(past.error()).contains("there are those of 1 to 1");
        load("+I,1,b\n");
        assertThat(lsm.run("changelog", "t", "--from", "2", "--to", "1").code()).isEqualTo(2);
        assertThat(lsm.run("changelog", "t", "--where", "w = 1").code()).isEqualTo(2);
        assertThat(lsm.run("changelog", "t@1").code()).isEqualTo(2);
    }
}
