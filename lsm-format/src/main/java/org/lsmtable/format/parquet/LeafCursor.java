package org.lsmtable.format.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * A leaf of a nested column, read by rows: one entry of levels for each value and for each place where a value is missing, and the
 * values one behind the other. A row ends where the next begins, so the page behind it is opened where no index tells that a row
 * begins there.
 */
final class LeafCursor implements Closeable {
    /** So many entries are decoded at once, and are then there for the rows to come. */
    private static final int STEP = 4096;

    private final ParquetReader reader;
    private final FileColumn leaf;
    private final List<ChunkPlace> chunks;
    private final PagePlace place;
    private final ChunkPages pages;
    private final PageLevels levels;
    private final boolean hasValues;

    /** Entries 0 to {@code to - 1} are those of the rows read last; those up to {@code end} come next. */
    private int[] repetition = new int[0];

    private int[] definition = new int[0];
    private int to;
    private int end;
    /** Whether passed entries are kept, and their values read into the target. */
    private boolean keeping;

    private @Nullable ColumnVector target;
    private int present;

    private int chunkIndex = -1;
    private long chunkEnd;
    /** The row that begins next. */
    private long row;
    /** The entries of pages of the chunk that have not been opened. Not known behind a jump; then there is an index. */
    private long entriesBehind;

    private @Nullable OffsetIndexPages index;
    private int indexedPage;

    private @Nullable PageParts page;
    private @Nullable PageValues values;
    private long pageFirst;
    private int pageLeft;

    /**
     * A cursor at row 0.
     *
     * @param mapping how the values are read, null if only the levels are
     * @param chunks the leaf's part of each row group
     * @param repeatedDefinitions the definition levels of the repeated nodes from the top to the leaf
     */
    LeafCursor(
            ParquetReader reader,
            FileColumn leaf,
            @Nullable ValueMapping mapping,
            List<ChunkPlace> chunks,
            int[] repeatedDefinitions,
            PagePlace place) {
        this.reader = reader;
        this.leaf = leaf;
        this.chunks = chunks;
        this.place = place;
        this.pages = reader.pages(leaf, mapping, place);
        this.levels = new PageLevels(leaf, repeatedDefinitions, place);
        this.hasValues = mapping != null;
    }

    PagePlace place() {
        return place;
    }

    /** The greatest repetition level; without one, repetition levels are not kept and each row is one entry. */
    int mostRepetition() {
        return leaf.repetition();
    }

    /** The repetition levels of the rows read last; undefined if the greatest is 0. */
    int[] repetition() {
        return repetition;
    }

    /** The definition levels of the rows read last. */
    int[] definition() {
        return definition;
    }

    /** The entries of the rows read last. */
    int entries() {
        return to;
    }

    /** The values of the rows read last, which is how many of the vector's rows are set. */
    int present() {
        return present;
    }

    /**
     * Reads rows, from one at or behind those read before.
     *
     * @param vector takes the values, densely, from its row 0 on; its size stays. Null if the cursor is for levels only
     */
    void read(long from, int rows, @Nullable ColumnVector vector) throws IOException {
        forget();
        present = 0;
        if (rows == 0) {
            return;
        }
        keeping = false;
        target = null;
        moveTo(from);
        keeping = true;
        target = vector;
        pass(rows);
    }

    /** Forgets the entries of the rows before the next. */
    private void forget() {
        int left = end - to;
        if (left > 0 && to > 0) {
            System.arraycopy(definition, to, definition, 0, left);
            if (leaf.repetition() > 0) {
                System.arraycopy(repetition, to, repetition, 0, left);
            }
        }
        end = left;
        to = 0;
    }

    private void moveTo(long wanted) throws IOException {
        if (wanted >= chunkEnd && wanted > row) {
            while (wanted >= chunkEnd && chunkIndex + 1 < chunks.size()) {
                chunkIndex++;
                chunkEnd = chunks.get(chunkIndex).firstRow()
                        + chunks.get(chunkIndex).rows();
            }
            enter();
        }
        if (wanted - row > end - to) {
            jumpTowards(wanted);
        }
        if (row < wanted) {
            pass(wanted - row);
            forget();
        }
    }

    /** Goes to the page that holds a row, if an index tells where it is and it is not the open one. */
    private void jumpTowards(long wanted) throws IOException {
        OffsetIndexPages found = reader.offsetIndex(chunks.get(chunkIndex), place);
        if (found == null) {
            return;
        }
        int at = found.pageOf(wanted - chunkStart());
        if (chunkStart() + found.firstRow(at) <= row) {
            return;
        }
        index = found;
        indexedPage = at - 1;
        row = chunkStart() + found.firstRow(at);
        page = null;
        pageLeft = 0;
        to = 0;
        end = 0;
        pages.jump(found, at);
    }

