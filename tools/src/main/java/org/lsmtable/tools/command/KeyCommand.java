package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import org.lsmtable.table.KeyVersion;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.KeyArguments;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.tools.value.Trees;
import picocli.CommandLine.Command;

/** Lists the stored versions of a key. */
@Command(
        name = "key",
        header = "Lists every stored version of a key.",
        description = "Newest first, with the snapshots in which each is live. Exit code 3 if there is none.",
        footer = {"", "Example:", "  lsm key /data/orders 42"})
final class KeyCommand extends KeyedCommand {
    KeyCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = plainAddress();
        try (Table table = open(address)) {
            List<KeyVersion> versions = table.versions(KeyArguments.parse(key(), table.schema()));
            RowPrinter rows = new RowPrinter(table.schema().rowType());
            RecordWriter writer =
                    form().open(Column.texts("file", "level", "sequence", "kind", "row", "snapshots"), session.out());
            for (KeyVersion version : versions) {
                writer.startRecord();
                writer.text(version.file());
                writer.integer(version.level());
                writer.integer(version.sequence());
                writer.text(version.kind().text());
                rows.object(version.row(), writer);
                Trees.write(version.snapshots(), writer);
                writer.endRecord();
            }
            writer.finish();
            if (versions.isEmpty()) {
                session.say("lsm: " + address.paths().name() + ": no version of key " + key());
                return ExitCode.NOT_FOUND;
            }
        }
        return ExitCode.DONE;
    }
}
