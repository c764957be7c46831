package org.lsmtable.tools.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.report.Axis;
import org.lsmtable.report.DataTable;
import org.lsmtable.report.DataTable.Column;
import org.lsmtable.report.Findings;
import org.lsmtable.report.Findings.Entry;
import org.lsmtable.report.Findings.Severity;
import org.lsmtable.report.Group;
import org.lsmtable.report.LineChart;
import org.lsmtable.report.Positions;
import org.lsmtable.report.Series;
import org.lsmtable.report.Unit;
import org.lsmtable.simulate.Advice;
import org.lsmtable.simulate.Advice.Choice;
import org.lsmtable.simulate.SimulationResult;

/** The settings that suit a table's own workload, as {@code lsm advise} finds them. */
public final class AdviceReport {
    /** The colour of the setting in force, which is none of those advised. */
    private static final int IN_FORCE = 1;

    private final Advice advice;
    private final Function<Map<String, String>, String> lines;
    /** The front and the setting in force, least written first. */
    private final List<Choice> shown;

    private AdviceReport(Advice advice, Function<Map<String, String>, String> lines) {
        this.advice = advice;
        this.lines = lines;
        List<Choice> all = new ArrayList<>(advice.front());
        if (all.stream().noneMatch(Choice::isCurrent)) {
            all.add(advice.current());
        }
        all.sort(Comparator.comparingDouble(choice -> choice.result().writeAmplification()));
        this.shown = List.copyOf(all);
    }

    /**
     * The section.
     *
     * @param workload what was learnt from the history, a sentence
     * @param lines what to type to bring changed options into force
     */
    public static Group of(String workload, Advice advice, Function<Map<String, String>, String> lines) {
        AdviceReport report = new AdviceReport(advice, lines);
        return new Group(
                "Advice",
                "Learnt from the snapshots: " + workload + ". " + advice.tried() + " settings simulated on it.",
                List.of(report.entries(), report.tradeOff(), report.table()));
    }

    /** How sure it is, and the settings that most people look for; the table has all. */
    private Findings entries() {
        List<Entry> entries = new ArrayList<>();
        entries.add(confidence());
        SimulationResult now = advice.current().result();
        pick(
                entries,
                "Least written, at no other cost",
                result -> result.runs().mean() <= now.runs().mean()
                        && result.space().peak() <= now.space().peak()
                        && result.stalls() <= now.stalls());
        pick(
                entries,
                "Least written, for at most one run more to read",
                result -> result.runs().mean() <= now.runs().mean() + 1);
        pick(entries, "Least written", result -> true);
        if (entries.size() == 1) {
            entries.add(new Entry(Severity.GOOD, "No setting writes less than that in force", "", ""));
        }
        boolean ownStrategy =
                shown.stream().anyMatch(choice -> choice.changes().containsKey(MergeTreeOptions.STRATEGY.key()));
        String note = ownStrategy
                ? MergeTreeOptions.STRATEGY.key() + " is an option of lsm-table: it does nothing where Paimon compacts."
                : "";
        return new Findings("Settings to choose from", note, entries);
    }

    /** Adds the setting that writes least of those allowed, if it writes less than that in force and is not there yet. */
    private void pick(List<Entry> entries, String headline, Predicate<SimulationResult> allowed) {
        for (Choice choice : shown) {
            if (choice.isCurrent()) {
                return;
            }
            if (allowed.test(choice.result())) {
                String code = lines.apply(choice.changes());
                if (entries.stream().noneMatch(entry -> entry.code().equals(code))) {
                    entries.add(new Entry(
                            Severity.ADVICE, headline + ": " + changes(choice), comparison(choice.result()), code));
                }
                return;
            }
        }
    }

    private Entry confidence() {
        Severity severity = switch (advice.confidence()) {
            case HIGH -> Severity.GOOD;
            case MEDIUM -> Severity.ADVICE;
            case LOW -> Severity.WARNING;
        };
        String headline = "Confidence: " + advice.confidence().name().toLowerCase(Locale.ROOT);
        return new Entry(severity, headline, String.join("\n", advice.grounds()), "");
    }

