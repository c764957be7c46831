package org.lsmtable.merge;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataField;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Reads sections of sorted runs as one sequence of rows, ascending by key, of each key the newest version (spec: merge tree, merge reader
 * contract).
 *
 * <p>Keys are merged first; then the columns that the filter speaks of are gathered and the filter is evaluated, exactly; then all
 * other columns, for the rows that pass. With several workers the columns of a chunk are read side by side, and the keys of the next chunk
 * are merged meanwhile. Not thread-safe.
 */
public final class MergeReader implements Closeable {
    private final MergeRequest request;
    private final List<DataField> outputs = new ArrayList<>();
    private final int sequenceOutput;
    private final int kindOutput;
    private final @Nullable Filter filter;
    private final int[] filterOutputs;
    private final Gather[] gathers;
    private final Gather[] narrowers;
    private final Workers workers;

    private int sectionIndex = -1;
    private @Nullable OpenSection section;
    private Workers.@Nullable Pending<@Nullable KeyChunk> pending;
    private boolean[] passes = new boolean[0];

    /** One section being read. */
    private static final class OpenSection implements Closeable {
        final List<RunFiles> runs;
        final KeyMerge keys;
        final ColumnReader[] readers;
        final KeyChunk[] chunks;
        final ChunkSize size;
        int turn;

        OpenSection(List<RunFiles> runs, ChunkSize size, KeyMerge keys, ColumnReader[] readers) {
            this.runs = runs;
            this.size = size;
            this.keys = keys;
            this.readers = readers;
            this.chunks = new KeyChunk[] {
                new KeyChunk(0, runs.size(), readers.length), new KeyChunk(1, runs.size(), readers.length)
            };
        }

        /** The next chunk of keys, null at the end. It is valid until the call after the next. */
        @Nullable
        KeyChunk nextKeys() throws IOException {
            KeyChunk chunk = chunks[turn];
            turn ^= 1;
            do {
                if (!keys.next(chunk)) {
                    return null;
                }
            } while (chunk.picks.size() == 0);
            return chunk;
        }

        /** Closes files that lie before those of a chunk whose columns have been read. */
        void closePassed(KeyChunk chunk) throws IOException {
            for (ColumnReader reader : readers) {
                reader.closePassed(chunk);
            }
            for (int r = 0; r < runs.size(); r++) {
                runs.get(r).closeBefore(chunk.files[r]);
            }
        }

        @Override
        public void close() throws IOException {
            List<Closeable> all = new ArrayList<>(List.of(readers));
            all.add(keys);
            all.addAll(runs);
            Closing.all(all.toArray(new Closeable[0]));
        }
    }

    /** A reader before the first row. It opens files as it comes to them. */
    public MergeReader(MergeRequest request) {
        this.request = request;
        this.workers = request.effort().workers();
        for (String name : request.wanted().columns()) {
            outputs.add(request.order().table().field(name));
        }
        if (request.wanted().systemColumns() == MergeRequest.SystemColumns.SEQUENCE_AND_KIND) {
            sequenceOutput = outputs.size();
            outputs.add(SystemFields.SEQUENCE_NUMBER);
            kindOutput = outputs.size();
            outputs.add(SystemFields.VALUE_KIND);
        } else {
            sequenceOutput = -1;
            kindOutput = -1;
        }
        this.filter = request.wanted().filter() == null
                ? null
                : request.wanted().filter().bind(request.order().table());
        this.filterOutputs = filter == null ? new int[0] : outputsOf(filter);
        this.gathers = new Gather[outputs.size()];
        this.narrowers = new Gather[outputs.size()];
        for (int i = 0; i < gathers.length; i++) {
            gathers[i] = new Gather(outputs.get(i).type());
            narrowers[i] = new Gather(outputs.get(i).type());
        }
    }

    /** The output of each column that the filter speaks of; those that are not wanted are added behind the others. */
    private int[] outputsOf(Filter bound) {
        int[] positions = new int[bound.columns().size()];
        for (int i = 0; i < positions.length; i++) {
            DataField column = request.order().table().field(bound.columns().get(i));
            int position = outputs.indexOf(column);
            if (position < 0) {
                position = outputs.size();
                outputs.add(column);
            }
            positions[i] = position;
        }
        return positions;
    }

    /**
     * The next rows; null at the end. They are valid until the next call.
     *
     * @throws org.lsmtable.fs.DamagedFileException if a file is not what it should be
     */
    public @Nullable MergedChunk next() throws IOException {
        while (true) {
            OpenSection current = section;
            if (current == null) {
                current = openNext();
                if (current == null) {
                    return null;
                }
            }
            KeyChunk keys = takeKeys(current);
            if (keys == null) {
                section = null;
                current.close();
                continue;
            }
            if (workers.threads() > 1) {
                OpenSection busy = current;
                pending = workers.start(busy::nextKeys);
            }
            MergedChunk chunk = gather(current, keys);
            if (pending == null) {
                current.closePassed(keys);
            }
            if (chunk != null) {
                return chunk;
            }
        }
    }

