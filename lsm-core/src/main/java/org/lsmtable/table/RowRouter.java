package org.lsmtable.table;

import java.io.IOException;
import java.util.List;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BinaryRowIndex;
import org.lsmtable.data.BinaryRowWriter;
import org.lsmtable.data.BucketFunction;
import org.lsmtable.data.Row;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** Finds the partition and bucket of each row of a batch. Not thread-safe. */
final class RowRouter {
    private final RowType type;
    private final boolean oneBucket;
    private final BucketChooser buckets;
    private final int[] keyColumns;
    private final int[] partitionColumns;
    private final BinaryRowWriter keyWriter;
    private final BinaryRowWriter partitionWriter;

    /** Partitions seen so far; there are as many as writers that are open, or were. */
    private final BinaryRowIndex partitions = new BinaryRowIndex();

    private int[] partitionOfRow = new int[0];
    private int[] bucketOfRow = new int[0];
    private int[] rows = new int[0];

    /** Takes the rows of one bucket. */
    interface Target {
        /** The positions {@code rows[from]} to {@code rows[to - 1]} of the batch, ascending, belong to a bucket. */
        void accept(BucketRef bucket, int[] rows, int from, int to) throws IOException;
    }

    private RowRouter(TableSchema schema, List<String> keyColumns, boolean oneBucket, BucketChooser buckets) {
        this.type = schema.rowType();
        this.oneBucket = oneBucket;
        this.buckets = buckets;
        this.keyColumns = positions(keyColumns);
        this.partitionColumns = positions(schema.partitionKeys());
        this.keyWriter = new BinaryRowWriter(this.keyColumns.length);
        this.partitionWriter = new BinaryRowWriter(partitionColumns.length);
    }

    /** A router to a fixed number of buckets. */
    static RowRouter fixed(TableSchema schema, int buckets) {
        BucketFunction function = Buckets.function(schema);
        return new RowRouter(
                schema, Buckets.keyColumns(schema), buckets == 1, (partition, key) -> function.bucket(key, buckets));
    }

    /** A router to buckets that come as keys come. */
    static RowRouter dynamic(TableSchema schema, DynamicBuckets buckets) {
        return new RowRouter(schema, schema.trimmedPrimaryKeys(), false, buckets);
    }

    private int[] positions(List<String> names) {
        return names.stream().mapToInt(type::indexOf).toArray();
    }

    /** The bucket of a row whose values are of the columns' own classes. */
    BucketRef bucketOf(Row row) throws IOException {
        write(row, partitionColumns, partitionWriter);
        BinaryRow partition = partitions.row(partitions.take(partitionWriter));
        if (oneBucket) {
            return new BucketRef(partition, 0);
        }
        write(row, keyColumns, keyWriter);
        return new BucketRef(partition, buckets.choose(partition, keyWriter));
    }

    private void write(Row row, int[] columns, BinaryRowWriter writer) {
        for (int k = 0; k < columns.length; k++) {
            writer.write(k, type.typeAt(columns[k]), row.get(columns[k]));
        }
    }

    /** Hands the selected rows of a batch to their buckets, each bucket once, in the order of the batch within it. */
    void route(List<ColumnVector> columns, int[] selected, int count, Target target) throws IOException {
        if (oneBucket && partitionColumns.length == 0) {
            target.accept(BucketRef.bucket(0), selected, 0, count);
            return;
        }
        if (rows.length < count) {
            partitionOfRow = new int[count];
            bucketOfRow = new int[count];
            rows = new int[count];
        }
        int stride = 1 + place(columns, selected, count);
        int[] ends = new int[Math.multiplyExact(partitions.size(), stride) + 1];
        for (int i = 0; i < count; i++) {
            ends[partitionOfRow[i] * stride + bucketOfRow[i] + 1]++;
        }
        for (int place = 1; place < ends.length; place++) {
            ends[place] += ends[place - 1];
        }
        int[] next = ends.clone();
        for (int i = 0; i < count; i++) {
            rows[next[partitionOfRow[i] * stride + bucketOfRow[i]]++] = selected[i];
        }
        for (int place = 0; place + 1 < ends.length; place++) {
            if (ends[place] < ends[place + 1]) {
                BucketRef bucket = new BucketRef(partitions.row(place / stride), place % stride);
                target.accept(bucket, rows, ends[place], ends[place + 1]);
            }
        }
    }

    /** Finds the partition and bucket of each selected row; the greatest bucket. */
    private int place(List<ColumnVector> columns, int[] selected, int count) throws IOException {
        int greatest = 0;
        for (int i = 0; i < count; i++) {
            write(columns, selected[i], partitionColumns, partitionWriter);
            partitionOfRow[i] = partitions.take(partitionWriter);
            bucketOfRow[i] = 0;
            if (!oneBucket) {
                write(columns, selected[i], keyColumns, keyWriter);
                bucketOfRow[i] = buckets.choose(partitions.row(partitionOfRow[i]), keyWriter);
                greatest = Math.max(greatest, bucketOfRow[i]);
            }
        }
        return greatest;
    }

    private static void write(List<ColumnVector> columns, int row, int[] positions, BinaryRowWriter writer) {
        for (int k = 0; k < positions.length; k++) {
            writer.write(k, columns.get(positions[k]), row);
        }
    }
}
