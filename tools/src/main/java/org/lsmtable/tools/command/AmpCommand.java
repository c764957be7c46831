package org.lsmtable.tools.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.history.Amounts;
import org.lsmtable.history.BucketTotals;
import org.lsmtable.history.HistoryCoverage;
import org.lsmtable.history.HistoryTotals;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Progress;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Sparkline;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.Column.Align;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.tools.value.Trees;
import org.lsmtable.types.RowType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures amplification from the snapshot history. */
@Command(
        name = "amp",
        header = "Measures write, read and space amplification from the snapshots.",
        description = {
            "Write: bytes flushed and compacted to bytes flushed; a file moved to another level was not written.",
            "Space: bytes of all files now to bytes of the oldest run, which is about what is left when all is merged.",
            "Read: sorted runs, the mean over the commits that brought rows, each after its compaction."
        },
        footer = {"", "Example:", "  lsm amp /data/orders", "  lsm amp /data/orders --last 200 --total -o json"})
final class AmpCommand extends BucketCommand {
    private static final int SPARK_WIDTH = 40;

    private static final List<Column> COLUMNS = List.of(
            new Column("partition", Align.LEFT),
            new Column("bucket", Align.RIGHT),
            new Column("commits", Align.RIGHT),
            new Column("flushed_bytes", Align.RIGHT),
            new Column("compacted_bytes", Align.RIGHT),
            new Column("write_amplification", Align.RIGHT),
            new Column("space_amplification", Align.RIGHT),
            new Column("read_amplification", Align.RIGHT),
            new Column("runs_now", Align.RIGHT));

    @Option(names = "--last", paramLabel = "N", description = "Only the newest N snapshots.")
    private @Nullable Long last;

    @Option(
            names = "--total",
            description =
                    "One more record for all buckets together, its partition and bucket null; tables for people always show it.")
    private boolean total;

    AmpCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = stateAddress();
        try (Table table = open(address)) {
            Optional<Snapshot> snapshot = table.snapshot(address.refOrLatest());
            HistoryTotals totals =
                    totals(table, window().until(snapshot.map(Snapshot::id).orElse(1L)));
            List<BucketTotals> wanted = wanted(table, totals);
            if (wanted.isEmpty()) {
                checkFound(snapshot.isEmpty() ? List.of() : wanted(table.levels(address.refOrLatest()), table), table);
            }
            if (snapshot.isEmpty()) {
                session.say(table.location() + ": the table has no snapshot yet");
            }
            show(table, totals, new HistoryTotals(totals.coverage(), totals.commits(), wanted));
            tell(totals.coverage());
            if (snapshot.isPresent() && totals.coverage().snapshots() == 0) {
                session.say(table.location() + ": the snapshots up to "
                        + snapshot.get().id() + " are no longer there: nothing can be measured");
            }
        }
        return ExitCode.DONE;
    }

    private HistoryWindow window() {
        if (last == null) {
            return HistoryWindow.ALL;
        }
        if (last < 1) {
            throw CliException.usage("--last: expected at least 1 snapshot, found " + last);
        }
        return HistoryWindow.last(last);
    }

    private HistoryTotals totals(Table table, HistoryWindow window) throws IOException {
        try (Progress progress = progress("amp").counting("snapshots")) {
            long[] seen = {0};
            return table.history().totals(window, snapshot -> progress.at(++seen[0], -1));
        }
    }

    private List<BucketTotals> wanted(Table table, HistoryTotals totals) {
        BiPredicate<Row, Integer> wanted = wanted(table);
        RowType partitionType = table.schema().partitionType();
        return totals.buckets().stream()
                .filter(b -> wanted.test(values(partitionType, b.partition()), b.bucket()))
                .toList();
    }

    private void show(Table table, HistoryTotals all, HistoryTotals shown) throws IOException {
        boolean forPeople = form() == OutputForm.TABLE;
        List<Column> columns = new ArrayList<>(COLUMNS);
        if (forPeople) {
            columns.add(new Column("peak_space", Align.RIGHT));
            columns.add(new Column("runs over time", Align.LEFT));
        }
        RecordWriter writer = form().open(columns, session.out());
        RowType partitionType = table.schema().partitionType();
        RowPrinter partitions = new RowPrinter(partitionType);
        for (BucketTotals bucket : shown.buckets()) {
            writer.startRecord();
            partitions.object(values(partitionType, bucket.partition()), writer);
            writer.integer(bucket.bucket());
            amounts(bucket.amounts(), bucket.amounts().commits(), bucket.runs().size(), writer);
            if (forPeople) {
                number(bucket.peakSpaceAmplification(), writer);
                writer.text(Sparkline.of(bucket.runsAfterCommits(), SPARK_WIDTH));
            }
            writer.endRecord();
        }
        if (total || (forPeople && shown.buckets().size() > 1)) {
            showTotal(all, shown, writer);
        }
        writer.finish();
    }

    /** All buckets shown together. Commits are those of the table; runs are those of the bucket that has most. */
    private void showTotal(HistoryTotals all, HistoryTotals shown, RecordWriter writer) throws IOException {
        writer.startRecord();
        if (form() == OutputForm.TABLE) {
            writer.text("together");
            writer.text("");
        } else {
            writer.nullValue();
            writer.nullValue();
        }
        int mostRuns =
                shown.buckets().stream().mapToInt(b -> b.runs().size()).max().orElse(0);
        amounts(shown.total(), all.commits(), mostRuns, writer);
        if (form() == OutputForm.TABLE) {
            writer.text("");
            writer.text("");
        }
        writer.endRecord();
    }

    private void amounts(Amounts amounts, long commits, int runs, RecordWriter writer) throws IOException {
        writer.integer(commits);
        writer.integer(amounts.flushedBytes());
        writer.integer(amounts.compactedBytes());
        number(amounts.writeAmplification(), writer);
        number(amounts.spaceAmplification(), writer);
        number(amounts.readAmplification(), writer);
        writer.integer(runs);
    }

    /** A ratio: exact for programs, to two places for people. */
    private void number(@Nullable Double value, RecordWriter writer) throws IOException {
        if (value == null || form() != OutputForm.TABLE) {
            Trees.write(value, writer);
        } else {
            Trees.write(BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP), writer);
        }
    }

    private void tell(HistoryCoverage coverage) {
        coverage.warnings().forEach(session::say);
        if (form() == OutputForm.TABLE && coverage.snapshots() > 0) {
            session.say("measured from snapshots " + coverage.firstId() + " to " + coverage.lastId());
        }
    }
}
