package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.merge.SortedRows;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.Physical;

/**
 * Rows of one bucket that have not been written yet, column by column: an open segment in order of arrival, and sorted runs of the rows
 * before it. A segment is sorted when it is full, so that what the buffer holds only needs merging when it is flushed.
 *
 * <p>Sequence numbers are not stored: rows that follow each other have numbers that follow each other. Kinds are stored from the first row
 * of a segment on that is not an insert. Not thread-safe.
 */
final class WriteBuffer {
    /** A segment is sorted at the latest when it takes this share of the memory: sorting needs as much again for a moment. */
    private static final int SEGMENT_SHARE = 8;
    /** Working memory of sorting, for each row of the open segment. */
    private static final int SORT_BYTES = 20;

    private final RowType table;
    private final List<String> key;
    private final SequenceFields sequenceFields;
    private final long maxSegmentBytes;
    private final long rowBytes;
    private final int[] bytesColumns;

    private final List<SortedRows> sorted = new ArrayList<>();
    private long sortedBytes;
    private ColumnVector[] open;
    private final IntVector kinds = new IntVector(SystemFields.VALUE_KIND.type(), 0);
    private boolean onlyInserts = true;
    private int openRows;
    private long firstSequence;

    /**
     * An empty buffer.
     *
     * @param key the names of the trimmed primary key
     * @param sequenceFields the columns that say which of two rows with equal key is newer
     * @param memoryBytes what the buffer may grow to
     */
    WriteBuffer(RowType table, List<String> key, SequenceFields sequenceFields, long memoryBytes) {
        this.table = table;
        this.key = key;
        this.sequenceFields = sequenceFields;
        this.maxSegmentBytes = memoryBytes / SEGMENT_SHARE;
        long fixed = 0;
        List<Integer> variable = new ArrayList<>();
        for (int i = 0; i < table.fieldCount(); i++) {
            DataField field = table.field(i);
            Physical physical = Physical.of(field.type());
            fixed += physical == Physical.LONG ? Long.BYTES : Integer.BYTES;
            fixed += field.type().isNullable() ? 1 : 0;
            if (physical == Physical.BYTES || physical.isNested()) {
                variable.add(i);
            }
        }
        this.rowBytes = fixed;
        this.bytesColumns = variable.stream().mapToInt(i -> i).toArray();
        this.open = newSegment();
    }

    private ColumnVector[] newSegment() {
        ColumnVector[] segment = new ColumnVector[table.fieldCount()];
        for (int i = 0; i < segment.length; i++) {
            segment[i] = ColumnVector.of(table.typeAt(i), 16);
        }
        return segment;
    }

    boolean isEmpty() {
        return openRows == 0 && sorted.isEmpty();
    }

    /** What the rows take in memory, the room for sorting them included. */
    long bytes() {
        return sortedBytes + openBytes();
    }

    private long openBytes() {
        return openRows * (rowBytes + SORT_BYTES) + kinds.size() * (long) Integer.BYTES + variableBytes(open);
    }

    private long variableBytes(ColumnVector[] segment) {
        long bytes = 0;
        for (int column : bytesColumns) {
            ColumnVector vector = segment[column];
            bytes += vector instanceof BytesVector values ? values.offsets()[values.size()] : vector.bytesUsed();
        }
        return bytes;
    }

    private void checkSequence(long sequence) {
        if (openRows == 0) {
            firstSequence = sequence;
        } else if (sequence != firstSequence + openRows) {
            throw new IllegalStateException("sequence numbers must follow each other: expected "
                    + (firstSequence + openRows) + ", found " + sequence);
        }
    }

    /** Appends a row of all columns, its values of the classes that {@link Values} lists. If it throws, the buffer is as before. */
    void append(Row row, RowKind kind, long sequence) {
        sealIfFull();
        checkSequence(sequence);
        try {
            for (int i = 0; i < open.length; i++) {
                Values.append(row.get(i), open[i]);
            }
        } catch (RuntimeException e) {
            for (ColumnVector column : open) {
                column.truncate(openRows);
            }
            throw e;
        }
        appendKind(kind.code(), 1);
        openRows++;
    }

    /** Takes the row appended last back. */
    void removeLast() {
        openRows--;
        for (ColumnVector column : open) {
            column.truncate(openRows);
        }
        if (!onlyInserts) {
            kinds.setSize(openRows);
        }
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
        int at = from;
        while (at < to) {
            sealIfFull();
            checkSequence(firstRowSequence + at - from);
            int end = Math.min(to, at + SortedRows.MAX_ROWS - openRows);
            boolean adjacent = picked[end - 1] - picked[at] == end - 1 - at;
            for (int i = 0; i < open.length; i++) {
                if (adjacent) {
                    open[i].appendRange(columns.get(i), picked[at], picked[at] + end - at);
                } else {
                    open[i].appendPicked(columns.get(i), picked, at, end);
                }
            }
            if (kindCodes == null) {
                appendKind(RowKind.INSERT.code(), end - at);
                openRows += end - at;
            } else {
                for (int i = at; i < end; i++, openRows++) {
                    appendKind(kindCodes.get(picked[i]), 1);
                }
            }
            at = end;
        }
    }

    /** Stores the kind of the next rows, unless all of the segment so far were inserts and they are too. */
    private void appendKind(int code, int count) {
        if (onlyInserts) {
            if (code == RowKind.INSERT.code()) {
                return;
            }
            onlyInserts = false;
            fillKinds(RowKind.INSERT.code(), openRows);
        }
        fillKinds(code, count);
    }

    private void fillKinds(int code, int count) {
        int size = kinds.size();
        kinds.ensureCapacity(size + count);
        Arrays.fill(kinds.values(), size, size + count, code);
        kinds.setSize(size + count);
    }

    private void sealIfFull() {
        if (openRows == SortedRows.MAX_ROWS || openRows > 0 && openBytes() >= maxSegmentBytes) {
            seal();
        }
    }

    /** Sorts the open segment. */
    private void seal() {
        IntVector segmentKinds = null;
        if (!onlyInserts) {
            segmentKinds = new IntVector(kinds.type(), openRows);
            segmentKinds.appendRange(kinds, 0, openRows);
        }
        SortedRows run = SortedRows.sort(
                new SortedRows.Arrival(table, key, sequenceFields, open, segmentKinds, firstSequence, openRows));
        sorted.add(run);
        sortedBytes += run.size() * (rowBytes + (segmentKinds == null ? Integer.BYTES : 2 * Integer.BYTES))
                + variableBytes(run.columns().toArray(new ColumnVector[0]));
        if (run.keepsArrival()) {
            open = newSegment();
        } else {
            for (ColumnVector column : open) {
                column.clear();
            }
        }
        kinds.clear();
        onlyInserts = true;
        openRows = 0;
    }

    /** All rows as sorted runs, oldest first; they are the buffer's until it is cleared. */
    List<SortedRows> runs() {
        if (openRows > 0) {
            seal();
        }
        return List.copyOf(sorted);
    }

    /** What one row of some vectors would take here. */
    long bytesOf(List<ColumnVector> columns, int row) {
        long bytes = rowBytes + SORT_BYTES + Integer.BYTES;
        for (int column : bytesColumns) {
            ColumnVector vector = columns.get(column);
            if (!vector.isNull(row)) {
                bytes += vector.rangeBytes(row, row + 1);
            }
        }
        return bytes;
    }

    /** Forgets all rows and lets go of the memory. */
    void clear() {
        sorted.clear();
        sortedBytes = 0;
        open = newSegment();
        kinds.clear();
        onlyInserts = true;
        openRows = 0;
    }
}
