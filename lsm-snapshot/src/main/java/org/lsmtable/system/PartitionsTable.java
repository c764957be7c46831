package org.lsmtable.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/**
 * {@code $partitions}: one row a partition with live files, sorted by its text. Partitions whose values are null, empty and blank stay
 * apart, though the directory of all three is the same.
 */
final class PartitionsTable {
    private static final RowType TYPE = new Columns()
            .nullable(Types.STRING, "partition")
            .notNull(Types.BIGINT, "record_count", "file_size_in_bytes", "file_count")
            .nullable(Columns.TIME, "last_update_time", "created_at")
            .nullable(Types.STRING, "created_by", "updated_by", "options")
            .notNull(Types.INT, "total_buckets")
            .notNull(Types.BOOLEAN, "done")
            .nullable(Types.BIGINT, "deleted_record_count")
            .type();

    private PartitionsTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("partitions", TYPE, List.of("partition"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        Map<BinaryRow, FileTotals> totals = new LinkedHashMap<>();
        for (LiveFile file : context.files(context.state())) {
            if (file.bucket() >= 0) {
                totals.computeIfAbsent(file.partition(), key -> new FileTotals())
                        .add(file);
            }
        }
        Map<BinaryRow, Long> deleted = deletedRows(context);
        List<Row> rows = new ArrayList<>();
        totals.forEach((partition, total) -> rows.add(Row.of(
                Texts.path(partition, context.schema(), context.zone()),
                total.rows(),
                total.bytes(),
                total.files(),
                total.newest(),
                null,
                null,
                null,
                null,
                total.totalBuckets(),
                false,
                deleted.containsKey(partition) ? deleted.get(partition) : Long.valueOf(0))));
        rows.sort(Comparator.comparing(row -> String.valueOf(row.get(0))));
        return rows.iterator();
    }

    /** The rows marked in deletion vectors of each partition that has any; null where one does not tell its number. */
    private static Map<BinaryRow, @Nullable Long> deletedRows(SystemContext context) throws IOException {
        Map<BinaryRow, @Nullable Long> deleted = new HashMap<>();
        for (IndexFileEntry entry : TableIndexesTable.entries(context)) {
            List<IndexFileEntry.VectorRange> ranges = entry.vectorRanges();
            if (ranges == null) {
                continue;
            }
            for (IndexFileEntry.VectorRange range : ranges) {
                Long before = deleted.containsKey(entry.partition()) ? deleted.get(entry.partition()) : Long.valueOf(0);
                Long rows = range.cardinality();
                deleted.put(entry.partition(), before == null || rows == null ? null : Long.valueOf(before + rows));
            }
        }
        return deleted;
    }
}
