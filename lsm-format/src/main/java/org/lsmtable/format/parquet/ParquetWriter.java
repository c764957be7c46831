package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.WrittenColumns;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/**
 * Writes a Parquet file from vectors, as Paimon lays it out (spec: data files, Parquet).
 *
 * <p>The caller's thread encodes; pages are compressed on the executor of the settings, by the caller too where it would
 * otherwise wait ({@link CompressionQueue}). The compressed pages of the open row group are kept until it is written out. The
 * file is the same, byte for byte, whatever the executor does.
 *
 * <p>Columns that were given the same vector in the first write, and are encoded alike, share their pages until they are given
 * different vectors; the row group is cut there and they go their own ways.
 */
final class ParquetWriter implements DataFileWriter {
    /** Rows that all columns append before the size of the row group is looked at. */
    private static final int SLICE_ROWS = 8192;

    private enum State {
        OPEN,
        FINISHED,
        ABORTED
    }

    private final StorageOutput output;
    private final RowType schema;
    private final List<ColumnShape> columns;
    private final ColumnEncoder[] encoders;
    /** The column whose pages a column uses: itself, or an earlier one. */
    private final int[] source;

    /** By column; nested ones have none. */
    private final @Nullable ColumnTotals[] totals;

    private final PageCodec codec;
    private final CompressionQueue compression;
    private final FooterWriter footer;
    private final long rowGroupBytes;
    private State state = State.OPEN;
    private long rowCount;
    private long groupRows;

    /** Begins a file. Owns the output, also when this throws. */
    ParquetWriter(StorageOutput output, RowType schema, WriteSettings settings) throws IOException {
        this.output = output;
        this.schema = schema;
        try {
            columns = schema.fields().stream().map(ColumnShape::of).toList();
            codec = PageCodec.of(settings.compression(), settings.zstdLevel());
            compression = new CompressionQueue(codec, settings.columnExecutor());
            footer = new FooterWriter(columns);
            rowGroupBytes = settings.rowGroupBytes();
            source = new int[columns.size()];
            encoders = new ColumnEncoder[columns.size()];
            totals = new @Nullable ColumnTotals[columns.size()];
            for (int i = 0; i < encoders.length; i++) {
                encoders[i] = encoder(columns.get(i), settings, compression);
                totals[i] = columns.get(i) instanceof ColumnShape.Leaf leaf ? new ColumnTotals(leaf.column()) : null;
                source[i] = i;
            }
            FooterWriter.writeHead(output);
        } catch (Throwable e) {
            output.abort();
            throw e;
        }
    }

    private static ColumnEncoder encoder(ColumnShape shape, WriteSettings settings, CompressionQueue compression) {
        if (!(shape instanceof ColumnShape.Leaf leaf)) {
            return new NestedEncoder(shape, settings, compression);
        }
        ValueEncoder values = ValueEncoder.of(leaf.column(), settings.pageBytes(), settings.dictionaryBytes());
        return new FlatEncoder(leaf.column(), settings.pageRows(), values, compression);
    }

    @Override
    public void write(List<ColumnVector> vectors, int rows) throws IOException {
        requireOpen();
        WrittenColumns.requireFitting(output.path(), schema, vectors, rows);
        try {
            if (rows > 0) {
                share(vectors);
            }
            for (int from = 0; from < rows; from += SLICE_ROWS) {
                append(vectors, from, Math.min(rows, from + SLICE_ROWS));
            }
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void append(List<ColumnVector> vectors, int from, int to) throws IOException {
        for (int i = 0; i < encoders.length; i++) {
            if (source[i] == i) {
                encoders[i].append(vectors.get(i), from, to);
            }
        }
        rowCount += to - from;
        groupRows += to - from;
        if (compression.groupBytes() + openBytes() >= rowGroupBytes) {
            flushRowGroup();
        }
    }

    /** Lets columns share pages at the first write, and parts those whose vectors differ now. */
    private void share(List<ColumnVector> vectors) throws IOException {
        boolean first = rowCount == 0;
        boolean changed = false;
        for (int i = 1; i < source.length; i++) {
            if (first) {
                source[i] = sharedWith(i, vectors);
                changed |= source[i] != i;
            } else if (source[i] != i && vectors.get(i) != vectors.get(source[i])) {
                flushRowGroup();
                source[i] = i;
                changed = true;
            }
        }
        if (changed) {
            int[] copies = new int[source.length];
            for (int i : source) {
                copies[i]++;
            }
            for (int i = 0; i < copies.length; i++) {
                encoders[i].writeCopies(copies[i]);
            }
        }
    }

    private int sharedWith(int column, List<ColumnVector> vectors) {
        for (int earlier = 0; earlier < column; earlier++) {
            if (source[earlier] == earlier
                    && vectors.get(earlier) == vectors.get(column)
                    && columns.get(earlier) instanceof ColumnShape.Leaf one
                    && columns.get(column) instanceof ColumnShape.Leaf other
                    && one.column().encodesLike(other.column())) {
                return earlier;
            }
        }
        return column;
    }

    private long openBytes() {
        long bytes = 0;
        for (ColumnEncoder encoder : encoders) {
            bytes += encoder.openBytes();
        }
        return bytes;
    }

    private void flushRowGroup() throws IOException {
        if (groupRows == 0) {
            return;
        }
        List<List<EncodedChunk>> chunks = new ArrayList<>();
        for (int i = 0; i < encoders.length; i++) {
            chunks.add(source[i] == i ? encoders[i].finishChunks() : chunks.get(source[i]));
        }
        compression.finishGroup();
        for (int i = 0; i < encoders.length; i++) {
            List<ParquetColumn> leaves = new ArrayList<>();
            columns.get(i).addLeaves(leaves);
            for (int k = 0; k < leaves.size(); k++) {
                writeChunk(leaves.get(k), chunks.get(i).get(k));
            }
            ColumnTotals total = totals[i];
            if (total != null) {
                total.add(chunks.get(i).get(0));
            }
        }
        footer.addRowGroup(groupRows);
        groupRows = 0;
    }

    private void writeChunk(ParquetColumn leaf, EncodedChunk chunk) throws IOException {
        ChunkWriter writer = new ChunkWriter(output, leaf);
        ColumnChunk written = writer.write(chunk, codec.codec());
        footer.addChunk(written, ColumnIndexes.of(leaf, chunk.pages()), writer.offsetIndex());
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public long estimatedBytes() {
        if (state != State.OPEN) {
            return output.position();
        }
        return output.position() + compression.groupBytes() + compression.scaled(openBytes());
    }

    @Override
    public Result finish() throws IOException {
        requireOpen();
        try {
            flushRowGroup();
            footer.writeTo(output);
            output.close();
            compression.close();
            state = State.FINISHED;
        } catch (Throwable e) {
            close();
            throw e;
        }
        // the table format keeps no statistics of nested columns, not even their nulls
        List<ColumnRange> ranges = Arrays.stream(totals)
                .map(total -> total == null ? ColumnRange.unknown(rowCount) : total.range(rowCount))
                .toList();
        return new Result(output.position(), rowCount, ranges);
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.ABORTED;
            compression.close();
            output.abort();
        }
    }

    private void requireOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException(output.path() + ": the writer is "
                    + (state == State.FINISHED ? "finished" : "closed, or has failed before"));
        }
    }
}
