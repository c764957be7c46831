package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.tools.output.Column;

/** Shows what a destructive command deletes, or would: each path, why, and the bytes. */
final class Removals {
    private static final List<Column> COLUMNS = List.of(
            new Column("path", Column.Align.LEFT),
            new Column("why", Column.Align.LEFT),
            new Column("bytes", Column.Align.RIGHT),
            new Column("deleted", Column.Align.LEFT));

    private Removals() {}

    /**
     * Shows them, an object each.
     *
     * @param deleted whether they are gone, or this was a dry run
     */
    static void show(LsmCommand command, List<Removal> removals, boolean deleted) throws IOException {
        List<Map<String, ?>> records = new ArrayList<>();
        for (Removal removal : removals) {
            Map<String, Object> record = new LinkedHashMap<>();
            record.put("path", removal.path());
            record.put("why", removal.why());
            record.put("bytes", removal.bytes());
            record.put("deleted", deleted);
            records.add(record);
        }
        command.show(COLUMNS, records);
    }
}
