package org.lsmtable.tools.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.tools.console.CliException;

class TableAddressTest {
    @TempDir
    Path folder;

    private TableAddress parse(String text) {
        return TableAddress.parse(text, folder);
    }

    @Test
    void pathsAreRelativeToTheFolder() {
        assertThat(parse("a/b"))
                .isEqualTo(new TableAddress(folder.resolve("a/b").toString(), "main", null, null));
        assertThat(parse("./a/../b/"))
                .isEqualTo(new TableAddress(folder.resolve("b").toString(), "main", null, null));
        assertThat(parse("/x/y").location()).isEqualTo("/x/y");
        assertThat(parse("file:///x/y").location()).isEqualTo("/x/y");
    }

    @Test
    void states() {
        assertThat(parse("/t@7").ref()).isEqualTo(SnapshotRef.snapshot(7));
        assertThat(parse("/t@v1.0").ref()).isEqualTo(SnapshotRef.tag("v1.0"));
        assertThat(parse("/t@2026-01-31T10:00:00Z").ref())
                .isEqualTo(SnapshotRef.asOf(Instant.parse("2026-01-31T10:00:00Z")));
        assertThat(parse("/t@7").location()).isEqualTo("/t");
        assertThat(parse("/user@host/t").location()).isEqualTo("/user@host/t");
        assertThat(parse("/user@host/t").ref()).isNull();
    }

    @Test
    void systemTables() {
        assertThat(parse("/t$files")).isEqualTo(new TableAddress("/t", "main", null, "files"));
        assertThat(parse("/t$FILES").systemTable()).isEqualTo("files");
        assertThat(parse("/t@7$files")).isEqualTo(new TableAddress("/t", "main", SnapshotRef.snapshot(7), "files"));
        assertThat(parse("/t$files@7")).isEqualTo(new TableAddress("/t", "main", SnapshotRef.snapshot(7), "files"));
    }

    @Test
    void branches() {
        assertThat(parse("/t$branch_b-1")).isEqualTo(new TableAddress("/t", "b-1", null, null));
        assertThat(parse("/t$branch_B$files")).isEqualTo(new TableAddress("/t", "B", null, "files"));
        assertThat(parse("/t$branch_b@7$files"))
                .isEqualTo(new TableAddress("/t", "b", SnapshotRef.snapshot(7), "files"));
        assertThat(parse("/t$branch_b$files@7"))
                .isEqualTo(new TableAddress("/t", "b", SnapshotRef.snapshot(7), "files"));
        assertThat(parse("/t$branch_b@v1").ref()).isEqualTo(SnapshotRef.tag("v1"));
        assertThat(parse("/t@v1$branch_b").branch()).isEqualTo("b");
        assertThat(parse("/t$branch_main")).isEqualTo(parse("/t"));
        assertThat(parse("/t$branches").systemTable()).isEqualTo("branches");
        assertThatThrownBy(() -> parse("/t$branch_")).hasMessageContaining("name of a branch");
    }

    @Test
    void aFolderOfThatNameIsMeantLiterally() throws Exception {
        Files.createDirectories(folder.resolve("t@7"));
        assertThat(parse("t@7"))
                .isEqualTo(new TableAddress(folder.resolve("t@7").toString(), "main", null, null));
    }

    @Test
    void urisOfOtherFileSystems() {
        assertThat(parse("hdfs://nn:8020/t")).isEqualTo(new TableAddress("hdfs://nn:8020/t", "main", null, null));
        assertThat(parse("hdfs://nn:8020//a//t/"))
                .isEqualTo(new TableAddress("hdfs://nn:8020/a/t", "main", null, null));
        assertThat(parse("hdfs:///t@7$files"))
                .isEqualTo(new TableAddress("hdfs:/t", "main", SnapshotRef.snapshot(7), "files"));
        assertThat(parse("hdfs://nn:8020/t$branch_b$files"))
                .isEqualTo(new TableAddress("hdfs://nn:8020/t", "b", null, "files"));
        assertThat(parse("s3a://bucket/t$files@v1"))
                .isEqualTo(new TableAddress("s3a://bucket/t", "main", SnapshotRef.tag("v1"), "files"));
        assertThat(parse("hdfs://nn:8020/t@2026-01-31T10:00:00Z"))
                .isEqualTo(new TableAddress(
                        "hdfs://nn:8020/t", "main", SnapshotRef.asOf(Instant.parse("2026-01-31T10:00:00Z")), null));
        assertThat(parse("abfss://box@acct.dfs.core.windows.net/t"))
                .isEqualTo(new TableAddress("abfss://box@acct.dfs.core.windows.net/t", "main", null, null));
        assertThat(parse("hdfs://nn/a%20b c@x=1/t").location()).isEqualTo("hdfs://nn/a%20b c@x=1/t");
    }

    @Test
    void aPasswordInAUriIsRefusedAndNotShown() {
        assertThatThrownBy(() -> parse("s3a://AKIA:sEcReT/1@bucket/t@7"))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains("s3a://AKIA:***@bucket/t@7")
                .doesNotContain("sEcReT");
    }

    @Test
    void emptyParts() {
        assertThatThrownBy(() -> parse("")).isInstanceOf(CliException.class);
        assertThatThrownBy(() -> parse("/t@")).hasMessageContaining("found nothing");
    }
}
