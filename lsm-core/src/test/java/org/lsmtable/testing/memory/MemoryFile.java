package org.lsmtable.testing.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.Physical;

/** A data file in memory. Its cursors reuse vectors as the contract allows, and refuse what it forbids. */
public final class MemoryFile {
    private final String path;
    private final RowType schema;
    private final List<ColumnVector> columns;
    private final int rows;
    private final int pageRows;
    private final DictionaryUse dictionaries;
    private final AtomicLong decodedPages = new AtomicLong();
    private final AtomicInteger openReaders = new AtomicInteger();
    private final AtomicInteger openCursors = new AtomicInteger();
    private final List<@Nullable BytesVector> dictionaryOf = new ArrayList<>();

    /** Which pages of byte columns have a dictionary. */
    public enum DictionaryUse {
        NONE,
        /** The first half of the pages, the rest is plain: what a writer does whose dictionary grew too large. */
        FIRST_HALF,
        ALL
    }

    /** A file of some columns, plain vectors of at least so many rows. */
    public MemoryFile(
            String path,
            RowType schema,
            List<ColumnVector> columns,
            int rows,
            int pageRows,
            DictionaryUse dictionaries) {
        this.path = path;
        this.schema = schema;
        this.columns = List.copyOf(columns);
        this.rows = rows;
        this.pageRows = pageRows;
        this.dictionaries = dictionaries;
        for (ColumnVector column : columns) {
            dictionaryOf.add(dictionary(column));
        }
    }

    public String path() {
        return path;
    }

    public int rows() {
        return rows;
    }

    public RowType schema() {
        return schema;
    }

    public ColumnVector column(String name) {
        return columns.get(schema.indexOf(name));
    }

    /** How many pages have been looked into so far. */
    public long decodedPages() {
        return decodedPages.get();
    }

    public int openReaders() {
        return openReaders.get();
    }

    public int openCursors() {
        return openCursors.get();
    }

    private @Nullable BytesVector dictionary(ColumnVector column) {
        if (dictionaries == DictionaryUse.NONE || Physical.of(column.type()) != Physical.BYTES) {
            return null;
        }
        BytesVector values = new BytesVector(column.type(), 4);
        for (int i = 0; i < rows; i++) {
            if (!column.isNull(i) && code(values, (BytesVector) column, i) < 0) {
                values.appendFrom(column, i);
            }
        }
        return values;
    }

    private static int code(BytesVector dictionary, BytesVector column, int row) {
        for (int c = 0; c < dictionary.size(); c++) {
            if (java.util.Arrays.equals(dictionary.copyOf(c), column.copyOf(row))) {
                return c;
            }
        }
        return -1;
    }

    private boolean hasDictionary(long row) {
        return dictionaries == DictionaryUse.ALL || dictionaries == DictionaryUse.FIRST_HALF && row < rows / 2;
    }

    public DataFileReader open() {
        openReaders.incrementAndGet();
        return new Reader();
    }

    private final class Reader implements DataFileReader {
        private boolean closed;

        @Override
        public String path() {
            return path;
        }

        @Override
        public long rowCount() {
            return rows;
        }

        @Override
        public List<String> columnNames() {
            return schema.names();
        }

        @Override
        public boolean hasColumn(String name) {
            return schema.indexOf(name) >= 0;
        }

        @Override
        public ColumnCursor column(String name, DataType type) {
            if (closed) {
                throw new IllegalStateException(path + " is closed");
            }
            openCursors.incrementAndGet();
            int position = schema.indexOf(name);
            return position < 0
                    ? new Cursor(ColumnVector.allNull(type, rows), null)
                    : new Cursor(columns.get(position), dictionaryOf.get(position));
        }

        @Override
        public RowRanges mayMatch(Filter filter, RowType type) {
            List<RowRanges.Range> ranges = new ArrayList<>();
            for (int from = 0; from < rows; from += pageRows) {
                int start = from;
                int to = Math.min(rows, from + pageRows);
                if (filter.mayMatch(c -> range(column(type.field(c).name(), type.typeAt(c)), start, to))) {
                    ranges.add(new RowRanges.Range(from, to));
                }
            }
            return RowRanges.ofAscending(ranges);
        }

        private ColumnRange range(ColumnCursor cursor, int from, int to) {
            ColumnVector column = ((Cursor) cursor).column;
            openCursors.decrementAndGet();
            Object min = null;
            Object max = null;
            long nulls = 0;
            for (int i = from; i < to; i++) {
                Object value = Values.get(column, i);
                if (value == null) {
                    nulls++;
                } else {
                    min = min == null || Values.compare(value, min, column.type()) < 0 ? value : min;
                    max = max == null || Values.compare(value, max, column.type()) > 0 ? value : max;
                }
            }
            return new ColumnRange(min, max, nulls, to - from);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                openReaders.decrementAndGet();
            }
        }
    }

    private final class Cursor implements ColumnCursor {
        private final ColumnVector column;
        private final @Nullable BytesVector dictionary;
        private final List<ColumnVector> returned = new ArrayList<>();
        private long position;
        private long lastPage = -1;
        private boolean closed;

        Cursor(ColumnVector column, @Nullable BytesVector dictionary) {
            this.column = column;
            this.dictionary = dictionary;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void skipTo(long row) {
            if (closed || row < position || row > rows) {
                throw new IllegalArgumentException(path + ": skip from " + position + " to " + row + " of " + rows);
            }
            position = row;
        }

        @Override
        public ColumnVector read(int count, @Nullable ColumnVector reuse) throws IOException {
            if (closed || count < 1 || position + count > rows) {
                throw new IllegalArgumentException(path + ": read " + count + " at " + position + " of " + rows);
            }
            if (reuse != null && returned.stream().noneMatch(v -> v == reuse)) {
                throw new IllegalArgumentException(path + ": a vector that did not come from this cursor");
            }
            int from = (int) position;
            position += count;
            for (long page = from / pageRows; page <= (position - 1) / pageRows; page++) {
                if (page > lastPage) {
                    lastPage = page;
                    decodedPages.incrementAndGet();
                }
            }
            if (reuse != null) {
                reuse.clear();
            }
            ColumnVector vector = dictionary != null && hasDictionary(from) && hasDictionary(position - 1)
                    ? codes(dictionary, from, count, reuse)
                    : plain(from, count, reuse);
            returned.add(vector);
            return vector;
        }

        private ColumnVector plain(int from, int count, @Nullable ColumnVector reuse) {
            ColumnVector vector =
                    reuse == null || reuse instanceof DictionaryVector ? ColumnVector.of(column.type(), count) : reuse;
            vector.appendRange(column, from, from + count);
            return vector;
        }

        private ColumnVector codes(BytesVector values, int from, int count, @Nullable ColumnVector reuse) {
            DictionaryVector vector = reuse instanceof DictionaryVector d ? d : new DictionaryVector(values, count);
            for (int i = from; i < from + count; i++) {
                if (column.isNull(i)) {
                    vector.appendNulls(1);
                } else {
                    vector.appendCode(code(values, (BytesVector) column, i));
                }
            }
            return vector;
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                openCursors.decrementAndGet();
            }
        }
    }
}
