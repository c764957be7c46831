package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.table.ChangelogCursor;
import org.lsmtable.table.ChangelogScan;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.ColumnNames;
import org.lsmtable.tools.query.WhereParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows change records. */
@Command(
        name = "changelog",
        header = "Shows the change records of snapshots.",
        description = {
            "Those that the table's changelog producer wrote, or without one the rows that commits brought,",
            "each with its kind in column " + ScanCommand.KIND_COLUMN
                    + ". Nothing is merged. For what differs between two",
            "states see 'lsm diff --rows'."
        },
        footer = {
            "",
            "Example:",
            "  lsm changelog /data/orders --from 3 --to 7",
            "  lsm changelog /data/orders --where \"status = 'paid'\" --snapshots"
        })
final class ChangelogCommand extends TableCommand {
    @Option(names = "--from", paramLabel = "N", description = "The first snapshot; the earliest unless given.")
    private @Nullable Long from;

    @Option(names = "--to", paramLabel = "N", description = "The last snapshot, included; the latest unless given.")
    private @Nullable Long to;

    @Option(
            names = "--select",
            paramLabel = "COLUMN,...",
            description = "Only these columns, in this order; in double quotes or backticks if a name holds a comma.")
    private @Nullable String columns;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Only records for which it is true; see 'lsm help scan'.")
    private @Nullable String where;

    @Option(names = "--snapshots", description = "Add a column with the snapshot of each record.")
    private boolean snapshots;

    ChangelogCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        checkRange();
        try (Table table = open(plainAddress())) {
            ChangelogScan scan = table.changelog();
            if (from != null) {
                scan = scan.from(from);
            }
            if (to != null) {
                scan = scan.to(to);
            }
            if (columns != null) {
                scan = scan.select(ColumnNames.parse(columns).toArray(new String[0]));
            }
            if (where != null) {
                scan = scan.where(new WhereParser(table.schema().rowType()).parse(where));
            }
            try (ChangelogCursor changes = scan.openBatches()) {
                ChangeRows rows = new ChangeRows(this);
                if (snapshots) {
                    rows.showWithSnapshots(changes);
                } else {
                    rows.show(changes);
                }
                tellPassedOver(changes.passedOver());
            }
        }
        return ExitCode.DONE;
    }

    private void checkRange() {
        if (from != null && from < 1) {
            throw CliException.usage("--from: expected a snapshot's number, which is at least 1, found " + from);
        }
        if (to != null && to < 1) {
            throw CliException.usage("--to: expected a snapshot's number, which is at least 1, found " + to);
        }
        if (from != null && to != null && from > to) {
            throw CliException.usage("--to: expected at least " + from + ", which --from says, found " + to);
        }
    }

    private void tellPassedOver(List<Long> ids) {
        if (!ids.isEmpty()) {
            session.say((ids.size() == 1 ? "snapshot " + ids.get(0) + " is an overwrite" : ids + " are overwrites")
                    + ", which has no change records; -O streaming-read-overwrite=true works them out, or see"
                    + " lsm diff --rows");
        }
    }
}
