package org.lsmtable.tools.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** The page of {@code lsm report} in a real browser, against what the other commands say of the same table. */
class ReportPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PICTURES = Path.of("target", "screenshots");
    /** A table that real Paimon 2.0.0 has written; the folder has its metadata only. */
    private static final Path PEER_TABLE =
            Path.of("..", "lsm-manifest", "src", "test", "resources", "tables", "2.0.0", "orders");

    private static final int COMMITS = 24;

    @TempDir
    static Path folder;

    private static Browser browser;
    private static CliRunner lsm;

    private Tab tab;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(folder);
        lsm = new CliRunner(folder);
        lsm.ok("create", "orders", "--schema", "id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        lsm.withInput(rows(1, COMMITS * 100)).ok("load", "orders", "-", "--format", "csv", "--commit-every", "100");
    }

    /** Random updates of 1,000 keys. */
    private static String rows(long seed, int count) {
        Random random = new Random(seed);
        StringBuilder csv = new StringBuilder("id,v\n");
        for (int i = 0; i < count; i++) {
            csv.append(random.nextInt(1000))
                    .append(',')
                    .append(Long.toString(random.nextLong(), 36))
                    .append('\n');
        }
        return csv.toString();
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void newTab() throws IOException {
        tab = browser.newTab();
        tab.emulate(1200, 900, "light");
    }

    @AfterEach
    void soundAtTheEnd() throws IOException {
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.requests()).allSatisfy(url -> assertThat(url).matches("(file:.*\\.html|data:,)"));
        tab.close();
    }

    private JsonNode report(String table, String... more) throws IOException {
        String[] arguments = Stream.concat(Stream.of("report", table, "--html", "page.html"), Stream.of(more))
                .toArray(String[]::new);
        JsonNode summary = JSON.readTree(lsm.ok(arguments).out());
        Path file = folder.toRealPath().resolve("page.html");
        assertThat(Path.of(summary.get("file").textValue()).toRealPath()).isEqualTo(file);
        assertThat(summary.get("bytes").longValue()).isEqualTo(Files.size(file));
        tab.open(file);
        return summary;
    }

    private static List<JsonNode> lines(String... arguments) throws IOException {
        List<JsonNode> nodes = new ArrayList<>();
        for (String line : lsm.ok(arguments).lines()) {
            nodes.add(JSON.readTree(line));
        }
        return nodes;
    }

    /** The data of a chart with some title as the page has them. */
    private JsonNode chart(String title) throws IOException {
        return JSON.readTree(tab.evaluate(
                        "JSON.stringify([...lsm.plots].map(p => p.section).find(s => s.title === '" + title + "'))")
                .textValue());
    }

    @Test
    void everySnapshotIsAsTheOtherCommandsSay() throws IOException {
        JsonNode summary = report("orders", "--no-advice");
        List<JsonNode> snapshots = lines("snapshots", "orders");
        assertThat(summary.get("snapshots").intValue())
                .isEqualTo(snapshots.size())
                .isGreaterThan(COMMITS);
        assertThat(summary.get("buckets").intValue()).isEqualTo(1);
        JsonNode runs = chart("Sorted runs");
        JsonNode bytes = chart("Bytes by level");
        for (int i = 0; i < snapshots.size(); i++) {
            long id = snapshots.get(i).get("snapshot_id").longValue();
            List<JsonNode> levels = lines("levels", "orders@" + id);
            assertThat(runs.get("positions").get(i).longValue()).isEqualTo(id);
            assertThat(stack(runs, i)).as("runs of snapshot " + id).isEqualTo(levels.size());
            assertThat(stack(bytes, i))
                    .as("bytes of snapshot " + id)
                    .isEqualTo(levels.stream()
                            .mapToLong(run -> run.get("bytes").longValue())
                            .sum());
        }
        JsonNode amp = lines("amp", "orders").get(0);
        assertThat(
                        text(
                                "[...document.querySelectorAll('.figures')[0].querySelectorAll('.big')].map(e => e.textContent).join()"))
                .startsWith(String.format(
                        Locale.ROOT,
                        "%.2f×,%.2f×,%.1f,",
                        amp.get("write_amplification").doubleValue(),
                        amp.get("space_amplification").doubleValue(),
                        amp.get("read_amplification").doubleValue()));
        JsonNode curves = chart("Amplification").get("series");
        List<String> names = List.of("write", "space", "read");
        for (int i = 0; i < names.size(); i++) {
            JsonNode values = curves.get(i).get("values");
            assertThat(values.get(values.size() - 1).doubleValue())
                    .as("where the curve of " + names.get(i) + " ends")
                    .isCloseTo(amp.get(names.get(i) + "_amplification").doubleValue(), Offset.offset(1e-5));
        }
        int files = lines("files", "orders").size();
        assertThat(number("document.querySelectorAll('rect.file').length")).isEqualTo(files);
        tab.screenshot(PICTURES.resolve("report-light.png"));
        tab.emulate(375, 800, "dark");
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(375);
        tab.screenshot(PICTURES.resolve("report-phone-dark.png"));
    }

    /** The sum of the stacked series at a point. */
    private static long stack(JsonNode chart, int point) {
        return StreamSupport.stream(chart.get("series").spliterator(), false)
                .filter(series -> series.get("shape").textValue().equals("STACKED"))
                .mapToLong(series -> series.get("values").get(point).longValue())
                .sum();
    }

    /** Five level-0 files of nearly one size: the newer four are more than twice the oldest, 4 x 100 > 200 x 1. */
    @Test
    void hoveringACompactionShowsItsDecision() throws IOException {
        report("orders", "--no-advice");
        tab.hover(".lane .mark");
        String tip = text("document.getElementById('tip').textContent");
        assertThat(tip)
                .startsWith("snapshot 6: 5 files, ")
                .contains("→ 1 file, ")
                .contains(" on level 5");
        assertThat(tip)
                .contains("5 of 5 runs to level 5 by size amplification")
                .containsPattern("why: \\d+ x 100 > 200 x \\d+\\? yes");
        tab.screenshotOfView(PICTURES.resolve("report-event.png"));
    }

    @Test
    void headlinesAreWhatWasWritten() throws IOException {
        lsm.ok("create", "amplified", "--schema", "id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)", "-O", "bucket=1");
        JsonNode flushed = JSON.readTree(lsm.withInput(rows(2, 300))
                .ok("load", "amplified", "-", "--format", "csv", "--commit-every", "100", "--no-compaction")
                .out());
        JsonNode compacted =
                JSON.readTree(lsm.ok("compact", "amplified", "--full").out());
        double flushedBytes = flushed.get("bytes_written").doubleValue();
        double amplification = (flushedBytes + compacted.get("bytes_written").doubleValue()) / flushedBytes;
        report("amplified");
        assertThat(text("document.querySelector('.figures .big').textContent"))
                .isEqualTo(String.format(Locale.ROOT, "%.2f×", amplification));
        assertThat(text("document.querySelector('.lane .mark').getAttribute('aria-label')"))
                .contains("3 files")
                .contains("asked for: 3 of 3 runs to level 5");
    }

    @Test
    void aTableOfRealPaimon() throws IOException {
        JsonNode summary = report(PEER_TABLE.toAbsolutePath().toString());
        try (Stream<Path> files = Files.list(PEER_TABLE.resolve("snapshot"))) {
            assertThat(summary.get("snapshots").longValue())
                    .isEqualTo(
                            files.filter(file -> file.getFileName().toString().startsWith("snapshot-"))
                                    .count());
        }
        assertThat(number("document.querySelectorAll('.findings .error').length"))
                .as("the folder has no data files")
                .isPositive();
        assertThat(number("[...lsm.plots].filter(p => p.plot()).length")).isPositive();
    }

    @Test
    void hiddenSnapshotsAreNamed() throws IOException {
        copy(folder.resolve("orders"), folder.resolve("expired"));
        for (int id = 1; id <= 9; id++) {
            Files.delete(folder.resolve("expired/snapshot/snapshot-" + id));
        }
        Files.deleteIfExists(folder.resolve("expired/snapshot/EARLIEST"));
        report("expired", "--no-advice");
        assertThat(text("document.querySelector('.findings').textContent"))
                .contains("Part of the history is hidden")
                .containsPattern("snapshots 1 to \\d+ are no longer there");
    }

    @Test
    void manyBucketsAndHostileNames() throws IOException {
        String name = "<img src=x onerror=alert(1)>";
        lsm.ok(
                "create",
                name,
                "--schema",
                "dt STRING NOT NULL, id BIGINT NOT NULL, PRIMARY KEY (dt, id)",
                "--partition-by",
                "dt",
                "-O",
                "bucket=2");
        StringBuilder csv = new StringBuilder("dt,id\n");
        for (int partition = 0; partition < 8; partition++) {
            for (int id = 0; id < 40 - partition; id++) {
                csv.append(partition == 0 ? "\"</script><script>alert(1)</script>\"" : "p" + partition)
                        .append(',')
                        .append(id)
                        .append('\n');
            }
        }
        lsm.withInput(csv.toString()).ok("load", name, "-", "--format", "csv");
        JsonNode summary = report(name);
        assertThat(summary.get("buckets").intValue()).isEqualTo(16);
        assertThat(summary.get("buckets_shown").intValue()).isEqualTo(12);
        assertThat(text("document.querySelector('h1').textContent")).isEqualTo(name);
        assertThat(text("document.querySelector('.choice > .note').textContent"))
                .startsWith("Showing 12 of 16 buckets, the largest.");
        assertThat(number("document.querySelectorAll('select option').length")).isEqualTo(12);
        assertThat(text("[...document.querySelectorAll('select option')].map(o => o.textContent).join()"))
                .contains("dt=</script><script>alert(1)</script>, bucket ");
        assertThat(number("document.querySelectorAll('img').length")).isZero();
        assertThat(number("document.querySelectorAll('.section.table tbody tr').length"))
                .isEqualTo(16);
    }

    @Test
    void aTableWithoutSnapshots() throws IOException {
        lsm.ok("create", "fresh", "--schema", "id BIGINT NOT NULL, PRIMARY KEY (id)", "-O", "bucket=1");
        assertThat(report("fresh").get("snapshots").intValue()).isZero();
        assertThat(text("document.querySelector('header p').textContent")).endsWith("no snapshot yet");
    }

    @Test
    void theNewestSnapshotsAlone() throws IOException {
        assertThat(report("orders", "--no-advice", "--last", "5")
                        .get("snapshots")
                        .intValue())
                .isEqualTo(5);
        assertThat(chart("Sorted runs").get("positions").size()).isEqualTo(5);
        assertThat(lsm.run("report", "orders", "--html", "page.html", "--last", "0")
                        .code())
                .isEqualTo(2);
        CliRunner.Result nowhere = lsm.run("report", "orders", "--html", "nowhere/page.html");
        assertThat(nowhere.code()).isEqualTo(3);
        assertThat(nowhere.error()).contains("nowhere").contains("expected a folder");
        assertThat(lsm.run("report", "orders").code()).isEqualTo(2);
    }

    /** The page and standard output say the same; which settings are beaten is found again from the latter. */
    @Test
    void simulatedSettingsAreCompared() throws IOException {
        List<JsonNode> results = lines(
                "simulate",
                "--commits",
                "400",
                "--flush-bytes",
                "1mb",
                "--table-bytes",
                "50mb",
                "--html",
                "page.html",
                "--compare",
                "num-sorted-run.compaction-trigger=3,5,8",
                "--compare",
                "compaction.size-ratio=1,100");
        tab.open(folder.resolve("page.html"));
        assertThat(results).hasSize(6);
        JsonNode data = JSON.readTree(text("document.getElementById('data').textContent"));
        JsonNode table = section(data.get("sections"), "Settings");
        for (int i = 0; i < results.size(); i++) {
            JsonNode result = results.get(i);
            JsonNode row = table.get("rows").get(i);
            boolean beaten = results.stream().anyMatch(other -> isBetter(other, result));
            assertThat(row.get(0).textValue())
                    .isEqualTo(result.at("/setting/num-sorted-run.compaction-trigger")
                            .asText());
            assertThat(row.get(2).textValue()).as(result.toString()).isEqualTo(beaten ? "yes" : "no");
            assertThat(row.get(3).doubleValue())
                    .isCloseTo(result.get("write_amplification").doubleValue(), Offset.offset(0.001));
            assertThat(row.get(9).longValue())
                    .isEqualTo(result.get("compacted_bytes").longValue());
        }
        assertThat(table.get("rows").toString()).contains("\"yes\"").contains("\"no\"");
        assertThat(number("[...lsm.plots].filter(p => p.plot()).length")).isEqualTo(6);
        tab.hover(".lane .mark");
        assertThat(text("document.getElementById('tip').textContent"))
                .startsWith("commit ")
                .contains("by ")
                .contains("why: ");
        tab.screenshot(PICTURES.resolve("simulate-light.png"));
        tab.emulate(375, 800, "light");
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(375);
    }

    /** The advice of the page is that of {@code lsm advise}; the picks are found again in the latter's records. */
    @Test
    void adviceIsThatOfAdvise() throws IOException {
        report("orders");
        List<JsonNode> advised = lines("advise", "orders");
        JsonNode data = JSON.readTree(text("document.getElementById('data').textContent"));
        JsonNode advice = section(data.get("sections"), "Advice");
        JsonNode rows =
                section(advice.get("sections"), "Settings that no other beats").get("rows");
        assertThat(rows.size()).isEqualTo(advised.size()).isGreaterThan(1);
        for (JsonNode row : rows) {
            JsonNode same = advised.stream()
                    .filter(one -> row.get(7).textValue().isEmpty()
                            ? one.get("current").booleanValue()
                            : row.get(7).textValue().equals(one.get("flink_sql").textValue() + ";"))
                    .findFirst()
                    .orElseThrow();
            assertThat(row.get(1).doubleValue())
                    .isCloseTo(same.get("write_amplification").doubleValue(), Offset.offset(1e-4));
            assertThat(row.get(3).doubleValue()).isCloseTo(same.get("runs_mean").doubleValue(), Offset.offset(1e-4));
        }
        JsonNode least = advised.stream()
                .min(Comparator.comparingDouble(
                        one -> one.get("write_amplification").doubleValue()))
                .orElseThrow();
        String picks =
                section(advice.get("sections"), "Settings to choose from").toString();
        assertThat(picks)
                .contains("Confidence: " + least.get("confidence").textValue().toLowerCase(Locale.ROOT));
        assertThat(picks).contains(least.get("flink_sql").textValue());
        report("orders", "--no-advice");
        assertThat(text("document.getElementById('contents').textContent")).doesNotContain("Advice");
    }

    private static JsonNode section(JsonNode sections, String title) {
        return StreamSupport.stream(sections.spliterator(), false)
                .filter(section -> section.get("title").textValue().equals(title))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isBetter(JsonNode other, JsonNode one) {
        boolean better = false;
        for (String cost : List.of("write_amplification", "runs_mean", "space_amplification_peak", "stalls")) {
            if (other.get(cost).doubleValue() > one.get(cost).doubleValue()) {
                return false;
            }
            better |= other.get(cost).doubleValue() < one.get(cost).doubleValue();
        }
        return better;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    private double number(String expression) throws IOException {
        return tab.evaluate(expression).doubleValue();
    }

    private String text(String expression) throws IOException {
        return tab.evaluate(expression).asText();
    }
}
