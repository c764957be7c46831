package org.lsmtable.format.orc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeStatistics;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.ColumnStatisticsImpl;
import org.apache.orc.impl.RecordReaderImpl;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.PruningCounters;
import org.lsmtable.format.RowRanges;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * Which rows of a file a filter may let pass: first whole stripes by their statistics, then row groups by the row index of the stripes
 * that are left.
 */
final class OrcPruning {
    private final OrcFileReader file;
    private final Reader orc;
    private final Filter filter;
    private final PruningCounters counters;
    private final List<FilterColumn> columns = new ArrayList<>();
    private final List<RowRanges.Range> passing = new ArrayList<>();

    /** A column that the filter looks at; without one in the file it is null in all rows. */
    private record FilterColumn(int position, @Nullable TypeDescription stored, OrcBounds bounds) {}

    OrcPruning(OrcFileReader file, Filter filter, RowType type, PruningCounters counters) throws IOException {
        this.file = file;
        this.orc = file.orc();
        this.filter = filter;
        this.counters = counters;
        for (int position : filter.columns()) {
            DataType wanted = type.typeAt(position);
            TypeDescription stored = file.column(type.field(position).name());
            columns.add(new FilterColumn(position, stored, new OrcBounds(wanted, stored, file.zone(wanted))));
        }
    }

    RowRanges run() throws IOException {
        List<StripeStatistics> stripes = orc.getStripeStatistics();
        boolean known = stripes.size() == orc.getStripes().size();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < orc.getStripes().size(); i++) {
            long rows = file.stripeStart(i + 1) - file.stripeStart(i);
            ColumnStatistics[] statistics = known ? stripes.get(i).getColumnStatistics() : new ColumnStatistics[0];
            if (rows > 0 && mayMatch(column -> at(statistics, column), rows)) {
                left.add(i);
                counters.rowGroupKept();
            } else {
                counters.rowGroupSkipped();
            }
        }
        boolean hasGroups = orc.getRowIndexStride() > 0
                && columns.stream().anyMatch(column -> column.stored != null && column.bounds.tellsAnything());
        if (!hasGroups) {
            for (int stripe : left) {
                passing.add(new RowRanges.Range(file.stripeStart(stripe), file.stripeStart(stripe + 1)));
            }
        } else if (!left.isEmpty()) {
            addGroups(left);
        }
        return RowRanges.ofAscending(passing);
    }

    private static @Nullable ColumnStatistics at(ColumnStatistics[] statistics, TypeDescription column) {
        return column.getId() < statistics.length ? statistics[column.getId()] : null;
    }

    /** The statistics of a column over some rows, null if there are none. */
    @FunctionalInterface
    private interface Statistics {
        @Nullable
        ColumnStatistics of(TypeDescription column);
    }

    private boolean mayMatch(Statistics statistics, long rows) {
        Map<Integer, ColumnRange> ranges = new HashMap<>();
        for (FilterColumn column : columns) {
            ranges.put(
                    column.position,
                    column.stored == null
                            ? new ColumnRange(null, null, rows, rows)
                            : column.bounds.range(statistics.of(column.stored), rows));
        }
        return filter.mayMatch(position -> {
            ColumnRange range = ranges.get(position);
            if (range == null) {
                throw new IllegalStateException("the filter asks for column " + position + ", which it does not name");
            }
            return range;
        });
    }

    private void addGroups(List<Integer> stripes) throws IOException {
        boolean[] included = new boolean[orc.getSchema().getMaximumId() + 1];
        for (FilterColumn column : columns) {
            if (column.stored != null) {
                included[column.stored.getId()] = true;
            }
        }
        long stride = orc.getRowIndexStride();
        // the columns are about to be read anyway: that the reader fetches the first stripe's part of them costs
        // nothing
        try (RecordReader rows = orc.rows(orc.options().include(included))) {
            for (int stripe : stripes) {
                OrcProto.RowIndex[] index = ((RecordReaderImpl) rows)
                        .readRowIndex(stripe, included, included)
                        .getRowGroupIndex();
                long end = file.stripeStart(stripe + 1);
                int group = 0;
                for (long first = file.stripeStart(stripe); first < end; first += stride, group++) {
                    long last = Math.min(end, first + stride);
                    int number = group;
                    if (mayMatch(column -> groupStatistics(index, column, number), last - first)) {
                        passing.add(new RowRanges.Range(first, last));
                        counters.pageKept();
                    } else {
                        counters.pageSkipped();
                    }
                }
            }
        }
    }

    private @Nullable ColumnStatistics groupStatistics(
            OrcProto.@Nullable RowIndex[] index, TypeDescription column, int group) {
        OrcProto.RowIndex entries = index[column.getId()];
        if (entries == null
                || group >= entries.getEntryCount()
                || !entries.getEntry(group).hasStatistics()) {
            return null;
        }
        return ColumnStatisticsImpl.deserialize(
                column,
                entries.getEntry(group).getStatistics(),
                orc.writerUsedProlepticGregorian(),
                orc.getConvertToProlepticGregorian());
    }
}
