package org.lsmtable.format.parquet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.jspecify.annotations.Nullable;

/** Builds the column index of a chunk: null count and bounds of each page. */
final class ColumnIndexes {
    private ColumnIndexes() {}

    /** The index, or null if the bounds of some page cannot be told: INT96, and pages with NaN. */
    static @Nullable ColumnIndex of(ParquetColumn column, List<EncodedPage> pages) {
        List<Boolean> nullPages = new ArrayList<>();
        List<Bounds> bounds = new ArrayList<>();
        List<Long> nullCounts = new ArrayList<>();
        for (EncodedPage page : pages) {
            boolean onlyNulls = page.nulls() == page.values();
            Bounds pageBounds = page.bounds().forFooter(column);
            if (pageBounds.hasNan() || !onlyNulls && pageBounds.min() == null) {
                return null;
            }
            nullPages.add(onlyNulls);
            bounds.add(pageBounds);
            nullCounts.add((long) page.nulls());
        }
        List<ByteBuffer> mins = bounds.stream().map(b -> buffer(b.min())).toList();
        List<ByteBuffer> maxs = bounds.stream().map(b -> buffer(b.max())).toList();
        return new ColumnIndex(nullPages, mins, maxs, boundaryOrder(column.order(), bounds)).setNull_counts(nullCounts);
    }

    private static ByteBuffer buffer(byte @Nullable [] value) {
        return ByteBuffer.wrap(value == null ? new byte[0] : value);
    }

    /** Whether least and greatest values both rise, or both fall, from page to page. */
    private static BoundaryOrder boundaryOrder(ValueOrder order, List<Bounds> pages) {
        boolean ascending = true;
        boolean descending = true;
        Bounds last = null;
        for (Bounds page : pages) {
            if (page.min() == null) {
                continue;
            }
            if (last != null) {
                int min = order.compare(Objects.requireNonNull(last.min()), Objects.requireNonNull(page.min()));
                int max = order.compare(Objects.requireNonNull(last.max()), Objects.requireNonNull(page.max()));
                ascending &= min <= 0 && max <= 0;
                descending &= min >= 0 && max >= 0;
            }
            last = page;
        }
        return ascending ? BoundaryOrder.ASCENDING : descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
    }
}
