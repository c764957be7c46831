package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people trip over in their first hour: files that end too early, and column names with blanks. */
class NewcomerTest {
    @TempDir
    Path folder;

    private CliRunner withTable() {
        CliRunner lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "`the id` INT, `what, else` STRING, PRIMARY KEY (`the id`)");
        return lsm;
    }

    private String loadError(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
        CliRunner.Result result = withTable().run("load", "t", file);
        assertThat(result.code()).isEqualTo(2);
        return result.error();
    }

    @Test
    void columnNamesWithBlanksAndCommas() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "the id,\"what, else\"\n1,x\n2,y\n");
        CliRunner lsm = withTable();
        lsm.ok("load", "t", "a.csv");
        assertThat(lsm.ok("scan", "t", "--select", "`what, else`,`the id`", "--where", "`the id` = 2", "-o", "csv")
                        .lines())
                .containsExactly("\"what, else\",the id", "y,2");
        assertThat(lsm.ok("scan", "t", "--select", "the id", "--limit", "1", "-o", "csv")
                        .lines())
                .containsExactly("the id", "1");
    }

    @Test
    void aQuoteThatIsNotClosedNamesTheLineOnWhichItBegins() throws IOException {
        assertThat(loadError("a.csv", "the id,\"what, else\"\n1,x\n2,\"y\n3,z\n"))
                .startsWith("lsm: a.csv:3: a quoted field begins here");
    }

    @Test
    void jsonThatEndsEarly() throws IOException {
        assertThat(loadError("a.jsonl", "{\"the id\":1}\n{\"the id\":"))
                .startsWith("lsm: a.jsonl:2: ")
                .doesNotContain("REDACTED");
    }

    @Test
    void aSchemaFileThatEndsEarly() throws IOException {
        CliRunner lsm = withTable();
        Path schema = folder.resolve("t/schema/schema-0");
        Files.writeString(schema, Files.readString(schema).substring(0, 50));
        CliRunner.Result result = lsm.run("count", "t");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.error()).contains(schema + ": JSON line ").doesNotContain("REDACTED");
    }
}
