package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.compact.Decision;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.CompactionOutcome;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Progress;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.output.OutputForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compacts buckets. */
@Command(
        name = "compact",
        header = "Compacts until the picker is satisfied, or everything to the last level.",
        footer = {"", "Example:", "  lsm compact /data/orders --full"})
final class CompactCommand extends BucketCommand {
    @Option(names = "--full", description = "Compact everything to one run on the last level.")
    private boolean full;

    CompactCommand(Session session) {
        super(session);
    }

    @Override
    String whenCutOff() {
        return "each compaction is in the table whole or not at all, see 'lsm snapshots'; files of one that is not may be"
                + " left, which 'lsm orphans' finds";
    }

    @Override
    ExitCode run() throws IOException {
        long start = session.nanoTime().getAsLong();
        List<CompactionOutcome> outcomes = new ArrayList<>();
        Summary summary = new Summary();
        try (Progress progress = progress("compact");
                Table table = open(plainAddress(), environment(progress))) {
            if (wantsAll()) {
                outcomes.add(full ? table.compactFully() : table.compact());
            } else {
                List<BucketLevels> buckets = wanted(table.levels(SnapshotRef.latest()), table);
                checkFound(buckets, table);
                for (BucketLevels bucket : buckets) {
                    outcomes.add(full ? table.compactFully(bucket.ref()) : table.compact(bucket.ref()));
                }
            }
            for (CompactionOutcome outcome : outcomes) {
                summary.addRows(outcome.rowsWritten());
                summary.addSnapshots(outcome.snapshots(), table.stores());
            }
        }
        if (form() == OutputForm.TABLE) {
            TextOutput text = new TextOutput(session);
            for (CompactionOutcome outcome : outcomes) {
                for (Decision decision : outcome.decisions()) {
                    text.line(decision.toString());
                }
            }
        }
        show(summary.asRecord(session.secondsSince(start), form()));
        outcomes.forEach(outcome -> CommitOutcome.checkCompaction(outcome.result()));
        return ExitCode.DONE;
    }
}
