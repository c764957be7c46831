package org.lsmtable.mergetree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.all.Formats;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.merge.ColumnSource;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.SortedSegments;
import org.lsmtable.merge.Workers;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a write buffer has put on local disk since the last flush: sorted runs in temporary files, oldest first. They are ordinary data
 * files in layout, merged like those. Not thread-safe.
 */
final class SpilledRuns {
    private static final Logger LOG = LoggerFactory.getLogger(SpilledRuns.class);

    /** The name under which rows still in memory take part in a merge. */
    private static final String MEMORY = "rows in memory";

    private final SpillSpace space;
    private final FileLayout layout;
    private final RowType table;
    private final List<String> key;
    private final RowType fileType;
    private final FileFormat format = Formats.named("parquet");
    private final List<DataFileMeta> runs = new ArrayList<>();

    SpilledRuns(SpillSpace space, TableSchema schema, FileLayout layout) {
        this.space = space;
        this.layout = layout;
        this.table = schema.rowType();
        this.key = schema.trimmedPrimaryKeys();
        List<DataField> fields = new ArrayList<>(List.of(SystemFields.SEQUENCE_NUMBER, SystemFields.VALUE_KIND));
        fields.addAll(table.fields());
        this.fileType = RowType.of(fields);
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    /** Whether others may make this buffer spill, or must make it flush. */
    boolean hasRoom() {
        return bytes() < space.maxBytes();
    }

    /** The bytes on disk. */
    long bytes() {
        long bytes = 0;
        for (DataFileMeta run : runs) {
            bytes += run.fileSize();
        }
        return bytes;
    }

    /** Writes sorted rows, newer than all before, to a new run. */
    void add(SortedSegments rows, Workers workers) throws IOException {
        if (runs.size() >= space.maxFiles()) {
            mergeAll(workers);
        }
        runs.add(write(() -> rows.next(MergeRequest.DEFAULT_CHUNK_ROWS, workers)));
    }

    private interface Source {
        @Nullable
        MergedChunk next() throws IOException;
    }

    private void mergeAll(Workers workers) throws IOException {
        DataFileMeta merged;
        try (MergeReader reader = new MergeReader(request(runs, null, workers))) {
            merged = write(reader::next);
        }
        deleteAll();
        runs.add(merged);
    }

    /** All runs and what is still in memory, which is newer, as one sequence of rows. */
    MergeReader merge(@Nullable SortedSegments memory, Workers workers) {
        List<DataFileMeta> inputs = new ArrayList<>(runs);
        if (memory != null) {
            inputs.add(describe(memory));
        }
        return new MergeReader(request(inputs, memory, workers));
    }

    private MergeRequest request(List<DataFileMeta> inputs, @Nullable SortedSegments memory, Workers workers) {
        return MergeRequest.ofAll(
                        table,
                        key,
                        List.of(new Section(inputs.stream().map(List::of).toList())),
                        file -> memory != null && file.fileName().equals(MEMORY) ? memory.asFile(MEMORY) : open(file),
                        (schemaId, column) -> new ColumnSource(column.name(), column.type()))
                .with(workers);
    }

    private DataFileReader open(DataFileMeta file) throws IOException {
        return format.open(space.storage().open(path(file.fileName())));
    }

    private String path(String name) {
        return space.folder() + "/" + name;
    }

    /** Metadata of rows in memory: merging needs the range of keys and of sequence numbers. */
    private DataFileMeta describe(SortedSegments memory) {
        BinaryRow first = layout.keyOf(memory.row(0), 0);
        BinaryRow last = layout.keyOf(memory.row(memory.size() - 1), 0);
        return meta(MEMORY, 0, memory.size(), first, last, memory.firstSequence(), memory.lastSequence());
    }

    private DataFileMeta write(Source source) throws IOException {
        String name = "spill-" + space.uuids().get() + "." + format.name();
        long minSequence = Long.MAX_VALUE;
        long maxSequence = Long.MIN_VALUE;
        BinaryRow first = null;
        BinaryRow last = null;
        try (DataFileWriter writer = format.create(space.storage().create(path(name)), fileType, space.settings())) {
            for (MergedChunk chunk = source.next(); chunk != null; chunk = source.next()) {
                LongVector sequences = (LongVector) present(chunk.sequences());
                List<ColumnVector> columns = new ArrayList<>(List.of(sequences, (IntVector) present(chunk.kinds())));
                columns.addAll(chunk.columns());
                writer.write(columns, chunk.rows());
                first = first == null ? layout.keyOf(chunk.columns(), 0) : first;
                last = layout.keyOf(chunk.columns(), chunk.rows() - 1);
                for (int i = 0; i < chunk.rows(); i++) {
                    minSequence = Math.min(minSequence, sequences.get(i));
                    maxSequence = Math.max(maxSequence, sequences.get(i));
                }
            }
            if (first == null || last == null) {
                throw new IllegalStateException("nothing to spill");
            }
            DataFileWriter.Result result = writer.finish();
            return meta(name, result.sizeBytes(), result.rowCount(), first, last, minSequence, maxSequence);
        }
    }

    private static ColumnVector present(@Nullable ColumnVector vector) {
        if (vector == null) {
            throw new IllegalArgumentException("the rows come without sequence numbers and kinds");
        }
        return vector;
    }

    private static DataFileMeta meta(
            String name, long bytes, long rows, BinaryRow first, BinaryRow last, long minSequence, long maxSequence) {
        return new DataFileMeta(
                name,
                bytes,
                rows,
                first,
                last,
                StatsRow.EMPTY,
                StatsRow.EMPTY,
                minSequence,
                maxSequence,
                0,
                0,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** Deletes all temporary files. One that cannot be deleted is logged: it holds nothing that anyone needs. */
    void deleteAll() {
        for (DataFileMeta run : runs) {
            try {
                space.storage().delete(path(run.fileName()));
            } catch (IOException e) {
                LOG.warn("{}: temporary file could not be deleted", path(run.fileName()), e);
            }
        }
        runs.clear();
    }
}
