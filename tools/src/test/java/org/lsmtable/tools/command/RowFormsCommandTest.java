package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.tools.CliRunner;

/** Rows in other forms, states and changes named by options, and metadata of tables whose rows cannot be read. */
class RowFormsCommandTest {
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

    private String csv(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "-o";
        all[args.length + 1] = "csv";
        return lsm.ok(all).out();
    }

    @Test
    void formsOfRows() {
        for (String form : List.of("audit_log", "binlog", "ro")) {
            assertThat(lsm.ok("scan", "t$" + form).out()).isEmpty(); // no snapshot yet
        }
        load("+I,1,a\n+I,2,b\n");
        load("+U,1,aa\n-D,2,\n");
        assertThat(csv("scan", "t$audit_log")).isEqualTo("rowkind,id,v\n+U,1,aa\n-D,2,\n");
        assertThat(csv("scan", "t$audit_log@1", "--where", "id = 2")).isEqualTo("rowkind,id,v\n+I,2,b\n");
        assertThat(csv("scan", "t$audit_log", "--where", "rowkind = '-D'", "--select", "id"))
                .isEqualTo("id\n2\n");
        assertThat(lsm.ok("scan", "t$binlog", "--limit", "1").out().strip())
                .isEqualTo("{\"rowkind\":\"+U\",\"id\":[1],\"v\":[\"aa\"]}");
        assertThat(lsm.ok("scan", "t$ro").out()).isEmpty();
        lsm.ok("compact", "t", "--full");
        assertThat(csv("scan", "t$ro")).isEqualTo("id,v\n1,aa\n");
        assertThat(lsm.run("scan", "t$nothing").code()).isEqualTo(3);
    }

    @Test
    void statesAndChangesByOption() {
        load("+I,1,a\n+I,2,b\n");
        load("+U,1,aa\n-D,2,\n");
        assertThat(csv("scan", "t", "-O", "scan.snapshot-id=1")).isEqualTo("id,v\n1,a\n2,b\n");
        assertThat(lsm.ok("files", "t", "-O", "scan.snapshot-id=1").lines()).hasSize(1);
        assertThat(lsm.ok("files", "t").lines()).hasSize(2);
        assertThat(lsm.ok("count", "t", "-O", "scan.snapshot-id=1").out()).contains("2");
        assertThat(csv("scan", "t", "-O", "incremental-between=1,2")).isEqualTo("id,v\n1,aa\n");
        assertThat(csv("scan", "t$audit_log", "-O", "incremental-between=1,2"))
                .isEqualTo("rowkind,id,v\n+U,1,aa\n-D,2,\n");
        assertThat(csv(
                        "scan",
                        "t$audit_log",
                        "-O",
                        "incremental-between=1,2",
                        "-O",
                        "incremental-between-scan-mode=diff"))
                .isEqualTo("rowkind,id,v\n+U,1,aa\n-D,2,b\n");
        assertThat(lsm.run("scan", "t@1", "-O", "scan.snapshot-id=2").code()).isEqualTo(2);
        assertThat(lsm.run("scan", "t", "-O", "scan.mode=from-snapshot").code()).isEqualTo(2);
        assertThat(lsm.run("scan", "t", "-O", "scan.snapshot-id=9").code()).isEqualTo(3);
        assertThat(lsm.run("files", "t", "-O", "scan.snapshot-id=9").code()).isEqualTo(3);
    }

    @Test
    void metadataOfATableWhoseRowsCannotBeRead() throws Exception {
        load("+I,1,a\n");
        load("+I,2,b\n");
        SchemaStore schemas = new SchemaStore(
                LocalStorage.of(Durability.PROCESS),
                new TablePaths(folder.resolve("t").toString()));
        TableSchema schema = schemas.latest().orElseThrow();
        Map<String, String> options = new LinkedHashMap<>(schema.options().asMap());
        options.put("row-tracking.enabled", "true");
        schemas.create(new TableSchema(
                schema.version(),
                1,
                schema.fields(),
                schema.highestFieldId(),
                schema.partitionKeys(),
                schema.primaryKeys(),
                new Options(options),
                schema.comment(),
                schema.timeMillis()));
        assertThat(lsm.run("scan", "t").code()).isEqualTo(7);
        assertThat(lsm.ok("levels", "t").lines()).hasSize(2);
        assertThat(lsm.ok("explain", "t").out()).contains("\"runs\"");
        lsm.ok("report", "t", "--html", "page.html", "--no-advice");
        assertThat(folder.resolve("page.html")).exists();
        for (String command : List.of("snapshots", "files", "manifests", "amp", "verify")) {
            lsm.ok(command, "t");
        }
    }
}
