package org.lsmtable.table;

import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.IntVector;

/** Rows as views on the positions of batches. Owns the batch cursor. */
final class BatchRowCursor implements RowCursor {
    private final MergedBatchCursor batches;
    private @Nullable Batch batch;
    private @Nullable IntVector kinds;
    private int row = -1;

    BatchRowCursor(MergedBatchCursor batches) {
        this.batches = batches;
    }

    @Override
    public RowType type() {
        return batches.type();
    }

    @Override
    public boolean next() {
        row++;
        while (batch == null || row >= batch.size()) {
            batch = batches.next();
            kinds = batches.kinds();
            row = 0;
            if (batch == null) {
                return false;
            }
        }
        return true;
    }

    @Override
    public RowKind kind() {
        current();
        return kinds == null ? RowKind.INSERT : RowKind.ofCode(kinds.get(row));
    }

    @Override
    public int size() {
        return type().fieldCount();
    }

    @Override
    public @Nullable Object get(int position) {
        return Values.get(current().column(position), row);
    }

    @Override
    public boolean isNull(int position) {
        return current().column(position).isNull(row);
    }

    private Batch current() {
        if (batch == null) {
            throw new IllegalStateException("the cursor is not on a row; call next() first");
        }
        return batch;
    }

    @Override
    public Row copy() {
        @Nullable Object[] values = new Object[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(i);
        }
        return Row.of(values);
    }

    @Override
    public ScanReport report() {
        return batches.report();
    }

    @Override
    public void close() {
        batches.close();
    }
}
