package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code simulate}: the shape that scripts read, and what it refuses. */
class SimulateTest {
    @TempDir
    Path folder;

    private List<JsonNode> simulate(String arguments) throws IOException {
        List<JsonNode> records = new ArrayList<>();
        for (String line : run(arguments).lines()) {
            records.add(new ObjectMapper().readTree(line));
        }
        return records;
    }

    private CliRunner.Result run(String arguments) {
        return new CliRunner(folder).ok(("simulate " + arguments).split(" ", -1));
    }

    /**
     * Three flushes of 1000 new bytes with a trigger of 2. Sizes of runs, newest first: 1000 alone; 1000 and 1000, of which the newer is as
     * large as the older, so both are merged (2000 written); 1000 and 2000, which stay: 3000 live bytes in 2 files.
     */
    @Test
    void oneObjectASetting() throws IOException {
        JsonNode record = simulate("--updates 0 --flush-bytes 1000 --commits 3 -O num-sorted-run.compaction-trigger=2")
                .get(0);
        assertThat(record.toString())
                .isEqualTo("{\"setting\":{\"num-sorted-run.compaction-trigger\":2},\"mode\":\"sync\",\"commits\":3,"
                        + "\"flushed_bytes\":3000,\"compacted_bytes\":2000,\"write_amplification\":1.666667,"
                        + "\"space_amplification_mean\":1.0,\"space_amplification_peak\":1.0,"
                        + "\"runs_mean\":1.333333,\"runs_max\":2,\"compactions\":{\"minor\":0,\"full\":1},"
                        + "\"upgraded_files\":0,\"compacted_bytes_by_rule\":{\"size_ratio\":2000},\"stalls\":0,"
                        + "\"stall_seconds\":0.0,\"live_bytes\":3000,\"live_files\":2}");
    }

    @Test
    void theProductOfAllLists() throws IOException {
        List<JsonNode> records = simulate("--commits 50 --table-bytes 1gb --flush-bytes 10mb"
                + " --compare num-sorted-run.compaction-trigger=5,8 --compare compaction.universal.rule-set=2.0,2.1"
                + " -O compaction.force-rewrite-all-files=true");
        assertThat(records.stream().map(record -> record.get("setting").toString()))
                .containsExactly(setting(5, 2.0), setting(5, 2.1), setting(8, 2.0), setting(8, 2.1));
        assertThat(records).allSatisfy(record -> {
            double flushed = record.get("flushed_bytes").asDouble();
            double compacted = record.get("compacted_bytes").asDouble();
            assertThat(record.get("write_amplification").asDouble())
                    .isCloseTo((flushed + compacted) / flushed, within(1e-6));
        });
    }

    private static String setting(int trigger, double ruleSet) {
        return "{\"compaction.force-rewrite-all-files\":true,\"num-sorted-run.compaction-trigger\":" + trigger
                + ",\"compaction.universal.rule-set\":" + ruleSet + "}";
    }

    /** 2,000 commits into a full table of 1,000 flushes, as an independent model has them: 36.29 and 6.07. */
    @Test
    void withoutFlagsTheWorkloadOfTheDocs() throws IOException {
        List<JsonNode> records = simulate("--compare num-sorted-run.compaction-trigger=5,8");
        assertThat(records.get(0).get("write_amplification").asDouble()).isCloseTo(36.29, within(0.1));
        assertThat(records.get(1).get("write_amplification").asDouble()).isCloseTo(6.07, within(0.02));
    }

    @Test
    void aTableForPeople() {
        String text = run("-o table --commits 10 --flush-bytes 1mb --skew hot:0.1:0.9 --deletes 0.125 --flush-sizes"
                        + " lognormal:0.5 --mode async --throughput 1mb --flush-interval 30s --compare compaction.size-ratio=1,50")
                .out();
        assertThat(text)
                .startsWith(
                        "10 commits: flushes of 1.0 MiB (lognormal:0.5), uniform keys, 1000.0 MiB of live data, 100 % of"
                                + " the rows update it (skew hot:0.1:0.9), 12.5 % of these delete; a flush every 30.0 s,"
                                + " compactions merge 1.0 MiB a second\n")
                .contains("compaction.size-ratio", "write amp", "peak");
        assertThat(text.lines().filter(line -> line.startsWith("| 1 ") || line.startsWith("| 50 ")))
                .hasSize(2);
    }

