package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableWriter;
import org.lsmtable.tools.CliRunner.Result;

/** Whatever a command prints, it is no credential: neither one stored with a table nor one given on the command line. */
class CredentialsAreNotShownTest {
    private static final String SECRET = "wJalrXUtnFEMI";

    @TempDir
    Path folder;

    @BeforeEach
    void aTableWithStoredCredentials() {
        TableDefinition definition = TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                .with(List.of(), Map.of("s3.secret-key", SECRET, "bucket-key", "id", "bucket", "1"), null);
        try (Table table = Table.create(folder.resolve("t"), definition);
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, "a"));
            writer.commit();
        }
    }

    private Result run(String... args) {
        Result result = new CliRunner(folder).run(args);
        assertThat(result.out() + result.err()).doesNotContain(SECRET);
        return result;
    }

    @Test
    void optionsAndSchemasKeepTheRest() {
        assertThat(run("options", "t", "-o", "csv").lines()).contains("s3.secret-key,***", "bucket-key,id", "bucket,1");
        assertThat(run("schemas", "t", "-o", "jsonl").out())
                .contains("s3.secret-key\\\":\\\"***")
                .contains("bucket-key\\\":\\\"id");
        assertThat(run("scan", "t$options", "-o", "csv").out()).contains("s3.secret-key,***");
        assertThat(run("scan", "t", "-o", "csv").lines()).containsExactly("id,v", "1,a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "levels t",
                "explain t",
                "verify t --deep",
                "amp t",
                "snapshots t",
                "files t",
                "compact t --full",
                "alter t set s3.secret-key=" + SECRET,
                "create x --schema (id -O hadoop.fs.s3a.secret.key=" + SECRET,
                "scan s3a://AKIA:" + SECRET + "@bucket/t@7 --debug",
                "scan s3a://bucket/t -O hadoop.fs.s3a.secret.key=" + SECRET + " --debug",
                "scan nosuch://bucket/t?password=" + SECRET + " --debug",
                "scan t -O fs.s3a.secret.key=" + SECRET,
                "scan t -O s3.secret-key=" + SECRET,
                "scan t --where password=" + SECRET,
                "nothing --password=" + SECRET
            })
    void noCommandShowsOne(String line) {
        run(line.split(" ", -1));
    }

    @Test
    void theReportShowsNone() throws IOException {
        run("report", "t", "--html", "r.html");
        assertThat(Files.readString(folder.resolve("r.html"))).doesNotContain(SECRET);
    }

    @Test
    void aStoreWhoseClientIsMissingIsRefusedInOneLine() {
        Result result = run("scan", "s3a://bucket/t");
        assertThat(result.code()).isEqualTo(7);
        assertThat(result.error()).contains("s3a://bucket/t").contains("class path");
    }
}
