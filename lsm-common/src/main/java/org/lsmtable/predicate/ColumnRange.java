package org.lsmtable.predicate;

import org.jspecify.annotations.Nullable;

/**
 * What statistics tell of one column over some rows. Bounds may be wider than the values. Everything may be unknown.
 *
 * <p>Bounds hold in the order of values, in which NaN is the greatest of all. Statistics that leave NaN out give no upper bound
 * of FLOAT and DOUBLE; a bound that is NaN itself is taken as unknown, and the two zeros are taken as one.
 *
 * @param min a lower bound as a plain Java value, null if unknown or there are only nulls
 * @param max an upper bound, null if unknown or there are only nulls
 * @param nullCount the exact number of nulls, null if unknown
 * @param rowCount the number of rows
 */
public record ColumnRange(
        @Nullable Object min,
        @Nullable Object max,
        @Nullable Long nullCount,
        long rowCount) {
    /** A column of which only the number of rows is known. */
    public static ColumnRange unknown(long rowCount) {
        return new ColumnRange(null, null, null, rowCount);
    }
}
