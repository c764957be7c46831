package org.lsmtable.merge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Rows in memory in key order, of each key the newest: a sorted run that can be merged with others. Immutable.
 *
 * <p>It is made of few enough rows that sorting them, which jumps about in memory, stays within the processor's caches; what remains to be
 * done later is merging, which does not jump.
 */
public final class SortedRows {
    /** The most rows of a run. */
    public static final int MAX_ROWS = KeyWindow.MAX_ROWS;

    private final Arrival arrival;
    private final ColumnVector[] columns;
    private final @Nullable IntVector kinds;
    private final int @Nullable [] order;
    private final int size;

    /**
     * Rows in order of arrival.
     *
     * @param columns plain vectors in the order of the table, with {@code rows} rows each
     * @param kinds the kind codes; null if all rows are inserts
     * @param firstSequence the sequence number of the first row; those after it count on
     */
    public record Arrival(
            RowType table,
            List<String> key,
            SequenceFields sequenceFields,
            ColumnVector[] columns,
            @Nullable IntVector kinds,
            long firstSequence,
            int rows) {}

    private SortedRows(
            Arrival arrival, ColumnVector[] columns, @Nullable IntVector kinds, int @Nullable [] order, int size) {
        this.arrival = arrival;
        this.columns = columns;
        this.kinds = kinds;
        this.order = order;
        this.size = size;
    }

    /** Sorts at least one and at most {@link #MAX_ROWS} rows. */
    public static SortedRows sort(Arrival arrival) {
        ColumnVector[] keys = new ColumnVector[arrival.key.size()];
        List<DataType> types = new ArrayList<>(keys.length);
        for (int i = 0; i < keys.length; i++) {
            int column = arrival.table.indexOf(arrival.key.get(i));
            keys[i] = arrival.columns[column];
            types.add(arrival.table.typeAt(column));
        }
        ColumnVector[] ordering = arrival.sequenceFields.fields().stream()
                .map(field -> arrival.columns[arrival.table.indexOf(field.name())])
                .toArray(ColumnVector[]::new);
        int[] order = KeySort.sort(new KeyOrder(types), keys, arrival.rows, arrival.sequenceFields, ordering);
        if (order == null) {
            return new SortedRows(arrival, arrival.columns, arrival.kinds, null, arrival.rows);
        }
        Picks picks = new Picks();
        picks.setRows(order, order.length);
        ColumnVector[] sorted = new ColumnVector[arrival.columns.length];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = gathered(picks, arrival.columns[i]);
        }
        IntVector kinds = arrival.kinds == null ? null : (IntVector) gathered(picks, arrival.kinds);
        return new SortedRows(arrival, sorted, kinds, order, order.length);
    }

    private static ColumnVector gathered(Picks picks, ColumnVector source) {
        return new Gather(source.type()).copy(picks, new ColumnVector[] {source}, new int[1]);
    }

    /** Whether the vectors that were given are in use, because they were in order already. */
    public boolean keepsArrival() {
        return order == null;
    }

    /** The number of rows. */
    public int size() {
        return size;
    }

    /** The columns, in the order of the table. */
    public List<ColumnVector> columns() {
        return List.of(columns);
    }

    /** A sequence number that no row is below. */
    public long firstSequence() {
        return arrival.firstSequence;
    }

    /** A sequence number that no row is above. */
    public long lastSequence() {
        return arrival.firstSequence + arrival.rows - 1;
    }

    /** The same rows as a file with a sequence number, a kind, and the columns of the table. */
    public DataFileReader asFile(String path) {
        return new ResidentFile(path);
    }

    private ColumnVector column(String name) {
        if (name.equals(SystemFields.SEQUENCE_NUMBER.name())) {
            LongVector sequences = new LongVector(SystemFields.SEQUENCE_NUMBER.type(), size);
            long[] values = sequences.values();
            for (int i = 0; i < size; i++) {
                values[i] = arrival.firstSequence + (order == null ? i : order[i]);
            }
            sequences.setSize(size);
            return sequences;
        }
        if (name.equals(SystemFields.VALUE_KIND.name())) {
            if (kinds != null) {
                return kinds;
            }
            IntVector inserts = new IntVector(SystemFields.VALUE_KIND.type(), size);
            inserts.setSize(size);
            return inserts;
        }
        return columns[arrival.table.indexOf(name)];
    }

    private final class ResidentFile implements DataFileReader {
        private final String path;

        ResidentFile(String path) {
            this.path = path;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public long rowCount() {
            return size;
        }

        @Override
        public List<String> columnNames() {
            List<String> names =
                    new ArrayList<>(List.of(SystemFields.SEQUENCE_NUMBER.name(), SystemFields.VALUE_KIND.name()));
            names.addAll(arrival.table.names());
            return names;
        }

        @Override
        public boolean hasColumn(String name) {
            return columnNames().contains(name);
        }

        @Override
        public ResidentColumn column(String name, DataType type) {
            return new Column(SortedRows.this.column(name));
        }

        @Override
        public RowRanges mayMatch(Filter filter, RowType type) {
            return RowRanges.all(size);
        }

        @Override
        public void close() {}
    }

    private static final class Column implements ResidentColumn {
        private final ColumnVector whole;
        private int position;

        Column(ColumnVector whole) {
            this.whole = whole;
        }

        @Override
        public ColumnVector whole() {
            return whole;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void skipTo(long row) {
            position = (int) row;
        }

        @Override
        public ColumnVector read(int rows, @Nullable ColumnVector reuse) {
            ColumnVector vector = reuse != null
                    ? reuse
                    : whole instanceof DictionaryVector d
                            ? new DictionaryVector(d.dictionary(), rows)
                            : ColumnVector.of(whole.type(), rows);
            vector.clear();
            vector.appendRange(whole, position, position + rows);
            position += rows;
            return vector;
        }

        @Override
        public void close() {}
    }
}
