package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.Table;
import org.lsmtable.tools.CliRunner;

/** {@code lsm compact}, and the compaction at the end of {@code lsm load}, beside somebody else who compacts. */
class CompactCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)", "-O", "bucket=2");
        for (int i = 0; i < 3; i++) {
            load("t", i);
        }
    }

    private CliRunner.Result load(String table, int value) {
        StringBuilder rows = new StringBuilder("id,v\n");
        for (int id = 0; id < 40; id++) {
            rows.append(id).append(',').append(value).append('\n');
        }
        return lsm.withInput(rows.toString()).ok("load", table, "-", "--format", "csv", "--no-compaction");
    }

    /** Compacts buckets when the command has read what there is to compact: its clock goes on with each read. */
    private CliRunner beside(int... buckets) {
        boolean[] done = new boolean[1];
        return lsm.onSlowTerminal(second -> {
            if (second > 5 && !done[0]) {
                done[0] = true;
                try (Table table = Table.open(folder.resolve("t"))) {
                    for (int bucket : buckets) {
                        table.compactFully(BucketRef.bucket(bucket));
                    }
                }
            }
        });
    }

    @Test
    void aLostCompactionEndsWithFive() {
        CliRunner.Result result = beside(0, 1).run("compact", "t", "--full", "-o", "jsonl");
        assertThat(result.code()).isEqualTo(5);
        assertThat(result.out()).contains("\"snapshots\":[]", "\"rows\":0", "\"files_added\":0");
        assertThat(result.err()).contains("lsm: the compaction is not committed, and no row is lost", "was in the way");
        assertThat(lsm.ok("count", "t", "-o", "jsonl").out()).contains("40");
    }

    @Test
    void theOtherBucketsAreCompacted() {
        CliRunner.Result result = beside(1).run("compact", "t", "--full", "-o", "jsonl");
        assertThat(result.code()).isEqualTo(5);
        assertThat(result.out()).contains("\"snapshots\":[5]", "\"files_added\":1", "\"files_removed\":3");
        assertThat(result.err()).contains("the compaction of some buckets is not committed");
        assertThat(lsm.ok("levels", "t").lines()).hasSize(2);
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }
}
