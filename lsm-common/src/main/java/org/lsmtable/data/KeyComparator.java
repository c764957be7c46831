package org.lsmtable.data;

import java.util.Comparator;
import java.util.List;
import org.lsmtable.types.DataType;

/** The order of keys held as binary rows: column by column, as {@link Values} orders them. Keys are never null. */
public final class KeyComparator implements Comparator<BinaryRow> {
    private final List<DataType> types;

    /** A comparator for keys of these column types, in key order. */
    public KeyComparator(List<DataType> types) {
        this.types = List.copyOf(types);
    }

    @Override
    public int compare(BinaryRow left, BinaryRow right) {
        throw new UnsupportedOperationException(types.toString());
    }
}
