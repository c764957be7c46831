package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.MissingColumnCursor;
import org.lsmtable.format.PruningCounters;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Physical;
import shaded.parquet.org.apache.thrift.TBase;

/** An open Parquet file: the footer in memory, and the offset indexes once they were needed. */
final class ParquetReader implements DataFileReader {
    private static final int READ_AHEAD_BYTES = 256 << 10;
    private static final int MAX_INDEX_BYTES = 64 << 20;

    private final StorageInput input;
    private final ParquetFooter footer;
    private final int readAheadBytes;
    private final Map<Long, OffsetIndexPages> offsetIndexes = new ConcurrentHashMap<>();

    private ParquetReader(StorageInput input, ParquetFooter footer, int readAheadBytes) {
        this.input = input;
        this.footer = footer;
        this.readAheadBytes = readAheadBytes;
    }

    /** Opens a file. Owns the input, also when this throws. */
    static ParquetReader open(StorageInput input) throws IOException {
        return open(input, READ_AHEAD_BYTES);
    }

    /**
     * Opens a file. Owns the input, also when this throws.
     *
     * @param readAheadBytes how much each cursor reads at a time; more if a page has more
     */
    static ParquetReader open(StorageInput input, int readAheadBytes) throws IOException {
        try {
            return new ParquetReader(input, ParquetFooter.read(input), readAheadBytes);
        } catch (IOException | RuntimeException e) {
            try {
                input.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    @Override
    public String path() {
        return input.path();
    }

    @Override
    public long rowCount() {
        return footer.rowCount();
    }

    @Override
    public List<String> columnNames() {
        return List.copyOf(footer.columns().keySet());
    }

    @Override
    public boolean hasColumn(String name) {
        return footer.columns().containsKey(name);
    }

    @Override
    public ColumnCursor column(String name, DataType type) throws IOException {
        boolean nested = Physical.of(type).isNested();
        FileColumn column = footer.columns().get(name);
        if (column == null) {
            return new MissingColumnCursor(type, rowCount());
        }
        if (nested) {
            return new NestedCursor(this, name, type, new NestedColumns(this).of(column, type));
        }
        PagePlace place = new PagePlace(path(), name);
        ValueMapping mapping = ParquetTypes.mapping(path(), column, type);
        return new ParquetCursor(this, mapping, chunks(column, place), place, pages(column, mapping, place));
    }

    /** A column's part of each row group; the column is no group. */
    List<ChunkPlace> chunks(FileColumn column, PagePlace place) throws DamagedFileException {
        List<ChunkPlace> chunks = new ArrayList<>(footer.groups().size());
        for (RowGroupPlace group : footer.groups()) {
            chunks.add(ChunkPlace.of(group, column, footer.dataEnd(), place));
        }
        return chunks;
    }

    /**
     * The pages of a column that is no group.
     *
     * @param mapping how its values are read, null if only its levels are
     */
    ChunkPages pages(FileColumn column, @Nullable ValueMapping mapping, PagePlace place) {
        return new ChunkPages(input, mapping, column, place, readAheadBytes);
    }

    @Override
    public RowRanges mayMatch(Filter filter, RowType type) throws IOException {
        return mayMatch(filter, type, new PruningCounters());
    }

    @Override
    public RowRanges mayMatch(Filter filter, RowType type, PruningCounters counters) throws IOException {
        return new Pruning(this, footer, filter, type, counters).run();
    }

    /** The offset index of a column chunk, null if there is none. */
    @Nullable
    OffsetIndexPages offsetIndex(ChunkPlace chunk, PagePlace place) throws IOException {
        ColumnChunk meta = chunk.chunk();
        if (!meta.isSetOffset_index_offset() || !meta.isSetOffset_index_length()) {
            return null;
        }
        OffsetIndexPages known = offsetIndexes.get(meta.getOffset_index_offset());
        if (known != null) {
            return known;
        }
        OffsetIndex index = new OffsetIndex();
        readIndex(index, meta.getOffset_index_offset(), meta.getOffset_index_length(), place);
        OffsetIndexPages pages = OffsetIndexPages.of(index, chunk, place);
        offsetIndexes.put(meta.getOffset_index_offset(), pages);
        return pages;
    }

    /** The column index of a column chunk, null if there is none. */
    @Nullable
    ColumnIndex columnIndex(ChunkPlace chunk, PagePlace place) throws IOException {
        ColumnChunk meta = chunk.chunk();
        if (!meta.isSetColumn_index_offset() || !meta.isSetColumn_index_length()) {
            return null;
        }
        ColumnIndex index = new ColumnIndex();
        readIndex(index, meta.getColumn_index_offset(), meta.getColumn_index_length(), place);
        return index;
    }

    private void readIndex(TBase<?, ?> index, long offset, int length, PagePlace place) throws IOException {
        long before = place.offset();
        place.moveTo(offset);
        long end = footer.dataEnd();
        if (offset < 4 || length < 1 || length > MAX_INDEX_BYTES || length > end - offset) {
            throw place.damaged("place of an index", "within bytes 4 to " + end, length + " bytes from " + offset);
        }
        byte[] bytes = new byte[length];
        input.readFully(offset, bytes, 0, length);
        try {
            ThriftBytes.read(index, bytes, 0, length, place);
        } catch (ThriftBytes.Incomplete e) {
            throw e.damaged(place);
        }
        place.moveTo(before);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
