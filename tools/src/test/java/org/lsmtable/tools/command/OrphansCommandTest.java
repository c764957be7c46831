package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm orphans}. */
class OrphansCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;
    private Path orphan;

    @BeforeEach
    void create() throws IOException {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        lsm.withInput("id,v\n1,a\n").ok("load", "t", "-", "--format", "csv");
        orphan = folder.resolve("t/bucket-0/data-dead-0.parquet");
        Files.writeString(orphan, "12345");
        Files.setLastModifiedTime(orphan, FileTime.from(Instant.now().minus(Duration.ofHours(30))));
    }

    @Test
    void areDeletedOnlyWhenTold() {
        String shown = lsm.ok("orphans", "t").out();
        assertThat(shown)
                .contains("\"path\":\"" + orphan + "\"")
                .contains("\"why\":\"data file that nothing refers to")
                .contains("\"bytes\":5")
                .contains("\"deleted\":false");
        assertThat(shown.lines()).hasSize(1);
        assertThat(orphan).exists();
        assertThat(lsm.ok("orphans", "t").error()).isEqualTo("dry run: 1 file, 5 bytes would go; --execute does it");
        assertThat(lsm.ok("orphans", "t", "--quiet").err()).isEmpty();
        assertThat(lsm.ok("orphans", "t", "--older-than", "2d").out()).isEmpty();
        assertThat(lsm.ok("orphans", "t", "--older-than", "2020-01-01T00:00:00Z")
                        .out())
                .isEmpty();
        assertThat(lsm.ok("orphans", "t", "--execute", "--older-than", "29h").out())
                .isEqualTo(shown.replace("false", "true"));
        assertThat(orphan).doesNotExist();
        CliRunner.Result none = lsm.ok("orphans", "t", "--execute");
        assertThat(none.out()).isEmpty();
        assertThat(none.error()).isEqualTo("nothing to delete");
        assertThat(lsm.ok("scan", "t", "-o", "csv").out()).isEqualTo("id,v\n1,a\n");
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    @Test
    void anAgeHasAUnit() {
        for (String age : new String[] {"7", "0", " 7 "}) {
            CliRunner.Result refused = lsm.run("orphans", "t", "--execute", "--older-than", age);
            assertThat(refused.code()).as(age).isEqualTo(2);
            assertThat(refused.error())
                    .isEqualTo("lsm: --older-than: expected an age such as '7 d' or a time such as"
                            + " 2026-01-31T10:00:00Z, found '" + age + "'");
        }
        assertThat(orphan).exists();
        String warning = "lsm: warning: --older-than 59 min: files of writes that are in progress may go too";
        assertThat(lsm.ok("orphans", "t", "--older-than", "59 min").err()).doesNotContain("warning");
        assertThat(lsm.ok("orphans", "t", "--older-than", "61 min", "--execute").err())
                .doesNotContain("warning");
        assertThat(lsm.ok("orphans", "t", "--older-than", "59 min", "--execute").err())
                .contains(warning);
    }

    @Test
    void whatCannotBeIsSaid() throws IOException {
        assertThat(lsm.run("orphans", "t", "--older-than", "soon").code()).isEqualTo(2);
        assertThat(lsm.run("orphans", "t", "--older-than", "soon").error()).contains("--older-than", "'soon'");
        assertThat(lsm.run("orphans", "t", "--older-than", "9999-01-01T00:00:00Z")
                        .error())
                .contains("future");
        assertThat(lsm.run("orphans", "none").code()).isEqualTo(3);
        assertThat(lsm.run("orphans", "t@1").code()).isEqualTo(2);
        Files.createDirectories(folder.resolve("t/tag"));
        Files.writeString(folder.resolve("t/tag/tag-x"), "{");
        CliRunner.Result damaged = lsm.run("orphans", "t", "--execute");
        assertThat(damaged.code()).isEqualTo(4);
        assertThat(damaged.error()).contains("tag-x");
        assertThat(orphan).exists();
    }
}
