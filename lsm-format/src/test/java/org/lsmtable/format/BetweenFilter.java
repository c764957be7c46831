package org.lsmtable.format;

import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/** Independent of the engine's own filters: all of some columns lie between two values, or are null. */
public record BetweenFilter(List<Condition> conditions) implements Filter {
    /** One column lies between two values, or, if those are null, is null. */
    public record Condition(
            int position,
            DataType type,
            @Nullable Object least,
            @Nullable Object most) {
        boolean passes(@Nullable Object value) {
            if (least == null || most == null || value == null) {
                return value == null && least == null;
            }
            return Values.compare(value, least, type) >= 0 && Values.compare(value, most, type) <= 0;
        }

        boolean mayPass(ColumnRange range) {
            Long nulls = range.nullCount();
            if (least == null || most == null) {
                return nulls == null || nulls > 0;
            }
            if (nulls != null && nulls == range.rowCount()) {
                return false;
            }
            return (range.min() == null || Values.compare(range.min(), most, type) <= 0)
                    && (range.max() == null || Values.compare(range.max(), least, type) >= 0);
        }
    }

    public static BetweenFilter of(DataType type, @Nullable Object least, @Nullable Object most) {
        return new BetweenFilter(List.of(new Condition(0, type, least, most)));
    }

    /** Whether a row passes, its columns by position. */
    public boolean passes(IntFunction<@Nullable Object> row) {
        return conditions.stream().allMatch(c -> c.passes(row.apply(c.position)));
    }

    @Override
    public List<Integer> columns() {
        return conditions.stream().map(Condition::position).distinct().sorted().toList();
    }

    @Override
    public int evaluate(IntFunction<ColumnVector> vectors, int size, boolean[] passes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean test(Row row) {
        return passes(row::get);
    }

    @Override
    public boolean mayMatch(IntFunction<ColumnRange> ranges) {
        return conditions.stream().allMatch(c -> c.mayPass(ranges.apply(c.position)));
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
