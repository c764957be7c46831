package org.lsmtable.merge;

import java.util.List;
import java.util.function.IntFunction;
import org.lsmtable.cast.RangeCast;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/**
 * A filter on the columns as the table has them, asked about a file that has some of them in an older type: bounds are brought from the types in
 * the file to those of the table. Only statistics can be asked; values are cast before they are filtered.
 */
record CastFilter(Filter filter, RowType inFile, RowType inTable) implements Filter {
    @Override
    public List<Integer> columns() {
        return filter.columns();
    }

    @Override
    public boolean mayMatch(IntFunction<ColumnRange> ranges) {
        return filter.mayMatch(
                column -> RangeCast.cast(ranges.apply(column), inFile.typeAt(column), inTable.typeAt(column)));
    }

    @Override
    public int evaluate(IntFunction<ColumnVector> vectors, int size, boolean[] passes) {
        throw new UnsupportedOperationException("values are filtered once they are cast");
    }

    @Override
    public boolean test(Row row) {
        throw new UnsupportedOperationException("values are filtered once they are cast");
    }

    @Override
    public boolean mayMatchIndexed(ValueIndex.ByColumn indexes) {
        return true;
    }

    @Override
    public boolean canUseIndexes() {
        return false;
    }
}
