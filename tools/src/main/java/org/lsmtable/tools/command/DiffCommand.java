package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.ChangeBatchCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.Column.Align;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.types.RowType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what changed between two snapshots. */
@Command(
        name = "diff",
        header = "Shows what changed between two snapshots.",
        description =
                "Lists the files that were added, removed or moved to another level, and by whom; or the rows that"
                        + " changed.",
        footer = {"", "Example:", "  lsm diff /data/orders 3 7", "  lsm diff /data/orders 3 7 --rows"})
final class DiffCommand extends TableCommand {
    private static final List<Column> COLUMNS = List.of(
            new Column("change", Align.LEFT),
            new Column("partition", Align.LEFT),
            new Column("bucket", Align.RIGHT),
            new Column("file", Align.LEFT),
            new Column("from_level", Align.RIGHT),
            new Column("to_level", Align.RIGHT),
            new Column("bytes", Align.RIGHT),
            new Column("rows", Align.RIGHT),
            new Column("snapshot", Align.RIGHT),
            new Column("commit_kind", Align.LEFT),
            new Column("commit_user", Align.LEFT));

    @Parameters(index = "1", paramLabel = "A", description = "The older snapshot: an id, a tag or a time.")
    private String from = "";

    @Parameters(index = "2", paramLabel = "B", description = "The newer one.")
    private String to = "";

    @Option(names = "--rows", description = "Show the rows that changed instead of the files.")
    private boolean rows;

    DiffCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        try (Table table = open(plainAddress())) {
            SnapshotRef older = state(from);
            SnapshotRef newer = state(to);
            Snapshot a = table.snapshot(older).orElseThrow();
            Snapshot b = table.snapshot(newer).orElseThrow();
            if (a.id() > b.id()) {
                throw CliException.usage("expected the older snapshot first, found " + a.id() + " and " + b.id());
            }
            if (rows) {
                try (ChangeBatchCursor changes = table.diff(older, newer)) {
                    new ChangeRows(this).show(changes);
                }
            } else {
                showFiles(table, a, b);
            }
        }
        return ExitCode.DONE;
    }

    private void showFiles(Table table, Snapshot a, Snapshot b) throws IOException {
        RowType partitionType = table.schema().partitionType();
        RowPrinter partitions = new RowPrinter(partitionType);
        RecordWriter writer = form().open(COLUMNS, session.out());
        for (FileDiff.Entry entry : new FileDiff(table.stores()).between(a, b)) {
            writer.startRecord();
            writer.text(entry.change().name());
            partitions.object(values(partitionType, entry.file().partition()), writer);
            writer.integer(entry.file().bucket());
            writer.text(entry.file().file().fileName());
            integerOrNull(entry.fromLevel(), writer);
            integerOrNull(entry.toLevel(), writer);
            writer.integer(entry.file().file().fileSize());
            writer.integer(entry.file().file().rowCount());
            Snapshot by = entry.by();
            if (by == null) {
                writer.nullValue();
                writer.nullValue();
                writer.nullValue();
            } else {
                writer.integer(by.id());
                writer.text(by.commitKind().name());
                writer.text(by.commitUser());
            }
            writer.endRecord();
        }
        writer.finish();
    }

    private static void integerOrNull(@Nullable Integer value, RecordWriter writer) throws IOException {
        if (value == null) {
            writer.nullValue();
        } else {
            writer.integer(value);
        }
    }
}
