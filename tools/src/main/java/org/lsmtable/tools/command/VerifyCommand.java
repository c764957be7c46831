package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Progress;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.query.TableAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks a table. */
@Command(
        name = "verify",
        header = "Checks that a table is sound.",
        description = "Every reference, size, level, count and sequence. Exit code 1 if anything is found.",
        footer = {"", "Example:", "  lsm verify /data/orders --deep"})
final class VerifyCommand extends TableCommand {
    private static final List<Column> COLUMNS =
            Column.texts("severity", "kind", "snapshot", "file", "expected", "found");

    @Option(names = "--deep", description = "Also reread every row.")
    private boolean deep;

    VerifyCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = plainAddress();
        List<Finding> findings;
        String branch = options().getOrDefault("branch", address.branch());
        try (Progress progress = progress("verify")) {
            findings =
                    Table.check(address.location(), branch, environment(progress), deep ? Depth.ROWS : Depth.METADATA);
        }
        if (!findings.isEmpty() || form() != OutputForm.TABLE) {
            show(COLUMNS, findings.stream().map(VerifyCommand::record).toList());
        }
        session.say(
                findings.isEmpty() ? address.paths().name() + ": sound, nothing found" : findings.size() + " found");
        return findings.isEmpty() ? ExitCode.DONE : ExitCode.FINDING;
    }

    private static Map<String, Object> record(Finding finding) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("severity", finding.severity());
        record.put("kind", finding.kind());
        record.put("snapshot", finding.snapshot());
        record.put("file", finding.file());
        record.put("expected", finding.expected());
        record.put("found", finding.found());
        return record;
    }
}
