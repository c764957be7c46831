package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.format.Encoding;
import org.lsmtable.vector.ColumnVector;

/** The pages of a column of values that are not made of others. */
final class FlatEncoder implements ColumnEncoder {
    private final ParquetColumn column;
    private final int pageRows;
    private final ValueEncoder values;
    private final LevelEncoder levels = new LevelEncoder();
    private final PageQueue pages;

    FlatEncoder(ParquetColumn column, int pageRows, ValueEncoder values, CompressionQueue compression) {
        this.column = column;
        this.pageRows = pageRows;
        this.values = values;
        this.pages = new PageQueue(values, compression);
    }

    @Override
    public void writeCopies(int count) {
        pages.writeCopies(count);
    }

    @Override
    public void append(ColumnVector vector, int from, int to) throws IOException {
        boolean[] nulls = vector.nulls();
        if (nulls != null && !column.isOptional() && LevelEncoder.anyNull(nulls, from, to)) {
            throw new IllegalArgumentException(
                    "column '" + column.name() + "' is " + column.type().asText() + ", found a null");
        }
        int at = from;
        while (at < to) {
            int limit = (int) Math.min(to, (long) at + pageRows - levels.rows());
            int taken = values.append(vector, at, limit);
            levels.append(nulls, at, taken);
            if (taken < limit || levels.rows() == pageRows) {
                closePage();
            }
            at = taken;
        }
    }

    @Override
    public long openBytes() {
        return pages.openBytes();
    }

    @Override
    public List<EncodedChunk> finishChunks() throws IOException {
        if (levels.rows() > 0) {
            closePage();
        }
        return List.of(pages.finishChunk());
    }

    private void closePage() throws IOException {
        Encoding encoding = values.closeValues();
        Bounds bounds = values.takeBounds();
        PageBuffer body = pages.takeBody();
        if (column.isOptional()) {
            levels.prependTo(body);
        }
        pages.add(new EncodedPage(levels.rows(), levels.rows(), levels.nullCount(), encoding, bounds, body));
        levels.clear();
    }
}
