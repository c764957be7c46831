package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code explain}: distances, the next compaction, and looking again and again without real time. */
class ExplainTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private CliRunner lsm;
    private int rows;

    @BeforeEach
    void createWithTwoFlushes() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        flush();
        flush();
    }

    /** One level-0 file with one row. */
    private void flush() {
        rows++;
        lsm.withInput("id,v\n" + rows + ",x\n").ok("load", "t", "-", "--format", "csv", "--no-compaction");
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private List<Long> sizes() {
        return lsm.ok("levels", "t").lines().stream()
                .map(line -> json(line).get("bytes").asLong())
                .toList();
    }

    @Test
    void tellsWhatIsMissingAndWhatComesNext() {
        long newest = sizes().get(0);
        long oldest = sizes().get(1);
        long mean = (newest + oldest) / 2;
        JsonNode explained = json(lsm.ok("explain", "t").out());
        // 2 runs; 3 more until there are 5. 100 x newer > 200 x oldest from 2 x oldest + 1 on, of which one run is
        // there.
        JsonNode rules = explained.get("rules");
        assertThat(rules.get(0).has("missing")).as("off").isFalse();
        assertThat(rules.get(1).get("missing"))
                .isEqualTo(json("[{\"runs\":3,\"newer_bytes\":" + (2 * oldest + 1 - newest) + "}]"));
        assertThat(rules.get(2).get("missing")).isEqualTo(json("[{\"runs\":3}]"));
        assertThat(rules.get(3).get("missing")).isEqualTo(json("[{\"runs\":4}]"));
        assertThat(explained.get("next"))
                .isEqualTo(json("{\"flushes\":3,\"flush_bytes\":" + mean
                        + ",\"rule\":\"SIZE_AMPLIFICATION\",\"runs\":5,\"output_level\":5,\"bytes_in\":"
                        + (newest + oldest + 3 * mean)
                        + "}"));
        JsonNode large = json(lsm.ok("explain", "t", "--flush-bytes", "700").out());
        assertThat(large.get("next").get("bytes_in").asLong()).isEqualTo(newest + oldest + 3 * 700);
        assertThat(lsm.onTerminal().ok("explain", "t").out())
                .contains("run count: 2 > 5? no (missing: 4 runs more)")
                .contains("next: after 3 more flushes of " + mean
                        + " bytes: 5 of 5 runs to level 5 by size amplification");

        flush();
        flush();
        flush();
        JsonNode due = json(lsm.ok("explain", "t").out());
        assertThat(due.get("pick").get("rule").asText()).isEqualTo("SIZE_AMPLIFICATION");
        assertThat(due.get("rules").get(1).has("missing")).as("picked").isFalse();
        assertThat(due.get("rules").get(2).get("missing")).as("would fire too").isEqualTo(json("[]"));
        assertThat(due.get("next").get("flushes").asInt()).isZero();
    }

    @Test
    void watchesInPlaceAndLeavesTheLastFrame() {
        CliRunner.Result watched = lsm.onScreen(() -> {}, this::flush, () -> lsm.ok("compact", "t", "--full"))
                .run("explain", "t", "--watch");
        assertThat(watched.code()).isEqualTo(130);
        assertThat(watched.error()).isEqualTo("lsm: interrupted");
        String[] frames = watched.out().split("\033\\[H", -1);
        assertThat(frames).hasSize(5);
        assertThat(frames[0]).as("another screen, no cursor").isEqualTo("\033[?1049h\033[?25l");
        assertThat(frames[1])
                .startsWith(folder.resolve("t") + ": snapshot 2, every 2 s, end with Ctrl-C\033[K\n")
                .doesNotContain("since the last look")
                .endsWith("\033[J");
        assertThat(frames[2]).contains("since the last look: nothing changed\033[K\n");
        assertThat(frames[3])
                .contains(": snapshot 3,")
                .contains("since the last look: 1 file flushed ("
                        + runs(frames[3]).get(0) + " bytes)");
        assertThat(frames[4])
                .contains("since the last look: 1 file written by compaction (")
                .contains(", 3 files gone ("
                        + runs(frames[3]).stream().mapToLong(b -> b).sum() + " bytes)");
        assertThat(watched.out()).doesNotContain("\033[2J");
        String[] end = frames[4].split("\033\\[J", -1);
        assertThat(end[1])
                .as("the usual screen again, with the last frame")
                .isEqualTo("\033[?25h\033[?1049l" + end[0].replace("\033[K", ""));
    }

    /** The bytes of the level-0 runs in a frame. */
    private static List<Long> runs(String frame) {
        return Pattern.compile("L0 (\\d+)")
                .matcher(frame)
                .results()
                .map(run -> Long.valueOf(run.group(1)))
                .toList();
    }

    @Test
    void watchesInLinesWithoutATerminal() {
        CliRunner.Result watched = lsm.passing(this::flush).run("explain", "--watch", "0.5", "t");
        assertThat(watched.code()).isEqualTo(130);
        List<String> lines = watched.lines();
        assertThat(lines).hasSize(2);
        JsonNode first = json(lines.get(0));
        assertThat(first.get("snapshot").asInt()).isEqualTo(2);
        assertThat(first.get("changed").isNull()).isTrue();
        JsonNode second = json(lines.get(1));
        assertThat(second.get("snapshot").asInt()).isEqualTo(3);
        assertThat(second.get("runs")).hasSize(3);
        assertThat(second.get("changed").get("flushed").get("files").asInt()).isEqualTo(1);
        assertThat(second.get("changed").get("gone").get("files").asInt()).isZero();

        CliRunner.Result text = lsm.passing(() -> {}).run("explain", "t", "-o", "table", "--watch", "3");
        assertThat(text.out()).doesNotContain("\033").contains("every 3 s", "since the last look: nothing changed");
    }

    /** A number after it is its seconds; the table's name is not. */
    @Test
    void theTableMayFollowTheWatchFlag() {
        CliRunner.Result watched = lsm.passing(() -> {}).run("explain", "-o", "table", "--watch", "t");
        assertThat(watched.out()).contains("every 2 s");
        CliRunner.Result wrong = lsm.run("explain", "t", "--watch=often");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.error()).contains("--watch").contains("often");
    }

    @Test
    void watchesATableThatHasNothingYet() {
        lsm.ok("create", "empty", "--schema", "id BIGINT NOT NULL, PRIMARY KEY (id)", "-O", "bucket=1");
        CliRunner.Result watched = lsm.passing().run("explain", "empty", "-o", "table", "--watch", "1");
        assertThat(watched.out()).contains("no snapshot yet");
        assertThat(lsm.onScreen(() -> {}).run("explain", "nowhere", "--watch").out())
                .as("nothing is drawn before something fails")
                .isEmpty();
    }
}
