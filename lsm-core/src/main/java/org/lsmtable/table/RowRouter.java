package org.lsmtable.table;

import java.io.IOException;
import java.util.List;
import org.lsmtable.data.BinaryRowWriter;
import org.lsmtable.data.BucketFunction;
import org.lsmtable.data.Row;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** Finds the bucket of each row of a batch. Not thread-safe. */
final class RowRouter {
    private final int buckets;
    private final BucketFunction function;
    private final RowType type;
    private final int[] keyColumns;
    private final BinaryRowWriter keyWriter;
    private int[] bucketOfRow = new int[0];
    private int[] rows = new int[0];

    /** Takes the rows of one bucket. */
    interface Target {
        /** The positions {@code rows[from]} to {@code rows[to - 1]} of the batch, ascending, belong to a bucket. */
        void accept(int bucket, int[] rows, int from, int to) throws IOException;
    }

    RowRouter(TableSchema schema, int buckets) {
        this.buckets = buckets;
        this.function = Buckets.function(schema);
        this.type = schema.rowType();
        List<String> names = Buckets.keyColumns(schema);
        this.keyColumns = names.stream().mapToInt(type::indexOf).toArray();
        this.keyWriter = new BinaryRowWriter(keyColumns.length);
    }

    /** The bucket of a row whose values are of the columns' own classes. */
    int bucketOf(Row row) {
        if (buckets == 1) {
            return 0;
        }
        for (int k = 0; k < keyColumns.length; k++) {
            keyWriter.write(k, type.typeAt(keyColumns[k]), row.get(keyColumns[k]));
        }
        return function.bucket(keyWriter, buckets);
    }

    /** Hands the selected rows of a batch to their buckets, each bucket once, in the order of the batch within it. */
    void route(List<ColumnVector> columns, int[] selected, int count, Target target) throws IOException {
        if (buckets == 1) {
            target.accept(0, selected, 0, count);
            return;
        }
        if (bucketOfRow.length < count) {
            bucketOfRow = new int[count];
            rows = new int[count];
        }
        int[] ends = new int[buckets + 1];
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < keyColumns.length; k++) {
                keyWriter.write(k, columns.get(keyColumns[k]), selected[i]);
            }
            int bucket = function.bucket(keyWriter, buckets);
            bucketOfRow[i] = bucket;
            ends[bucket + 1]++;
        }
        for (int b = 0; b < buckets; b++) {
            ends[b + 1] += ends[b];
        }
        int[] next = ends.clone();
        for (int i = 0; i < count; i++) {
            rows[next[bucketOfRow[i]]++] = selected[i];
        }
        for (int b = 0; b < buckets; b++) {
            if (ends[b] < ends[b + 1]) {
                target.accept(b, rows, ends[b], ends[b + 1]);
            }
        }
    }
}
