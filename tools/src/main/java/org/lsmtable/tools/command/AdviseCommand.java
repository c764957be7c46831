package org.lsmtable.tools.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.simulate.Advice;
import org.lsmtable.simulate.Advice.Choice;
import org.lsmtable.simulate.Advisor;
import org.lsmtable.simulate.Pacing;
import org.lsmtable.simulate.SimulationResult;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.Column.Align;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.query.QuantityConverters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds better settings for a table's own workload. */
@Command(
        name = "advise",
        header = "Finds the settings that suit a table's own workload.",
        description = {
            "Learns the workload of the bucket that is written most from the snapshots, simulates a grid of settings on it and"
                    + " shows those that no other beats in bytes written, runs to read, peak space and time waited.",
            "Nothing is changed: the lines that would change the table are printed."
        },
        footer = {
            "",
            "Example:",
            "  lsm advise /data/orders",
            "  lsm advise /data/orders --mode async --throughput 40mb"
        })
final class AdviseCommand extends BucketCommand {
    @Option(names = "--last", paramLabel = "N", description = "Learn from the newest N snapshots only.")
    private @Nullable Long last;

    @Option(
            names = "--mode",
            paramLabel = "sync|async",
            defaultValue = "sync",
            description =
                    "Whether a commit waits for its compaction, or compactions run beside the writer. sync if not given.")
    private WorkloadFlags.Mode mode = WorkloadFlags.Mode.SYNC;

    @Option(
            names = "--throughput",
            paramLabel = "B",
            defaultValue = "64mb",
            converter = QuantityConverters.Bytes.class,
            description = "Bytes of input that an async compaction merges a second; 64mb if not given.")
    private long throughput;

    @Option(
            names = "--all",
            description =
                    "On a terminal: the whole front, not only the setting that writes least for each number of runs.")
    private boolean all;

    AdviseCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        if (last != null && last < 1) {
            throw CliException.usage("--last: expected at least 1 snapshot, found " + last);
        }
        if (throughput < 1) {
            throw CliException.usage("--throughput: expected above 0, found " + throughput);
        }
        try (Table table = open(plainAddress())) {
            HistoryWindow window = last == null ? HistoryWindow.ALL : HistoryWindow.last(last);
            TableWorkload workload = TableWorkload.of(table, window, wanted(table));
            workload.warnings().forEach(session::say);
            Advice advice = Simulations.onThreads(
                    executor -> Advisor.advise(workload.fit(), workload.options(), pacing(workload), executor));
            if (form() == OutputForm.TABLE) {
                showText(table, workload, advice);
            } else {
                List<Map<String, Object>> records = records(table, workload, advice);
                show(Column.texts(records.get(0).keySet().toArray(new String[0])), records);
            }
        }
        return ExitCode.DONE;
    }

    private Pacing pacing(TableWorkload workload) {
        Duration interval = workload.fit().flushInterval();
        return mode == WorkloadFlags.Mode.SYNC
                ? new Pacing.Sync(interval)
                : new Pacing.Async(interval, (double) throughput);
    }

    /** Some settings, least bytes written first, and the one in force in any case. */
    private static List<Choice> withCurrent(List<Choice> choices, Advice advice) {
        List<Choice> shown = new ArrayList<>(choices);
        if (shown.stream().noneMatch(Choice::isCurrent)) {
            int at = 0;
            while (at < shown.size()
                    && shown.get(at).result().writeAmplification()
                            < advice.current().result().writeAmplification()) {
                at++;
            }
            shown.add(at, advice.current());
        }
        return shown;
    }

    private static List<Map<String, Object>> records(Table table, TableWorkload workload, Advice advice) {
        return withCurrent(advice.front(), advice).stream()
                .map(choice -> record(table, workload, advice, choice))
                .toList();
    }

    private static Map<String, Object> record(Table table, TableWorkload workload, Advice advice, Choice choice) {
        Map<String, Object> tree = new LinkedHashMap<>();
        Map<String, Object> changes = new LinkedHashMap<>();
        choice.changes().forEach((key, value) -> changes.put(key, SimulationTrees.plain(value)));
        tree.put("current", choice.isCurrent());
        tree.put("pareto", advice.front().contains(choice));
        tree.putAll(SimulationTrees.of(choice.result()));
        tree.put("setting", changes);
        tree.put("flink_sql", choice.isCurrent() ? null : AdviceText.flink(table.location(), choice.changes()));
        tree.put("spark_sql", choice.isCurrent() ? null : AdviceText.spark(table.location(), choice.changes()));
        tree.put("rule_set", workload.rules());
        tree.put("confidence", advice.confidence().name());
        tree.put("flushes_seen", advice.fit().measured().flushes());
        tree.put("measured_write_amplification", advice.fit().measured().writeAmplification());
        tree.put("replay_error_percent", 100 * advice.replayError());
        tree.put("merge_error_percent", 100 * advice.fit().mergeError());
        tree.put("extrapolation", advice.extrapolation());
        return tree;
    }

    private void showText(Table table, TableWorkload workload, Advice advice) throws IOException {
        TextOutput text = new TextOutput(session);
        text.line(workload.describe(table));
        text.line("confidence: " + advice.confidence().name().toLowerCase(Locale.ROOT));
        for (String ground : advice.grounds()) {
            text.line("  " + ground);
        }
        boolean currentIsKept = advice.front().contains(advice.current());
        text.line(advice.tried() + " settings simulated; " + advice.front().size()
                + " are kept, which no other beats in all of bytes written, runs"
                + (mode == WorkloadFlags.Mode.ASYNC ? ", peak space and time waited" : " and peak space"));
        text.line((all ? "these" : "of these, for each number of runs, the one that writes least")
                + "; * is the one in force" + (currentIsKept ? "" : ", which is none of these: another beats it"));
        List<Choice> shown = withCurrent(all ? advice.front() : advice.leastWrittenForRuns(), advice);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            rows.add(row(i + 1, advice, shown.get(i)));
        }
        show(
                rows.get(0).keySet().stream()
                        .map(name -> new Column(name, name.equals("change") ? Align.LEFT : Align.RIGHT))
                        .toList(),
                rows);
        for (int i = 0; i < shown.size(); i++) {
            if (!shown.get(i).isCurrent()) {
                text.line((i + 1) + "  "
                        + AdviceText.flink(table.location(), shown.get(i).changes()) + ";");
            }
        }
        text.line("That is Flink SQL; Spark SQL has SET TBLPROPERTIES for SET.");
        text.line(AdviceText.own(table.location()));
        long kept = shown.stream().filter(advice.front()::contains).count();
        if (kept < advice.front().size()) {
            session.say("showing " + kept + " of " + advice.front().size()
                    + (currentIsKept ? "" : ", and the one in force") + "; --all shows all");
        }
        if (shown.stream().anyMatch(choice -> choice.changes().containsKey(MergeTreeOptions.STRATEGY.key()))) {
            text.line("compaction.strategy is an option of lsm-table: it does nothing where Paimon itself compacts.");
        }
    }

    private Map<String, Object> row(int number, Advice advice, Choice choice) {
        SimulationResult result = choice.result();
        SimulationResult now = advice.current().result();
        double written = result.flushedBytes() + result.compactedBytes();
        double writtenNow = now.flushedBytes() + now.compactedBytes();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("#", number + (choice.isCurrent() ? "*" : ""));
        row.put("write amp", decimals(result.writeAmplification()));
        row.put("written", String.format(Locale.ROOT, "%+.0f %%", 100 * (written / writtenNow - 1)));
        row.put("runs", decimals(result.runs().mean()));
        row.put("most", result.runs().max());
        row.put("peak space", decimals(result.space().peak()));
        if (mode == WorkloadFlags.Mode.ASYNC) {
            row.put("stalls", result.stalls());
            row.put("stalled", decimals(result.stallSeconds()) + " s");
        }
        row.put("change", choice.isCurrent() ? "as it is" : AdviceText.changes(choice.changes()));
        return row;
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
