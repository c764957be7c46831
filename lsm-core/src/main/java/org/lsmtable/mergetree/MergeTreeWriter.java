package org.lsmtable.mergetree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.compact.Decision;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.merge.Workers;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;

/**
 * Writes the rows of one bucket (spec: merge tree, write path): buffers them, flushes them to level-0 files, sets compactions off, and
 * hands out what a commit needs. Not thread-safe; compactions run elsewhere.
 */
public final class MergeTreeWriter implements AutoCloseable {
    /** Rows of a batch that are appended between two looks at the memory. */
    private static final int LOOK_ROWS = 4096;

    private final Bucket bucket;
    private final Parts parts;
    private final TableSchema schema;
    private final BucketFiles files;
    private final WriteBuffer buffer;
    private final WriteMemory.Share memory;
    private final BufferRuns runs;
    private final @Nullable MergeTreeCompactManager compaction;
    private final CompactIncrement compacted = new CompactIncrement();
    private final List<DataFileMeta> newFiles = new ArrayList<>();
    private long nextSequence;
    private boolean closed;

    /**
     * Which bucket.
     *
     * @param totalBuckets as commits record it
     */
    public record Bucket(BinaryRow partition, int number, int totalBuckets) {}

    /**
     * What a writer works with.
     *
     * @param memory shared by the buckets of a table writer
     * @param spill local disk for full buffers; null to flush them
     * @param workers who helps to gather columns
     * @param compaction null for a write-only table. The writer closes it
     */
    public record Parts(
            BucketFiles files,
            WriteMemory memory,
            @Nullable SpillSpace spill,
            Workers workers,
            @Nullable MergeTreeCompactManager compaction) {}

    /**
     * A writer.
     *
     * @param nextSequence the sequence number of the first row: one more than the greatest in the bucket's files, 0 if there are none
     */
    public MergeTreeWriter(Bucket bucket, Parts parts, long nextSequence) {
        this.bucket = bucket;
        this.parts = parts;
        this.files = parts.files();
        this.schema = files.schema();
        this.buffer = new WriteBuffer(
                schema.rowType(),
                schema.trimmedPrimaryKeys(),
                SequenceFields.of(schema),
                parts.memory().limitBytes());
        this.runs = new BufferRuns(parts.spill(), schema, files.layout());
        this.compaction = parts.compaction();
        this.nextSequence = nextSequence;
        this.memory = parts.memory().join(this::giveUpMemory);
    }

    /** The sequence number of a bucket's next row, given its files. */
    public static long nextSequence(List<DataFileMeta> files) {
        return Levels.maxSequence(files) + 1;
    }

    /**
     * Writes a row of all columns, its values of the classes that {@link org.lsmtable.data.Values} lists.
     *
     * @throws IllegalArgumentException if the row alone is larger than the write buffer; it is not written then
     */
    public void write(RowKind kind, Row row) throws IOException {
        long before = buffer.bytes();
        buffer.append(row, kind, nextSequence);
        long rowBytes = buffer.bytes() - before;
        if (rowBytes > parts.memory().limitBytes()) {
            buffer.removeLast();
            throw tooLarge(rowBytes);
        }
        nextSequence++;
        makeRoom();
    }

    /**
     * Writes some rows of vectors in the order of the table's columns.
     *
     * @param rows numbers of rows, ascending
     * @param from the first of them to write
     * @param to past the last
     * @param kinds a kind code for each row of the vectors, null if all are inserts
     */
    public void write(List<ColumnVector> columns, int[] rows, int from, int to, @Nullable IntVector kinds)
            throws IOException {
        if (from >= to) {
            return;
        }
        int step = step(columns, rows[to - 1] + 1);
        for (int at = from; at < to; at += step) {
            int end = Math.min(to, at + step);
            buffer.append(columns, rows, at, end, kinds, nextSequence);
            nextSequence += end - at;
            makeRoom();
        }
    }

    /** How many rows to append at a time so that memory is overdrawn by little. */
    private int step(List<ColumnVector> columns, int rows) {
        long bytes = 0;
        for (ColumnVector column : columns) {
            bytes += column instanceof DictionaryVector d ? d.decodedBytes() : column.bytesUsed();
        }
        long limit = parts.memory().limitBytes();
        if (bytes > limit) {
            for (int row = 0; row < rows; row++) {
                long rowBytes = buffer.bytesOf(columns, row);
                if (rowBytes > limit) {
                    throw tooLarge(rowBytes);
                }
            }
        }
        return (int) Math.max(1, Math.min(LOOK_ROWS, limit / 16 / Math.max(1, bytes / rows)));
    }

    private IllegalArgumentException tooLarge(long rowBytes) {
        return new IllegalArgumentException("a row of " + rowBytes + " bytes does not fit the write buffer of "
                + parts.memory().limitBytes() + " bytes (" + MergeTreeOptions.WRITE_BUFFER_SIZE.key() + ")");
    }

    private void makeRoom() throws IOException {
        memory.set(buffer.bytes());
        if (!memory.fits()) {
            if (runs.canSpill()) {
                spill();
            } else {
                flush(Wait.NO);
            }
        }
    }

