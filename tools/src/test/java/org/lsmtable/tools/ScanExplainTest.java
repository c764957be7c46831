package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scan --explain} and {@code get --explain}: what each step left out. */
class ScanExplainTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private CliRunner lsm;

    /** Three files whose keys do not overlap, and one over all of them in another partition. */
    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok(
                "create",
                "t",
                "--schema",
                "p STRING NOT NULL, id INT NOT NULL, v INT, s STRING, PRIMARY KEY (p, id)",
                "--partition-by",
                "p",
                "-O",
                "bucket=1",
                "-O",
                "file-index.bloom-filter.columns=id,s",
                "-O",
                "file-index.bloom-filter.s.items=100",
                "-O",
                "file-index.bloom-filter.id.items=100",
                "-O",
                "file-index.bitmap.columns=v");
        load("a,1,10,x\na,3,30,z\n");
        load("a,4,40,x\na,6,60,z\n");
        load("a,7,70,x\na,9,90,y\n");
        load("b,1,10,x\nb,9,90,z\n");
    }

    private void load(String lines) {
        lsm.withInput("p,id,v,s\n" + lines).ok("load", "t", "-", "--format", "csv", "--no-compaction");
    }

    private JsonNode explain(String where) {
        try {
            return JSON.readTree(
                    lsm.ok("scan", "t", "--where", where, "--explain").out());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void has(JsonNode record, String key, long value) {
        assertThat(record.get(key).asLong()).as("%s of %s", key, record).isEqualTo(value);
    }

    @Test
    void eachStepLeavesOutItsPart() {
        JsonNode byPartition = explain("p = 'b'");
        has(byPartition, "manifests", 4);
        has(byPartition, "manifests_skipped", 3);
        has(byPartition, "files_live", 1);
        has(byPartition, "rows_returned", 2);

        JsonNode byKey = explain("p = 'a' AND id = 3");
        has(byKey, "files_live", 3);
        has(byKey, "files_skipped_by_key_range", 2);
        has(byKey, "files_planned", 1);
        has(byKey, "rows_returned", 1);

        JsonNode byValue = explain("p = 'a' AND v > 65");
        has(byValue, "files_skipped_by_statistics", 2);
        has(byValue, "rows_returned", 2);

        JsonNode byIndex = explain("p = 'a' AND s = 'y'");
        has(byIndex, "files_skipped_by_statistics", 0);
        has(byIndex, "files_skipped_by_index", 2);
        has(byIndex, "rows_in_files", 2);
        has(byIndex, "rows_returned", 1);

        JsonNode byBitmap = explain("p = 'a' AND v = 30");
        has(byBitmap, "rows_in_files", 2);
        has(byBitmap, "rows_skipped", 0);
        has(byBitmap, "rows_skipped_by_index", 1);
        has(byBitmap, "rows_decoded", 1);

        JsonNode none = explain("p = 'a' AND id > 100");
        has(none, "files_planned", 0);
        has(none, "rows_in_files", 0);
        has(none, "rows_decoded", 0);
    }

    @Test
    void peopleSeeALineForEachStep() {
        String shown = lsm.ok("scan", "t", "--where", "s = 'y'", "--explain", "-o", "table")
                .out();
        assertThat(shown.lines().filter(line -> line.contains("files, by file index")))
                .singleElement()
                .satisfies(line -> assertThat(line).containsPattern("4\\D+3"));
    }

    @Test
    void lookupsTellOfTheIndex() throws IOException {
        JsonNode lookup =
                JSON.readTree(lsm.run("get", "t", "a", "5", "--explain").out());
        assertThat(lookup.get("files").findValuesAsText("checked")).containsExactly("KEY_RANGE", "BLOOM", "KEY_RANGE");
        assertThat(lookup.get("read_amplification").asInt()).isZero();
    }

    @Test
    void systemTablesHaveNothingToLeaveOut() {
        CliRunner.Result result = lsm.run("scan", "t$files", "--explain");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--explain: system tables");
    }
}
