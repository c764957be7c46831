package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.simulate.FittedWorkload;
import org.lsmtable.simulate.Grid;
import org.lsmtable.simulate.Pacing;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Predicts what settings come to. */
@Command(
        name = "simulate",
        header = "Predicts write, space and read amplification of settings.",
        description =
                "Runs the engine's own compaction on the metadata of files that do not exist: one bucket, one flush a"
                        + " commit. Each setting is one of the product of all --compare lists, on top of the options of -O"
                        + " and of TABLE, if that is given. With TABLE and no flag that describes a workload, the flushes"
                        + " are those of the table's own past.",
        footer = {
            "",
            "Example:",
            "  lsm simulate --table-bytes 64gb --flush-bytes 64mb --commits 2000 \\",
            "      --compare num-sorted-run.compaction-trigger=5,8,10",
            "  lsm simulate --compare num-sorted-run.compaction-trigger=5,8,10,15 --html settings.html",
            "  lsm simulate --updates 0.5 --skew hot:0.1:0.9 --mode async --throughput 40mb --flush-interval 10s"
        })
final class SimulateCommand extends LsmCommand {
    private static final long COMMITS = 2000;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TABLE",
            description = "A table whose options, and past if no workload is described, are taken. Without one: the"
                    + " defaults.")
    private @Nullable String table;

    @Option(
            names = "--commits",
            paramLabel = "N",
            description = "How many commits; if not given 2000, or as many flushes as a table's past has.")
    private @Nullable Long commits;

    @Option(
            names = "--file-overhead-bytes",
            paramLabel = "B",
            converter = QuantityConverters.Bytes.class,
            description = "Bytes of a file besides its rows; if not given 0, or what a table's files show.")
    private @Nullable Long fileOverheadBytes;

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

    @Spec
    private @Nullable CommandSpec spec;

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
        Described base = described();
        requireValid(base.scenario().options(), grid);
        HtmlFile page = html == null ? null : new HtmlFile(html, session);
        List<SimulationResult> results = simulate(grid, base.scenario());
        if (page != null) {
            page.write(SimulationReport.of(title(), base.title(), results));
            session.say("page written: " + page);
        }
        show(base, results);
        return ExitCode.DONE;
    }

    private String title() {
        return table == null ? "Simulated settings" : "Simulated settings of " + table;
    }

    /** What is simulated, and in words. */
    private record Described(Scenario scenario, String text) {
        String title() {
            return scenario.commits() + " commits: " + text;
        }
    }

    private Described described() throws IOException {
        if (commits != null && commits < 1) {
            throw CliException.usage("--commits: expected at least 1, found " + commits);
        }
        if (table == null) {
            return described(new Options(Map.of()));
        }
        TableAddress address = TableAddress.parse(table, session.folder());
        if (address.systemTable() != null || address.ref() != null) {
            throw CliException.usage(
                    address.paths().name() + ": this command takes a table, without a state or system table");
        }
        try (Table opened = Table.open(address.location(), environment(), Map.of("branch", address.branch()))) {
            return isWorkloadGiven() ? described(opened.options()) : past(opened);
        }
    }

    private boolean isWorkloadGiven() {
        return WorkloadFlags.OF_CONTENT.stream().anyMatch(this::isGiven);
    }

    private boolean isGiven(String flag) {
        return Objects.requireNonNull(spec, "spec")
                .commandLine()
                .getParseResult()
                .hasMatchedOption(flag);
    }

    /** The workload that the flags describe. */
    private Described described(Options tableOptions) {
        Options all = tableOptions.with(options);
        Scenario scenario = new Scenario(
                all,
                workload.workload(),
                workload.pacing(),
                commits == null ? COMMITS : commits,
                fileOverheadBytes(all, 0));
        return new Described(scenario, workload.describe());
    }

    /** The workload that the table's snapshots tell of. */
    private Described past(Table opened) throws IOException {
        TableWorkload past = TableWorkload.of(opened, HistoryWindow.ALL, (partition, bucket) -> true);
        past.warnings().forEach(session::say);
        FittedWorkload fit = past.fit();
        Pacing pacing = isGiven("--flush-interval") ? workload.pacing() : workload.pacing(fit.flushInterval());
        Options all = past.options().with(options);
        Scenario scenario = new Scenario(
                all,
                fit.workload(),
                pacing,
                commits == null ? fit.measured().flushes() : commits,
                fileOverheadBytes(all, fit.fileOverheadBytes()));
        return new Described(
                scenario,
                past.describe(opened) + "; " + WorkloadFlags.describe(pacing)
                        + String.format(
                                Locale.ROOT,
                                "; measured: %.2f bytes written for each flushed",
                                fit.measured().writeAmplification()));
    }

    private long fileOverheadBytes(Options all, long unlessGiven) {
        if (fileOverheadBytes == null) {
            return unlessGiven;
        }
        long target = FileOptions.targetFileBytes(all);
        if (fileOverheadBytes >= target) {
            throw CliException.usage("--file-overhead-bytes: expected below the target size of files (" + target
                    + " bytes), found " + fileOverheadBytes);
        }
        return fileOverheadBytes;
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
        return Simulations.onThreads(executor -> grid.run(base, executor));
    }

    private void show(Described base, List<SimulationResult> results) throws IOException {
        if (form() == OutputForm.TABLE) {
            new TextOutput(session).line(base.title());
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