    @Test
    void theOptionsOfATable() throws IOException {
        new CliRunner(folder)
                .ok(
                        "create",
                        "t",
                        "--schema",
                        "id INT, PRIMARY KEY (id)",
                        "-O",
                        "bucket=1",
                        "-O",
                        "num-sorted-run.compaction-trigger=2");
        JsonNode record =
                simulate("t --updates 0 --flush-bytes 1000 --commits 3").get(0);
        assertThat(record.get("setting").toString()).isEqualTo("{}");
        assertThat(record.get("compacted_bytes").asLong()).isEqualTo(2000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x|3|no table",
                "--commits 0|2|--commits: expected at least 1, found 0",
                "--commits many|2|--commits",
                "--flush-bytes 0|2|--flush-bytes: expected above 0, found 0",
                "--flush-bytes 3parsec|2|expected bytes, as 64mb or 1048576, found '3parsec'",
                "--table-bytes 0|2|--table-bytes",
                "--updates 1.5|2|--updates: expected a number from 0 to 1, found 1.5",
                "--deletes 1|2|--deletes: expected below 1",
                "--mode later|2|--mode",
                "--throughput 0 --mode async|2|--throughput",
                "--flush-interval soon|2|expected a length of time, as 30s or 5min, found 'soon'",
                "--skew much|2|--skew: expected none, hot:DATA:UPDATES or zipf:EXPONENT, found 'much'",
                "--skew hot:2:0.5|2|--skew hot: expected a share of the data between 0 and 1, found 2",
                "--skew hot:a:0.5|2|--skew: expected a number, found 'a'",
                "--skew hot:0.1:0.9 --keys sequential|2|--keys sequential",
                "--flush-sizes normal|2|--flush-sizes: expected constant",
                "--flush-sizes lognormal:-1|2|--flush-sizes lognormal: expected a sigma from 0 to 5.0, found -1",
                "--flush-sizes lognormal:Infinity|2|--flush-sizes lognormal: expected a sigma from 0 to 5.0, found Infinity",
                "--file-overhead-bytes 128mb|2|--file-overhead-bytes: expected below the target size of files (134217728",
                "--flush-interval 100000d|2|flush interval: expected at most",
                "--commits 9223372036854775807|2|flush interval: expected at most",
                "--mode async --throughput 1|2|simulated time: expected at most 292 years",
                "--table-bytes 8000000tb|2|simulated files: expected at most 1000000 in a run",
                "--flush-bytes 8000000tb|2|simulated files: expected at most 1000000 in a run",
                "-O num-sorted-run.compaction-triger=5|2|nearest is 'num-sorted-run.compaction-trigger'",
                "-O num-sorted-run.compaction-trigger=0|2|num-sorted-run.compaction-trigger",
                "--compare compaction.size-ratio|2|--compare: expected KEY=VALUE",
                "--compare compaction.size-ratio=1,,2|2|--compare compaction.size-ratio: expected values",
                "--compare compaction.size-ratio=1 --compare compaction.size-ratio=2|2|given twice",
                "--compare compaction.size-ratio=1 -O compaction.size-ratio=2|2|give it once",
                "--compare compaction.size-ratoi=1|2|--compare: no option 'compaction.size-ratoi'",
                "--compare num-sorted-run.compaction-trigger=5,none|2|expected int"
            })
    void whatIsWrong(String arguments, int code, String message) {
        CliRunner.Result result = new CliRunner(folder).run(("simulate " + arguments).split(" ", -1));
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        assertThat(result.error()).startsWith("lsm: ").contains(message);
        assertThat(result.out()).isEmpty();
    }
}
