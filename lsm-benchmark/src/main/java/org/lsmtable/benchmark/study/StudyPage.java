package org.lsmtable.benchmark.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.lsmtable.benchmark.study.StudyResult.Point;
import org.lsmtable.report.Axis;
import org.lsmtable.report.BarChart;
import org.lsmtable.report.DataTable;
import org.lsmtable.report.DataTable.Column;
import org.lsmtable.report.Figures;
import org.lsmtable.report.Figures.Figure;
import org.lsmtable.report.Group;
import org.lsmtable.report.LineChart;
import org.lsmtable.report.Page;
import org.lsmtable.report.Positions;
import org.lsmtable.report.Section;
import org.lsmtable.report.Series;
import org.lsmtable.report.Text;
import org.lsmtable.report.Unit;

/** Studies as a page: a chart and a table for each. */
final class StudyPage {
    private StudyPage() {}

    static Page of(Study.Scale scale, List<StudyResult> results) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Text(
                "What this is",
                List.of(
                        "Each point is a whole workload on one bucket: flush after flush, one a commit, each followed by its compaction.",
                        "Write amplification is bytes written for each byte flushed, the flush included; read amplification the mean of"
                                + " sorted runs after a commit; space amplification the bytes of all files to those of the merged table.",
                        "Real: this engine wrote the files, and the table's snapshots tell the bytes. Simulated: the same pickers on metadata"
                                + " alone; what a row and a file take, and how much flushes differ, was measured from a few files. Simulated"
                                + " figures are means of eight courses that differ in the draw of flush sizes; a real table is one course."),
                ""));
        sections.add(figures(scale, results));
        for (StudyResult result : results) {
            sections.add(group(result));
        }
        return new Page("Studies of write amplification", scale.toString(), sections);
    }

    private static Figures figures(Study.Scale scale, List<StudyResult> results) {
        double[] deviations = results.stream()
                .flatMap(result -> result.deviations().stream())
                .mapToDouble(Math::abs)
                .sorted()
                .toArray();
        List<Figure> figures = new ArrayList<>();
        figures.add(
                new Figure("commits a setting", Integer.toString(scale.commits), "of " + scale.flushRows + " rows"));
        if (deviations.length > 0) {
            figures.add(new Figure("settings on both engines", Integer.toString(deviations.length), ""));
            figures.add(new Figure("simulator off by", percent(deviations[deviations.length / 2]), "the median"));
            figures.add(
                    new Figure("at most", percent(deviations[deviations.length - 1]), "of the write amplification"));
        }
        return new Figures("At a glance", figures);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", part * 100);
    }

    private static Group group(StudyResult result) {
        Study study = result.study();
        List<Section> sections = new ArrayList<>();
        if (study.name().equals("keys")) {
            sections.add(bars(result));
        } else {
            sections.add(
                    chart(result, "Write amplification", "writeAmplification", "bytes written for each byte flushed"));
            sections.add(chart(result, "Read amplification", "readAmplification", "sorted runs"));
        }
        sections.add(table(result));
        return new Group(study.title(), study.note(), sections);
    }

    private static LineChart chart(StudyResult result, String title, String counter, String label) {
        double[] places = result.points().stream()
                .mapToDouble(p -> p.variant().place())
                .sorted()
                .distinct()
                .toArray();
        Map<String, double[]> lines = new LinkedHashMap<>();
        for (Point point : result.points()) {
            double[] values = lines.computeIfAbsent(point.line(), line -> {
                double[] none = new double[places.length];
                Arrays.fill(none, Double.NaN);
                return none;
            });
            values[Arrays.binarySearch(places, point.variant().place())] = point.counter(counter);
        }
        List<Series> series = new ArrayList<>();
        lines.forEach((name, values) -> series.add(Series.line(name, values)));
        return new LineChart(
                title,
                "",
                Positions.of(Axis.linear(result.study().axis(), Unit.NUMBER), places),
                Axis.linear(label, Unit.FACTOR),
                series,
                List.of());
    }

    private static BarChart bars(StudyResult result) {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (Point point : result.points()) {
            bars.add(new BarChart.Bar(
                    point.variant().label() + " (" + point.engine() + ")",
                    new double[] {point.writeAmplification()},
                    String.format(Locale.ROOT, "%.2f runs on average", point.counter("readAmplification"))));
        }
        return new BarChart(
                "Write amplification", "", Unit.FACTOR, List.of("bytes written for each byte flushed"), bars);
    }

    private static DataTable table(StudyResult result) {
        List<Column> columns = List.of(
                new Column(result.study().axis(), Unit.TEXT),
                new Column("measured on", Unit.TEXT),
                new Column("write", Unit.FACTOR),
                new Column("write, least", Unit.FACTOR),
                new Column("write, greatest", Unit.FACTOR),
                new Column("read (runs)", Unit.NUMBER),
                new Column("space, mean", Unit.FACTOR),
                new Column("space, peak", Unit.FACTOR),
                new Column("stalls", Unit.COUNT),
                new Column("flushed", Unit.BYTES));
        List<List<Object>> rows = new ArrayList<>();
        for (Point point : result.points()) {
            rows.add(List.of(
                    point.variant().label(),
                    point.line(),
                    point.writeAmplification(),
                    point.counter("leastWriteAmplification"),
                    point.counter("greatestWriteAmplification"),
                    point.counter("readAmplification"),
                    point.counter("spaceAmplification"),
                    point.counter("peakSpaceAmplification"),
                    point.counter("stalls"),
                    point.counter("flushedBytes")));
        }
        return new DataTable("Figures", "", columns, rows);
    }
}
