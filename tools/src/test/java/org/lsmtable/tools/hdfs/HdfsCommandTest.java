package org.lsmtable.tools.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;
import org.lsmtable.tools.CliRunner.Result;

/** The command line on tables of a real HDFS. */
@ExtendWith(HdfsExtension.class)
class HdfsCommandTest {
    private static final String SCHEMA = "id BIGINT, dt STRING, v STRING, PRIMARY KEY (id, dt)";

    private final String root;

    @TempDir
    Path folder;

    HdfsCommandTest(HdfsCluster cluster) {
        this.root = cluster.uri() + "/commands-" + UUID.randomUUID();
    }

    private Result ok(String... args) {
        return new CliRunner(folder).ok(args);
    }

    @Test
    void theWholeLifeOfATable() {
        String table = root + "/db.db/orders";
        ok("create", table, "--schema", SCHEMA, "--partition-by", "dt", "-O", "bucket=1");
        for (String value : List.of("a", "b", "c")) {
            new CliRunner(folder)
                    .withInput("id,dt,v\n1,2026-01-01 10:00%,%s\n2,x=y,%s\n".replace("%s", value))
                    .ok("load", table, "-", "--format", "csv");
        }
        assertThat(ok("scan", table, "--where", "id = 1", "-o", "jsonl").lines())
                .containsExactly("{\"id\":1,\"dt\":\"2026-01-01 10:00%\",\"v\":\"c\"}");
        assertThat(ok("get", table + "//", "2", "x=y").out()).contains("\"v\":\"c\"");
        assertThat(ok("count", table).out()).contains("2");
        assertThat(ok("count", table, "--where", "v = 'c'").out()).contains("2");
        String second = ok("snapshots", table, "-o", "csv").lines().get(2).split(",", 2)[0];
        ok("tag", table, "create", "v1", "--snapshot", second);
        assertThat(ok("scan", table + "@v1", "--select", "v", "-o", "csv").lines())
                .containsOnly("v", "b");
        assertThat(ok("scan", table + "@" + second, "--select", "v", "-o", "csv")
                        .lines())
                .containsOnly("v", "b");
        assertThat(ok("scan", table + "@" + second + "$files", "--select", "partition,level", "-o", "csv")
                        .lines())
                .hasSize(5);
        ok("compact", table, "--full");
        assertThat(ok("levels", table, "-o", "jsonl").lines())
                .hasSize(2)
                .allMatch(line -> line.contains("\"level\":5"));
        assertThat(ok("verify", table, "--deep").out()).isEmpty();
        assertThat(ok("options", table, "-o", "csv").lines()).contains("bucket,1");
    }

    @Test
    void settingsOfHadoopAreOptionsAndAreNotStored() throws IOException {
        String table = root + "/settings";
        String host = root.substring("hdfs://".length()).replaceAll("/.*", "");
        ok(
                "create",
                "hdfs:" + table.substring(root.indexOf('/', 8)),
                "--schema",
                SCHEMA,
                "-O",
                "hadoop.fs.defaultFS=hdfs://" + host,
                "-O",
                "hadoop.fs.s3a.secret.key=sEcReT",
                "-O",
                "bucket=3");
        assertThat(ok("options", table, "-o", "csv").lines()).containsExactly("key,value", "bucket,3");
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(
                conf.resolve("core-site.xml"),
                "<configuration><property><name>fs.defaultFS</name><value>hdfs://" + host
                        + "</value></property></configuration>");
        assertThat(ok(
                                "options",
                                "hdfs:" + table.substring(root.indexOf('/', 8)),
                                "-O",
                                "hadoop-conf-dir=" + conf,
                                "-o",
                                "csv")
                        .lines())
                .contains("bucket,3");
    }

    @Test
    void errorsAreOneLine() throws Exception {
        CliRunner runner = new CliRunner(folder);
        Result missing = runner.run("scan", root + "/nothing");
        assertThat(missing.code()).isEqualTo(3);
        assertThat(missing.error()).contains(root + "/nothing: no table");
        Result nobody = runner.run("scan", "hdfs://localhost:1/t", "-O", "hadoop.ipc.client.connect.max.retries=0");
        assertThat(nobody.code()).isEqualTo(4);
        assertThat(nobody.error()).contains("hdfs://localhost:1/t").contains("refused");
        ok("create", root + "/owned", "--schema", SCHEMA);
        UserGroupInformation eve = UserGroupInformation.createRemoteUser("eve");
        PrivilegedExceptionAction<Result> load = () -> new CliRunner(folder)
                .withInput("id,dt,v\n1,x,y\n")
                .run("load", root + "/owned", "-", "--format", "csv");
        Result denied = eve.doAs(load);
        assertThat(denied.code()).isEqualTo(4);
        assertThat(denied.error()).contains(root + "/owned/").contains("Permission denied: user=eve, access=WRITE");
        assertThat(ok("snapshots", root + "/owned", "-o", "csv").lines()).hasSize(1);
    }
}
