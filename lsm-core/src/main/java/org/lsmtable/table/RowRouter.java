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
    private final int buckets;
    private final BucketFunction function;
    private final RowType type;
    private final int[] keyColumns;
    private final int[] partitionColumns;
    private final BinaryRowWriter keyWriter;
    private final BinaryRowWriter partitionWriter;

    /** Partitions seen so far; there are as many as writers that are open, or were. */
    private final BinaryRowIndex partitions = new BinaryRowIndex();

    private int[] places = new int[0];
    private int[] rows = new int[0];

    /** Takes the rows of one bucket. */
    interface Target {
        /** The positions {@code rows[from]} to {@code rows[to - 1]} of the batch, ascending, belong to a bucket. */
        void accept(BucketRef bucket, int[] rows, int from, int to) throws IOException;
    }

    RowRouter(TableSchema schema, int buckets) {
        this.buckets = buckets;
        this.function = Buckets.function(schema);
        this.type = schema.rowType();
        this.keyColumns = positions(Buckets.keyColumns(schema));
        this.partitionColumns = positions(schema.partitionKeys());
        this.keyWriter = new BinaryRowWriter(keyColumns.length);
        this.partitionWriter = new BinaryRowWriter(partitionColumns.length);
    }

    private int[] positions(List<String> names) {
        return names.stream().mapToInt(type::indexOf).toArray();
    }

    /** The bucket of a row whose values are of the columns' own classes. */
    BucketRef bucketOf(Row row) {
        write(row, partitionColumns, partitionWriter);
        BinaryRow partition = partitions.row(partitions.take(partitionWriter));
        if (buckets == 1) {
            return new BucketRef(partition, 0);
        }
        write(row, keyColumns, keyWriter);
        return new BucketRef(partition, function.bucket(keyWriter, buckets));
    }

    private void write(Row row, int[] columns, BinaryRowWriter writer) {
        for (int k = 0; k < columns.length; k++) {
            writer.write(k, type.typeAt(columns[k]), row.get(columns[k]));
        }
    }

    /** Hands the selected rows of a batch to their buckets, each bucket once, in the order of the batch within it. */
    void route(List<ColumnVector> columns, int[] selected, int count, Target target) throws IOException {
        if (buckets == 1 && partitionColumns.length == 0) {
            target.accept(BucketRef.bucket(0), selected, 0, count);
            return;
        }
        if (places.length < count) {
            places = new int[count];
            rows = new int[count];
        }
        place(columns, selected, count);
        int[] ends = new int[Math.multiplyExact(Math.max(1, partitions.size()), buckets) + 1];
        for (int i = 0; i < count; i++) {
            ends[places[i] + 1]++;
        }
        for (int place = 1; place < ends.length; place++) {
            ends[place] += ends[place - 1];
        }
        int[] next = ends.clone();
        for (int i = 0; i < count; i++) {
            rows[next[places[i]]++] = selected[i];
        }
        for (int place = 0; place + 1 < ends.length; place++) {
            if (ends[place] < ends[place + 1]) {
                BinaryRow partition = partitionColumns.length == 0 ? BinaryRow.EMPTY : partitions.row(place / buckets);
                target.accept(new BucketRef(partition, place % buckets), rows, ends[place], ends[place + 1]);
            }
        }
    }

    /** For each selected row: number of its partition × buckets + bucket. */
    private void place(List<ColumnVector> columns, int[] selected, int count) {
        for (int i = 0; i < count; i++) {
            int place = 0;
            if (partitionColumns.length > 0) {
                write(columns, selected[i], partitionColumns, partitionWriter);
                place = partitions.take(partitionWriter) * buckets;
            }
            if (buckets > 1) {
                write(columns, selected[i], keyColumns, keyWriter);
                place += function.bucket(keyWriter, buckets);
            }
            places[i] = place;
        }
    }

    private static void write(List<ColumnVector> columns, int row, int[] positions, BinaryRowWriter writer) {
        for (int k = 0; k < positions.length; k++) {
            writer.write(k, columns.get(positions[k]), row);
        }
    }
}
