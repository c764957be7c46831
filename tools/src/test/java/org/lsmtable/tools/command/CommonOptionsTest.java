package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** The options of every command, before its name and behind it. */
class CommonOptionsTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, PRIMARY KEY (id)", "-O", "bucket=1");
        lsm.withInput("{\"id\":1}\n").ok("load", "t", "-", "--format", "jsonl");
    }

    @Test
    void theFormBeforeTheCommand() {
        assertThat(lsm.ok("-o", "csv", "scan", "t").out()).isEqualTo("id\n1\n");
        assertThat(lsm.ok("--output=csv", "scan", "t").out()).isEqualTo("id\n1\n");
        assertThat(lsm.ok("--output", "csv", "scan", "t").out()).isEqualTo("id\n1\n");
        assertThat(lsm.ok("-ocsv", "scan", "t").out()).isEqualTo("id\n1\n");
    }

    @Test
    void theFormBehindTheCommandWins() {
        assertThat(lsm.ok("-o", "csv", "scan", "t", "-o", "jsonl").out()).isEqualTo("{\"id\":1}\n");
    }

    @Test
    void quietInBothPlaces() throws IOException {
        assertThat(lsm.ok("expire", "t").err()).isEqualTo("nothing expires\n");
        assertThat(lsm.ok("expire", "t", "--quiet").err()).isEmpty();
        assertThat(lsm.ok("--quiet", "expire", "t").err()).isEmpty();
        Files.writeString(folder.resolve("b.jsonl"), "{\"id\":2}\n");
        assertThat(lsm.onSlowTerminal().ok("--quiet", "load", "t", "b.jsonl").err())
                .isEmpty();
    }

    @Test
    void aFormThatIsNone() {
        assertThat(lsm.run("-o", "xml", "scan", "t").error())
                .isEqualTo("lsm: --output: expected table, json, jsonl or csv, found 'xml' (see: lsm help)");
    }
}
