package org.lsmtable.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.types.DataField;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/**
 * Merges the keys of a section of several runs.
 *
 * <p>Each chunk takes all rows up to a bound: the least of the last keys in the windows of those runs that have more rows to come. So
 * all versions of a key fall into one chunk. The window that sets the bound is filled further until the chunk is large enough or the
 * window's file ends.
 */
final class OverlapMerge implements KeyMerge {
    /** The fewest rows to read of a run at a time. */
    private static final int MIN_STEP = 256;

    private final KeyOrder order;
    private final boolean prefixIsKey;
    private final RunCursor[] cursors;
    private final KeyWindow[] windows;
    private final int[] from;
    private final int[] to;
    private final ChunkMerge merge;
    private final Retractions retractions;
    private final ChunkSize size;
    private final List<KeyOutput> outputs;
    private final @Nullable ColumnVector[] sources;
    private final int[] noBases;

    /** An output column that is read with the keys, and its targets in each of the two chunks that may be under way. */
    private record KeyOutput(int output, Part part, int index, Gather[] gathers) {}

    private enum Part {
        KEY,
        ORDERING,
        SEQUENCE,
        KIND
    }

    /**
     * A merge before the first row.
     *
     * @param outputs the output columns; those among the key columns, and system columns that are read, come with the chunks
     */
    OverlapMerge(List<RunFiles> runs, MergeRequest request, ChunkSize size, List<DataField> outputs) {
        List<DataField> key = request.order().key().stream()
                .map(request.order().table()::field)
                .toList();
        this.order = new KeyOrder(key.stream().map(DataField::type).toList());
        this.retractions = request.wanted().retractions();
        this.size = size;
        SequenceFields sequenceFields = request.order().sequenceFields();
        FileAges ages = FileAges.of(runs);
        boolean withKinds = retractions == Retractions.DROP && anyDeletes(runs);
        KeyPrefix prefix = KeyPrefix.near(order, bounds(runs));
        this.prefixIsKey = prefix.isWholeKey();
        this.cursors = new RunCursor[runs.size()];
        this.windows = new KeyWindow[runs.size()];
        this.from = new int[runs.size()];
        this.to = new int[runs.size()];
        FileFilter filter = FileFilter.onKeys(
                request.order().table(), request.order().key(), request.wanted().filter());
        for (int r = 0; r < cursors.length; r++) {
            windows[r] = new KeyWindow(order, sequenceFields, ages.needSequences(), withKinds);
            cursors[r] =
                    new RunCursor(runs.get(r), filter, key, sequenceFields.fields(), prefix, ages.of(r), windows[r]);
        }
        this.merge = new ChunkMerge(order, prefixIsKey, windows, from, to);
        this.outputs = keyOutputs(outputs, key, sequenceFields.fields(), ages.needSequences(), withKinds);
        this.sources = new ColumnVector[runs.size()];
        this.noBases = new int[runs.size()];
    }

