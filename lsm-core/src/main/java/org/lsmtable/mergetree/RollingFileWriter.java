package org.lsmtable.mergetree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.index.FileIndexWriter;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsCollector;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Writes rows that come in key order into one or more data files of one level, beginning the next file when one has reached its
 * target size. Like the format's own writers it looks at the size every thousand rows or so, so that files end a little above the target;
 * a chunk is cut where needed.
 *
 * <p>Not thread-safe. Unless {@link #finish} has returned, {@link #close} deletes everything that was written.
 */
final class RollingFileWriter implements AutoCloseable {
    /** The fewest rows between two looks at the size. */
    private static final int LOOK_ROWS = 1000;

    private final BucketFiles files;
    private final Target target;
    private final List<DataFileMeta> finished = new ArrayList<>();
    private @Nullable OpenFile open;
    private boolean done;

    /** The bytes that a row has come to so far; 0 before it is known. */
    private double bytesPerRow;

    /**
     * What files are wanted.
     *
     * @param bytes size at which a file is complete
     * @param rows rows at which it is
     */
    record Target(int level, FileSource source, long bytes, long rows) {}

    RollingFileWriter(BucketFiles files, Target target) {
        this.files = files;
        this.target = target;
    }

    /** Appends the rows of a chunk that has its system columns. */
    void write(MergedChunk chunk) throws IOException {
        LongVector sequences = chunk.neededSequences();
        IntVector kinds = chunk.neededKinds();
        if (bytesPerRow == 0) {
            bytesPerRow = guess(chunk);
        }
        int from = 0;
        while (from < chunk.rows()) {
            OpenFile file = open;
            if (file == null) {
                file = new OpenFile();
                open = file;
            }
            int to = (int) Math.min(chunk.rows(), from + file.rowsToNextLook());
            boolean whole = from == 0 && to == chunk.rows();
            List<ColumnVector> columns = whole ? chunk.columns() : slices(chunk.columns(), from, to);
            file.write(
                    columns,
                    whole ? sequences : (LongVector) slice(sequences, from, to),
                    whole ? kinds : (IntVector) slice(kinds, from, to),
                    to - from);
            from = to;
            if (file.isComplete()) {
                finishOpen();
            }
        }
    }

    /** At most what the rows take without any encoding. */
    private static double guess(MergedChunk chunk) {
        long bytes = 0;
        for (ColumnVector column : chunk.columns()) {
            bytes += column.bytesUsed();
        }
        return Math.max(1, (double) bytes / chunk.rows());
    }

    private static List<ColumnVector> slices(List<ColumnVector> columns, int from, int to) {
        List<ColumnVector> slices = new ArrayList<>(columns.size());
        for (ColumnVector column : columns) {
            slices.add(slice(column, from, to));
        }
        return slices;
    }

    private static ColumnVector slice(ColumnVector column, int from, int to) {
        ColumnVector slice = column instanceof DictionaryVector d
                ? new DictionaryVector(d.dictionary(), to - from)
                : ColumnVector.of(column.type(), to - from);
        slice.appendRange(column, from, to);
        return slice;
    }

    private void finishOpen() throws IOException {
        OpenFile file = open;
        if (file != null) {
            finished.add(file.finish());
            open = null;
        }
    }

    /** Completes the last file; all files, in key order. They are durable, their names are not yet. */
    List<DataFileMeta> finish() throws IOException {
        finishOpen();
        done = true;
        return List.copyOf(finished);
    }

    @Override
    public void close() {
        if (done) {
            return;
        }
        done = true;
        OpenFile file = open;
        if (file != null) {
            file.close();
        }
        finished.forEach(files::delete);
    }

    /** The file being written and what its metadata will say. */
    private final class OpenFile {
        private final String name;
        private final FileFormat format;
        private final DataFileWriter writer;
        private final @Nullable FileIndexWriter indexWriter;
        private BucketFiles.NewIndex index = BucketFiles.NewIndex.NONE;
        private @Nullable BinaryRow minKey;
        private @Nullable BinaryRow maxKey;
        private long minSequence = Long.MAX_VALUE;
        private long maxSequence = Long.MIN_VALUE;
        private long deletes;

        OpenFile() throws IOException {
            BucketFiles.NewFile file = files.create(target.level);
            this.name = file.name();
            this.format = file.format();
            this.writer = file.writer();
            this.indexWriter = files.createIndex();
        }

        long rowsToNextLook() {
            long byBytes = (long) ((target.bytes - writer.estimatedBytes()) / bytesPerRow);
            return Math.min(Math.max(LOOK_ROWS, byBytes), target.rows - writer.rowCount());
        }

        boolean isComplete() {
            return writer.estimatedBytes() >= target.bytes || writer.rowCount() >= target.rows;
        }

        void write(List<ColumnVector> columns, LongVector sequences, IntVector kinds, int rows) throws IOException {
            files.layout().requireKept(format, columns);
            writer.write(files.layout().arrange(columns, sequences, kinds), rows);
            if (indexWriter != null) {
                indexWriter.add(columns, rows);
            }
            if (minKey == null) {
                minKey = files.layout().keyOf(columns, 0);
            }
            maxKey = files.layout().keyOf(columns, rows - 1);
            for (int i = 0; i < rows; i++) {
                minSequence = Math.min(minSequence, sequences.get(i));
                maxSequence = Math.max(maxSequence, sequences.get(i));
                deletes += kinds.get(i) & 1;
            }
            bytesPerRow = Math.max(0.1, (double) writer.estimatedBytes() / writer.rowCount());
        }

        DataFileMeta finish() throws IOException {
            BinaryRow first = minKey;
            BinaryRow last = maxKey;
            if (first == null || last == null) {
                throw new IllegalStateException(name + " has no rows");
            }
            if (indexWriter != null) {
                index = files.store(name, indexWriter.toBytes());
            }
            DataFileWriter.Result result = writer.finish();
            StatsCollector.Collected stats =
                    files.stats().collect(target.level, files.layout().fileType(), result.columns());
            DataFileMeta written = DataFileMeta.written(
                    name,
                    result.sizeBytes(),
                    result.rowCount(),
                    first,
                    last,
                    stats,
                    minSequence,
                    maxSequence,
                    files.schema().id(),
                    target.level,
                    files.creationMillis(),
                    deletes,
                    target.source);
            return written.withIndex(index.extraFiles(), index.embedded());
        }

        /** Gives the file up. */
        void close() {
            writer.close();
            files.deleteExtraFiles(index.extraFiles());
        }
    }
}
