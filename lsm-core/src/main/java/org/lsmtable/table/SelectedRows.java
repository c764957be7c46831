package org.lsmtable.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.merge.Retractions;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Some of the rows and columns of other batches, up to a limit. Owns the cursor it takes them from. */
final class SelectedRows implements MergedBatchCursor {
    private final MergedBatchCursor source;
    private final RowType type;
    private final int[] columns;
    private final @Nullable Filter filter;
    private final Retractions retractions;
    private long remaining;
    private boolean closed;
    private @Nullable IntVector kinds;
    private boolean[] passes = new boolean[0];
    private int[] rows = new int[0];

    SelectedRows(
            MergedBatchCursor source,
            RowType type,
            @Nullable Predicate condition,
            Retractions retractions,
            long limit) {
        this.source = source;
        this.type = type;
        this.columns = type.names().stream().mapToInt(source.type()::indexOf).toArray();
        this.filter = condition == null ? null : condition.bind(source.type());
        this.retractions = retractions;
        this.remaining = limit;
    }

    @Override
    public RowType type() {
        return type;
    }

    @Override
    public @Nullable IntVector kinds() {
        return kinds;
    }

    @Override
    public @Nullable Batch next() {
        TableErrors.requireOpen(closed);
        while (remaining > 0) {
            Batch batch = source.next();
            if (batch == null) {
                break;
            }
            int count = (int) Math.min(select(batch), remaining);
            if (count > 0) {
                remaining -= count;
                return picked(batch, count);
            }
        }
        kinds = null;
        return null;
    }

    /** Notes the rows that are wanted; how many there are. */
    private int select(Batch batch) {
        int size = batch.size();
        if (rows.length < size) {
            rows = new int[size];
            passes = new boolean[size];
        }
        if (filter != null) {
            Arrays.fill(passes, 0, size, false);
            filter.evaluate(batch::column, size, passes);
        }
        IntVector found = source.kinds();
        IntVector dropped = retractions == Retractions.DROP ? found : null;
        int count = 0;
        for (int i = 0; i < size; i++) {
            rows[count] = i;
            boolean retracted = dropped != null && (dropped.get(i) & 1) != 0;
            count += (filter == null || passes[i]) && !retracted ? 1 : 0;
        }
        return count;
    }

    private Batch picked(Batch batch, int count) {
        List<ColumnVector> picked = new ArrayList<>(columns.length);
        for (int column : columns) {
            picked.add(picked(batch.column(column), batch.size(), count));
        }
        IntVector found = source.kinds();
        kinds = found == null ? null : (IntVector) picked(found, batch.size(), count);
        return new Batch(type, picked, count);
    }

    private ColumnVector picked(ColumnVector vector, int size, int count) {
        if (count == size) {
            return vector;
        }
        ColumnVector copy = ColumnVector.of(vector.type(), count);
        copy.appendPicked(vector, rows, 0, count);
        return copy;
    }

    @Override
    public void close() {
        closed = true;
        source.close();
    }
}
