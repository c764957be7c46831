package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnIndex;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.PruningCounters;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * Which rows of a file a filter may let pass. First whole row groups by the statistics of their chunks; in those that are left,
 * the stretches of rows in which no column of the filter changes page, by the column indexes.
 */
final class Pruning {
    private final ParquetReader reader;
    private final ParquetFooter footer;
    private final Filter filter;
    private final PruningCounters counters;
    private final List<FilterColumn> columns = new ArrayList<>();
    private final List<RowRanges.Range> passing = new ArrayList<>();

    /** A column that the filter looks at; without bounds if the file's column cannot be read as the type. */
    private record FilterColumn(
            int position,
            @Nullable FileColumn column,
            @Nullable BoundReader bounds,
            PagePlace place) {}

    /** What is known of each column that the filter looks at. */
    private static final class Ranges {
        private final Map<Integer, ColumnRange> byPosition = new HashMap<>();

        void put(FilterColumn column, ColumnRange range) {
            byPosition.put(column.position, range);
        }

        ColumnRange at(int position) {
            ColumnRange range = byPosition.get(position);
            if (range == null) {
                throw new IllegalStateException("the filter asks for column " + position + ", which it does not name");
            }
            return range;
        }
    }

    Pruning(ParquetReader reader, ParquetFooter footer, Filter filter, RowType type, PruningCounters counters) {
        this.reader = reader;
        this.footer = footer;
        this.filter = filter;
        this.counters = counters;
        for (int position : filter.columns()) {
            String name = type.field(position).name();
            PagePlace place = new PagePlace(reader.path(), name);
            FileColumn column = footer.columns().get(name);
            columns.add(new FilterColumn(position, column, bounds(column, type.typeAt(position), place), place));
        }
    }

    private @Nullable BoundReader bounds(@Nullable FileColumn column, DataType type, PagePlace place) {
        ValueMapping mapping = column == null ? null : ParquetTypes.find(column, type);
        return column == null || mapping == null
                ? null
                : new BoundReader(mapping, column, footer.order(column), footer.createdBy(), place);
    }

    RowRanges run() throws IOException {
        for (RowGroupPlace group : footer.groups()) {
            Ranges ranges = new Ranges();
            for (FilterColumn column : columns) {
                ranges.put(column, chunkRange(column, group));
            }
            if (filter.mayMatch(ranges::at)) {
                counters.rowGroupKept();
                addPages(group, ranges);
            } else {
                counters.rowGroupSkipped();
            }
        }
        return RowRanges.ofAscending(passing);
    }

    private ColumnRange chunkRange(FilterColumn column, RowGroupPlace group) throws DamagedFileException {
        if (column.column == null) {
            return new ColumnRange(null, null, group.rows(), group.rows());
        }
        if (column.bounds == null) {
            return ColumnRange.unknown(group.rows());
        }
        ChunkPlace chunk = ChunkPlace.of(group, column.column, footer.dataEnd(), column.place);
        return column.bounds.range(chunk.chunk().getMeta_data().getStatistics(), group.rows());
    }

    private void addPages(RowGroupPlace group, Ranges ranges) throws IOException {
        Map<Integer, PageRanges> indexed = new HashMap<>();
        for (FilterColumn column : columns) {
            PageRanges pages = pageRanges(column, group);
            if (pages != null) {
                indexed.put(column.position, pages);
            }
        }
        if (indexed.isEmpty()) {
            passing.add(new RowRanges.Range(group.firstRow(), group.endRow()));
            return;
        }
        for (long row = 0; row < group.rows(); ) {
            long end = group.rows();
            for (PageRanges pages : indexed.values()) {
                end = Math.min(end, pages.moveTo(row));
            }
            long rows = end - row;
            Ranges here = new Ranges();
            for (FilterColumn column : columns) {
                PageRanges pages = indexed.get(column.position);
                here.put(column, part(pages == null ? ranges.at(column.position) : pages.range(), rows));
            }
            if (filter.mayMatch(here::at)) {
                passing.add(new RowRanges.Range(group.firstRow() + row, group.firstRow() + end));
                indexed.values().forEach(PageRanges::keep);
            }
            row = end;
        }
        indexed.values().forEach(PageRanges::count);
    }

    /** What is known of some of the rows of which a range is known. */
    private static ColumnRange part(ColumnRange whole, long rows) {
        Long nulls = whole.nullCount();
        Long partNulls = nulls == null ? null : nulls == 0 ? Long.valueOf(0) : nulls == whole.rowCount() ? rows : null;
        return new ColumnRange(whole.min(), whole.max(), rows == whole.rowCount() ? nulls : partNulls, rows);
    }

    private @Nullable PageRanges pageRanges(FilterColumn column, RowGroupPlace group) throws IOException {
        if (column.column == null || column.bounds == null) {
            return null;
        }
        ChunkPlace chunk = ChunkPlace.of(group, column.column, footer.dataEnd(), column.place);
        ColumnIndex index = reader.columnIndex(chunk, column.place);
        OffsetIndexPages offsets = index == null ? null : reader.offsetIndex(chunk, column.place);
        return offsets == null || index == null
                ? null
                : new PageRanges(offsets, index, column.bounds, column.place, counters);
    }

    /** The column index of a chunk, page after page. */
    private static final class PageRanges {
        private final OffsetIndexPages offsets;
        private final ColumnIndex index;
        private final BoundReader bounds;
        private final PruningCounters counters;
        private int page = -1;
        private boolean isKept;
        private ColumnRange range = ColumnRange.unknown(0);

        PageRanges(
                OffsetIndexPages offsets,
                ColumnIndex index,
                BoundReader bounds,
                PagePlace place,
                PruningCounters counters)
                throws DamagedFileException {
            int pages = offsets.count();
            boolean isWhole = index.getNull_pagesSize() == pages
                    && index.getMin_valuesSize() == pages
                    && index.getMax_valuesSize() == pages
                    && (!index.isSetNull_counts() || index.getNull_countsSize() == pages)
                    && (!index.isSetNan_counts() || index.getNan_countsSize() == pages);
            if (!isWhole) {
                throw place.damaged("pages in the column index", pages + ", as in the offset index", "others");
            }
            this.offsets = offsets;
            this.index = index;
            this.bounds = bounds;
            this.counters = counters;
        }

        /** Moves to the page that holds a row, at or behind the page now. Returns the row behind the page's last. */
        long moveTo(long row) throws DamagedFileException {
            if (page < 0 || row >= offsets.endRow(page)) {
                count();
                page = offsets.pageOf(row);
                range = read();
            }
            return offsets.endRow(page);
        }

        /** Rows of the page now may pass. */
        void keep() {
            isKept = true;
        }

        /** Counts the page now, which no row is asked of again. */
        void count() {
            if (page >= 0 && isKept) {
                counters.pageKept();
            } else if (page >= 0) {
                counters.pageSkipped();
            }
            isKept = false;
        }

        ColumnRange range() {
            return range;
        }

        private ColumnRange read() throws DamagedFileException {
            long rows = offsets.endRow(page) - offsets.firstRow(page);
            if (index.getNull_pages().get(page)) {
                return new ColumnRange(null, null, rows, rows);
            }
            return bounds.pageRange(
                    index.getMin_values().get(page),
                    index.getMax_values().get(page),
                    index.isSetNull_counts() ? index.getNull_counts().get(page) : null,
                    index.isSetNan_counts() ? index.getNan_counts().get(page) : null,
                    rows);
        }
    }
}
