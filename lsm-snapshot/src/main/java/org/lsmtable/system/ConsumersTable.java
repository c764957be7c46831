package org.lsmtable.system;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.snapshot.ConsumerStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $consumers}: one row a consumer, by name, with the next snapshot it is going to read. */
final class ConsumersTable {
    private static final RowType TYPE = new Columns()
            .notNull(Types.STRING, "consumer_id")
            .notNull(Types.BIGINT, "next_snapshot_id")
            .type();

    private ConsumersTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("consumers", TYPE, List.of("consumer_id"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        TableStores stores = context.stores();
        return new ConsumerStore(stores.storage(), stores.paths())
                .all().stream()
                        .map(consumer -> Row.of(consumer.name(), consumer.nextSnapshot()))
                        .iterator();
    }
}
