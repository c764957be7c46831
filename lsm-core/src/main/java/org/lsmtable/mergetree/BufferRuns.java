package org.lsmtable.mergetree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.parquet.ParquetFormat;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsCollector;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.merge.ColumnSource;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.merge.SortedRows;
import org.lsmtable.merge.Workers;
import org.lsmtable.scan.IntervalPartition;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the sorted runs of a write buffer: those in memory, and those it has put on local disk since the last flush, in temporary files.
 * The files are ordinary data files in layout, and all runs are merged like those. Not thread-safe.
 */
final class BufferRuns {
    private static final Logger LOG = LoggerFactory.getLogger(BufferRuns.class);

    /** What the names begin with under which rows still in memory take part in a merge. */
    private static final String MEMORY = "rows in memory ";

    private final @Nullable SpillSpace space;
    private final FileLayout layout;
    private final RowType table;
    private final List<String> key;
    private final SequenceFields sequenceFields;
    private final RowType fileType;
    /** Whatever the format of the table. */
    private final FileFormat format = new ParquetFormat();

    /** Oldest first; ranks fall, and fewer runs than may be merged at once have the same. */
    private final List<Run> runs = new ArrayList<>();

    /** A temporary file, and how often its rows have been merged on disk. */
    private record Run(DataFileMeta file, int rank) {}

    BufferRuns(@Nullable SpillSpace space, TableSchema schema, FileLayout layout) {
        this.space = space;
        this.layout = layout;
        this.table = schema.rowType();
        this.key = schema.trimmedPrimaryKeys();
        this.sequenceFields = SequenceFields.of(schema);
        List<DataField> fields = new ArrayList<>(List.of(SystemFields.SEQUENCE_NUMBER, SystemFields.VALUE_KIND));
        fields.addAll(table.fields());
        this.fileType = RowType.of(fields);
    }

    /** Whether anything is on disk. */
    boolean hasSpilled() {
        return !runs.isEmpty();
    }

    /** Whether there is a local disk. */
    boolean canSpill() {
        return space != null;
    }

    /** Whether others may make this buffer spill; otherwise they make it flush. */
    boolean hasRoom() {
        return space != null && bytes() < space.maxBytes();
    }

    private SpillSpace disk() {
        SpillSpace disk = space;
        if (disk == null) {
            throw new IllegalStateException("there is no local disk to spill to");
        }
        return disk;
    }

    /** The bytes on disk. */
    long bytes() {
        long bytes = 0;
        for (Run run : runs) {
            bytes += run.file.fileSize();
        }
        return bytes;
    }

    /**
     * Writes rows, newer than all before, to a new run. As many runs of one rank as may be merged at once become one of the next rank, so
     * that a row is written as often as the number of spills has digits, not once for each.
     */
    void spill(List<SortedRows> rows, Workers workers) throws IOException {
        runs.add(new Run(write(List.of(), rows, workers), 0));
        int fanIn = disk().maxFiles();
        while (runs.size() >= fanIn && runs.get(runs.size() - fanIn).rank == newestRank()) {
            mergeNewest(fanIn, workers);
        }
    }

    private int newestRank() {
        return runs.get(runs.size() - 1).rank;
    }

    /** Merges the newest runs, which are the smallest, into one. */
    private void mergeNewest(int count, Workers workers) throws IOException {
        List<Run> newest = List.copyOf(runs.subList(runs.size() - count, runs.size()));
        DataFileMeta merged = write(newest.stream().map(Run::file).toList(), List.of(), workers);
        newest.forEach(run -> delete(run.file));
        runs.removeAll(newest);
        runs.add(new Run(merged, newest.get(0).rank + 1));
    }

    /** All runs and what is still in memory, which is newer, as one sequence of rows. Merges some first if there are too many at once. */
    MergeReader merge(List<SortedRows> memory, Workers workers) throws IOException {
        while (!runs.isEmpty() && runs.size() > disk().maxFiles()) {
            mergeNewest(Math.min(disk().maxFiles(), runs.size() - disk().maxFiles() + 1), workers);
        }
        return new MergeReader(request(inputs(runs.stream().map(Run::file).toList(), memory), memory, workers));
    }

