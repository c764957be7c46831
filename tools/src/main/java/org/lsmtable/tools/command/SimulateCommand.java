package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.simulate.Grid;
import org.lsmtable.simulate.Scenario;
import org.lsmtable.simulate.SimulationResult;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Sizes;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.Column.Align;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.page.SimulationReport;
import org.lsmtable.tools.query.OptionNames;
import org.lsmtable.tools.query.QuantityConverters;
import org.lsmtable.tools.query.SettingLists;
import org.lsmtable.tools.query.TableAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Predicts what settings come to. */
@Command(
        name = "simulate",
        header = "Predicts write, space and read amplification of settings.",
        description =
                "Runs the engine's own compaction on the metadata of files that do not exist: one bucket, one flush a"
                        + " commit. Each setting is one of the product of all --compare lists, on top of the options of -O and of"
                        + " TABLE, if that is given.",
        footer = {
            "",
            "Example:",
            "  lsm simulate --table-bytes 64gb --flush-bytes 64mb --commits 2000"
                    + " --compare num-sorted-run.compaction-trigger=5,8,10",
            "  lsm simulate --compare num-sorted-run.compaction-trigger=5,8,10,15 --html settings.html",
            "  lsm simulate --updates 0.5 --skew hot:0.1:0.9 --mode async --throughput 40mb --flush-interval 10s"
        })
final class SimulateCommand extends LsmCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TABLE",
            description = "A table whose options are taken. Without one: the defaults.")
    private @Nullable String table;

    @Option(
            names = "--commits",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many commits; 2000 if not given.")
    private long commits;

    @Option(
            names = "--file-overhead-bytes",
            paramLabel = "B",
            defaultValue = "0",
            converter = QuantityConverters.Bytes.class,
            description = "Bytes of a file besides its rows; 0 if not given.")
    private long fileOverheadBytes;

    @Option(
            names = "-O",
            paramLabel = "KEY=VALUE",
            description = "An option of all settings; may be given several times.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--compare",
            paramLabel = "KEY=V1,V2,…",
            description = "Values of an option to compare; may be given several times.")
    private List<String> compare = new ArrayList<>();

    @Option(names = "--html", paramLabel = "FILE", description = "Also write a page that compares the settings.")
    private @Nullable String html;

    @Mixin
    private WorkloadFlags workload = new WorkloadFlags();

    SimulateCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        OptionNames.check(options.keySet());
        Grid grid = new Grid(SettingLists.parse(compare));
        for (String key : options.keySet()) {
            if (grid.settings().get(0).containsKey(key)) {
                throw CliException.usage("option '" + key + "' is given with -O and with --compare; give it once");
            }
        }
        Scenario base = scenario();
        requireValid(base.options(), grid);
        HtmlFile page = html == null ? null : new HtmlFile(html, session);
        List<SimulationResult> results = simulate(grid, base);
        if (page != null) {
            page.write(SimulationReport.of(title(), commits + " commits: " + workload.describe(), results));
            session.say("page written: " + page);
        }
        show(results);
        return ExitCode.DONE;
    }

    private String title() {
        return table == null ? "Simulated settings" : "Simulated settings of " + table;
    }

    private Scenario scenario() {
        if (commits < 1) {
            throw CliException.usage("--commits: expected at least 1, found " + commits);
        }
        return new Scenario(
                tableOptions().with(options), workload.workload(), workload.pacing(), commits, fileOverheadBytes);
    }

    private Options tableOptions() {
        if (table == null) {
            return new Options(Map.of());
        }
        TableAddress address = TableAddress.parse(table, session.folder());
        if (address.systemTable() != null || address.ref() != null) {
            throw CliException.usage(table + ": this command takes a table, without a state or system table");
        }
        try (Table opened = Table.open(address.location(), environment(), Map.of())) {
            return opened.options();
        }
    }

    private static void requireValid(Options base, Grid grid) {
        Set<String> violations = new LinkedHashSet<>();
        for (Map<String, String> setting : grid.settings()) {
            violations.addAll(TableOptions.violations(base.with(setting)));
        }
        if (!violations.isEmpty()) {
            throw CliException.usage(String.join("; ", violations));
        }
    }

    private static List<SimulationResult> simulate(Grid grid, Scenario base) {
        int threads = Math.min(
                Runtime.getRuntime().availableProcessors(), grid.settings().size());
        ExecutorService executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "simulation");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return grid.run(base, executor);
        } finally {
            executor.shutdownNow();
        }
    }

    private void show(List<SimulationResult> results) throws IOException {
        if (form() == OutputForm.TABLE) {
            new TextOutput(session).line(commits + " commits: " + workload.describe());
            showTable(results);
            return;
        }
        List<Map<String, Object>> trees = new ArrayList<>();
        for (SimulationResult result : results) {
            Map<String, Object> tree = SimulationTrees.of(result);
            Map<String, Object> setting = new LinkedHashMap<>();
            options.forEach((key, value) -> setting.put(key, SimulationTrees.plain(value)));
            result.setting().forEach((key, value) -> setting.put(key, SimulationTrees.plain(value)));
            tree.put("setting", setting);
            trees.add(tree);
        }
        show(Column.texts(trees.get(0).keySet().toArray(new String[0])), trees);
    }

    private void showTable(List<SimulationResult> results) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (SimulationResult result : results) {
            Map<String, Object> row = new LinkedHashMap<>(result.setting());
            row.put("write amp", decimals(result.writeAmplification()));
            row.put("space amp", decimals(result.space().mean()));
            row.put("peak", decimals(result.space().peak()));
            row.put("runs", decimals(result.runs().mean()));
            row.put("most", result.runs().max());
            row.put("flushed", Sizes.text(result.flushedBytes()));
            row.put("compacted", Sizes.text(result.compactedBytes()));
            row.put("minor", result.compactions().minor());
            row.put("full", result.compactions().full());
            row.put("upgraded", result.compactions().upgradedFiles());
            row.put("stalls", result.stalls());
            row.put("stalled", decimals(result.stallSeconds()) + " s");
            rows.add(row);
        }
        Set<String> keys = results.get(0).setting().keySet();
        List<Column> columns = rows.get(0).keySet().stream()
                .map(name -> new Column(name, keys.contains(name) ? Align.LEFT : Align.RIGHT))
                .toList();
        show(columns, rows);
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
