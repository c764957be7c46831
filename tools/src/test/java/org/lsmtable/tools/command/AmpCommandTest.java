package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** {@code lsm amp} against what the listings of all snapshots ({@code lsm files TABLE@n}) add up to. */
class AmpCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int COMMITS = 9;

    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void load() {
        lsm = new CliRunner(folder);
        lsm.ok(
                "create",
                "t",
                "--schema",
                "id INT NOT NULL, v STRING, PRIMARY KEY (id)",
                "-O",
                "bucket=2",
                "-O",
                "num-sorted-run.compaction-trigger=3");
        Random random = new Random(4);
        for (int commit = 0; commit < COMMITS; commit++) {
            StringBuilder csv = new StringBuilder("id,v\n");
            for (int row = 0; row < 60; row++) {
                csv.append(random.nextInt(400))
                        .append(",value ")
                        .append(random.nextLong())
                        .append('\n');
            }
            lsm.withInput(csv.toString()).ok("load", "t", "-", "--format", "csv");
        }
    }

    private static List<JsonNode> records(CliRunner.Result result) throws IOException {
        List<JsonNode> records = new ArrayList<>();
        for (String line : result.lines()) {
            records.add(JSON.readTree(line));
        }
        return records;
    }

    private List<JsonNode> files(long snapshot) throws IOException {
        return records(lsm.ok("files", "t@" + snapshot, "-o", "jsonl"));
    }

    private long lastSnapshot() throws IOException {
        return records(lsm.ok("snapshots", "t", "-o", "jsonl")).stream()
                .mapToLong(s -> s.get("snapshot_id").asLong())
                .max()
                .orElseThrow();
    }

    /** Bytes that came in one bucket, from listings: on level 0, and above it under a new name. */
    private long[] written(int bucket, long last) throws IOException {
        long[] bytes = new long[2];
        Map<String, JsonNode> before = new HashMap<>();
        for (long id = 1; id <= last; id++) {
            Map<String, JsonNode> after = new HashMap<>();
            for (JsonNode file : files(id)) {
                if (file.get("bucket").asInt() == bucket) {
                    after.put(file.get("file_path").asText(), file);
                    if (!before.containsKey(file.get("file_path").asText())) {
                        bytes[file.get("level").asInt() == 0 ? 0 : 1] +=
                                file.get("file_size_in_bytes").asLong();
                    }
                }
            }
            before = after;
        }
        return bytes;
    }

    @Test
    void oneRecordABucketWithTheKeysOfTheContract() throws IOException {
        long last = lastSnapshot();
        List<JsonNode> buckets = records(lsm.ok("amp", "t", "-o", "jsonl"));
        assertThat(buckets).hasSize(2);
        for (int bucket = 0; bucket < 2; bucket++) {
            JsonNode record = buckets.get(bucket);
            assertThat(record.fieldNames())
                    .toIterable()
                    .containsExactly(
                            "partition",
                            "bucket",
                            "commits",
                            "flushed_bytes",
                            "compacted_bytes",
                            "write_amplification",
                            "space_amplification",
                            "read_amplification",
                            "runs_now");
            long[] written = written(bucket, last);
            assertThat(record.get("partition").size()).isZero();
            assertThat(record.get("bucket").asInt()).isEqualTo(bucket);
            assertThat(record.get("commits").asInt()).isEqualTo(COMMITS);
            assertThat(record.get("flushed_bytes").asLong()).isEqualTo(written[0]);
            assertThat(record.get("compacted_bytes").asLong())
                    .isEqualTo(written[1])
                    .isPositive();
            assertThat(record.get("write_amplification").asDouble())
                    .isEqualTo((written[0] + written[1]) / (double) written[0]);
            int runs = records(lsm.ok("levels", "t", "--bucket", "" + bucket, "-o", "jsonl"))
                    .size();
            assertThat(record.get("runs_now").asInt()).isEqualTo(runs);
            List<JsonNode> levels = records(lsm.ok("levels", "t", "--bucket", "" + bucket, "-o", "jsonl"));
            double live =
                    levels.stream().mapToLong(r -> r.get("bytes").asLong()).sum();
            assertThat(record.get("space_amplification").asDouble())
                    .isEqualTo(live / levels.get(runs - 1).get("bytes").asLong());
            assertThat(record.get("read_amplification").asDouble()).isBetween(1.0, 4.0);
        }
    }

    /** The tag keeps the state, but not the commits that led to it. */
    @Test
    void aTagWhoseSnapshotsHaveExpired() throws IOException {
        lsm.ok("tag", "t", "create", "old", "--snapshot", "2");
        for (long id = 1; id <= 2; id++) {
            Files.delete(folder.resolve("t/snapshot/snapshot-" + id));
        }
        Files.writeString(folder.resolve("t/snapshot/EARLIEST"), "3");
        CliRunner.Result result = lsm.ok("amp", "t@old", "-o", "jsonl");
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("the snapshots up to 2 are no longer there: nothing can be measured");
    }

    @Test
    void theTotalIsAskedFor() throws IOException {
        List<JsonNode> buckets = records(lsm.ok("amp", "t", "--total", "-o", "jsonl"));
        assertThat(buckets).hasSize(3);
        JsonNode total = buckets.get(2);
        assertThat(total.get("partition").isNull()).isTrue();
        assertThat(total.get("bucket").isNull()).isTrue();
        assertThat(total.get("commits").asInt()).isEqualTo(COMMITS);
        for (String key : List.of("flushed_bytes", "compacted_bytes")) {
            assertThat(total.get(key).asLong())
                    .isEqualTo(buckets.get(0).get(key).asLong()
                            + buckets.get(1).get(key).asLong());
        }
        String table = lsm.ok("amp", "t", "-o", "table").out();
        assertThat(table).contains("together").contains("runs over time");
        assertThat(lsm.ok("amp", "t", "--bucket", "1", "-o", "table").out()).doesNotContain("together");
    }

    @Test
    void olderStatesAndWindows() throws IOException {
        long[] written = written(0, 5);
        JsonNode atFive = records(lsm.ok("amp", "t@5", "--bucket", "0")).get(0);
        assertThat(atFive.get("flushed_bytes").asLong()).isEqualTo(written[0]);
        assertThat(atFive.get("compacted_bytes").asLong()).isEqualTo(written[1]);
        long[] earlier = written(0, 2);
        JsonNode window =
                records(lsm.ok("amp", "t@5", "--bucket", "0", "--last", "3")).get(0);
        assertThat(window.get("flushed_bytes").asLong()).isEqualTo(written[0] - earlier[0]);
        assertThat(window.get("compacted_bytes").asLong()).isEqualTo(written[1] - earlier[1]);
        assertThat(lsm.run("amp", "t", "--last", "0").code()).isEqualTo(2);
    }

    @Test
    void namesWhatIsNoLongerThere() throws IOException {
        Files.delete(folder.resolve("t/snapshot/snapshot-1"));
        Files.delete(folder.resolve("t/snapshot/snapshot-2"));
        CliRunner.Result all = lsm.ok("amp", "t");
        assertThat(all.error()).isEqualTo("snapshots 1 to 2 are no longer there: what they wrote is not counted");
        assertThat(records(all).get(0).get("commits").asInt()).isEqualTo(COMMITS - 2);
        assertThat(lsm.ok("amp", "t", "--last", "2").err()).isEmpty();
    }

    @Test
    void aTableWithoutSnapshots() {
        lsm.ok("create", "empty", "--schema", "id INT NOT NULL, PRIMARY KEY (id)");
        CliRunner.Result result = lsm.ok("amp", "empty");
        assertThat(result.out()).isEmpty();
        assertThat(result.error()).endsWith("the table has no snapshot yet");
    }
}
