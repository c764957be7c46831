package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * A cursor over a column of values that are not made of others. Values are read densely, page by page, and then spread over the rows that are not
 * null. Skipping is put off until rows are read.
 */
final class ParquetCursor implements ColumnCursor {
    private final ParquetReader reader;
    private final ValueMapping mapping;
    private final List<ChunkPlace> chunks;
    private final PagePlace place;
    private final ChunkPages pages;
    private long position;

    private int chunkIndex = -1;
    private long chunkEnd;
    private long pageFirst;
    private long pageEnd;
    private @Nullable DataPage page;

    /**
     * A cursor at row 0.
     *
     * @param chunks the column's part of each row group
     */
    ParquetCursor(
            ParquetReader reader, ValueMapping mapping, List<ChunkPlace> chunks, PagePlace place, ChunkPages pages) {
        this.reader = reader;
        this.mapping = mapping;
        this.chunks = chunks;
        this.place = place;
        this.pages = pages;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void skipTo(long row) {
        if (row < position || row > reader.rowCount()) {
            throw new IllegalArgumentException(
                    place.text() + ": cannot go from row " + position + " to row " + row + " of " + reader.rowCount());
        }
        position = row;
    }

    @Override
    public ColumnVector read(int rows, @Nullable ColumnVector reuse) throws IOException {
        if (rows < 0 || rows > reader.rowCount() - position) {
            throw new IllegalArgumentException(
                    place.text() + ": cannot read " + rows + " rows from row " + position + " of " + reader.rowCount());
        }
        return switch (Physical.of(mapping.type())) {
            case INT -> readInts(rows, reuse instanceof IntVector v ? v : new IntVector(mapping.type(), rows));
            case LONG -> readLongs(rows, reuse instanceof LongVector v ? v : new LongVector(mapping.type(), rows));
            case BYTES -> readBytes(rows, reuse);
            case LIST, ROW -> throw new IllegalStateException(mapping.type().asText());
        };
    }

    @Override
    public void close() {
        pages.close();
    }

    private IntVector readInts(int rows, IntVector vector) throws IOException {
        vector.clear();
        vector.ensureCapacity(rows);
        for (int at = 0; at < rows; ) {
            DataPage from = page();
            int n = Math.min(rows - at, from.rowsLeft());
            int present = from.present(vector, at, n, rows);
            from.values().readInts(vector.values(), at, present);
            if (present < n) {
                Spread.ints(vector.values(), nullsOf(vector), at, n, present);
            }
            moved(from, n, present);
            at += n;
        }
        vector.setSize(rows);
        return vector;
    }

    private LongVector readLongs(int rows, LongVector vector) throws IOException {
        vector.clear();
        vector.ensureCapacity(rows);
        for (int at = 0; at < rows; ) {
            DataPage from = page();
            int n = Math.min(rows - at, from.rowsLeft());
            int present = from.present(vector, at, n, rows);
            from.values().readLongs(vector.values(), at, present);
            if (present < n) {
                Spread.longs(vector.values(), nullsOf(vector), at, n, present);
            }
            moved(from, n, present);
            at += n;
        }
        vector.setSize(rows);
        return vector;
    }

    private ColumnVector readBytes(int rows, @Nullable ColumnVector reuse) throws IOException {
        if (rows > 0 && page().values() instanceof DictionaryValues first) {
            DictionaryVector coded = reuse instanceof DictionaryVector d
                            && d.dictionary() == first.dictionary().bytes()
                    ? d
                    : new DictionaryVector(first.dictionary().bytes(), rows);
            int read = readCodes(rows, coded, first.dictionary());
            return read == rows ? coded : readPlain(rows, plainVector(reuse, rows), coded);
        }
        return readPlain(rows, plainVector(reuse, rows), null);
    }

    private BytesVector plainVector(@Nullable ColumnVector reuse, int rows) {
        return reuse instanceof BytesVector b ? b : new BytesVector(mapping.type(), rows);
    }

    /** Reads rows as long as they have dictionary numbers of one dictionary. Returns how many, which is the vector's size. */
    private int readCodes(int rows, DictionaryVector vector, PageDictionary dictionary) throws IOException {
        vector.clear();
        vector.ensureCapacity(rows);
        int at = 0;
        while (at < rows) {
            DataPage from = page();
            if (!(from.values() instanceof DictionaryValues values) || values.dictionary() != dictionary) {
                break;
            }
            int n = Math.min(rows - at, from.rowsLeft());
            int present = from.present(vector, at, n, rows);
            values.readCodes(vector.codes(), at, present);
            if (present < n) {
                Spread.ints(vector.codes(), nullsOf(vector), at, n, present);
            }
            moved(from, n, present);
            at += n;
        }
        vector.setSize(at);
        return at;
    }

    /**
     * Reads rows as plain byte strings.
     *
     * @param begun rows already read, which come first, or null
     */
    private BytesVector readPlain(int rows, BytesVector vector, @Nullable DictionaryVector begun) throws IOException {
        vector.clear();
        vector.ensureCapacity(rows);
        int at = 0;
        if (begun != null) {
            vector.appendRange(begun, 0, begun.size());
            at = begun.size();
        }
        while (at < rows) {
            DataPage from = page();
            int n = Math.min(rows - at, from.rowsLeft());
            int present = from.present(vector, at, n, rows);
            from.values().readBytes(vector, at, present);
            if (present < n) {
                Spread.offsets(vector.offsets(), nullsOf(vector), at, n, present);
            }
            moved(from, n, present);
            at += n;
        }
        vector.setSize(rows);
        return vector;
    }

    private static boolean[] nullsOf(ColumnVector vector) {
        boolean[] nulls = vector.nulls();
        if (nulls == null) {
            throw new IllegalStateException("no null marks");
        }
        return nulls;
    }

    private void moved(DataPage from, int rows, int present) throws IOException {
        from.moved(rows, present);
        position += rows;
    }

    /** The page that holds the row at the position, standing at that row. */
    private DataPage page() throws IOException {
        if (page == null || position >= pageEnd) {
            page = null;
            findPage();
            PageParts parts = pages.open();
            page = DataPage.of(parts, pages.values(parts), place);
        }
        long ahead = position - pageFirst - page.row();
        if (ahead > 0) {
            page.skip((int) ahead);
        }
        return page;
    }

    /** Reads headers, from one that an index points to or one after the other, up to that of the page. */
    private void findPage() throws IOException {
        if (position >= chunkEnd) {
            enterChunk();
        }
        if (position > pageEnd) {
            OffsetIndexPages index = reader.offsetIndex(chunks.get(chunkIndex), place);
            if (index != null) {
                findIndexed(index);
                return;
            }
        }
        do {
            pageFirst = pageEnd;
            pageEnd += pages.nextPage();
            if (pageEnd > chunkEnd) {
                throw place.damaged(
                        "rows of the column chunk's pages", chunkEnd - chunkStart(), pageEnd - chunkStart());
            }
        } while (position >= pageEnd);
    }

    private void findIndexed(OffsetIndexPages index) throws IOException {
        int at = index.pageOf(position - chunkStart());
        pages.jump(index, at);
        pageFirst = chunkStart() + index.firstRow(at);
        pageEnd = chunkStart() + index.endRow(at);
        int rows = pages.nextPage();
        if (rows != pageEnd - pageFirst) {
            throw place.damaged("rows of the page", pageEnd - pageFirst + ", as in the offset index", rows);
        }
    }

    private long chunkStart() {
        return chunks.get(chunkIndex).firstRow();
    }

    private void enterChunk() {
        do {
            chunkIndex++;
            ChunkPlace chunk = chunks.get(chunkIndex);
            chunkEnd = chunk.firstRow() + chunk.rows();
        } while (position >= chunkEnd);
        pages.enter(chunks.get(chunkIndex));
        pageEnd = chunkStart();
    }
}
