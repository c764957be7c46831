package org.lsmtable.tools.command;

import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.options.TravelOptions;
import org.lsmtable.predicate.Filter;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.system.SystemTable;
import org.lsmtable.system.SystemTables;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.query.WhereParser;
import org.lsmtable.tools.value.ColumnPrinter;
import org.lsmtable.types.RowType;

/** The rows of a system table, perhaps filtered, projected and limited, as a command shows them. */
final class SystemRows {
    private final TableCommand command;
    private final SystemTable table;
    private @Nullable Filter filter;
    private RowType shown;

    private SystemRows(TableCommand command, SystemTable table) {
        this.command = command;
        this.table = table;
        this.shown = table.type();
    }

    /** The system table that an address names, for a command to show. Only metadata is read, and nothing of the engine loaded. */
    static SystemRows of(TableCommand command, TableAddress address, String name) throws IOException {
        TableStores stores = command.stores(address);
        TableSchema schema = stores.schemas().latest().orElseThrow();
        SystemTables tables = new SystemTables(stores, schema, ZoneId.systemDefault());
        boolean travels = TravelOptions.nameState(schema.options().with(command.options()));
        Snapshot state = snapshot(command, address, travels);
        try {
            return new SystemRows(command, tables.open(name, state));
        } catch (IllegalArgumentException e) {
            List<String> names = new ArrayList<>(SystemTables.names());
            names.addAll(Table.ROW_FORMS);
            throw new CliException(
                    ExitCode.NOT_FOUND,
                    address.paths().name() + ": no system table '" + name + "'; there are " + names,
                    e);
        }
    }

    private static @Nullable Snapshot snapshot(TableCommand command, TableAddress address, boolean travels) {
        SnapshotRef ref = address.ref();
        if (ref == null && !travels) {
            return null;
        }
        try (Table table = command.open(address)) {
            return ref == null
                    ? table.stateRead().orElse(null)
                    : table.snapshot(ref).orElseThrow();
        }
    }

    /** Only rows for which a condition is true; null for all. */
    SystemRows where(@Nullable String condition) {
        filter = condition == null
                ? null
                : new WhereParser(table.type()).parse(condition).bind(table.type());
        return this;
    }

    /** Only these columns; none for all. */
    SystemRows select(List<String> columns) {
        shown = columns.isEmpty() ? table.type() : table.type().project(columns);
        return this;
    }

    /** Shows the rows; at most so many, unless null, and then tells how many there are. */
    void show(@Nullable Long limit) throws IOException {
        List<ColumnPrinter> printers =
                shown.types().stream().map(ColumnPrinter::of).toList();
        int[] positions = shown.names().stream().mapToInt(table.type()::indexOf).toArray();
        RecordWriter writer = command.form().open(Column.of(shown), command.session.out());
        long most = limit == null ? Long.MAX_VALUE : limit;
        long passing = 0;
        for (Iterator<Row> rows = table.rows(); rows.hasNext(); ) {
            Row row = rows.next();
            if (filter != null && !filter.test(row)) {
                continue;
            }
            if (passing++ < most) {
                writer.startRecord();
                for (int i = 0; i < positions.length; i++) {
                    printers.get(i).print(row.get(positions[i]), writer);
                }
                writer.endRecord();
            }
        }
        writer.finish();
        if (passing > most) {
            command.session.say("showing " + most + " of " + passing);
        }
    }
}
