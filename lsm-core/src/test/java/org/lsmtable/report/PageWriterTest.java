package org.lsmtable.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.lsmtable.report.DataTable.Column;

/** What is written; what a browser makes of it is tested where a browser is. */
class PageWriterTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)><!-- \u2028 & {{data}} \\ \"";
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    private static String html(Page page) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PageWriter.write(page, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static JsonNode data(Page page) throws IOException {
        Matcher matcher = DATA.matcher(html(page));
        assertThat(matcher.find()).isTrue();
        return new ObjectMapper().readTree(matcher.group(1));
    }

    private static Page pageOf(Section... sections) {
        return new Page("t", "s", List.of(sections));
    }

    @Test
    void noTextBecomesMarkup() throws IOException {
        Page page = new Page(
                HOSTILE,
                HOSTILE,
                List.of(
                        new Text(HOSTILE, List.of(HOSTILE), HOSTILE),
                        new DataTable(
                                HOSTILE, HOSTILE, List.of(new Column(HOSTILE, Unit.TEXT)), List.of(List.of(HOSTILE)))));
        String html = html(page);
        assertThat(html).doesNotContain("<img").doesNotContain("</script><");
        assertThat(html).contains("<title>&lt;/script&gt;&lt;img");
        JsonNode data = data(page);
        assertThat(data.get("title").textValue()).isEqualTo(HOSTILE);
        assertThat(data.at("/sections/0/paragraphs/0").textValue()).isEqualTo(HOSTILE);
        assertThat(data.at("/sections/1/rows/0/0").textValue()).isEqualTo(HOSTILE);
    }

    @Test
    void halfACharacterDoesNoHarm() throws IOException {
        JsonNode data = data(new Page("half \uD800", "", List.of()));
        assertThat(data.get("title").textValue()).isEqualTo("half ?");
    }

    @Test
    void thePolicyNamesEveryScriptAndStyleAndNothingElse() throws Exception {
        String html = html(pageOf());
        Matcher policy = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"")
                .matcher(html);
        assertThat(policy.find()).isTrue();
        assertThat(policy.group(1))
                .startsWith("default-src 'none'; img-src data:;")
                .doesNotContain("unsafe");
        Matcher elements =
                Pattern.compile("<(script|style)>(.*?)</\\1>", Pattern.DOTALL).matcher(html);
        int count = 0;
        while (elements.find()) {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(elements.group(2).getBytes(StandardCharsets.UTF_8));
            assertThat(policy.group(1))
                    .contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
            count++;
        }
        assertThat(count).isEqualTo(9);
        assertThat(policy.group(1).split("sha256-", -1)).hasSize(count + 1);
    }

    @Test
    void nothingIsNamedThatWouldBeLoaded() throws IOException {
        assertThat(html(pageOf()))
                .doesNotContainPattern("(?i)(src|href)\\s*=\\s*[\"']?(https?:)?//")
                .doesNotContain("@import")
                .doesNotContain("url(")
                .contains("Copyright (c) 2022 Leon Sorokin")
                .contains("Permission is hereby granted, free of charge");
    }

    @Test
    void theSamePageHasTheSameBytes() throws IOException {
        Page page = pageOf(new Text("a", List.of("b"), ""));
        assertThat(html(page)).isEqualTo(html(page));
    }

    @Test
    void numbersKeepWhatIsSeen() throws IOException {
        Column column = new Column("n", Unit.NUMBER);
        JsonNode rows = data(pageOf(new DataTable(
                        "t",
                        "",
                        List.of(column),
                        List.of(
                                List.of(9_007_199_254_740_991L),
                                List.of(1.0 / 3),
                                List.of(Double.NaN),
                                List.of(2e-9),
                                List.of(-4)))))
                .at("/sections/0/rows");
        assertThat(rows.toString()).isEqualTo("[[9007199254740991],[0.3333333],[null],[2.0E-9],[-4]]");
    }

    @Test
    void aLongHistoryIsThinnedAndSaysSo() throws IOException {
        int count = 100_000;
        double[] x = new double[count];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            x[i] = i;
            y[i] = i % 5;
        }
        y[77_777] = 1000;
        List<Event> events = java.util.stream.IntStream.range(0, 500)
                .mapToObj(i -> new Event(i * 100, "kind", "event " + i, "", i))
                .toList();
        JsonNode chart = data(pageOf(new LineChart(
                        "c",
                        "",
                        Positions.of(Axis.linear("x", Unit.COUNT), x),
                        Axis.linear("y", Unit.COUNT),
                        List.of(Series.line("s", y)),
                        events)))
                .at("/sections/0");
        assertThat(chart.get("points").intValue()).isEqualTo(count);
        assertThat(chart.get("positions").size()).isBetween(900, 1000);
        assertThat(chart.get("positions").get(0).intValue()).isZero();
        assertThat(chart.get("positions").get(chart.get("positions").size() - 1).intValue())
                .isEqualTo(count - 1);
        assertThat(chart.at("/series/0/values").size())
                .isEqualTo(chart.get("positions").size());
        assertThat(chart.get("positions").toString())
                .as("the one that sticks out")
                .contains(",77777,");
        assertThat(chart.get("eventCount").intValue()).isEqualTo(500);
        assertThat(chart.get("events").size()).isEqualTo(200);
        assertThat(chart.at("/events/0/headline").textValue())
                .as("the heaviest")
                .isEqualTo("event 300");
        assertThat(chart.get("positions").toString()).contains(",30000,");
    }

    @Test
    void ofVeryManyFilesTheWidestAreDrawn() throws IOException {
        List<RectangleMap.Rectangle> files = java.util.stream.IntStream.range(0, 3000)
                .mapToObj(i -> new RectangleMap.Rectangle(0, 0, i / 3000.0, "file " + i, ""))
                .toList();
        JsonNode map = data(pageOf(
                        new RectangleMap("m", "", "keys", List.of(new RectangleMap.Lane("level 0", 0)), files)))
                .at("/sections/0");
        assertThat(map.get("count").intValue()).isEqualTo(3000);
        assertThat(map.get("rectangles").size()).isEqualTo(2000);
        assertThat(map.get("rectangles").toString()).contains("\"file 1000\"").doesNotContain("\"file 999\"");
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        Axis axis = Axis.linear("x", Unit.COUNT);
        assertThatThrownBy(() -> Positions.of(axis, new double[] {1, 0}))
                .hasMessageContaining("ascending order, found 0.0 at 1");
        assertThatThrownBy(() -> Positions.of(axis, new double[] {Double.NaN})).hasMessageContaining("found NaN at 0");
        assertThatThrownBy(() -> new Positions(axis, new double[] {1}, List.of("a", "b")))
                .hasMessageContaining("expected none or 1, one a point, found 2");
        assertThatThrownBy(() -> new LineChart(
                        "c",
                        "",
                        Positions.of(axis, new double[] {1}),
                        axis,
                        List.of(Series.line("s", new double[] {1, 2})),
                        List.of()))
                .hasMessageContaining("series s: expected 1 values, one a position, found 2");
        assertThatThrownBy(() -> new BarChart(
                        "b", "", Unit.COUNT, List.of("p"), List.of(new BarChart.Bar("x", new double[0], ""))))
                .hasMessageContaining("bar x: expected 1 values");
        assertThatThrownBy(() ->
                        new RectangleMap("m", "", "", List.of(), List.of(new RectangleMap.Rectangle(0, 0, 1, "f", ""))))
                .hasMessageContaining("rectangle f: expected one of 0 lanes");
        assertThatThrownBy(() -> new DataTable("d", "", List.of(), List.of(List.of("x"))))
                .hasMessageContaining("expected 0 cells, found 1");
        assertThatThrownBy(() -> new Choice("c", "", "", List.of())).hasMessageContaining("at least one group");
    }
}
