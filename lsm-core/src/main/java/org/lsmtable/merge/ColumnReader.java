package org.lsmtable.merge;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.types.DataField;
import org.lsmtable.vector.ColumnVector;

/**
 * Reads one column of a section's runs for the rows that merging picked: of each run the stretch from the first to the last picked row,
 * everything else is skipped. For one thread at a time, not always the same.
 */
final class ColumnReader implements Closeable {
    private final DataField column;
    private final List<RunFiles> runs;
    private final @Nullable ColumnCursor[] cursors;
    private final @Nullable ColumnVector[] vectors;
    private final int[] openFiles;
    private final @Nullable ColumnVector[] sources;
    private final int[] bases;
    private final Gather gather;

    ColumnReader(DataField column, List<RunFiles> runs, Gather gather) {
        this.column = column;
        this.runs = runs;
        this.cursors = new ColumnCursor[runs.size()];
        this.vectors = new ColumnVector[runs.size()];
        this.openFiles = new int[runs.size()];
        this.sources = new ColumnVector[runs.size()];
        this.bases = new int[runs.size()];
        this.gather = gather;
        Arrays.fill(openFiles, -1);
    }

    /** The picked rows; valid until the next call. */
    ColumnVector read(KeyChunk chunk) throws IOException {
        Picks picks = chunk.picks;
        for (int r = 0; r < runs.size(); r++) {
            sources[r] = null;
            if (picks.start(r) < picks.end(r)) {
                ColumnCursor cursor = cursor(r, chunk.files[r]);
                if (cursor instanceof ResidentColumn resident) {
                    sources[r] = resident.whole();
                    bases[r] = (int) -chunk.bases[r];
                } else if (cursor != null) {
                    int first = picks.firstRow(r);
                    cursor.skipTo(chunk.bases[r] + first);
                    ColumnVector vector = cursor.read(picks.lastRow(r) - first + 1, vectors[r]);
                    vectors[r] = vector;
                    sources[r] = vector;
                    bases[r] = first;
                }
            }
        }
        return gather.gather(picks, sources, bases);
    }

    private @Nullable ColumnCursor cursor(int run, int file) throws IOException {
        if (openFiles[run] != file) {
            closeCursor(run);
            cursors[run] = runs.get(run).column(file, column);
            openFiles[run] = file;
        }
        return cursors[run];
    }

    /** Closes cursors on files that lie before those of a chunk that has been read. */
    void closePassed(KeyChunk chunk) throws IOException {
        for (int r = 0; r < cursors.length; r++) {
            if (openFiles[r] < chunk.files[r]) {
                closeCursor(r);
            }
        }
    }

    private void closeCursor(int run) throws IOException {
        ColumnCursor cursor = cursors[run];
        cursors[run] = null;
        vectors[run] = null;
        openFiles[run] = -1;
        if (cursor != null) {
            cursor.close();
        }
    }

    @Override
    public void close() throws IOException {
        Closing.all(cursors);
        Arrays.fill(cursors, null);
    }
}
