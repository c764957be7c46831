package org.lsmtable.table;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.PruningCounters;
import org.lsmtable.format.RowRanges;
import org.lsmtable.predicate.Filter;
import org.lsmtable.scan.ScanCounters;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/** Counts what a scan reads of its files. Safe for use by several threads. */
final class ReadCounters {
    private final ScanCounters plan;
    private final PruningCounters pruning = new PruningCounters();
    private final LongAdder rowsInFiles = new LongAdder();
    private final LongAdder rowsSkipped = new LongAdder();
    private final LongAdder rowsSkippedByIndex = new LongAdder();
    private final LongAdder rowsReturned = new LongAdder();

    ReadCounters(ScanCounters plan) {
        this.plan = plan;
    }

    /** The same reader, counted. */
    DataFileReader counted(DataFileReader reader) {
        rowsInFiles.add(reader.rowCount());
        return new CountedReader(reader);
    }

    /** Rows were left out because of an index. */
    void skippedByIndex(long rows) {
        rowsSkippedByIndex.add(rows);
    }

    /** Rows were given to the caller. */
    void returned(long rows) {
        rowsReturned.add(rows);
    }

    ScanReport report() {
        return new ScanReport(
                plan,
                pruning.rowGroups(),
                pruning.rowGroupsSkipped(),
                pruning.pages(),
                pruning.pagesSkipped(),
                rowsInFiles.sum(),
                rowsSkipped.sum(),
                rowsSkippedByIndex.sum(),
                rowsReturned.sum());
    }

    private final class CountedReader implements DataFileReader {
        private final DataFileReader reader;

        CountedReader(DataFileReader reader) {
            this.reader = reader;
        }

        @Override
        public String path() {
            return reader.path();
        }

        @Override
        public long rowCount() {
            return reader.rowCount();
        }

        @Override
        public List<String> columnNames() {
            return reader.columnNames();
        }

        @Override
        public boolean hasColumn(String name) {
            return reader.hasColumn(name);
        }

        @Override
        public ColumnCursor column(String name, DataType type) throws IOException {
            return reader.column(name, type);
        }

        @Override
        public RowRanges mayMatch(Filter filter, RowType type) throws IOException {
            RowRanges rows = reader.mayMatch(filter, type, pruning);
            rowsSkipped.add(reader.rowCount() - rows.rowCount());
            return rows;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
