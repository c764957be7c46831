package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketLevels.SortedRunView;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.Column.Align;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.value.RowPrinter;
import picocli.CommandLine.Command;

/** Shows the sorted runs of buckets. */
@Command(
        name = "levels",
        header = "Shows the sorted runs of each bucket.",
        description = "Newest first; each level-0 file is a run of its own.",
        footer = {"", "Example:", "  lsm levels /data/orders --bucket 0"})
final class LevelsCommand extends BucketCommand {
    private static final List<Column> COLUMNS = List.of(
            new Column("partition", Align.LEFT),
            new Column("bucket", Align.RIGHT),
            new Column("level", Align.RIGHT),
            new Column("files", Align.RIGHT),
            new Column("bytes", Align.RIGHT),
            new Column("rows", Align.RIGHT),
            new Column("deletes", Align.RIGHT),
            new Column("min_key", Align.LEFT),
            new Column("max_key", Align.LEFT),
            new Column("min_sequence", Align.RIGHT),
            new Column("max_sequence", Align.RIGHT));

    LevelsCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = stateAddress();
        try (Table table = open(address)) {
            RowPrinter partitions = new RowPrinter(table.schema().partitionType());
            RowPrinter keys = new RowPrinter(table.schema().trimmedKeyType());
            List<BucketLevels> buckets = wanted(table.levels(address.refOrLatest()), table);
            checkFound(buckets, table);
            RecordWriter writer = form().open(COLUMNS, session.out());
            for (BucketLevels bucket : buckets) {
                for (SortedRunView run : bucket.runs()) {
                    writer.startRecord();
                    partitions.object(bucket.partitionValues(), writer);
                    writer.integer(bucket.ref().bucket());
                    writer.integer(run.level());
                    writer.integer(run.files().size());
                    writer.integer(run.bytes());
                    writer.integer(run.rows());
                    writer.integer(run.deletes());
                    keys.array(run.minKey(), writer);
                    keys.array(run.maxKey(), writer);
                    writer.integer(run.minSequence());
                    writer.integer(run.maxSequence());
                    writer.endRecord();
                }
            }
            writer.finish();
        }
        return ExitCode.DONE;
    }
}
