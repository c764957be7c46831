package org.lsmtable.vector;

import java.util.List;
import org.lsmtable.types.RowType;

/**
 * ROW values: one child vector a field, each with as many rows as this one. Where a row is null, so are its fields.
 *
 * <p>To append a row by hand, append one row to each child and then call {@link #endRow()}.
 */
public final class RowVector extends ColumnVector {
    private final List<ColumnVector> children;

    /** An empty vector. */
    public RowVector(RowType type, int capacity) {
        this(type, type.types().stream().map(t -> of(t, capacity)).toList());
    }

    /**
     * A vector without rows on children that exist, such as those that a reader decodes into.
     *
     * @param children one vector a field, in order
     */
    public RowVector(RowType type, List<ColumnVector> children) {
        super(type);
        this.children = List.copyOf(children);
        if (children.size() != type.fieldCount()) {
            throw new IllegalArgumentException(
                    type.asText() + ": expected " + type.fieldCount() + " children, found " + children.size());
        }
    }

    /** The type, with its fields. */
    public RowType rowType() {
        return (RowType) type();
    }

    /** The children, one a field. */
    public List<ColumnVector> children() {
        return children;
    }

    /** The child of a field by position. */
    public ColumnVector child(int position) {
        return children.get(position);
    }

    /** Ends a row that is not null: the row that was appended to each child is its content. */
    public void endRow() {
        markPresent();
        size++;
    }

    @Override
    public void clear() {
        super.clear();
        children.forEach(ColumnVector::clear);
    }

    @Override
    public void ensureCapacity(int rows) {
        children.forEach(child -> child.ensureCapacity(rows));
    }

    @Override
    public void appendNulls(int count) {
        markNulls(count);
        size += count;
        children.forEach(child -> child.appendNulls(count));
    }

    @Override
    public void appendFrom(ColumnVector source, int row) {
        appendRange(source, row, row + 1);
    }

    @Override
    public void appendRange(ColumnVector source, int from, int to) {
        RowVector other = (RowVector) source;
        copyNulls(source, from, to);
        size += to - from;
        for (int c = 0; c < children.size(); c++) {
            children.get(c).appendRange(other.children.get(c), from, to);
        }
    }

    @Override
    public void appendPicked(ColumnVector source, int[] rows, int from, int to) {
        RowVector other = (RowVector) source;
        copyPickedNulls(source, rows, from, to);
        size += to - from;
        for (int c = 0; c < children.size(); c++) {
            children.get(c).appendPicked(other.children.get(c), rows, from, to);
        }
    }

    @Override
    public long bytesUsed() {
        long sum = mayHaveNulls() ? size : 0;
        for (ColumnVector child : children) {
            sum += child.bytesUsed();
        }
        return sum;
    }

    @Override
    public long rangeBytes(int from, int to) {
        long sum = mayHaveNulls() ? to - from : 0;
        for (ColumnVector child : children) {
            sum += child.rangeBytes(from, to);
        }
        return sum;
    }

    @Override
    public void truncate(int rows) {
        super.truncate(rows);
        children.forEach(child -> child.truncate(size));
    }
}
