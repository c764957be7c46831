package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.ColumnVector;

/** A data page of a column without others around it, being read: its rows are either null or have the next of its values. */
final class DataPage {
    private final int rows;
    private final int declaredNulls;
    private final @Nullable DefinitionLevels levels;
    private final PageValues values;
    private final PagePlace place;
    private int row;
    private int nulls;

    private DataPage(
            int rows, int declaredNulls, @Nullable DefinitionLevels levels, PageValues values, PagePlace place) {
        this.rows = rows;
        this.declaredNulls = declaredNulls;
        this.levels = levels;
        this.values = values;
        this.place = place;
    }

    /** A page at its first row. */
    static DataPage of(PageParts parts, PageValues values, PagePlace place) {
        PageBytes definition = parts.definition();
        DefinitionLevels levels = definition == null ? null : new DefinitionLevels(definition);
        return new DataPage(parts.values(), parts.declaredNulls(), levels, values, place);
    }

    PageValues values() {
        return values;
    }

    int rowsLeft() {
        return rows - row;
    }

    /** The row that comes next, counted in the page. */
    int row() {
        return row;
    }

    /** Passes over rows. */
    void skip(int count) throws DamagedFileException {
        int present = levels == null ? count : levels.skip(count);
        values.skip(present);
        moved(count, present);
    }

    /**
     * Marks the nulls among the next rows, whose values the caller must then read.
     *
     * @return the number of values that the rows have
     * @see DefinitionLevels#read
     */
    int present(ColumnVector target, int at, int count, int capacity) throws DamagedFileException {
        if (levels != null) {
            return levels.read(target, at, count, capacity);
        }
        if (target.mayHaveNulls()) {
            Arrays.fill(target.nullsForWrite(capacity), at, at + count, false);
        }
        return count;
    }

    /** To be called when rows have been read; checks the page's counts when they were the last. */
    void moved(int count, int present) throws DamagedFileException {
        row += count;
        nulls += count - present;
        if (row == rows) {
            if (declaredNulls >= 0 && nulls != declaredNulls) {
                throw place.damaged("nulls of the page", declaredNulls, nulls);
            }
            values.checkEnd();
        }
    }
}
