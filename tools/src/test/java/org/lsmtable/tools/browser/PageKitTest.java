package org.lsmtable.tools.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.report.PageWriter;

/** The page kit in a real browser: what is seen, said, pressed and printed. Pictures are kept in {@code target/screenshots}. */
class PageKitTest {
    private static final Path PICTURES = Path.of("target", "screenshots");

    @TempDir(cleanup = CleanupMode.ALWAYS)
    static Path folder;

    private static Browser browser;
    private static Path file;

    private Tab tab;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(folder);
        file = folder.resolve("page.html");
        try (OutputStream out = Files.newOutputStream(file)) {
            PageWriter.write(DemoPage.page(), out);
        }
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        tab = browser.newTab();
        tab.emulate(1200, 900, "light");
        tab.open(file);
    }

    @AfterEach
    void soundAtTheEnd() throws IOException {
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.requests()).allSatisfy(url -> assertThat(url).matches("(file:.*/page\\.html|data:,)"));
        tab.close();
    }

    @Test
    void everythingIsDrawn() throws IOException {
        assertThat(number("document.querySelectorAll('.plot canvas').length")).isEqualTo(3);
        assertThat(number("[...lsm.plots].filter(p => p.plot()).length")).isEqualTo(3);
        assertThat(number(inked())).as("pixels of the colour of the curve").isGreaterThan(500);
        assertThat(number("document.querySelectorAll('rect.file').length")).isEqualTo(DemoPage.FILES);
        assertThat(number("document.querySelectorAll('.bar').length")).isEqualTo(3);
        tab.screenshot(PICTURES.resolve("kit-light.png"));
    }

    /** How many pixels of the first canvas have the colour of its first curve. */
    private static String inked() {
        return "(() => { const c = document.querySelector('.plot canvas'); const hex = lsm.color(0).slice(1);"
                + " const want = [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16));"
                + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;"
                + " for (let i = 0; i < d.length; i += 4) if (d[i] === want[0] && d[i+1] === want[1] && d[i+2] === want[2]) n++;"
                + " return n; })()";
    }

    @Test
    void textsStayTexts() throws IOException {
        assertThat(text("document.title")).isEqualTo("Table " + DemoPage.HOSTILE);
        assertThat(text("document.querySelector('h1').textContent")).isEqualTo("Table " + DemoPage.HOSTILE);
        assertThat(number("document.querySelectorAll('img').length")).isZero();
        assertThat(text("document.querySelector('.findings .warning p').textContent"))
                .isEqualTo(DemoPage.HOSTILE);
        tab.hover(".lane .mark");
        assertThat(text("document.querySelector('#tip strong').textContent")).endsWith(DemoPage.HOSTILE);
        assertThat(number("document.querySelectorAll('img').length")).isZero();
    }

    @Test
    void hoveringAnEventShowsItsDecision() throws IOException {
        tab.hover(".lane .mark");
        assertThat(tip())
                .contains("snapshot 6")
                .contains("size ratio picks 5 runs to level 4: 4,394 bytes absorb up to 4,437.94");
        tab.screenshotOfView(PICTURES.resolve("kit-event.png"));
        tab.press("Escape");
        assertThat(text("document.getElementById('tip').hidden")).isEqualTo("true");
    }

    @Test
    void hoveringACurveShowsItsValues() throws IOException {
        tab.hover(".stage");
        assertThat(tip()).containsPattern("snapshot \\d+, APPEND").containsPattern("runs[1-5]");
    }

    @Test
    void hoveringAFileShowsItsKeys() throws IOException {
        tab.hover("rect.file");
        assertThat(tip()).contains("data-0.parquet").contains("keys [1] to [999]");
    }

    @Test
    void theKeyboardReachesEverything() throws IOException {
        tab.focus(".stage");
        tab.press("ArrowRight");
        assertThat(live()).isEqualTo("snapshot 1, APPEND; runs: 1");
        tab.press("ArrowRight");
        assertThat(live()).isEqualTo("snapshot 2, APPEND; runs: 2");
        tab.press("End");
        assertThat(live()).startsWith("snapshot 60, APPEND; runs: 5");
        assertThat(tip()).contains("snapshot 60");
        for (int i = 0; i < 54; i++) {
            tab.press("ArrowLeft");
        }
        assertThat(live()).startsWith("snapshot 6, APPEND; runs: 1; snapshot 6").contains("size ratio picks 5 runs");

        tab.focus(".lane .mark");
        assertThat(tip()).contains("snapshot 6");
        tab.press("ArrowRight");
        assertThat(tip()).contains("snapshot 11");

        tab.focus("rect.file");
        assertThat(tip()).contains("data-0.parquet");
        tab.press("ArrowDown");
        assertThat(tip()).contains("data-1.parquet");
        tab.press("ArrowDown");
        tab.press("ArrowRight");
        assertThat(tip()).contains("data-4-");
        assertThat(number("document.querySelectorAll('rect.file[tabindex=\"0\"]').length"))
                .isEqualTo(1);
    }

    @Test
    void screenReadersHearWhatIsDrawn() throws IOException {
        assertThat(text("document.querySelector('.stage').getAttribute('aria-label')"))
                .startsWith("Sorted runs: sorted runs over snapshot, runs.");
        assertThat(number("[...document.querySelectorAll('.stage, .mark:not(.kinds .mark), rect.file, .bar, svg')]"
                        + ".filter(e => !e.getAttribute('aria-label')).length"))
                .isZero();
        assertThat(number("[...document.querySelectorAll('button, select, a, summary')].filter(e =>"
                        + " !(e.getAttribute('aria-label') || e.textContent || e.labels && e.labels.length)).length"))
                .isZero();
        assertThat(text("document.documentElement.lang")).isEqualTo("en");
        tab.evaluate("document.querySelector('.lines details').open = true");
        tab.waitFor("document.querySelector('.lines details table')");
        assertThat(number("document.querySelectorAll('.lines details')[0].querySelectorAll('tbody tr').length"))
                .isEqualTo(DemoPage.COMMITS);
    }

    @Test
    void aPhoneShowsAllOfIt() throws IOException {
        tab.emulate(375, 800, "light");
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(375);
        assertThat(number("Math.max(...[...lsm.plots].map(p => p.plot().width))"))
                .isLessThanOrEqualTo(375)
                .isGreaterThan(250);
        tab.screenshot(PICTURES.resolve("kit-phone.png"));
    }

    @Test
    void darkIsDark() throws IOException {
        String luminance =
                "(() => { const c = getComputedStyle(document.querySelector('.section')).backgroundColor.match(/\\d+/g);"
                        + " return Number(c[0]) + Number(c[1]) + Number(c[2]); })()";
        String curve = text("lsm.color(0)");
        assertThat(number(luminance)).isGreaterThan(600);
        tab.emulate(1200, 900, "dark");
        assertThat(number(luminance)).isLessThan(200);
        assertThat(text("lsm.color(0)")).isNotEqualTo(curve);
        assertThat(number(inked()))
                .as("curves are drawn again in the colour of the scheme")
                .isGreaterThan(500);
        tab.screenshot(PICTURES.resolve("kit-dark.png"));
    }

    @Test
    void itPrints() throws IOException {
        tab.emulate(1200, 900, "dark");
        tab.evaluate(
                "window.printed = []; window.addEventListener('beforeprint', () =>"
                        + " printed.push(lsm.color(0), [...lsm.plots][0].plot().width, [...lsm.plots][0].plot().ctx.canvas.width))");
        byte[] pdf = tab.print(PICTURES.resolve("kit-print.pdf"));
        assertThat(new String(pdf, 0, 5, StandardCharsets.ISO_8859_1)).isEqualTo("%PDF-");
        assertThat(text("JSON.stringify(printed)"))
                .as("light colours and the width of paper")
                .startsWith("[\"#0072b2\",660,");
        tab.settle();
        assertThat(number("[...lsm.plots][0].plot().width"))
                .as("afterwards as before")
                .isGreaterThan(900);
        assertThat(number(inked())).isGreaterThan(500);
    }

    @Test
    void paperIsWideEnough() throws IOException {
        tab.emulatePaper(740);
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(740);
        assertThat(number("document.querySelectorAll('nav, details').length")).isPositive();
        assertThat(number("[...document.querySelectorAll('nav, details')].filter(e => e.offsetHeight > 0).length"))
                .as("what paper has no use for")
                .isZero();
        tab.screenshot(PICTURES.resolve("kit-paper.png"));
    }

    /** WCAG 2: text at least 4.5:1, what is drawn at least 3:1. */
    @Test
    void coloursStandOut() throws IOException {
        String contrast = "(a, b) => { const light = name => { const hex = lsm.css(name).slice(1);"
                + " const [r, g, b] = [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16) / 255)"
                + ".map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);"
                + " return 0.2126 * r + 0.7152 * g + 0.0722 * b; };"
                + " const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); }";
        for (String scheme : List.of("light", "dark")) {
            tab.emulate(1200, 900, scheme);
            for (String pair : List.of(
                    "ink card",
                    "ink paper",
                    "ink tint",
                    "soft card",
                    "soft paper",
                    "accent paper",
                    "good tint",
                    "advice tint",
                    "warning tint",
                    "error tint")) {
                String[] names = pair.split(" ", 2);
                assertThat(number("(" + contrast + ")('" + names[0] + "', '" + names[1] + "')"))
                        .as(scheme + ": " + pair)
                        .isGreaterThanOrEqualTo(4.5);
            }
            for (int color = 0; color < 8; color++) {
                assertThat(number("(" + contrast + ")('c" + color + "', 'card')"))
                        .as(scheme + ": c" + color)
                        .isGreaterThanOrEqualTo(3);
            }
        }
    }

    @Test
    void aTableSortsByWhatIsPressed() throws IOException {
        String first = "document.querySelector('.section.table tbody tr td').textContent";
        assertThat(text(first)).isEqualTo("T=5");
        tab.evaluate("document.querySelectorAll('.section.table th button')[2].click()");
        tab.evaluate("document.querySelectorAll('.section.table th button')[2].click()");
        assertThat(text(first)).isEqualTo("T=15");
        assertThat(text("document.querySelectorAll('.section.table th')[2].getAttribute('aria-sort')"))
                .isEqualTo("ascending");
    }

    @Test
    void anotherGroupIsShownWhenChosen() throws IOException {
        tab.evaluate("(() => { const s = document.querySelector('select'); s.value = '1';"
                + " s.dispatchEvent(new Event('change')); return true; })()");
        tab.waitFor("document.querySelector('.choice .group h3').textContent === 'bucket 1'"
                + " && document.querySelectorAll('.choice .plot canvas').length === 2");
        assertThat(number("document.querySelectorAll('rect.file').length")).isEqualTo(DemoPage.FILES);
    }

    @Test
    void aCurveIsHiddenByItsLegend() throws IOException {
        tab.evaluate("document.querySelector('.legend button').click()");
        tab.settle();
        assertThat(number(inked())).isZero();
        assertThat(text("document.querySelector('.legend button').getAttribute('aria-pressed')"))
                .isEqualTo("false");
    }

    private double number(String expression) throws IOException {
        return tab.evaluate(expression).doubleValue();
    }

    private String text(String expression) throws IOException {
        return tab.evaluate(expression).asText();
    }

    private String tip() throws IOException {
        assertThat(text("document.getElementById('tip').hidden")).isEqualTo("false");
        return text("document.getElementById('tip').textContent");
    }

    private String live() throws IOException {
        return text("document.getElementById('live').textContent");
    }
}
