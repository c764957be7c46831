package org.lsmtable.cast;

import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/** Leaves values as they are. */
record CopyCast(DataType to) implements Cast {
    @Override
    public ColumnVector apply(ColumnVector values) {
        ColumnVector copy = ColumnVector.of(to, values.size());
        copy.appendRange(values, 0, values.size());
        return copy;
    }
}
