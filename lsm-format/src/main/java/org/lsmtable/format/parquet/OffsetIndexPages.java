package org.lsmtable.format.parquet;

import java.util.List;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.lsmtable.fs.DamagedFileException;

/** Where the data pages of a column chunk are and which rows they hold, from the file's offset index. Immutable. */
final class OffsetIndexPages {
    private final long[] offsets;
    private final int[] sizes;
    private final long[] firstRows;
    private final long rows;

    private OffsetIndexPages(long[] offsets, int[] sizes, long[] firstRows, long rows) {
        this.offsets = offsets;
        this.sizes = sizes;
        this.firstRows = firstRows;
        this.rows = rows;
    }

    static OffsetIndexPages of(OffsetIndex index, ChunkPlace chunk, PagePlace place) throws DamagedFileException {
        List<PageLocation> locations = index.getPage_locations();
        int count = locations.size();
        long[] offsets = new long[count];
        int[] sizes = new int[count];
        long[] firstRows = new long[count];
        long end = chunk.start();
        for (int i = 0; i < count; i++) {
            PageLocation location = locations.get(i);
            offsets[i] = location.getOffset();
            sizes[i] = location.getCompressed_page_size();
            firstRows[i] = location.getFirst_row_index();
            if (offsets[i] < end || sizes[i] < 1 || sizes[i] > chunk.end() - offsets[i]) {
                throw place.damaged(
                        "page " + i + " in the offset index",
                        "bytes " + end + " to " + chunk.end(),
                        offsets[i] + " and " + sizes[i] + " more");
            }
            long least = i == 0 ? 0 : firstRows[i - 1];
            if (firstRows[i] < least || firstRows[i] >= chunk.rows() || (i == 0 && firstRows[i] > 0)) {
                throw place.damaged(
                        "first row of page " + i + " in the offset index",
                        i == 0 ? "0" : least + " to " + (chunk.rows() - 1),
                        firstRows[i]);
            }
            end = offsets[i] + sizes[i];
        }
        if (count == 0) {
            throw place.damaged("pages in the offset index", "1 or more", 0);
        }
        return new OffsetIndexPages(offsets, sizes, firstRows, chunk.rows());
    }

    int count() {
        return offsets.length;
    }

    /** The byte of the file where a page's header begins; ascends with the pages. */
    long offset(int page) {
        return offsets[page];
    }

    /** The bytes of a page with its header. */
    int sizeBytes(int page) {
        return sizes[page];
    }

    /** The first row of a page, counted in the row group. */
    long firstRow(int page) {
        return firstRows[page];
    }

    /** The page that holds a row of the row group. */
    int pageOf(long row) {
        int low = 0;
        int high = firstRows.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firstRows[middle] <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The row behind a page's last, counted in the row group. */
    long endRow(int page) {
        return page + 1 < firstRows.length ? firstRows[page + 1] : rows;
    }
}
