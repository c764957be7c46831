package org.lsmtable.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/**
 * {@code $buckets}: one row a bucket with live files, by partition and bucket. It always shows the latest snapshot, as the table format
 * has it.
 */
final class BucketsTable {
    private static final RowType TYPE = new Columns()
            .nullable(Types.STRING, "partition")
            .notNull(Types.INT, "bucket")
            .notNull(Types.BIGINT, "record_count", "file_size_in_bytes", "file_count")
            .nullable(Columns.TIME, "last_update_time")
            .type();

    private BucketsTable() {}

    private record Bucket(BinaryRow partition, int bucket) {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("buckets", TYPE, List.of("partition", "bucket"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        // A scan hands files out by partition and bucket.
        Map<Bucket, FileTotals> totals = new LinkedHashMap<>();
        for (LiveFile file : context.files(context.stores().snapshots().latest())) {
            totals.computeIfAbsent(new Bucket(file.partition(), file.bucket()), key -> new FileTotals())
                    .add(file);
        }
        List<Row> rows = new ArrayList<>();
        totals.forEach((bucket, total) -> rows.add(Row.of(
                Texts.row(bucket.partition(), context.schema().partitionType(), context.zone()),
                bucket.bucket(),
                total.rows(),
                total.bytes(),
                total.files(),
                total.newest())));
        return rows.iterator();
    }
}
