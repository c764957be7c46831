package org.lsmtable.tools.browser;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lsmtable.report.Axis;
import org.lsmtable.report.BarChart;
import org.lsmtable.report.Choice;
import org.lsmtable.report.DataTable;
import org.lsmtable.report.Event;
import org.lsmtable.report.Figures;
import org.lsmtable.report.Findings;
import org.lsmtable.report.Group;
import org.lsmtable.report.LineChart;
import org.lsmtable.report.Page;
import org.lsmtable.report.Positions;
import org.lsmtable.report.RectangleMap;
import org.lsmtable.report.Section;
import org.lsmtable.report.Series;
import org.lsmtable.report.Text;
import org.lsmtable.report.Unit;

/** A page with every kind of section, made of up numbers, whose texts try to be markup. */
final class DemoPage {
    static final String HOSTILE = "</script><img src=x onerror=\"document.title='broken'\"><!-- <script>{{data}}";
    static final int COMMITS = 60;
    static final int FILES = 14;

    private DemoPage() {}

    static Page page() {
        return new Page(
                "Table " + HOSTILE,
                "of " + HOSTILE,
                List.of(
                        new Figures(
                                "At a glance " + HOSTILE,
                                List.of(
                                        new Figures.Figure(
                                                "write amplification", "5.8×", "bytes written per flushed byte"),
                                        new Figures.Figure(
                                                "space amplification", "1.31×", "all bytes per byte of the oldest run"),
                                        new Figures.Figure("runs to read", "4.2", "mean after each commit"),
                                        new Figures.Figure("key " + HOSTILE, "1,234", HOSTILE))),
                        findings(),
                        new Choice(
                                "Buckets",
                                "The largest first.",
                                "Bucket",
                                List.of(bucket("bucket 0"), bucket("bucket 1"))),
                        bars(),
                        scatter(),
                        new DataTable(
                                "Settings",
                                "Sorted by a press on a heading.",
                                List.of(
                                        new DataTable.Column("setting", Unit.TEXT),
                                        new DataTable.Column("written", Unit.BYTES),
                                        new DataTable.Column("amplification", Unit.FACTOR)),
                                List.of(
                                        Arrays.asList("T=5", 4_000_000L, 38.8),
                                        Arrays.asList(HOSTILE, 1_000_000L, 6.6),
                                        Arrays.asList("T=15", null, 4.2))),
                        new Text(
                                "How it was made",
                                List.of("Made up " + HOSTILE),
                                "lsm report TABLE --html page.html\n" + HOSTILE)));
    }

    private static Findings findings() {
        return new Findings(
                "Findings and advice",
                "",
                List.of(
                        new Findings.Entry(Findings.Severity.GOOD, "The checker found nothing", "", ""),
                        new Findings.Entry(Findings.Severity.WARNING, "412 files are below 1 MiB", HOSTILE, ""),
                        new Findings.Entry(Findings.Severity.ERROR, "A file is missing", "snapshot 7", ""),
                        new Findings.Entry(
                                Findings.Severity.ADVICE,
                                "Trigger 8 writes a sixth",
                                "6.6× instead of 38.8×, 2 runs more to read.",
                                "ALTER TABLE t SET ('num-sorted-run.compaction-trigger' = '8');")));
    }

    private static Group bucket(String name) {
        return new Group(name, "", List.of(runs(), levels(), map()));
    }

    private static double[] commits() {
        double[] x = new double[COMMITS];
        Arrays.setAll(x, i -> i + 1);
        return x;
    }

