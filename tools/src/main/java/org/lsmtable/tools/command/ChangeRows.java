package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.data.RowKind;
import org.lsmtable.table.ChangeBatchCursor;
import org.lsmtable.table.ChangelogCursor;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.vector.Batch;

/** Shows change records: the kind of each in front. */
final class ChangeRows {
    private static final String SNAPSHOT_COLUMN = "_SNAPSHOT_ID";

    private final TableCommand command;

    /** Changes shown by a command, on its output and in its form. */
    ChangeRows(TableCommand command) {
        this.command = command;
    }

    /** Shows all of them. */
    void show(ChangeBatchCursor changes) throws IOException {
        show(changes, Column.texts(ScanCommand.KIND_COLUMN), (kind, writer) -> writer.text(kind.text()));
    }

    /** The same with the snapshot of each behind its kind. */
    void showWithSnapshots(ChangelogCursor changes) throws IOException {
        List<Column> columns = new ArrayList<>(Column.texts(ScanCommand.KIND_COLUMN));
        columns.add(new Column(SNAPSHOT_COLUMN, Column.Align.RIGHT));
        show(changes, columns, (kind, writer) -> {
            writer.text(kind.text());
            writer.integer(changes.snapshotId());
        });
    }

    /** Writes what stands before the columns of a record. */
    private interface Head {
        void write(RowKind kind, RecordWriter writer) throws IOException;
    }

    private void show(ChangeBatchCursor changes, List<Column> head, Head values) throws IOException {
        Session session = command.session;
        RowPrinter printer = new RowPrinter(changes.type());
        List<Column> columns = new ArrayList<>(head);
        columns.addAll(Column.of(changes.type()));
        RecordWriter writer = command.form().open(columns, session.out());
        for (Batch batch = changes.next(); batch != null; batch = changes.next()) {
            for (int i = 0; i < batch.size(); i++) {
                writer.startRecord();
                values.write(RowKind.ofCode(changes.kinds().get(i)), writer);
                printer.values(batch, i, writer);
                writer.endRecord();
            }
            session.interruption().check();
        }
        writer.finish();
    }
}
