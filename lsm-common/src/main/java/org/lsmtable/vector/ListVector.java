package org.lsmtable.vector;

import java.util.Arrays;
import java.util.List;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.BasicType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.TypeRoot;

/**
 * Sequences of values one behind the other: ARRAY with one child vector, its elements; MAP with two, its keys and its values;
 * MULTISET with two, its elements and how often each is in it (INT). The children of a vector have equal sizes.
 *
 * <p>To append a row by hand, append its elements to the children and then call {@link #endRow()}.
 */
public final class ListVector extends ColumnVector {
    private final List<ColumnVector> children;
    private int[] offsets;

    /** An empty vector; its children take room as they need it. */
    public ListVector(DataType type, int capacity) {
        this(type, capacity, childTypes(type).stream().map(t -> of(t, 0)).toList());
    }

    /**
     * A vector without rows on children that exist, such as those that a reader decodes into.
     *
     * @param children one vector a child type, in the order of {@link #childTypes}
     */
    public ListVector(DataType type, int capacity, List<ColumnVector> children) {
        super(type);
        this.children = List.copyOf(children);
        this.offsets = new int[capacity + 1];
        if (children.size() != childTypes(type).size()) {
            throw new IllegalArgumentException(
                    type.asText() + ": expected " + childTypes(type).size() + " children, found " + children.size());
        }
    }

    /** The types of the children: the element of an ARRAY, key and value of a MAP, element and count of a MULTISET. */
    public static List<DataType> childTypes(DataType type) {
        if (type instanceof ArrayType array) {
            return List.of(array.element());
        }
        if (type instanceof MapType map) {
            return List.of(map.key(), map.value());
        }
        if (type instanceof MultisetType multiset) {
            return List.of(multiset.element(), new BasicType(TypeRoot.INT, false));
        }
        throw new IllegalArgumentException("expected ARRAY, MAP or MULTISET, found " + type.asText());
    }

    /** The children; rows of this vector are ranges of their rows. */
    public List<ColumnVector> children() {
        return children;
    }

    /** A child by position. */
    public ColumnVector child(int position) {
        return children.get(position);
    }

    /**
     * Row {@code i} is the rows {@code offsets[i]} (included) to {@code offsets[i + 1]} (excluded) of the children, none if it is
     * null; {@code offsets[0]} is 0.
     */
    public int[] offsets() {
        return offsets;
    }

    /** The row of the children at which a row starts. */
    public int start(int row) {
        return offsets[row];
    }

    /** The row of the children before which a row ends. */
    public int end(int row) {
        return offsets[row + 1];
    }

    /** Ends a row that is not null: what was appended to the children since the row before it is its content. */
    public void endRow() {
        ensureCapacity(size + 1);
        markPresent();
        offsets[++size] = children.get(0).size();
    }

    @Override
    public void clear() {
        super.clear();
        offsets[0] = 0;
        children.forEach(ColumnVector::clear);
    }

    @Override
    public void ensureCapacity(int rows) {
        if (offsets.length < rows + 1) {
            offsets = Arrays.copyOf(offsets, grown(offsets.length, rows + 1));
        }
    }

    @Override
    public void appendNulls(int count) {
        ensureCapacity(size + count);
        markNulls(count);
        Arrays.fill(offsets, size + 1, size + count + 1, offsets[size]);
        size += count;
    }

    @Override
    public void appendFrom(ColumnVector source, int row) {
        appendRange(source, row, row + 1);
    }

    @Override
    public void appendRange(ColumnVector source, int from, int to) {
        ListVector list = (ListVector) source;
        ensureCapacity(size + to - from);
        copyNulls(source, from, to);
        int first = list.offsets[from];
        int end = list.offsets[to];
        int shift = offsets[size] - first;
        for (int i = from; i < to; i++) {
            offsets[size + 1 + i - from] = list.offsets[i + 1] + shift;
        }
        size += to - from;
        for (int c = 0; c < children.size() && first < end; c++) {
            children.get(c).appendRange(list.children.get(c), first, end);
        }
    }

    @Override
    public void appendPicked(ColumnVector source, int[] rows, int from, int to) {
        ListVector list = (ListVector) source;
        int[] theirs = list.offsets;
        ensureCapacity(size + to - from);
        copyPickedNulls(source, rows, from, to);
        int at = offsets[size];
        for (int i = from; i < to; i++) {
            at += theirs[rows[i] + 1] - theirs[rows[i]];
            offsets[size + 1 + i - from] = at;
        }
        int[] picked = new int[at - offsets[size]];
        int n = 0;
        for (int i = from; i < to; i++) {
            for (int e = theirs[rows[i]]; e < theirs[rows[i] + 1]; e++) {
                picked[n++] = e;
            }
        }
        size += to - from;
        for (int c = 0; c < children.size(); c++) {
            children.get(c).appendPicked(list.children.get(c), picked, 0, n);
        }
    }

    @Override
    public long bytesUsed() {
        long sum = (long) size * Integer.BYTES + (mayHaveNulls() ? size : 0);
        for (ColumnVector child : children) {
            sum += child.bytesUsed();
        }
        return sum;
    }

    @Override
    public long rangeBytes(int from, int to) {
        long sum = (long) (to - from) * Integer.BYTES + (mayHaveNulls() ? to - from : 0);
        for (ColumnVector child : children) {
            sum += child.rangeBytes(offsets[from], offsets[to]);
        }
        return sum;
    }

    @Override
    public void truncate(int rows) {
        super.truncate(rows);
        children.forEach(child -> child.truncate(offsets[size]));
    }
}
