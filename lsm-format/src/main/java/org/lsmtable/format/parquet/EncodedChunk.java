package org.lsmtable.format.parquet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column of a row group, ready to be written once or, for columns that share them, several times.
 *
 * @param dictionary null if no page refers to one
 */
record EncodedChunk(List<EncodedPage> pages, @Nullable EncodedPage dictionary) {
    EncodedChunk {
        pages = List.copyOf(pages);
    }

    /** The number of values, nulls included. */
    long values() {
        return pages.stream().mapToLong(EncodedPage::values).sum();
    }

    /** The number of nulls. */
    long nulls() {
        return pages.stream().mapToLong(EncodedPage::nulls).sum();
    }

    /** The bounds over all pages. */
    Bounds bounds(ValueOrder order) {
        Bounds bounds = Bounds.NONE;
        for (EncodedPage page : pages) {
            bounds = bounds.and(page.bounds(), order);
        }
        return bounds;
    }
}
