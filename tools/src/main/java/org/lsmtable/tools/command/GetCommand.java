package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.table.KeyLookup;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.KeyArguments;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.tools.value.Trees;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks a key up. */
@Command(
        name = "get",
        header = "Looks up the row of a key.",
        description = "Exit code 3 if there is none.",
        footer = {"", "Example:", "  lsm get /data/orders 42 --explain"})
final class GetCommand extends KeyedCommand {
    @Option(
            names = "--explain",
            description = "Also list every file that was considered, and what was looked at in it.")
    private boolean explain;

    GetCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = stateAddress();
        try (Table table = open(address)) {
            TableSchema schema = schemaAt(table, address);
            Object[] key = KeyArguments.parse(key(), schema);
            KeyLookup lookup = table.lookup(address.refOrLatest(), key);
            if (explain) {
                showExplained(lookup, schema);
            } else if (lookup.row() != null) {
                showRow(lookup, schema);
            }
            if (lookup.row() == null) {
                session.say("lsm: " + address.paths().name() + ": no row with key " + key());
                return ExitCode.NOT_FOUND;
            }
        }
        return ExitCode.DONE;
    }

    private void showRow(KeyLookup lookup, TableSchema schema) throws IOException {
        RecordWriter writer = form().open(Column.of(schema.rowType()), session.out());
        if (lookup.row() != null) {
            writer.startRecord();
            new RowPrinter(schema.rowType()).values(lookup.row(), writer);
            writer.endRecord();
        }
        writer.finish();
    }

    private void showExplained(KeyLookup lookup, TableSchema schema) throws IOException {
        List<Map<String, Object>> files =
                lookup.files().stream().map(GetCommand::probe).toList();
        if (form() == OutputForm.TABLE) {
            show(Column.texts("file", "level", "checked", "result"), files);
            showRow(lookup, schema);
            session.say("read amplification " + lookup.readAmplification());
            return;
        }
        RecordWriter writer = form().open(Column.texts("row", "files", "read_amplification"), session.out());
        writer.startRecord();
        new RowPrinter(schema.rowType()).object(lookup.row(), writer);
        Trees.write(files, writer);
        writer.integer(lookup.readAmplification());
        writer.endRecord();
        writer.finish();
    }

    private static Map<String, Object> probe(KeyLookup.Probe probe) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("file", probe.file());
        record.put("level", probe.level());
        record.put("checked", probe.checked());
        record.put("result", probe.result());
        return record;
    }
}
