package org.lsmtable.system;

import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $tags}: one row a tag, by name. */
final class TagsTable {
    private static final RowType TYPE = new Columns()
            .notNull(Types.STRING, "tag_name")
            .notNull(Types.BIGINT, "snapshot_id", "schema_id")
            .notNull(Columns.TIME, "commit_time")
            .nullable(Types.BIGINT, "record_count")
            .nullable(Columns.TIME, "create_time")
            .nullable(Types.STRING, "time_retained")
            .type();

    private TagsTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable(
                "tags",
                TYPE,
                List.of("tag_name"),
                () -> context.stores().tags().all().stream()
                        .map(tag -> Row.of(
                                tag.name(),
                                tag.snapshot().id(),
                                tag.snapshot().schemaId(),
                                context.local(tag.snapshot().timeMillis()),
                                tag.snapshot().totalRecordCount(),
                                tag.createTime(),
                                tag.timeRetained() == null
                                        ? null
                                        : tag.timeRetained().toString()))
                        .iterator());
    }
}
