package org.lsmtable.merge;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;

/**
 * Reads the key columns of one sorted run, forward, into a {@link KeyWindow}. A window lies within one file, and within one range of
 * rows that the filter leaves; it moves on to the next only when all its rows have been merged.
 */
final class RunCursor implements Closeable {
    private final RunFiles files;
    private final FileFilter filter;
    private final List<DataField> columns;
    private final KeyPrefix prefix;
    private final long[] ages;
    private final KeyWindow window;
    private final List<ColumnVector> targets = new ArrayList<>();
    private final @Nullable ColumnCursor[] cursors;
    private final @Nullable ColumnVector[] reuse;
    private final ColumnVector[] spare;
    /** Where the sequence fields begin among the columns: the only ones that may be null, or missing in a file. */
    private final int firstOrdering;

    private int fileIndex = -1;
    private List<RowRanges.Range> ranges = List.of();
    private int rangeIndex;
    private long base;
    private long nextRow;
    private long rangeEnd;

    /**
     * A cursor before the first row.
     *
     * @param key the key columns, in key order
     * @param sequenceFields the columns that come before sequence numbers in saying what is newer
     * @param ages for each file, what {@link KeyWindow#age} is for its rows
     * @param window filled by this cursor; its vectors say whether sequence numbers and kinds are read
     */
    RunCursor(
            RunFiles files,
            FileFilter filter,
            List<DataField> key,
            List<DataField> sequenceFields,
            KeyPrefix prefix,
            long[] ages,
            KeyWindow window) {
        this.files = files;
        this.filter = filter;
        this.prefix = prefix;
        this.ages = ages;
        this.window = window;
        this.columns = new ArrayList<>(key);
        targets.addAll(List.of(window.keys));
        firstOrdering = columns.size();
        columns.addAll(sequenceFields);
        targets.addAll(List.of(window.ordering));
        if (window.sequences != null) {
            columns.add(SystemFields.SEQUENCE_NUMBER);
            targets.add(window.sequences);
        }
        if (window.kinds != null) {
            columns.add(SystemFields.VALUE_KIND);
            targets.add(window.kinds);
        }
        this.cursors = new ColumnCursor[columns.size()];
        this.reuse = new ColumnVector[columns.size()];
        this.spare = new ColumnVector[columns.size()];
        for (int i = 0; i < spare.length; i++) {
            spare[i] = ColumnVector.of(columns.get(i).type(), 0);
        }
    }

    private boolean isOrdering(int column) {
        return column >= firstOrdering && column < firstOrdering + window.ordering.length;
    }

    KeyWindow window() {
        return window;
    }

    /** The file in which the window lies. */
    int fileIndex() {
        return fileIndex;
    }

    /** The row of the file that is row 0 of the window. */
    long base() {
        return base;
    }

    /** Makes sure that the window has rows; false at the end of the run. */
    boolean fill(int rows) throws IOException {
        while (window.remaining() == 0) {
            if (nextRow == rangeEnd && !nextRange()) {
                return false;
            }
            load(rows);
        }
        return true;
    }

    /** Whether the run may have rows that are not in the window. */
    boolean hasMore() {
        return nextRow < rangeEnd || rangeIndex < ranges.size() || fileIndex + 1 < files.count();
    }

    /** Whether {@link #load} would add rows. */
    boolean canGrow() {
        return nextRow < rangeEnd && window.remaining() < KeyWindow.MAX_ROWS;
    }

    /** Adds at most so many rows to the window; at least one if {@link #canGrow()}. */
    void load(int rows) throws IOException {
        dropMerged();
        int count = (int) Math.min(Math.min(rows, rangeEnd - nextRow), KeyWindow.MAX_ROWS - window.size);
        if (count <= 0) {
            return;
        }
        for (int i = 0; i < cursors.length; i++) {
            ColumnCursor cursor = cursors[i];
            if (cursor == null) {
                cursor = isOrdering(i)
                        ? files.columnOrNulls(fileIndex, columns.get(i))
                        : files.neededColumn(fileIndex, columns.get(i));
                cursors[i] = cursor;
            }
            cursor.skipTo(nextRow);
            ColumnVector values = cursor.read(count, reuse[i]);
            reuse[i] = values;
            if (!isOrdering(i) && values.mayHaveNulls() && values.nullCount() > 0) {
                throw new DamagedFileException(
                        files.reader(fileIndex).path(),
                        "column " + columns.get(i).name() + " in rows " + nextRow + " to " + (nextRow + count - 1),
                        "no null",
                        values.nullCount() + " nulls");
            }
            targets.get(i).appendRange(values, 0, count);
        }
        int before = window.size;
        window.appended(prefix, before + count);
        checkAscending(before);
        nextRow += count;
    }

    /** One look at the seams is cheap and finds files whose rows are not in key order before they are merged wrongly. */
    private void checkAscending(int before) throws IOException {
        long[] prefixes = window.prefixes;
        boolean ascending = true;
        for (int i = Math.max(1, before); i < window.size; i++) {
            ascending &= prefixes[i - 1] <= prefixes[i];
        }
        if (!ascending) {
            throw new DamagedFileException(
                    files.reader(fileIndex).path(),
                    "rows " + nextRow + " to " + (nextRow + window.size - before - 1),
                    "ascending keys",
                    "a key less than the one before it");
        }
    }

    /** Moves the rows not merged yet to the front of the window. */
    private void dropMerged() {
        int merged = window.position;
        int left = window.remaining();
        if (merged == 0) {
            return;
        }
        for (int i = 0; i < spare.length; i++) {
            ColumnVector target = targets.get(i);
            spare[i].clear();
            spare[i].appendRange(target, merged, merged + left);
            target.clear();
            target.appendRange(spare[i], 0, left);
        }
        System.arraycopy(window.prefixes, merged, window.prefixes, 0, left);
        window.position = 0;
        window.size = left;
        base += merged;
    }

    private boolean nextRange() throws IOException {
        while (rangeIndex == ranges.size()) {
            if (fileIndex + 1 == files.count()) {
                return false;
            }
            closeCursors();
            fileIndex++;
            ranges = filter.rows(files, fileIndex).ranges();
            rangeIndex = 0;
            window.hasRetractions = false;
            window.age = ages[fileIndex];
        }
        RowRanges.Range range = ranges.get(rangeIndex++);
        nextRow = range.from();
        rangeEnd = range.to();
        base = nextRow;
        window.position = 0;
        window.size = 0;
        for (ColumnVector target : targets) {
            target.clear();
        }
        return true;
    }

    private void closeCursors() throws IOException {
        for (int i = 0; i < cursors.length; i++) {
            ColumnCursor cursor = cursors[i];
            cursors[i] = null;
            reuse[i] = null;
            if (cursor != null) {
                cursor.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        closeCursors();
    }
}
