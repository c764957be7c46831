package org.lsmtable.tools.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.report.Axis;
import org.lsmtable.report.BarChart;
import org.lsmtable.report.Choice;
import org.lsmtable.report.DataTable;
import org.lsmtable.report.DataTable.Column;
import org.lsmtable.report.Event;
import org.lsmtable.report.Figures;
import org.lsmtable.report.Figures.Figure;
import org.lsmtable.report.Group;
import org.lsmtable.report.LineChart;
import org.lsmtable.report.Page;
import org.lsmtable.report.Positions;
import org.lsmtable.report.Section;
import org.lsmtable.report.Series;
import org.lsmtable.report.Unit;
import org.lsmtable.simulate.SimulationResult;
import org.lsmtable.simulate.Timeline;

/** The page of simulated settings: what each comes to, which are worth choosing, and how they got there. */
public final class SimulationReport {
    /** More curves than there are colours cannot be told apart. */
    private static final int MAX_CURVES = 8;

    private static final int MAX_COURSES = 12;
    private static final int MAX_BARS = 40;
    /** Points on each side of one that its mean is taken of. */
    private static final int SMOOTHED_POINTS = 10;
    /** The colour of what is not on the front. */
    private static final int PLAIN = 5;

    private final List<SimulationResult> results;
    private final List<SimulationResult> front;

    private SimulationReport(List<SimulationResult> results) {
        this.results = results;
        this.front = results.stream().filter(one -> !isBeaten(one, results)).toList();
    }

