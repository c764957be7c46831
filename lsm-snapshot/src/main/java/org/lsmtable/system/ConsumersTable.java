package org.lsmtable.system;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.json.JsonObject;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $consumers}: one row a consumer, by name, with the next snapshot it is going to read. */
final class ConsumersTable {
    private static final String PREFIX = "consumer-";
    private static final RowType TYPE = new Columns()
            .notNull(Types.STRING, "consumer_id")
            .notNull(Types.BIGINT, "next_snapshot_id")
            .type();

    private ConsumersTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("consumers", TYPE, List.of("consumer_id"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        Storage storage = context.stores().storage();
        List<FileInfo> files =
                new ArrayList<>(storage.list(context.stores().paths().consumerFolder()));
        files.sort(Comparator.comparing(FileInfo::name));
        List<Row> rows = new ArrayList<>();
        for (FileInfo file : files) {
            if (file.isFolder() || !file.name().startsWith(PREFIX)) {
                continue;
            }
            try {
                JsonObject json = JsonObject.parse(file.path(), storage.read(file.path()));
                rows.add(Row.of(file.name().substring(PREFIX.length()), json.getLong("nextSnapshot")));
            } catch (NoSuchFileException e) {
                // removed meanwhile
            }
        }
        return rows.iterator();
    }
}
