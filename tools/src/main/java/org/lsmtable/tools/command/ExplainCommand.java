package org.lsmtable.tools.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Forecast.Flush;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketLevels.SortedRunView;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.tools.command.Look.Explained;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Screen;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.QuantityConverters;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.tools.value.Trees;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Explains what compaction would do now. */
@Command(
        name = "explain",
        header = "Shows what compaction would do now, and why.",
        description =
                "Each rule with both of its sides and what is missing until it fires, the pick, which files are rewritten, and"
                        + " the compaction that comes next.",
        footer = {
            "",
            "Example:",
            "  lsm explain /data/orders --bucket 0 --rule-set 2.0 -O num-sorted-run.compaction-trigger=3",
            "  lsm explain /data/orders --watch 5"
        })
final class ExplainCommand extends BucketCommand {
    @Option(names = "--rule-set", paramLabel = "2.0|2.1", description = "Other pick rules than those of the table.")
    private @Nullable String ruleSet;

    @Option(
            names = "--flush-bytes",
            paramLabel = "B",
            converter = QuantityConverters.Bytes.class,
            description = "Bytes of the flushes to come, as 64mb; otherwise the mean of the level-0 files.")
    private @Nullable Long flushBytes;

    @Option(names = "--check", description = "Exit code 1 if a compaction is due.")
    private boolean check;

    @Option(
            names = "--watch",
            arity = "0..1",
            fallbackValue = "2",
            preprocessor = OptionalSeconds.class,
            paramLabel = "SECONDS",
            description =
                    "Looks again every so many seconds, 2 if not given, until interrupted: in place on a terminal, otherwise"
                            + " one block of text or one object for each bucket and look. Says what changed since the look before.")
    private @Nullable Double watch;

    ExplainCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        RuleSet rules = ruleSet();
        if (flushBytes != null && flushBytes < 1) {
            throw CliException.usage("--flush-bytes: expected at least 1 byte, found " + flushBytes);
        }
        if (watch != null) {
            return watch(interval(watch), rules);
        }
        TableAddress address = stateAddress();
        try (Table table = open(address)) {
            Look look = look(table, address.refOrLatest(), rules);
            checkFound(look.buckets(), table);
            if (form() == OutputForm.TABLE) {
                TextOutput text = new TextOutput(session);
                for (Explained bucket : look.buckets()) {
                    text.line(bucket.text(table.schema().partitionKeys()));
                }
            } else {
                writeRecords(look, table);
            }
            return check && look.isDue() ? ExitCode.FINDING : ExitCode.DONE;
        }
    }

    private @Nullable RuleSet ruleSet() {
        if (ruleSet == null) {
            return null;
        }
        try {
            return RuleSet.of(ruleSet);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, "--rule-set: " + e.getMessage(), e);
        }
    }

    private Look look(Table table, SnapshotRef ref, @Nullable RuleSet rules) {
        Optional<Snapshot> snapshot = table.snapshot(ref);
        if (snapshot.isEmpty()) {
            return Look.of(snapshot, List.of());
        }
        List<Explained> buckets = new ArrayList<>();
        for (BucketLevels bucket : wanted(table.levels(ref), table)) {
            buckets.add(new Explained(bucket, table.outlook(ref, bucket.ref(), rules, flush(bucket))));
        }
        return Look.of(snapshot, buckets);
    }

    /** Flushes of the size asked for, with as many rows to the byte as the bucket has; null if none was asked for. */
    private @Nullable Flush flush(BucketLevels bucket) {
        if (flushBytes == null) {
            return null;
        }
        long bytes = bucket.runs().stream().mapToLong(SortedRunView::bytes).sum();
        long rows = bucket.runs().stream().mapToLong(SortedRunView::rows).sum();
        return new Flush(flushBytes, bytes == 0 ? 0 : Math.round((double) rows * flushBytes / bytes));
    }

    private void writeRecords(Look look, Table table) throws IOException {
        RecordWriter writer = form().open(columns(DecisionTrees.COLUMNS), session.out());
        RowPrinter partitions = new RowPrinter(table.schema().partitionType());
        for (Explained bucket : look.buckets()) {
            writer.startRecord();
            writeBucket(bucket, partitions, writer);
            writer.endRecord();
        }
        writer.finish();
    }

    private static List<Column> columns(List<String> names) {
        return Column.texts(names.toArray(new String[0]));
    }

    private static void writeBucket(Explained bucket, RowPrinter partitions, RecordWriter writer) throws IOException {
        Map<String, Object> tree = DecisionTrees.of(bucket.outlook());
        partitions.object(bucket.bucket().partitionValues(), writer);
        writer.integer(bucket.bucket().ref().bucket());
        for (String column : DecisionTrees.COLUMNS.subList(2, DecisionTrees.COLUMNS.size())) {
            Trees.write(tree.get(column), writer);
        }
    }

    // ---- looking again and again ----

    private Duration interval(double seconds) {
        if (!(seconds > 0) || seconds > 86_400) {
            throw CliException.usage("--watch: expected seconds above 0, at most 86400, found " + seconds);
        }
        if (check) {
            throw CliException.usage(
                    "--watch and --check: one goes on until it is interrupted, the other ends with an answer");
        }
        if (form() == OutputForm.JSON || form() == OutputForm.CSV) {
            throw CliException.usage("--watch: expected output table or jsonl, found " + form());
        }
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    private ExitCode watch(Duration interval, @Nullable RuleSet rules) throws IOException {
        TableAddress address = plainAddress();
        try (Table table = open(address);
                Screen screen = Screen.on(session)) {
            Look before = null;
            while (true) {
                Look look = look(table, SnapshotRef.latest(), rules);
                if (form() == OutputForm.TABLE) {
                    screen.show(frame(look, before, interval, table));
                } else {
                    writeWatched(look, before, table);
                }
                before = look;
                session.pause().pass(interval);
                session.interruption().check();
            }
        }
    }

    private static String frame(Look look, @Nullable Look before, Duration interval, Table table) {
        StringBuilder frame = new StringBuilder(table.location())
                .append(look.snapshot() == null ? ": no snapshot yet" : ": snapshot " + look.snapshot())
                .append(", every ")
                .append(BigDecimal.valueOf(interval.toMillis(), 3)
                        .stripTrailingZeros()
                        .toPlainString())
                .append(" s, end with Ctrl-C\n");
        Map<BucketRef, LevelsChange> changes = before == null ? Map.of() : look.since(before);
        for (Explained bucket : look.buckets()) {
            frame.append('\n').append(bucket.text(table.schema().partitionKeys()));
            LevelsChange change = changes.get(bucket.bucket().ref());
            if (change != null) {
                frame.append("since the last look: ").append(change.text()).append('\n');
            }
        }
        return frame.toString();
    }

    private void writeWatched(Look look, @Nullable Look before, Table table) throws IOException {
        List<String> names = new ArrayList<>(DecisionTrees.COLUMNS);
        names.add("snapshot");
        names.add("changed");
        RecordWriter writer = form().open(columns(names), session.out());
        RowPrinter partitions = new RowPrinter(table.schema().partitionType());
        Map<BucketRef, LevelsChange> changes = before == null ? Map.of() : look.since(before);
        for (Explained bucket : look.buckets()) {
            writer.startRecord();
            writeBucket(bucket, partitions, writer);
            Trees.write(look.snapshot(), writer);
            LevelsChange change = changes.get(bucket.bucket().ref());
            Trees.write(change == null ? null : change.tree(), writer);
            writer.endRecord();
        }
        writer.finish();
    }
}