    /** Passes over rows, whose values go to the target or, without one, nowhere. */
    private void pass(long rows) throws IOException {
        long left = rows;
        while (left > 0 || (to == end && mayGoOn())) {
            if (to == end && !decode()) {
                if (left == 0) {
                    return;
                }
                chunkIndex++;
                enter();
                continue;
            }
            int stop = to;
            long before = left;
            if (leaf.repetition() == 0) {
                stop = (int) Math.min(end, to + left);
                left -= stop - to;
            } else {
                for (; stop < end; stop++) {
                    if (repetition[stop] == 0) {
                        if (left == 0) {
                            break;
                        }
                        left--;
                    }
                }
            }
            row += before - left;
            boolean done = left == 0 && stop < end;
            long begun = row + (done ? 1 : 0);
            if (begun > chunkEnd) {
                throw place.damaged(
                        "rows of the column chunk", chunkEnd - chunkStart(), begun - chunkStart() + " or more");
            }
            take(stop);
            if (done) {
                return;
            }
        }
        if (pageLeft == 0) {
            closePage();
        }
    }

    /** Whether the row before the next entry, which is not decoded, may have more entries. */
    private boolean mayGoOn() {
        return leaf.repetition() > 0 && (pageLeft > 0 || index == null);
    }

    private void take(int stop) throws IOException {
        if (hasValues && stop > to) {
            int most = leaf.definition();
            int count = 0;
            for (int i = to; i < stop; i++) {
                count += definition[i] == most ? 1 : 0;
            }
            PageValues from = values;
            if (from == null) {
                throw new IllegalStateException(place.text() + ": no page is open");
            }
            ColumnVector vector = target;
            if (vector == null) {
                from.skip(count);
            } else {
                append(from, vector, count);
            }
        }
        to = stop;
    }

    private void append(PageValues from, ColumnVector vector, int count) throws IOException {
        vector.ensureCapacity(present + count);
        if (vector instanceof IntVector ints) {
            from.readInts(ints.values(), present, count);
        } else if (vector instanceof LongVector longs) {
            from.readLongs(longs.values(), present, count);
        } else {
            from.readBytes((BytesVector) vector, present, count);
        }
        present += count;
    }

    /** Decodes more entries of the chunk; opens the next page if need be. Returns whether there were any. */
    private boolean decode() throws IOException {
        while (pageLeft == 0) {
            closePage();
            if (!(index == null ? entriesBehind > 0 : indexedPage + 1 < index.count())) {
                if (row != chunkEnd) {
                    throw place.damaged("rows of the column chunk", chunkEnd - chunkStart(), row - chunkStart());
                }
                return false;
            }
            openPage();
        }
        if (!keeping && to == end) {
            to = 0;
            end = 0;
        }
        int n = Math.min(pageLeft, STEP);
        if (definition.length < end + n) {
            int length = Math.max(end + n, definition.length + (definition.length >> 1));
            definition = Arrays.copyOf(definition, length);
            if (leaf.repetition() > 0) {
                repetition = Arrays.copyOf(repetition, length);
            }
        }
        levels.read(repetition, definition, end, n);
        end += n;
        pageLeft -= n;
        return true;
    }

    private void openPage() throws IOException {
        if (index != null) {
            indexedPage++;
            long first = chunkStart() + index.firstRow(indexedPage);
            if (row != first) {
                throw place.damaged(
                        "first row of page " + indexedPage + " in the offset index",
                        row - chunkStart(),
                        first - chunkStart());
            }
            levels.beginRow();
        }
        pageLeft = pages.nextPage();
        if (index == null) {
            if (pageLeft > entriesBehind) {
                throw place.damaged(
                        "values of the page", "0 to " + entriesBehind + ", as the chunk has left", pageLeft);
            }
            entriesBehind -= pageLeft;
        }
        PageParts opened = pages.open();
        page = opened;
        pageFirst = row;
        levels.open(opened);
        values = hasValues ? pages.values(opened) : null;
    }

    /** Checks a page all of whose entries have been passed. */
    private void closePage() throws IOException {
        if (page == null) {
            return;
        }
        int declared = page.declaredRows();
        if (declared >= 0 && row - pageFirst != declared) {
            throw place.damaged("rows of the page", declared, row - pageFirst);
        }
        if (values != null) {
            values.checkEnd();
        }
        page = null;
    }

    private long chunkStart() {
        return chunks.get(chunkIndex).firstRow();
    }

    /** Goes before the first page of the chunk. */
    private void enter() {
        ChunkPlace chunk = chunks.get(chunkIndex);
        chunkEnd = chunk.firstRow() + chunk.rows();
        row = chunk.firstRow();
        entriesBehind = chunk.values();
        index = null;
        page = null;
        pageLeft = 0;
        to = keeping ? to : 0;
        end = to;
        pages.enter(chunk);
        levels.beginRow();
    }

    @Override
    public void close() {
        pages.close();
    }
}