    private @Nullable KeyChunk takeKeys(OpenSection current) throws IOException {
        Workers.Pending<@Nullable KeyChunk> started = pending;
        if (started == null) {
            return current.nextKeys();
        }
        pending = null;
        KeyChunk keys = started.get();
        if (keys != null) {
            current.closePassed(keys);
        }
        return keys;
    }

    private @Nullable OpenSection openNext() {
        List<RunFiles> runs = List.of();
        while (runs.isEmpty()) {
            if (sectionIndex + 1 >= request.input().sections().size()) {
                return null;
            }
            runs = request.input().sections().get(++sectionIndex).runs().stream()
                    .filter(files -> !files.isEmpty())
                    .map(files -> new RunFiles(
                            files, request.input().files(), request.input().resolver()))
                    .toList();
        }
        ChunkSize size = new ChunkSize(request.effort().chunkRows(), runs);
        KeyMerge keys = runs.size() == 1
                ? new SoloMerge(runs.get(0), request, size)
                : new OverlapMerge(runs, request, size, outputs);
        ColumnReader[] readers = new ColumnReader[outputs.size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new ColumnReader(outputs.get(i), runs, gathers[i]);
        }
        OpenSection opened = new OpenSection(runs, size, keys, readers);
        section = opened;
        return opened;
    }

    private @Nullable MergedChunk gather(OpenSection current, KeyChunk keys) throws IOException {
        Filter condition = filter;
        if (condition != null && !narrow(current, keys, condition)) {
            return null;
        }
        read(current, keys, wantedOutputs(keys));
        List<ColumnVector> columns = new ArrayList<>(request.wanted().columns().size());
        for (int i = 0; i < request.wanted().columns().size(); i++) {
            columns.add(column(keys, i));
        }
        current.size.observe(columns, keys.picks.size());
        return new MergedChunk(
                keys.picks.size(),
                columns,
                sequenceOutput < 0 ? null : (LongVector) column(keys, sequenceOutput),
                kindOutput < 0 ? null : (IntVector) column(keys, kindOutput));
    }

    private int[] wantedOutputs(KeyChunk keys) {
        int wanted = sequenceOutput < 0 ? request.wanted().columns().size() : kindOutput + 1;
        int[] missing = new int[wanted];
        int count = 0;
        for (int i = 0; i < wanted; i++) {
            if (keys.columns[i] == null) {
                missing[count++] = i;
            }
        }
        return Arrays.copyOf(missing, count);
    }

    private void read(OpenSection current, KeyChunk keys, int[] positions) throws IOException {
        workers.forEach(positions.length, i -> keys.columns[positions[i]] = current.readers[positions[i]].read(keys));
    }

    /** Leaves only the rows that pass the filter; false if there are none. */
    private boolean narrow(OpenSection current, KeyChunk keys, Filter condition) throws IOException {
        int rows = keys.picks.size();
        read(
                current,
                keys,
                Arrays.stream(filterOutputs)
                        .filter(i -> keys.columns[i] == null)
                        .toArray());
        if (passes.length < rows) {
            passes = new boolean[rows];
        }
        Arrays.fill(passes, 0, rows, false);
        List<Integer> positions = condition.columns();
        int passing =
                condition.evaluate(position -> column(keys, filterOutputs[positions.indexOf(position)]), rows, passes);
        if (passing == rows) {
            return true;
        }
        if (passing == 0) {
            return false;
        }
        keys.picks.retain(passes);
        Picks survivors = new Picks();
        int[] kept = new int[passing];
        int count = 0;
        for (int i = 0; i < rows; i++) {
            if (passes[i]) {
                kept[count++] = i;
            }
        }
        survivors.setRows(kept, count);
        for (int i = 0; i < keys.columns.length; i++) {
            ColumnVector column = keys.columns[i];
            if (column != null) {
                keys.columns[i] = narrowers[i].gather(survivors, new ColumnVector[] {column}, new int[1]);
            }
        }
        return true;
    }

    private static ColumnVector column(KeyChunk keys, int output) {
        ColumnVector column = keys.columns[output];
        if (column == null) {
            throw new IllegalStateException("output column " + output + " has not been read");
        }
        return column;
    }

    @Override
    public void close() throws IOException {
        Workers.Pending<@Nullable KeyChunk> started = pending;
        pending = null;
        OpenSection open = section;
        section = null;
        sectionIndex = request.input().sections().size();
        try {
            if (started != null) {
                started.get();
            }
        } catch (IOException | RuntimeException e) {
            // the files are given up anyway
        } finally {
            if (open != null) {
                open.close();
            }
        }
    }
}