    private List<DataFileMeta> inputs(List<DataFileMeta> files, List<SortedRows> memory) {
        List<DataFileMeta> inputs = new ArrayList<>(files);
        for (int i = 0; i < memory.size(); i++) {
            inputs.add(describe(MEMORY + i, memory.get(i)));
        }
        return inputs;
    }

    private MergeRequest request(List<DataFileMeta> inputs, List<SortedRows> memory, Workers workers) {
        List<Section> sections = IntervalPartition.of(
                        inputs, new KeyComparator(layout.keyType().types()))
                .stream()
                .map(section -> new Section(section.runs()))
                .toList();
        return MergeRequest.ofAll(
                        table,
                        key,
                        sections,
                        file -> open(file, memory),
                        (schemaId, column) -> new ColumnSource(column.name(), column.type()))
                .with(workers)
                .with(sequenceFields);
    }

    private DataFileReader open(DataFileMeta file, List<SortedRows> memory) throws IOException {
        String name = file.fileName();
        return name.startsWith(MEMORY)
                ? memory.get(Integer.parseInt(name.substring(MEMORY.length()))).asFile(name)
                : format.open(disk().storage().open(path(name)));
    }

    private String path(String name) {
        return disk().folder() + "/" + name;
    }

    /** Metadata of rows in memory: merging needs the range of keys and of sequence numbers. */
    private DataFileMeta describe(String name, SortedRows rows) {
        return meta(
                name,
                rows.columns().stream().mapToLong(ColumnVector::bytesUsed).sum(),
                rows.size(),
                new Keys(layout.keyOf(rows.columns(), 0), layout.keyOf(rows.columns(), rows.size() - 1)),
                rows.firstSequence(),
                rows.lastSequence());
    }

    private DataFileMeta write(List<DataFileMeta> files, List<SortedRows> memory, Workers workers) throws IOException {
        String name = "spill-" + disk().uuids().get() + "." + format.name();
        List<DataFileMeta> inputs = inputs(files, memory);
        BinaryRow first = null;
        BinaryRow last = null;
        try (MergeReader reader = new MergeReader(request(inputs, memory, workers));
                DataFileWriter writer =
                        format.create(disk().storage().create(path(name)), fileType, disk().settings())) {
            for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                List<ColumnVector> columns = new ArrayList<>(List.of(chunk.neededSequences(), chunk.neededKinds()));
                columns.addAll(chunk.columns());
                writer.write(columns, chunk.rows());
                first = first == null ? layout.keyOf(chunk.columns(), 0) : first;
                last = layout.keyOf(chunk.columns(), chunk.rows() - 1);
            }
            if (first == null || last == null) {
                throw new IllegalStateException("nothing to spill");
            }
            DataFileWriter.Result result = writer.finish();
            return meta(
                    name,
                    result.sizeBytes(),
                    result.rowCount(),
                    new Keys(first, last),
                    inputs.stream().mapToLong(DataFileMeta::minSequence).min().orElseThrow(),
                    inputs.stream().mapToLong(DataFileMeta::maxSequence).max().orElseThrow());
        }
    }

    private record Keys(BinaryRow first, BinaryRow last) {}

    /** What merging asks of metadata; that no row is a retraction is not known, and does not matter: none is dropped. */
    private static DataFileMeta meta(
            String name, long bytes, long rows, Keys keys, long minSequence, long maxSequence) {
        return DataFileMeta.written(
                name,
                bytes,
                rows,
                keys.first,
                keys.last,
                new StatsCollector.Collected(StatsRow.EMPTY, StatsRow.EMPTY, List.of()),
                minSequence,
                maxSequence,
                0,
                0,
                null,
                rows,
                FileSource.APPEND);
    }

    /** Deletes all temporary files. */
    void deleteSpilled() {
        runs.forEach(run -> delete(run.file));
        runs.clear();
    }

    /** Deletes a temporary file. One that cannot be deleted is logged: it holds nothing that anyone needs. */
    private void delete(DataFileMeta run) {
        try {
            disk().storage().delete(path(run.fileName()));
        } catch (IOException e) {
            LOG.warn("{}: temporary file could not be deleted", path(run.fileName()), e);
        }
    }
}
