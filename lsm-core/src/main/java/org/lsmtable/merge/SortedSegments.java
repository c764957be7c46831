package org.lsmtable.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Buffered rows in key order, of each key the last: read in chunks, or like a file so that they can be merged with files. The segments
 * must not change as long as it is used. Not thread-safe.
 */
public final class SortedSegments {
    private final Rows rows;
    private final int @Nullable [] sorted;
    private final int size;
    private final Gather[] gathers;
    private final Picks picks = new Picks();
    private int[] packed = new int[0];
    private int next;

    /**
     * Rows in order of arrival. All segments but the last have {@link #SEGMENT_ROWS} rows.
     *
     * @param segments the columns of each segment, plain vectors in the order of the table
     * @param kinds the kind codes of each segment; null if all rows are inserts
     * @param firstSequence the sequence number of the first row; those after it count on
     */
    public record Rows(
            RowType table,
            List<String> key,
            List<ColumnVector[]> segments,
            @Nullable List<IntVector> kinds,
            long firstSequence,
            int count) {
        private ColumnVector segment(int column, int segment) {
            return segments.get(segment)[column];
        }
    }

    /** The rows of a full segment. */
    public static final int SEGMENT_ROWS = 1 << Picks.ROW_BITS;

    private SortedSegments(Rows rows, int @Nullable [] sorted) {
        this.rows = rows;
        this.sorted = sorted;
        this.size = sorted == null ? rows.count : sorted.length;
        this.gathers = new Gather[rows.table.fieldCount() + 1];
        for (int i = 0; i < rows.table.fieldCount(); i++) {
            gathers[i] = new Gather(rows.table.typeAt(i));
        }
        gathers[rows.table.fieldCount()] = new Gather(SystemFields.VALUE_KIND.type());
    }

    /** Sorts rows. */
    public static SortedSegments sort(Rows rows) {
        int[] keyColumns = rows.key.stream().mapToInt(rows.table::indexOf).toArray();
        List<ColumnVector[]> keys = new ArrayList<>(rows.segments.size());
        for (ColumnVector[] segment : rows.segments) {
            ColumnVector[] key = new ColumnVector[keyColumns.length];
            for (int i = 0; i < key.length; i++) {
                key[i] = segment[keyColumns[i]];
            }
            keys.add(key);
        }
        List<DataType> types =
                rows.key.stream().map(name -> rows.table.field(name).type()).toList();
        return new SortedSegments(rows, KeySort.sort(new KeyOrder(types), keys, Picks.ROW_BITS, rows.count));
    }

    /** The number of rows, one for each key. */
    public int size() {
        return size;
    }

    /** A sequence number that none of the rows is below. */
    public long firstSequence() {
        return rows.firstSequence;
    }

    /** A sequence number that none of the rows is above. */
    public long lastSequence() {
        return rows.firstSequence + rows.count - 1;
    }

    /** One row, its place in key order given: a vector of one row for each column. */
    public List<ColumnVector> row(int place) {
        int number = sorted == null ? place : sorted[place];
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < rows.table.fieldCount(); i++) {
            ColumnVector one = ColumnVector.of(rows.table.typeAt(i), 1);
            one.appendFrom(rows.segment(i, number >>> Picks.ROW_BITS), number & Picks.ROW_MASK);
            columns.add(one);
        }
        return columns;
    }

    /**
     * The next rows; null at the end. They are valid until the next call.
     *
     * @param mostRows at most so many; at least 1
     */
    public @Nullable MergedChunk next(int mostRows, Workers workers) throws IOException {
        if (next == size) {
            return null;
        }
        int from = next;
        int to = (int) Math.min(size, (long) from + mostRows);
        pick(from, to, picks);
        next = to;
        int columns = rows.table.fieldCount();
        ColumnVector[] gathered = new ColumnVector[columns + 1];
        workers.forEach(
                rows.kinds == null ? columns : columns + 1,
                i -> gathered[i] = gathers[i].gather(picks, sources(i), bases()));
        IntVector kinds = rows.kinds == null ? inserts(to - from) : (IntVector) gathered[columns];
        return new MergedChunk(to - from, List.of(Arrays.copyOf(gathered, columns)), sequences(from, to), kinds);
    }

    private int[] bases() {
        return new int[rows.segments.size()];
    }

    private @Nullable ColumnVector[] sources(int column) {
        @Nullable ColumnVector[] sources = new ColumnVector[rows.segments.size()];
        for (int s = 0; s < sources.length; s++) {
            sources[s] = rows.kinds != null && column == rows.table.fieldCount()
                    ? rows.kinds.get(s)
                    : rows.segment(column, s);
        }
        return sources;
    }

    private static IntVector inserts(int count) {
        IntVector kinds = new IntVector(SystemFields.VALUE_KIND.type(), count);
        kinds.setSize(count);
        return kinds;
    }

    /** A row's number is its packed pick: segments have as many rows as a pick can name. */
    private void pick(int from, int to, Picks target) {
        int[] order = sorted;
        if (order != null) {
            target.set(order, from, to, rows.segments.size());
            return;
        }
        if (packed.length < to - from) {
            packed = new int[to - from];
        }
        for (int i = from; i < to; i++) {
            packed[i - from] = i;
        }
        target.set(packed, 0, to - from, rows.segments.size());
    }

    private LongVector sequences(int from, int to) {
        LongVector sequences = new LongVector(SystemFields.SEQUENCE_NUMBER.type(), to - from);
        long[] values = sequences.values();
        int[] order = sorted;
        for (int i = from; i < to; i++) {
            values[i - from] = rows.firstSequence + (order == null ? i : order[i]);
        }
        sequences.setSize(to - from);
        return sequences;
    }

    /**
     * The same rows as a file with a sequence number, a kind, and the columns of the table.
     *
     * @param path for messages
     */
    public DataFileReader asFile(String path) {
        return new BufferedFile(path);
    }

    private final class BufferedFile implements DataFileReader {
        private final String path;

        BufferedFile(String path) {
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
            names.addAll(rows.table.names());
            return names;
        }

        @Override
        public boolean hasColumn(String name) {
            return columnNames().contains(name);
        }

        @Override
        public ColumnCursor column(String name, DataType type) {
            return new BufferedColumn(new DataField(0, name, type));
        }

        @Override
        public RowRanges mayMatch(Filter filter, RowType type) {
            return RowRanges.all(size);
        }

        @Override
        public void close() {}
    }

    private final class BufferedColumn implements ColumnCursor {
        private final DataField field;
        private final Gather gather;
        private final Picks range = new Picks();
        private int position;

        BufferedColumn(DataField field) {
            this.field = field;
            this.gather = new Gather(field.type());
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
        public ColumnVector read(int count, @Nullable ColumnVector reuse) {
            int from = position;
            position += count;
            if (field.name().equals(SystemFields.SEQUENCE_NUMBER.name())) {
                return sequences(from, position);
            }
            boolean kind = field.name().equals(SystemFields.VALUE_KIND.name());
            if (kind && rows.kinds == null) {
                return inserts(count);
            }
            pickInto(from, position);
            int column = kind ? rows.table.fieldCount() : rows.table.indexOf(field.name());
            return gather.copy(range, sources(column), bases());
        }

        private void pickInto(int from, int to) {
            int[] order = sorted;
            if (order != null) {
                range.set(order, from, to, rows.segments.size());
            } else {
                int[] numbers = new int[to - from];
                for (int i = from; i < to; i++) {
                    numbers[i - from] = i;
                }
                range.set(numbers, 0, to - from, rows.segments.size());
            }
        }

        @Override
        public void close() {}
    }
}