    /**
     * The page.
     *
     * @param title what was simulated
     * @param subtitle the workload
     * @param results one a setting, at least one, of the same number of commits
     */
    public static Page of(String title, String subtitle, List<SimulationResult> results) {
        return new Page(title, subtitle, new SimulationReport(results).sections());
    }

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(figures());
        if (results.size() > 1) {
            sections.add(tradeOff());
        }
        sections.add(table());
        sections.add(causes());
        sections.add(curves());
        sections.add(courses());
        return sections;
    }

    /** {@code compaction-trigger=8, size-ratio=1}: the last word of each key is enough. */
    private static String name(SimulationResult result) {
        String name = result.setting().entrySet().stream()
                .map(one -> one.getKey().substring(one.getKey().lastIndexOf('.') + 1) + "=" + one.getValue())
                .collect(Collectors.joining(", "));
        return name.isEmpty() ? "as given" : name;
    }

    private static boolean isBeaten(SimulationResult one, List<SimulationResult> all) {
        for (SimulationResult other : all) {
            if (isBetter(other, one)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one setting is as good as another in all that costs, and better in something. */
    private static boolean isBetter(SimulationResult better, SimulationResult worse) {
        double[] a = costs(better);
        double[] b = costs(worse);
        boolean lower = false;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > b[i]) {
                return false;
            }
            lower |= a[i] < b[i];
        }
        return lower;
    }

    private static double[] costs(SimulationResult result) {
        return new double[] {
            result.writeAmplification(), result.runs().mean(), result.space().peak(), result.stalls()
        };
    }

    private Figures figures() {
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(
                "Settings",
                Texts.number(results.size()),
                Texts.count(results.get(0).scenario().commits(), "commit") + " each"));
        figures.add(least("Least written", SimulationResult::writeAmplification, Texts::factor));
        figures.add(least("Fewest runs to read", result -> result.runs().mean(), Texts::mean));
        figures.add(least("Least peak space", result -> result.space().peak(), Texts::factor));
        long stalls = results.stream().filter(result -> result.stalls() > 0).count();
        figures.add(new Figure("Settings with stalls", Texts.number(stalls), "the writer waited for compaction"));
        return new Figures("At a glance", figures);
    }

    private interface Show {
        String of(@Nullable Double value);
    }

    private Figure least(String label, ToDoubleFunction<SimulationResult> cost, Show show) {
        SimulationResult best = Collections.min(results, Comparator.comparingDouble(cost));
        return new Figure(label, show.of(cost.applyAsDouble(best)), results.size() == 1 ? "" : name(best));
    }

    private LineChart tradeOff() {
        List<SimulationResult> sorted = results.stream()
                .sorted(Comparator.comparingDouble(SimulationResult::writeAmplification))
                .toList();
        double[] x = sorted.stream()
                .mapToDouble(SimulationResult::writeAmplification)
                .toArray();
        double[] onFront = new double[x.length];
        double[] others = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            boolean chosen = front.contains(sorted.get(i));
            double runs = sorted.get(i).runs().mean();
            onFront[i] = chosen ? runs : Double.NaN;
            others[i] = chosen ? Double.NaN : runs;
        }
        String label = "write amplification";
        Axis axis = x[x.length - 1] > 10 * x[0] ? Axis.log(label, Unit.FACTOR) : Axis.linear(label, Unit.FACTOR);
        List<Series> series = new ArrayList<>();
        series.add(Series.points("not beaten in everything", onFront));
        if (front.size() < results.size()) {
            series.add(Series.points("beaten by another", others).withColor(PLAIN));
        }
        return new LineChart(
                "Written against read",
                "Further left is less written, further down fewer runs to read. A setting is beaten if another writes no more, reads no"
                        + " more runs, peaks no higher, stalls no more, and is better in one of these.",
                new Positions(
                        axis, x, sorted.stream().map(SimulationReport::name).toList()),
                Axis.linear("sorted runs, mean over commits", Unit.NUMBER),
                series,
                List.of());
    }

    private DataTable table() {
        List<Column> columns = new ArrayList<>();
        Set<String> keys = results.get(0).setting().keySet();
        keys.forEach(key -> columns.add(new Column(key, Unit.TEXT)));
        columns.addAll(List.of(
                new Column("beaten", Unit.TEXT),
                new Column("write", Unit.FACTOR),
                new Column("space", Unit.FACTOR),
                new Column("peak space", Unit.FACTOR),
                new Column("runs", Unit.NUMBER),
                new Column("most runs", Unit.COUNT),
                new Column("flushed", Unit.BYTES),
                new Column("compacted", Unit.BYTES),
                new Column("minor", Unit.COUNT),
                new Column("full", Unit.COUNT),
                new Column("stalls", Unit.COUNT),
                new Column("stalled", Unit.SECONDS)));
        List<List<Object>> rows = new ArrayList<>();
        for (SimulationResult result : results) {
            List<Object> row = new ArrayList<>(result.setting().values());
            row.addAll(List.of(
                    front.contains(result) ? "no" : "yes",
                    result.writeAmplification(),
                    result.space().mean(),
                    result.space().peak(),
                    result.runs().mean(),
                    result.runs().max(),
                    result.flushedBytes(),
                    result.compactedBytes(),
                    result.compactions().minor(),
                    result.compactions().full(),
                    result.stalls(),
                    result.stallSeconds()));
            rows.add(row);
        }
        return new DataTable("Settings", "A press on a heading sorts.", columns, rows);
    }

    /** Bytes written by flushes and by each rule. */
    private BarChart causes() {
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        results.forEach(
                result -> rules.addAll(result.compactions().writtenBytes().keySet()));
        List<String> parts = new ArrayList<>();
        parts.add("flushed");
        rules.forEach(rule -> parts.add(rule.label()));
        List<BarChart.Bar> bars = new ArrayList<>();
        List<SimulationResult> shown = results.subList(0, Math.min(MAX_BARS, results.size()));
        for (SimulationResult result : shown) {
            Map<Rule, Long> written = result.compactions().writtenBytes();
            double[] values = new double[parts.size()];
            values[0] = result.flushedBytes();
            int i = 1;
            for (Rule rule : rules) {
                values[i++] = written.getOrDefault(rule, 0L);
            }
            bars.add(new BarChart.Bar(name(result), values, ""));
        }
        return new BarChart("Bytes written, by cause", shownOf(shown.size(), "settings"), Unit.BYTES, parts, bars);
    }

    private String shownOf(int shown, String what) {
        return shown < results.size() ? "Showing " + shown + " of " + results.size() + " " + what + "." : "";
    }

    private Group curves() {
        int shown = Math.min(MAX_CURVES, results.size());
        String note = shown < results.size()
                ? "Showing the first " + shown + " of " + results.size()
                        + " settings: more curves cannot be told apart."
                : "";
        List<SimulationResult> drawn = results.subList(0, shown);
        return new Group(
                "Over the commits",
                note,
                List.of(
                        curves(
                                drawn,
                                "Write amplification",
                                "Of everything up to a commit.",
                                one -> values(one, Timeline.Point::writeAmplification)),
                        curves(
                                drawn,
                                "Space amplification",
                                "The greatest since the point before.",
                                one -> values(one, Timeline.Point::spaceAmplification)),
                        curves(
                                drawn,
                                "Sorted runs",
                                "Mean of the " + (2 * SMOOTHED_POINTS + 1)
                                        + " points around each; single compactions are seen"
                                        + " setting by setting, below.",
                                one -> smoothed(values(one, Timeline.Point::runs)))));
    }

    private LineChart curves(
            List<SimulationResult> drawn, String title, String note, Function<SimulationResult, double[]> of) {
        List<Series> series = new ArrayList<>();
        for (SimulationResult one : drawn) {
            series.add(Series.step(name(one), of.apply(one)));
        }
        Axis axis = Axis.linear(title.toLowerCase(Locale.ROOT), title.endsWith("runs") ? Unit.NUMBER : Unit.FACTOR);
        return new LineChart(title, note, positions(results.get(0)), axis, series, List.of());
    }

    /** Each value as the mean of those around it. */
    private static double[] smoothed(double[] values) {
        double[] means = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            int from = Math.max(0, i - SMOOTHED_POINTS);
            int to = Math.min(values.length, i + SMOOTHED_POINTS + 1);
            means[i] = Arrays.stream(values, from, to).average().orElse(Double.NaN);
        }
        return means;
    }

    private static double[] values(SimulationResult result, ToDoubleFunction<Timeline.Point> of) {
        return result.timeline().points().stream().mapToDouble(of).toArray();
    }

    private static Positions positions(SimulationResult result) {
        return Positions.of(Axis.linear("commit", Unit.COUNT), values(result, Timeline.Point::commit));
    }

    /** The course of each setting with its compactions. */
    private Choice courses() {
        List<SimulationResult> shown = results.subList(0, Math.min(MAX_COURSES, results.size()));
        List<Group> groups = new ArrayList<>();
        for (SimulationResult result : shown) {
            groups.add(new Group(
                    name(result),
                    "",
                    List.of(
                            new LineChart(
                                    "Sorted runs and compactions",
                                    "Marks are the largest compactions of each stretch: point at one for its decision.",
                                    positions(result),
                                    Axis.linear("sorted runs", Unit.COUNT),
                                    List.of(Series.step("runs", values(result, Timeline.Point::runs))),
                                    result.timeline().compactions().stream()
                                            .map(SimulationReport::event)
                                            .toList()),
                            new LineChart(
                                    "Live bytes",
                                    "",
                                    positions(result),
                                    Axis.linear("bytes", Unit.BYTES),
                                    List.of(Series.stacked("live", values(result, Timeline.Point::liveBytes))),
                                    List.of()))));
        }
        return new Choice("Setting by setting", shownOf(shown.size(), "settings"), "Setting", groups);
    }

    private static Event event(Timeline.Compaction compaction) {
        String headline = "commit " + compaction.commit() + ": " + Texts.bytes(compaction.readBytes()) + " → "
                + Texts.bytes(compaction.writtenBytes()) + " on level " + compaction.outputLevel();
        return new Event(
                compaction.commit(),
                compaction.rule(),
                headline,
                BucketCurves.lines(compaction.decision()),
                compaction.writtenBytes());
    }
}