    /** Another bucket needs the memory. */
    private void giveUpMemory() throws IOException {
        if (runs.hasRoom()) {
            spill();
        } else {
            flush(Wait.NO);
        }
    }

    private void spill() throws IOException {
        if (!buffer.isEmpty()) {
            runs.spill(buffer.runs(), parts.workers());
            buffer.clear();
            memory.set(0);
        }
    }

    private boolean hasRows() {
        return !buffer.isEmpty() || runs.hasSpilled();
    }

    private void flush(Wait wait) throws IOException {
        MergeTreeCompactManager manager = compaction;
        Wait collected = wait;
        if (hasRows()) {
            if (manager != null && manager.shouldWaitBeforeFlush()) {
                collected = Wait.UNTIL_ENDED;
            }
            for (DataFileMeta file : flushBuffer()) {
                newFiles.add(file);
                if (manager != null) {
                    manager.add(file);
                }
            }
        }
        if (manager != null) {
            collect(manager, collected);
            manager.trigger();
        }
    }

    private List<DataFileMeta> flushBuffer() throws IOException {
        List<DataFileMeta> written = writeFiles();
        buffer.clear();
        memory.set(0);
        runs.deleteSpilled();
        return written;
    }

    private List<DataFileMeta> writeFiles() throws IOException {
        Options options = schema.options();
        RollingFileWriter.Target target = new RollingFileWriter.Target(
                0, FileSource.APPEND, FileOptions.targetFileBytes(options), options.get(FileOptions.TARGET_FILE_ROWS));
        try (RollingFileWriter writer = new RollingFileWriter(files, target);
                MergeReader reader = runs.merge(buffer.runs(), parts.workers())) {
            for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                writer.write(chunk);
            }
            return writer.finish();
        }
    }

    private void collect(MergeTreeCompactManager manager, Wait wait) throws IOException {
        manager.collect(wait).ifPresent(result -> compacted.fold(result).forEach(files::delete));
    }

    /**
     * Flushes and hands out everything since the last call: new files, and what finished compactions have done.
     *
     * @param wait whether to wait for the compaction that runs, or that the flush sets off
     */
    public CommitMessage prepareCommit(Wait wait) throws IOException {
        flush(wait);
        MergeTreeCompactManager manager = compaction;
        if (manager != null) {
            boolean mustWait = wait == Wait.UNTIL_ENDED
                    || schema.options().get(MergeTreeOptions.FORCE_COMPACT)
                    || manager.shouldWaitBeforeCommit();
            collect(manager, mustWait ? Wait.UNTIL_ENDED : Wait.NO);
        }
        if (!newFiles.isEmpty() || !compacted.isEmpty()) {
            files.syncFolder();
        }
        CompactIncrement.Contents contents = compacted.drain();
        CommitMessage message = new CommitMessage(
                bucket.partition(),
                bucket.number(),
                bucket.totalBuckets(),
                newFiles,
                List.of(),
                contents.before(),
                contents.after(),
                contents.changelog());
        newFiles.clear();
        return message;
    }

    /**
     * Flushes, waits for the compaction that runs and starts a full one.
     *
     * @return what is carried out; empty if there is nothing to do
     * @throws IllegalStateException if the table is write-only
     */
    public Optional<Decision> compactFully() throws IOException {
        MergeTreeCompactManager manager = compaction;
        if (manager == null) {
            throw new IllegalStateException(files + ": the table is write-only (write-only = true)");
        }
        if (hasRows()) {
            for (DataFileMeta file : flushBuffer()) {
                newFiles.add(file);
                manager.add(file);
            }
        }
        collect(manager, Wait.UNTIL_ENDED);
        return manager.triggerFull();
    }

    /**
     * Flushes and compacts until the rules ask for nothing more. The outcome is handed out by the next {@link #prepareCommit}.
     *
     * @return what was carried out, in order
     * @throws IllegalStateException if the table is write-only
     */
    public List<Decision> compactPicked() throws IOException {
        MergeTreeCompactManager manager = compaction;
        if (manager == null) {
            throw new IllegalStateException(files + ": the table is write-only (write-only = true)");
        }
        for (DataFileMeta file : hasRows() ? flushBuffer() : List.<DataFileMeta>of()) {
            newFiles.add(file);
            manager.add(file);
        }
        collect(manager, Wait.UNTIL_ENDED);
        List<Decision> decisions = new ArrayList<>();
        for (Optional<Decision> next = manager.trigger(); next.isPresent(); next = manager.trigger()) {
            decisions.add(next.get());
            collect(manager, Wait.UNTIL_ENDED);
        }
        return decisions;
    }

    /** The compactions of the bucket; null for a write-only table. */
    public @Nullable MergeTreeCompactManager compaction() {
        return compaction;
    }

    /** Whether there are rows, files or compactions that no commit has been given. */
    public boolean hasUncommitted() {
        return hasRows() || !newFiles.isEmpty() || !compacted.isEmpty() || compaction != null && compaction.isPending();
    }

    /** Gives up what was not handed out: rows, new files, the compaction that runs and the files it has written. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        memory.leave();
        buffer.clear();
        runs.deleteSpilled();
        if (compaction != null) {
            compaction.close();
        }
        newFiles.forEach(files::delete);
        compacted.filesToAbandon().forEach(files::delete);
    }
}
