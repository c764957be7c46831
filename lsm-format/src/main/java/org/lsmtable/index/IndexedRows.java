package org.lsmtable.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;

/**
 * Compares an index with the rows that it should have: it may deny no value of a row, nor that a row has it. Each value is asked for once. Not
 * thread-safe.
 */
public final class IndexedRows {
    private static final int NOT_FOUND = -2;

    private final ValueIndex index;
    private final DistinctValues values;
    private final ColumnVector one;
    private final BitSet nulls;
    private final boolean tellsRows;
    private final boolean isExact;
    /** The number of the value that the index finds in a row; of types that it tells apart less exactly, the last of them. */
    private final int[] found;

    private int asked;
    private int row;
    private int[] numbers = new int[0];

    /**
     * Before the first row.
     *
     * @param rows how many rows the data file has
     */
    public IndexedRows(ValueIndex index, DataType type, int rows) throws IOException {
        this.index = index;
        this.values = DistinctValues.of(type);
        this.one = ColumnVector.of(type, 1);
        BitSet known = index.rowsOfNull();
        this.tellsRows = known != null;
        this.nulls = known == null ? new BitSet() : known;
        this.isExact = type.root() != TypeRoot.FLOAT && type.root() != TypeRoot.DOUBLE && !BitmapIndex.isWide(type);
        this.found = new int[known == null ? 0 : rows];
        Arrays.fill(found, NOT_FOUND);
    }

    /** The first of the next rows whose value the index denies, counted from the first of these rows; −1 if there is none. */
    public int denied(ColumnVector vector) throws IOException {
        int size = vector.size();
        if (numbers.length < size) {
            numbers = new int[size];
        }
        values.number(vector, size, numbers, 0);
        int first = row;
        row += size;
        for (int i = 0; i < size; i++) {
            if (numbers[i] == DistinctValues.NULL ? isNullDenied(first + i) : isValueDenied(vector, i, first + i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isNullDenied(int at) throws IOException {
        return tellsRows ? !nulls.get(at) : !index.mayHoldNull();
    }

    private boolean isValueDenied(ColumnVector vector, int position, int at) throws IOException {
        int number = numbers[position];
        if (number == asked) {
            asked++;
            one.clear();
            one.appendFrom(vector, position);
            BitSet rows = index.rowsOfAny(one);
            if (rows == null) {
                return !index.mayHoldAny(one);
            }
            for (int i = rows.nextSetBit(0); i >= 0; i = rows.nextSetBit(i + 1)) {
                found[i] = number;
            }
        }
        return tellsRows && (isExact ? found[at] != number : found[at] == NOT_FOUND);
    }
}
