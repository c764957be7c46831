package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.merge.KeySort;
import org.lsmtable.merge.SortedSegments;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.Physical;

/**
 * Rows of one bucket that have not been written yet, column by column, in order of arrival.
 *
 * <p>Columns lie in segments of a fixed number of rows, so that a growing buffer does not copy what it holds. Sequence numbers are not
 * stored: rows that follow each other have numbers that follow each other. Kinds are stored from the first row on that is not an
 * insert. Not thread-safe.
 */
final class WriteBuffer {
    private static final int SEGMENT_SHIFT = Integer.numberOfTrailingZeros(SortedSegments.SEGMENT_ROWS);

    private final RowType table;
    private final List<String> key;
    private final long rowBytes;
    private final int[] bytesColumns;
    private final List<ColumnVector[]> segments = new ArrayList<>();
    private final List<IntVector> kinds = new ArrayList<>();
    private boolean onlyInserts = true;
    private int rows;
    private long fullSegmentBytes;
    private long firstSequence;

    /**
     * An empty buffer.
     *
     * @param key the names of the trimmed primary key
     */
    WriteBuffer(RowType table, List<String> key) {
        this.table = table;
        this.key = key;
        long fixed = KeySort.BYTES_PER_ROW;
        List<Integer> variable = new ArrayList<>();
        for (int i = 0; i < table.fieldCount(); i++) {
            DataField field = table.field(i);
            Physical physical = Physical.of(field.type());
            fixed += physical == Physical.LONG ? Long.BYTES : Integer.BYTES;
            fixed += field.type().isNullable() ? 1 : 0;
            if (physical == Physical.BYTES) {
                variable.add(i);
            }
        }
        this.rowBytes = fixed;
        this.bytesColumns = variable.stream().mapToInt(i -> i).toArray();
    }

    /** The number of rows. */
    int rows() {
        return rows;
    }

    /** What the rows take in memory, the room for sorting them included. */
    long bytes() {
        long bytes = rows * (onlyInserts ? rowBytes : rowBytes + Integer.BYTES) + fullSegmentBytes;
        return rows == 0 ? 0 : bytes + variableBytes(segments.get(rows - 1 >>> SEGMENT_SHIFT));
    }

    private long variableBytes(ColumnVector[] segment) {
        long bytes = 0;
        for (int column : bytesColumns) {
            BytesVector values = (BytesVector) segment[column];
            bytes += values.offsets()[values.size()];
        }
        return bytes;
    }

    /** The sequence number that the next row must have; anything if there is none yet. */
    private void checkSequence(long sequence) {
        if (rows == 0) {
            firstSequence = sequence;
        } else if (sequence != firstSequence + rows) {
            throw new IllegalStateException("sequence numbers must follow each other: expected "
                    + (firstSequence + rows) + ", found " + sequence);
        }
    }

    /** Appends a row of all columns, its values of the classes that {@link Values} lists. If it throws, the buffer is as before. */
    void append(Row row, RowKind kind, long sequence) {
        checkSequence(sequence);
        ColumnVector[] segment = openSegment();
        int before = segment[0].size();
        try {
            for (int i = 0; i < segment.length; i++) {
                Values.append(row.get(i), segment[i]);
            }
        } catch (RuntimeException e) {
            for (ColumnVector column : segment) {
                column.setSize(Math.min(column.size(), before));
            }
            throw e;
        }
        appendKind(rows, kind.code(), 1);
        rows++;
    }

    /**
     * Appends some rows of vectors in the order of the table.
     *
     * @param picked the numbers of the rows
     * @param from the first of them to append
     * @param to past the last
     * @param kindCodes a kind for each row of the vectors; null if all are inserts
     */
    void append(
            List<ColumnVector> columns,
            int[] picked,
            int from,
            int to,
            @Nullable IntVector kindCodes,
            long firstRowSequence) {
        checkSequence(firstRowSequence);
        int at = from;
        while (at < to) {
            ColumnVector[] segment = openSegment();
            int end = Math.min(to, at + SortedSegments.SEGMENT_ROWS - segment[0].size());
            boolean adjacent = picked[end - 1] - picked[at] == end - 1 - at;
            for (int i = 0; i < segment.length; i++) {
                if (adjacent) {
                    segment[i].appendRange(columns.get(i), picked[at], picked[at] + end - at);
                } else {
                    appendPicked(segment[i], columns.get(i), picked, at, end);
                }
            }
            if (kindCodes == null) {
                appendKind(rows, RowKind.INSERT.code(), end - at);
            } else {
                for (int i = at; i < end; i++) {
                    appendKind(rows + i - at, kindCodes.get(picked[i]), 1);
                }
            }
            rows += end - at;
            at = end;
        }
    }

