package org.lsmtable.tools.command;

import java.io.IOException;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.types.RowType;

/** A command that reads a table at a state. */
abstract class ReadCommand extends TableCommand {
    ReadCommand(Session session) {
        super(session);
    }

    /** The schema that a read of a state sees: the latest, or that of the snapshot asked for. */
    final TableSchema schemaAt(Table table, TableAddress address) throws IOException {
        if (address.ref() == null) {
            return table.schema();
        }
        long id = table.snapshot(address.ref()).orElseThrow().schemaId();
        return id == table.schema().id()
                ? table.schema()
                : stores(address).schemas().get(id);
    }

    /** The columns that a read of a state sees. */
    final RowType typeAt(Table table, TableAddress address) throws IOException {
        return schemaAt(table, address).rowType();
    }

    /** Tells that a listing was limited; quiet if everything was shown. */
    final void tellLimit(long shown, long all) {
        if (shown < all) {
            session.say("showing " + shown + " of " + all);
        }
    }
}
