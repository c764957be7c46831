package org.lsmtable.merge;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.RowRanges;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Passes on the rows of a run that is alone in its section: no key is looked at, and kinds only where a file may have retractions. */
final class SoloMerge implements KeyMerge {
    private final RunFiles files;
    private final FileFilter filter;
    private final Retractions retractions;
    private final ChunkSize size;
    private int fileIndex = -1;
    private List<RowRanges.Range> ranges = List.of();
    private int rangeIndex;
    private long nextRow;
    private long rangeEnd;
    private @Nullable ColumnCursor kinds;
    private @Nullable ColumnVector kindValues;
    private int[] picks = new int[0];

    SoloMerge(RunFiles files, MergeRequest request, ChunkSize size) {
        this.files = files;
        this.filter = FileFilter.all(request.order().table(), request.wanted().filter());
        this.retractions = request.wanted().retractions();
        this.size = size;
    }

    @Override
    public boolean next(KeyChunk chunk) throws IOException {
        while (nextRow == rangeEnd) {
            if (rangeIndex < ranges.size()) {
                RowRanges.Range range = ranges.get(rangeIndex++);
                nextRow = range.from();
                rangeEnd = range.to();
            } else if (!nextFile()) {
                return false;
            }
        }
        int rows = (int) Math.min(size.rows(), rangeEnd - nextRow);
        Arrays.fill(chunk.columns, null);
        chunk.files[0] = fileIndex;
        chunk.bases[0] = nextRow;
        if (kinds == null || !pickPresent(kinds, chunk, rows)) {
            chunk.picks.setRange(0, 0, rows, 1);
        }
        nextRow += rows;
        return true;
    }

    private boolean nextFile() throws IOException {
        close();
        if (fileIndex + 1 == files.count()) {
            return false;
        }
        fileIndex++;
        ranges = filter.rows(files, fileIndex).ranges();
        rangeIndex = 0;
        if (retractions == Retractions.DROP && files.file(fileIndex).mayHaveDeletes()) {
            kinds = files.neededColumn(fileIndex, SystemFields.VALUE_KIND);
        }
        return true;
    }

    /** Picks the rows that are not retractions; false, with nothing picked, if no row is one. */
    private boolean pickPresent(ColumnCursor cursor, KeyChunk chunk, int rows) throws IOException {
        cursor.skipTo(nextRow);
        ColumnVector values = cursor.read(rows, kindValues);
        kindValues = values;
        int[] codes = ((IntVector) values).values();
        if (picks.length < rows) {
            picks = new int[rows];
        }
        int kept = 0;
        for (int i = 0; i < rows; i++) {
            picks[kept] = i;
            kept += (codes[i] & 1) ^ 1;
        }
        if (kept == rows) {
            return false;
        }
        chunk.picks.setRows(picks, kept);
        return true;
    }

    @Override
    public void close() throws IOException {
        ColumnCursor cursor = kinds;
        kinds = null;
        kindValues = null;
        if (cursor != null) {
            cursor.close();
        }
    }
}
