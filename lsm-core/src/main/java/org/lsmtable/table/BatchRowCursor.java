package org.lsmtable.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Rows as views on the positions of batches. Owns the batch cursor. */
final class BatchRowCursor implements RowCursor {
    private final MergedBatchCursor batches;
    private final Map<String, Integer> positions = new HashMap<>();
    private @Nullable Batch batch;
    private @Nullable IntVector kinds;
    private int row = -1;
    private boolean closed;

    BatchRowCursor(MergedBatchCursor batches) {
        this.batches = batches;
        List<String> names = batches.type().names();
        for (int i = 0; i < names.size(); i++) {
            positions.put(names.get(i), i);
        }
    }

    @Override
    public int position(String column) {
        Integer position = positions.get(column);
        return position == null ? RowCursor.super.position(column) : position;
    }

    @Override
    public RowType type() {
        return batches.type();
    }

    @Override
    public boolean next() {
        TableErrors.requireOpen(closed);
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
        return Values.get(column(position), row);
    }

    @Override
    public boolean isNull(int position) {
        return column(position).isNull(row);
    }

    private ColumnVector column(int position) {
        Batch current = current();
        if (position < 0 || position >= current.columns().size()) {
            throw new IndexOutOfBoundsException("expected a position from 0 to "
                    + (current.columns().size() - 1) + ", found " + position + "; columns are "
                    + type().names());
        }
        return current.column(position);
    }

    private Batch current() {
        if (batch == null) {
            TableErrors.requireOpen(closed);
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
        closed = true;
        batch = null;
        kinds = null;
        batches.close();
    }
}