    private static List<KeyOutput> keyOutputs(
            List<DataField> outputs,
            List<DataField> key,
            List<DataField> sequenceFields,
            boolean withSequences,
            boolean withKinds) {
        List<KeyOutput> found = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            DataField field = outputs.get(i);
            Gather[] gathers = {new Gather(field.type()), new Gather(field.type())};
            if (key.contains(field)) {
                found.add(new KeyOutput(i, Part.KEY, key.indexOf(field), gathers));
            } else if (sequenceFields.contains(field)) {
                found.add(new KeyOutput(i, Part.ORDERING, sequenceFields.indexOf(field), gathers));
            } else if (withSequences && field.equals(SystemFields.SEQUENCE_NUMBER)) {
                found.add(new KeyOutput(i, Part.SEQUENCE, 0, gathers));
            } else if (withKinds && field.equals(SystemFields.VALUE_KIND)) {
                found.add(new KeyOutput(i, Part.KIND, 0, gathers));
            }
        }
        return found;
    }

    private static boolean anyDeletes(List<RunFiles> runs) {
        for (RunFiles run : runs) {
            for (int i = 0; i < run.count(); i++) {
                if (run.file(i).mayHaveDeletes()) {
                    return true;
                }
            }
        }
        return false;
    }

    private KeyBounds bounds(List<RunFiles> runs) {
        KeyComparator comparator = new KeyComparator(order.types());
        DataFileMeta first = runs.get(0).file(0);
        DataFileMeta last = first;
        for (RunFiles run : runs) {
            DataFileMeta head = run.file(0);
            DataFileMeta tail = run.file(run.count() - 1);
            first = comparator.compare(head.minKey(), first.minKey()) < 0 ? head : first;
            last = comparator.compare(tail.maxKey(), last.maxKey()) > 0 ? tail : last;
        }
        return KeyBounds.between(order, first.minKey(), last.maxKey());
    }

    @Override
    public boolean next(KeyChunk chunk) throws IOException {
        int chunkRows = size.rows();
        int step = Math.max(Math.min(MIN_STEP, chunkRows), chunkRows / cursors.length);
        boolean any = false;
        for (RunCursor cursor : cursors) {
            any |= cursor.fill(step);
        }
        if (!any) {
            return false;
        }
        chooseRows(chunkRows, step);
        int count = merge.merge();
        if (retractions == Retractions.DROP) {
            count = dropRetractions(merge.picks(), count);
        }
        chunk.picks.set(merge.picks(), 0, count, windows.length);
        for (int r = 0; r < windows.length; r++) {
            chunk.files[r] = Math.max(0, cursors[r].fileIndex());
            chunk.bases[r] = cursors[r].base();
        }
        Arrays.fill(chunk.columns, null);
        for (KeyOutput output : outputs) {
            chunk.columns[output.output] = gather(output, chunk);
        }
        for (int r = 0; r < windows.length; r++) {
            windows[r].position = to[r];
        }
        return true;
    }

    private ColumnVector gather(KeyOutput output, KeyChunk chunk) {
        for (int r = 0; r < windows.length; r++) {
            sources[r] = switch (output.part) {
                case KEY -> windows[r].keys[output.index];
                case ORDERING -> windows[r].ordering[output.index];
                case SEQUENCE -> windows[r].sequences;
                case KIND -> windows[r].kinds;
            };
        }
        return output.gathers[chunk.turn].copy(chunk.picks, sources, noBases);
    }

    /** Sets the rows of each window that make up the next chunk. */
    private void chooseRows(int chunkRows, int step) throws IOException {
        while (true) {
            int limiting = limitingRun();
            int rows = 0;
            for (int r = 0; r < windows.length; r++) {
                KeyWindow window = windows[r];
                from[r] = window.position;
                to[r] = limiting < 0
                        ? window.size
                        : window.firstAbove(
                                window.position, windows[limiting], windows[limiting].size - 1, order, prefixIsKey);
                rows += to[r] - from[r];
            }
            if (limiting < 0 || rows >= chunkRows || !cursors[limiting].canGrow()) {
                return;
            }
            cursors[limiting].load(step);
        }
    }

    /** The run, of those with rows still to be read, whose last key in the window is the least; -1 if all are read. */
    private int limitingRun() {
        int limiting = -1;
        for (int r = 0; r < windows.length; r++) {
            if (windows[r].remaining() > 0 && cursors[r].hasMore()) {
                if (limiting < 0
                        || windows[r].compare(
                                        windows[r].size - 1,
                                        windows[limiting],
                                        windows[limiting].size - 1,
                                        order,
                                        prefixIsKey)
                                < 0) {
                    limiting = r;
                }
            }
        }
        return limiting;
    }

    private int dropRetractions(int[] picks, int count) {
        boolean any = false;
        for (KeyWindow window : windows) {
            any |= window.hasRetractions;
        }
        if (!any) {
            return count;
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int pick = picks[i];
            IntVector kinds = windows[pick >>> Picks.ROW_BITS].kinds;
            picks[kept] = pick;
            kept += kinds != null && (kinds.get(pick & Picks.ROW_MASK) & 1) != 0 ? 0 : 1;
        }
        return kept;
    }

    @Override
    public void close() throws IOException {
        Closing.all(cursors);
    }
}
