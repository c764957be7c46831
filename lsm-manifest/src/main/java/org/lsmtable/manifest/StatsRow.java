package org.lsmtable.manifest;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;

/**
 * Statistics of some columns as a manifest stores them: minima, maxima and null counts, in the same column order.
 *
 * @param min a null field is an unknown minimum
 * @param max a null field is an unknown maximum
 * @param nullCounts one a column; a null or negative element is an unknown count
 */
public record StatsRow(BinaryRow min, BinaryRow max, List<@Nullable Long> nullCounts) {
    /** Statistics of no column at all. */
    public static final StatsRow EMPTY = new StatsRow(BinaryRow.EMPTY, BinaryRow.EMPTY, List.of());

    public StatsRow {
        nullCounts = Collections.unmodifiableList(Arrays.asList(nullCounts.toArray(new Long[0])));
    }
}
