package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm drop-partition}. */
class DropPartitionCommandTest {
    private static final String ROWS =
            "d,p,id,v\n2022-01-08,a,1,x\n2022-01-08,b c,2,y\n2022-01-09,a,3,z\n2022-01-10,a,4,w\n";

    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok(
                "create",
                "t",
                "--schema",
                "d DATE, p STRING, id INT, v STRING, PRIMARY KEY (d, p, id)",
                "--partition-by",
                "d,p",
                "-O",
                "bucket=-1");
        lsm.withInput(ROWS).ok("load", "t", "-", "--format", "csv");
    }

    private String ids() {
        return String.join(
                ",", lsm.ok("scan", "t", "--select", "id", "-o", "csv").lines());
    }

    @Test
    void dropsOnlyWhenTold() {
        CliRunner.Result shown = lsm.ok("drop-partition", "t", "d=2022-01-08,p=a", "d=19001");
        // the table has dynamic buckets: a data file and an index of keys for each partition
        assertThat(shown.lines())
                .hasSize(4)
                .allMatch(line -> line.contains("\"dropped\":false"))
                .anyMatch(line -> line.contains("/t/d=19000/p=a/bucket-0/data-")
                        && line.contains("data file of partition d=19000/p=a; it stays until no snapshot"))
                .anyMatch(line -> line.contains("/t/index/index-") && line.contains("\"bytes\":4,"));
        assertThat(ids()).isEqualTo("id,1,2,3,4");

        assertThat(lsm.ok("drop-partition", "t", "p=b c").error())
                .matches("dry run: 2 files, \\d+ bytes would leave the table; --execute does it");
        CliRunner.Result dropped = lsm.ok("drop-partition", "t", "d=2022-01-08,p=a", "d=19001", "--execute");
        assertThat(dropped.lines()).hasSize(4).allMatch(line -> line.contains("\"dropped\":true"));
        assertThat(dropped.error()).isEqualTo("snapshot 2: 4 files left the table");
        assertThat(ids()).isEqualTo("id,2,4");
        assertThat(lsm.ok("scan", "t@1", "--select", "id", "-o", "csv").lines()).hasSize(5);
        assertThat(lsm.ok("snapshots", "t@2").out()).contains("OVERWRITE");
        lsm.ok("drop-partition", "t", "p=b c", "--execute");
        assertThat(ids()).isEqualTo("id,4");
        lsm.withInput(ROWS).ok("load", "t", "-", "--format", "csv");
        assertThat(ids()).isEqualTo("id,1,2,3,4");
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    @Test
    void dropsWhatHasExpired() {
        lsm.ok(
                "create",
                "e",
                "--schema",
                "p STRING, id INT, PRIMARY KEY (p, id)",
                "--partition-by",
                "p",
                "-O",
                "bucket=1",
                "-O",
                "write-only=true",
                "-O",
                "partition.expiration-time=30 d");
        lsm.withInput("p,id\n2020-1-1,1\n9999-01-01,2\nother,3\n").ok("load", "e", "-", "--format", "csv");

        assertThat(lsm.ok("drop-partition", "e", "--expired").lines())
                .singleElement()
                .asString()
                .contains("/e/p=2020-1-1/bucket-0/data-", "\"dropped\":false");
        assertThat(lsm.ok("drop-partition", "e", "--expired", "--execute").error())
                .isEqualTo("snapshot 2: 1 file left the table");
        assertThat(lsm.ok("scan", "e", "--select", "id", "-o", "csv").lines()).containsExactly("id", "2", "3");
        CliRunner.Result again = lsm.ok("drop-partition", "e", "--expired", "--execute");
        assertThat(again.out()).isEmpty();
        assertThat(again.error()).isEqualTo("no partition has expired");
        assertThat(lsm.ok("snapshots", "e").lines()).hasSize(2);

        assertThat(lsm.run("drop-partition", "t", "--expired"))
                .matches(result -> result.code() == 2 && result.error().contains("partition.expiration-time"));
        assertThat(lsm.run("drop-partition", "e", "--expired", "p=other"))
                .matches(result -> result.code() == 2 && result.error().contains("found both"));
        assertThat(lsm.run("drop-partition", "e"))
                .matches(result -> result.code() == 2 && result.error().contains("found none"));
    }

    /** Null, the empty text and blanks share a folder, and so the name by which they are dropped. */
    @Test
    void theDefaultNameMeansBlankTexts() {
        lsm.withInput("d,p,id,v\n2022-01-08,\"\",5,x\n2022-01-09,\"  \",6,y\n").ok("load", "t", "-", "--format", "csv");
        assertThat(folder.resolve("t/d=19000/p=__DEFAULT_PARTITION__")).isDirectory();
        assertThat(lsm.ok("levels", "t", "--partition", "p=__DEFAULT_PARTITION__")
                        .lines())
                .hasSize(2);
        assertThat(lsm.ok("drop-partition", "t", "p=__DEFAULT_PARTITION__").lines())
                .as("a data file and an index file each")
                .hasSize(4);
        lsm.ok("drop-partition", "t", "d=2022-01-08,p=__DEFAULT_PARTITION__", "--execute");
        assertThat(ids()).isEqualTo("id,1,2,6,3,4");
        lsm.ok("drop-partition", "t", "p=__DEFAULT_PARTITION__", "p=a", "--execute");
        assertThat(ids()).isEqualTo("id,2");
    }

    @Test
    void whatIsNotThereIsSaid() {
        for (String[] command : new String[][] {
            {"drop-partition", "t", "p=zz"},
            {"drop-partition", "t", "p=zz", "--execute"},
            {"drop-partition", "t", "p=__DEFAULT_PARTITION__", "--execute"}
        }) {
            CliRunner.Result none = lsm.run(command);
            assertThat(none.code()).isEqualTo(3);
            assertThat(none.out()).isEmpty();
            assertThat(none.error()).isEqualTo("lsm: no file in " + command[2]);
        }
        CliRunner.Result some = lsm.run("drop-partition", "t", "p=a", "p=zz", "--execute");
        assertThat(some.code()).isEqualTo(3);
        assertThat(some.error()).isEqualTo("lsm: no file in p=zz; no partition is dropped");
        assertThat(lsm.ok("snapshots", "t").lines()).hasSize(1);
        for (String bad : new String[] {"q=1", "p", "d=soon", "d=2022-01-08,d=2022-01-09", "d=__DEFAULT_PARTITION__"}) {
            CliRunner.Result refused = lsm.run("drop-partition", "t", bad);
            assertThat(refused.code()).as(bad).isEqualTo(2);
            assertThat(refused.error()).as(bad).containsAnyOf("partition", "p=");
        }
        assertThat(lsm.run("drop-partition", "t").code()).isEqualTo(2);
        assertThat(lsm.run("drop-partition", "none", "p=a").code()).isEqualTo(3);
        lsm.ok("create", "plain", "--schema", "id INT, PRIMARY KEY (id)");
        CliRunner.Result plain = lsm.run("drop-partition", "plain", "id=1");
        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.error()).contains("has no partitions");
    }
}
