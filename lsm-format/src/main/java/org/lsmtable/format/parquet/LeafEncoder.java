package org.lsmtable.format.parquet;

import java.io.IOException;
import org.apache.parquet.format.Encoding;
import org.lsmtable.vector.ColumnVector;

/** The pages of one leaf of a nested column. A page ends between rows of the table's column, close behind the limits. */
final class LeafEncoder {
    private final ParquetColumn column;
    private final int pageRows;
    private final int pageBytes;
    private final ValueEncoder values;
    private final PageQueue pages;
    private final LevelRun levels = new LevelRun();
    private final PageBuffer encodedLevels = new PageBuffer(16);
    private int rows;
    private int present;

    LeafEncoder(ParquetColumn column, int pageRows, int pageBytes, int dictionaryBytes, CompressionQueue compression) {
        this.column = column;
        this.pageRows = pageRows;
        this.pageBytes = pageBytes;
        // where a page ends is decided here: the encoder only knows values
        this.values = ValueEncoder.of(column, Integer.MAX_VALUE, dictionaryBytes);
        this.pages = new PageQueue(values, compression);
    }

    /**
     * Appends the values of some rows of the table's column.
     *
     * @param entries the levels, as many present as there are rows of the vector that are not null
     */
    void append(LevelRun entries, int topRows, ColumnVector vector, int from, int to) throws IOException {
        if (rows > 0 && (rows + topRows > pageRows || isFull())) {
            closePage();
        }
        int end = values.append(vector, from, to);
        if (end < to) {
            appendBesideFullDictionary(vector, from, end, to);
        }
        levels.append(entries);
        rows += topRows;
        present += present(vector, from, to);
    }

    private boolean isFull() {
        return values.pageLength() >= pageBytes || levels.count() >= pageBytes / Integer.BYTES;
    }

    /** The dictionary ran full among the values of the rows: they go to a page of their own, if others are in this one. */
    private void appendBesideFullDictionary(ColumnVector vector, int from, int end, int to) throws IOException {
        int next = end;
        if (rows > 0) {
            values.dropLast(present(vector, from, end));
            closePage();
            next = from;
        } else {
            values.turnPlain();
        }
        if (values.append(vector, next, to) < to) {
            throw new IllegalStateException("column '" + column.name() + "': a plain page that is full");
        }
    }

    private static int present(ColumnVector vector, int from, int to) {
        boolean[] nulls = vector.nulls();
        int count = to - from;
        if (nulls != null) {
            for (int i = from; i < to; i++) {
                count -= nulls[i] ? 1 : 0;
            }
        }
        return count;
    }

    /** About how many bytes wait in the open page and the dictionary. */
    long openBytes() {
        return pages.openBytes() + levels.count() / 4;
    }

    /** Closes the row group's pages and begins the next one. */
    EncodedChunk finishChunk() throws IOException {
        if (rows > 0) {
            closePage();
        }
        return pages.finishChunk();
    }

    private void closePage() throws IOException {
        if (present == 0) {
            values.acceptEmptyPage();
        }
        Encoding encoding = values.closeValues();
        Bounds bounds = values.takeBounds();
        PageBuffer body = pages.takeBody();
        encodedLevels.clear();
        put(levels.repetition(), column.place().repetition());
        put(levels.definition(), column.place().definition());
        body.prepend(encodedLevels.bytes(), encodedLevels.start(), encodedLevels.length());
        int count = levels.count();
        pages.add(new EncodedPage(rows, count, count - present, encoding, bounds, body));
        levels.setCount(0);
        rows = 0;
        present = 0;
    }

    /** Appends levels behind their length, nothing if they can only be 0. */
    private void put(int[] entries, int greatest) {
        if (greatest == 0) {
            return;
        }
        int at = encodedLevels.end();
        encodedLevels.putInts(new int[1], 0, 1);
        HybridRuns.put(entries, levels.count(), HybridRuns.width(greatest), encodedLevels);
        Words.putInt(encodedLevels.bytes(), at, encodedLevels.end() - at - Integer.BYTES);
    }
}
