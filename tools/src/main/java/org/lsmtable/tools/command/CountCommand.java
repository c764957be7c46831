package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.table.Scan;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.query.WhereParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Counts merged rows. */
@Command(
        name = "count",
        header = "Counts the rows of the merged table.",
        footer = {"", "Example:", "  lsm count /data/orders --where \"status = 'paid'\""})
final class CountCommand extends ReadCommand {
    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Only rows for which it is true; see 'lsm help scan'.")
    private @Nullable String where;

    CountCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = stateAddress();
        try (Table table = open(address)) {
            Scan scan = table.scan().asOf(address.refOrLatest());
            if (where != null) {
                scan = scan.where(new WhereParser(scan.type()).parse(where));
            }
            show(List.of(new Column("count", Column.Align.RIGHT)), List.of(Map.of("count", scan.count())));
        }
        return ExitCode.DONE;
    }
}
