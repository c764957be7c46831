package org.lsmtable.tools.command;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.report.Section;
import org.lsmtable.report.Text;
import org.lsmtable.simulate.Advice;
import org.lsmtable.simulate.Advisor;
import org.lsmtable.simulate.Pacing;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.page.AdviceReport;
import org.lsmtable.tools.page.TableReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the page of a table. */
@Command(
        name = "report",
        header = "Writes a page about a table: levels over time, key ranges, amplification, findings.",
        description =
                "One HTML file that needs no network. Reads metadata only, of tables of any writer that lsm can read.",
        footer = {"", "Example:", "  lsm report /data/orders --html orders.html"})
final class ReportCommand extends TableCommand {
    @Option(names = "--html", paramLabel = "FILE", required = true, description = "The file to write.")
    private String html = "";

    @Option(names = "--last", paramLabel = "N", description = "Only the newest N snapshots; all if not given.")
    private long last = Long.MAX_VALUE;

    @Option(names = "--no-advice", description = "Without the simulations that advice on settings takes.")
    private boolean withoutAdvice;

    ReportCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        if (last < 1) {
            throw CliException.usage("--last: expected at least 1, found " + last);
        }
        HtmlFile file = new HtmlFile(html, session);
        TableReport report;
        try (Table table = open(plainAddress())) {
            HistoryWindow window = HistoryWindow.last(last);
            report = TableReport.of(table, window, withoutAdvice ? null : advice(table, window));
        }
        Map<String, Object> record = new LinkedHashMap<>(file.write(report.page()));
        record.put("snapshots", report.snapshots());
        record.put("buckets", report.buckets());
        record.put("buckets_shown", report.bucketsShown());
        show(record);
        if (report.bucketsShown() < report.buckets()) {
            session.say("showing " + report.bucketsShown() + " of " + report.buckets() + " buckets");
        }
        return ExitCode.DONE;
    }

    /** What {@code lsm advise} says, or why it says nothing. */
    private static Section advice(Table table, HistoryWindow window) throws IOException {
        TableWorkload workload;
        try {
            workload = TableWorkload.of(table, window, (partition, bucket) -> true);
        } catch (CliException e) {
            if (e.code() != ExitCode.REFUSED) {
                throw e;
            }
            return new Text("Advice", List.of(String.valueOf(e.getMessage())), "");
        }
        Advice advice = Simulations.onThreads(executor ->
                Advisor.advise(workload.fit(), workload.options(), new Pacing.Sync(Duration.ZERO), executor));
        return AdviceReport.of(
                workload.describe(table), advice, changes -> AdviceText.flink(table.location(), changes) + ";");
    }
}