    private static void appendPicked(ColumnVector target, ColumnVector source, int[] picked, int from, int to) {
        for (int i = from; i < to; i++) {
            target.appendFrom(source, picked[i]);
        }
    }

    /** Stores the kind of rows that come next in one segment, unless all so far were inserts and they are too. */
    private void appendKind(int row, int code, int count) {
        if (onlyInserts) {
            if (code == RowKind.INSERT.code()) {
                return;
            }
            onlyInserts = false;
            for (int done = 0; done < row; ) {
                int part = Math.min(row - done, SortedSegments.SEGMENT_ROWS);
                fill(kindsOf(done), RowKind.INSERT.code(), part);
                done += part;
            }
        }
        fill(kindsOf(row), code, count);
    }

    private IntVector kindsOf(int row) {
        int segment = row >>> SEGMENT_SHIFT;
        while (kinds.size() <= segment) {
            kinds.add(new IntVector(SystemFields.VALUE_KIND.type(), 0));
        }
        return kinds.get(segment);
    }

    private static void fill(IntVector vector, int code, int count) {
        int size = vector.size();
        vector.ensureCapacity(size + count);
        Arrays.fill(vector.values(), size, size + count, code);
        vector.setSize(size + count);
    }

    /** The segment that takes the next row. */
    private ColumnVector[] openSegment() {
        int index = rows >>> SEGMENT_SHIFT;
        if (index == segments.size()) {
            ColumnVector[] full = index == 0 ? null : segments.get(index - 1);
            fullSegmentBytes += full == null ? 0 : variableBytes(full);
            segments.add(newSegment(full));
        }
        return segments.get(index);
    }

    /** An empty segment; one that follows a full one gets as much room as that has needed. */
    private ColumnVector[] newSegment(ColumnVector @Nullable [] like) {
        ColumnVector[] segment = new ColumnVector[table.fieldCount()];
        for (int i = 0; i < segment.length; i++) {
            segment[i] = ColumnVector.of(table.typeAt(i), like == null ? 16 : SortedSegments.SEGMENT_ROWS);
            if (like != null && like[i] instanceof BytesVector values) {
                ((BytesVector) segment[i]).ensureBytes(values.offsets()[values.size()]);
            }
        }
        return segment;
    }

    /** The rows in key order, of each key the last. The buffer must not change as long as they are in use. */
    SortedSegments sort() {
        int used = rows + SortedSegments.SEGMENT_ROWS - 1 >>> SEGMENT_SHIFT;
        return SortedSegments.sort(new SortedSegments.Rows(
                table,
                key,
                List.copyOf(segments.subList(0, used)),
                onlyInserts ? null : List.copyOf(kinds.subList(0, used)),
                firstSequence,
                rows));
    }

    /** Takes the last row back. */
    void removeLast() {
        rows--;
        ColumnVector[] segment = segments.get(rows >>> SEGMENT_SHIFT);
        for (ColumnVector column : segment) {
            column.setSize(column.size() - 1);
        }
        if (!onlyInserts) {
            IntVector vector = kindsOf(rows);
            vector.setSize(vector.size() - 1);
        }
    }

    /** What one row of some vectors would take here. */
    long bytesOf(List<ColumnVector> columns, int row) {
        long bytes = rowBytes + Integer.BYTES;
        for (int column : bytesColumns) {
            ColumnVector vector = columns.get(column);
            if (!vector.isNull(row)) {
                bytes += vector instanceof DictionaryVector d
                        ? d.dictionary().length(d.codes()[row])
                        : ((BytesVector) vector).length(row);
            }
        }
        return bytes;
    }

    /** Forgets all rows and lets go of the memory. */
    void clear() {
        rows = 0;
        fullSegmentBytes = 0;
        onlyInserts = true;
        segments.clear();
        kinds.clear();
    }
}