    /** Runs grow by one a commit and every fifth commit merges them. */
    private static LineChart runs() {
        double[] runs = new double[COMMITS];
        Arrays.setAll(runs, i -> 1 + i % 5);
        List<Event> events = new ArrayList<>();
        for (int i = 5; i < COMMITS; i += 5) {
            String rule = i % 20 == 0 ? "size amplification" : i % 15 == 0 ? "run count" : "size ratio";
            events.add(new Event(
                    i + 1,
                    rule,
                    "snapshot " + (i + 1) + " " + HOSTILE,
                    "size ratio picks 5 runs to level 4: 4,394 bytes absorb up to 4,437.94\n" + HOSTILE,
                    i));
        }
        return new LineChart(
                "Sorted runs",
                "What a read has to merge.",
                new Positions(Axis.linear("snapshot", Unit.COUNT), commits(), labels()),
                Axis.linear("sorted runs", Unit.COUNT),
                List.of(Series.step("runs", runs)),
                events);
    }

    private static List<String> labels() {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < COMMITS; i++) {
            labels.add("snapshot " + (i + 1) + (i == 6 ? HOSTILE : "") + ", APPEND");
        }
        return labels;
    }

    private static LineChart levels() {
        double[] young = new double[COMMITS];
        double[] middle = new double[COMMITS];
        double[] old = new double[COMMITS];
        for (int i = 0; i < COMMITS; i++) {
            young[i] = (1 + i % 5) * 1e6;
            int merged = i % 20 / 5;
            middle[i] = merged * 5e6;
            old[i] = (20 + i / 20 * 15) * 1e6;
        }
        return new LineChart(
                "Bytes by level",
                "",
                new Positions(Axis.linear("snapshot", Unit.COUNT), commits(), List.of()),
                Axis.linear("bytes", Unit.BYTES),
                List.of(
                        Series.stacked("level 5", old).withColor(5),
                        Series.stacked("level 4", middle).withColor(4),
                        Series.stacked("level 0", young).withColor(0)),
                List.of());
    }

    private static Section map() {
        List<RectangleMap.Rectangle> files = new ArrayList<>();
        files.add(new RectangleMap.Rectangle(0, 0, 1, "data-0.parquet " + HOSTILE, "1.0 MiB, keys [1] to [999]"));
        files.add(new RectangleMap.Rectangle(1, 0.2, 0.9, "data-1.parquet", "1.1 MiB"));
        for (int i = 0; i < 4; i++) {
            files.add(new RectangleMap.Rectangle(2, i / 4.0, (i + 0.95) / 4, "data-4-" + i, "8 MiB"));
        }
        for (int i = 0; i < 8; i++) {
            files.add(new RectangleMap.Rectangle(3, i / 8.0, (i + 0.98) / 8, "data-5-" + i, "128 MiB"));
        }
        return new RectangleMap(
                "Files by key range",
                "One rectangle a file.",
                "keys, from the smallest to the largest",
                List.of(
                        new RectangleMap.Lane("level 0, newest", 0), new RectangleMap.Lane("level 0", 0),
                        new RectangleMap.Lane("level 4", 4), new RectangleMap.Lane("level 5", 5)),
                files);
    }

    private static BarChart bars() {
        return new BarChart(
                "Bytes by cause",
                "",
                Unit.BYTES,
                List.of("flushed", "compacted"),
                List.of(
                        new BarChart.Bar("T=5", new double[] {1e9, 38e9}, "the default " + HOSTILE),
                        new BarChart.Bar("T=8", new double[] {1e9, 6e9}, ""),
                        new BarChart.Bar("num-sorted-run.compaction-trigger=15", new double[] {1e9, 3.2e9}, "")));
    }

    private static LineChart scatter() {
        double nan = Double.NaN;
        return new LineChart(
                "Written against read",
                "Lower and further left is better.",
                new Positions(
                        Axis.log("write amplification", Unit.FACTOR),
                        new double[] {4.2, 5.2, 6.6, 16.8, 38.8},
                        List.of("T=15", "T=10", "T=8", "T=6", "T=5")),
                Axis.linear("mean runs", Unit.NUMBER),
                List.of(
                        Series.points("on the front", new double[] {10, 7.5, nan, 5, 4.2}),
                        Series.points("other", new double[] {nan, nan, 7.8, nan, nan})
                                .withColor(5)),
                List.of());
    }
}
