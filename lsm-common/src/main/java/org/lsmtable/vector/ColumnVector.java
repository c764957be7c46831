package org.lsmtable.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * The values of one column for a number of rows, growable, in arrays that bulk loops may read directly.
 *
 * <p>Position {@code i} holds row {@code i}; positions at and past {@link #size()} are undefined. The arrays that the
 * subclasses hand out are the vector's own, may be longer than the size, and change identity when it grows.
 */
public abstract sealed class ColumnVector
        permits IntVector, LongVector, BytesVector, DictionaryVector, ListVector, RowVector {
    private final DataType type;
    private boolean @Nullable [] nulls;
    protected int size;

    protected ColumnVector(DataType type) {
        this.type = type;
    }

    /** An empty vector of the shape that the type takes. */
    public static ColumnVector of(DataType type, int capacity) {
        return switch (Physical.of(type)) {
            case INT -> new IntVector(type, capacity);
            case LONG -> new LongVector(type, capacity);
            case BYTES -> new BytesVector(type, capacity);
            case LIST -> new ListVector(type, capacity);
            case ROW -> new RowVector((RowType) type, capacity);
        };
    }

    /** A vector of nulls only, for a column that a file lacks. */
    public static ColumnVector allNull(DataType type, int size) {
        ColumnVector vector = of(type, size);
        vector.appendNulls(size);
        return vector;
    }

    /** The logical type. */
    public final DataType type() {
        return type;
    }

    /** The number of rows. */
    public final int size() {
        return size;
    }

    /** Whether any row may be null; false is certain, true is not. */
    public final boolean mayHaveNulls() {
        return nulls != null;
    }

    /** The null marks, at least {@link #size()} long, true for null; null itself when no row is null. */
    public final boolean @Nullable [] nulls() {
        return nulls;
    }

    /** Whether a row is null. */
    public final boolean isNull(int row) {
        return nulls != null && nulls[row];
    }

    /** The number of null rows. */
    public final int nullCount() {
        if (nulls == null) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (nulls[i]) {
                count++;
            }
        }
        return count;
    }

    /** Forgets all rows and keeps the memory. */
    public void clear() {
        size = 0;
        nulls = null;
    }

    /** Makes room for so many rows in all. */
    public abstract void ensureCapacity(int rows);

    /** Appends null rows. */
    public abstract void appendNulls(int count);

    /** Appends one row of another vector of the same type. */
    public abstract void appendFrom(ColumnVector source, int row);

    /** Appends the rows from (included) to (excluded) of another vector of the same type. */
    public abstract void appendRange(ColumnVector source, int from, int to);

    /** Appends the rows {@code rows[from]} to {@code rows[to - 1]} of another vector of the same type. */
    public abstract void appendPicked(ColumnVector source, int[] rows, int from, int to);

    /** The bytes that the values take now, dictionaries left out; the measure of memory budgets. */
    public abstract long bytesUsed();

    /** The bytes that the rows from (included) to (excluded) take, or would take without a dictionary. */
    public abstract long rangeBytes(int from, int to);

    /** Forgets the rows from a position on, and what was appended to children for a row that was not ended. */
    public void truncate(int rows) {
        size = Math.min(size, rows);
    }

    /** Sets the size after a bulk loop has filled the arrays; rows added this way are not null unless marked. */
    public final void setSize(int rows) {
        if (nulls != null && nulls.length < rows) {
            nulls = Arrays.copyOf(nulls, grown(nulls.length, rows));
        }
        size = rows;
    }

    /** The null marks for writing, made on first use, long enough for so many rows. */
    public final boolean[] nullsForWrite(int rows) {
        boolean[] marks = nulls;
        if (marks == null) {
            marks = new boolean[Math.max(rows, 16)];
        } else if (marks.length < rows) {
            marks = Arrays.copyOf(marks, grown(marks.length, rows));
        }
        nulls = marks;
        return marks;
    }

    /** Copies null marks of a range to the end of this vector; to be called before the size changes. */
    protected final void copyNulls(ColumnVector source, int from, int to) {
        boolean[] theirs = source.nulls;
        int end = size + (to - from);
        if (theirs != null) {
            boolean[] mine = nullsForWrite(end);
            System.arraycopy(theirs, from, mine, size, to - from);
        } else if (nulls != null) {
            boolean[] mine = nullsForWrite(end);
            Arrays.fill(mine, size, end, false);
        }
    }

    /** Copies null marks of some rows to the end of this vector; to be called before the size changes. */
    protected final void copyPickedNulls(ColumnVector source, int[] rows, int from, int to) {
        boolean[] theirs = source.nulls;
        if (theirs == null && nulls == null) {
            return;
        }
        int end = size + (to - from);
        boolean[] mine = nullsForWrite(end);
        for (int i = from; i < to; i++) {
            mine[size + i - from] = theirs != null && theirs[rows[i]];
        }
    }

    /** Marks rows at the end as null; to be called before the size changes. */
    protected final void markNulls(int count) {
        boolean[] mine = nullsForWrite(size + count);
        Arrays.fill(mine, size, size + count, true);
    }

    /** Marks one row at the end as not null; to be called before the size changes. */
    protected final void markPresent() {
        if (nulls != null) {
            nullsForWrite(size + 1)[size] = false;
        }
    }

    /** A capacity for growing an array of one length to at least another. */
    static int grown(int length, int needed) {
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, length + (length >> 1) + 16L));
    }
}