    /** {@code 83 % less written; 6.1 runs to read instead of 4.3; peak space 2.94× instead of 2.00×}. */
    private String comparison(SimulationResult result) {
        SimulationResult now = advice.current().result();
        double share = written(result) / written(now) - 1;
        String stalls = result.stalls() == now.stalls()
                ? ""
                : "; " + Texts.count(result.stalls(), "stall") + " instead of " + Texts.number(now.stalls());
        return String.format(
                        Locale.ROOT,
                        "%.0f %% %s written; %.1f runs to read instead of %.1f; peak space %.2f× instead of %.2f×",
                        Math.abs(100 * share),
                        share > 0 ? "more" : "less",
                        result.runs().mean(),
                        now.runs().mean(),
                        result.space().peak(),
                        now.space().peak())
                + stalls;
    }

    private static double written(SimulationResult result) {
        return (double) result.flushedBytes() + result.compactedBytes();
    }

    private static String changes(Choice choice) {
        return choice.isCurrent()
                ? "in force"
                : new TreeMap<>(choice.changes())
                        .entrySet().stream()
                                .map(one -> one.getKey() + "=" + one.getValue())
                                .collect(Collectors.joining(", "));
    }

    /** With the last words of the options, which is enough beside a point. */
    private static String shortly(Choice choice) {
        return choice.isCurrent()
                ? "in force"
                : new TreeMap<>(choice.changes())
                        .entrySet().stream()
                                .map(one -> one.getKey().substring(one.getKey().lastIndexOf('.') + 1) + "="
                                        + one.getValue())
                                .collect(Collectors.joining(", "));
    }

    private LineChart tradeOff() {
        double[] x = shown.stream()
                .mapToDouble(choice -> choice.result().writeAmplification())
                .toArray();
        double[] others = new double[x.length];
        double[] inForce = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double runs = shown.get(i).result().runs().mean();
            others[i] = shown.get(i).isCurrent() ? Double.NaN : runs;
            inForce[i] = shown.get(i).isCurrent() ? runs : Double.NaN;
        }
        String label = "write amplification";
        return new LineChart(
                "Written against read",
                "Further left is less written, further down fewer runs to read.",
                new Positions(
                        x[x.length - 1] > 10 * x[0] ? Axis.log(label, Unit.FACTOR) : Axis.linear(label, Unit.FACTOR),
                        x,
                        shown.stream().map(AdviceReport::shortly).toList()),
                Axis.linear("sorted runs, mean over commits", Unit.NUMBER),
                List.of(
                        Series.points("beaten by no other", others),
                        Series.points("in force", inForce).withColor(IN_FORCE)),
                List.of());
    }

    private DataTable table() {
        List<List<Object>> rows = new ArrayList<>();
        for (Choice choice : shown) {
            SimulationResult result = choice.result();
            rows.add(List.of(
                    changes(choice),
                    result.writeAmplification(),
                    100 * (written(result) / written(advice.current().result()) - 1),
                    result.runs().mean(),
                    result.runs().max(),
                    result.space().peak(),
                    result.stalls(),
                    choice.isCurrent() ? "" : lines.apply(choice.changes())));
        }
        return new DataTable(
                "Settings that no other beats",
                "And the one in force. Simulated for " + Texts.count(advice.commits(), "commit")
                        + ": none of them is worse than another in bytes written, runs to read, peak space and stalls alike.",
                List.of(
                        new Column("change", Unit.TEXT),
                        new Column("write", Unit.FACTOR),
                        new Column("written", Unit.PERCENT),
                        new Column("runs", Unit.NUMBER),
                        new Column("most runs", Unit.COUNT),
                        new Column("peak space", Unit.FACTOR),
                        new Column("stalls", Unit.COUNT),
                        new Column("how", Unit.TEXT)),
                rows);
    }
}
