package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.vector.ColumnVector;

/** A column of lists or rows: cuts its rows into stretches of bounded size and hands them to its leaves. */
final class NestedEncoder implements ColumnEncoder {
    private static final int STRETCH_ROWS = 1024;
    /** The share of a page that a stretch may take, so that pages do not become much longer than they should. */
    private static final int STRETCHES_PER_PAGE = 8;

    private final List<LeafEncoder> leaves = new ArrayList<>();
    private final Shredder root;
    private final LevelRun top = new LevelRun();
    private final int stretchRows;
    private final int stretchBytes;

    NestedEncoder(ColumnShape shape, WriteSettings settings, CompressionQueue compression) {
        List<ParquetColumn> columns = new ArrayList<>();
        shape.addLeaves(columns);
        for (ParquetColumn column : columns) {
            leaves.add(new LeafEncoder(
                    column, settings.pageRows(), settings.pageBytes(), settings.dictionaryBytes(), compression));
        }
        root = Shredder.of(shape, leaves);
        stretchRows = Math.min(STRETCH_ROWS, settings.pageRows());
        stretchBytes = settings.pageBytes() / STRETCHES_PER_PAGE;
    }

    @Override
    public void writeCopies(int count) {
        if (count != 1) {
            throw new IllegalStateException("nested columns do not share pages");
        }
    }

    @Override
    public void append(ColumnVector vector, int from, int to) throws IOException {
        for (int at = from; at < to; ) {
            int rows = Math.min(to - at, stretchRows);
            while (rows > 1 && vector.rangeBytes(at, at + rows) > stretchBytes) {
                rows >>= 1;
            }
            top.setRows(rows);
            root.append(top, rows, vector, at, at + rows);
            at += rows;
        }
    }

    @Override
    public long openBytes() {
        long bytes = 0;
        for (LeafEncoder leaf : leaves) {
            bytes += leaf.openBytes();
        }
        return bytes;
    }

    @Override
    public List<EncodedChunk> finishChunks() throws IOException {
        List<EncodedChunk> chunks = new ArrayList<>();
        for (LeafEncoder leaf : leaves) {
            chunks.add(leaf.finishChunk());
        }
        return chunks;
    }
}
