package org.lsmtable.mergetree;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.Storage;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.merge.Workers;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;

/** Opens the writers of a table's buckets, which share memory and threads. Belongs to one table writer; not thread-safe. */
public final class TestWriters {
    private final Surroundings surroundings;
    private final WriteMemory memory;
    private final WriteSettings settings;

    /**
     * What all buckets have in common.
     *
     * @param schema the latest schema, with the options in force
     * @param uuids draws unique texts for file names
     * @param spill local disk for full buffers, null for none; not used unless the table allows it
     * @param compactions runs compactions; null for a writer that does not compact
     * @param workers who helps with the columns of one chunk
     * @param pages compresses pages while others are encoded
     */
    public record Surroundings(
            Storage storage,
            TablePaths paths,
            TableSchema schema,
            ColumnResolver resolver,
            Clock clock,
            Supplier<String> uuids,
            @Nullable SpillSpace spill,
            @Nullable Executor compactions,
            Workers workers,
            Executor pages) {}

    /** Writers for a table. */
    public TestWriters(Surroundings surroundings) {
        Options options = surroundings.schema().options();
        this.surroundings = surroundings;
        this.memory = new WriteMemory(options.get(MergeTreeOptions.WRITE_BUFFER_SIZE));
        this.settings = BucketFiles.settings(options).withExecutor(surroundings.pages());
    }

    /** The memory that all writers share. */
    public WriteMemory memory() {
        return memory;
    }

    /**
     * Opens the writer of a bucket.
     *
     * @param existing all files of the bucket in the snapshot that the writer starts from
     */
    public MergeTreeWriter open(MergeTreeWriter.Bucket bucket, List<DataFileMeta> existing) {
        TableSchema schema = surroundings.schema();
        BucketFiles files = new BucketFiles(
                new BucketFiles.Place(
                        surroundings.storage(), surroundings.paths(), schema, bucket.partition(), bucket.number()),
                new BucketFiles.Encoding(surroundings.uuids().get(), surroundings.clock(), settings));
        boolean spillable = schema.options().get(MergeTreeOptions.WRITE_BUFFER_SPILLABLE);
        MergeTreeWriter.Parts parts = new MergeTreeWriter.Parts(
                files,
                memory,
                spillable ? surroundings.spill() : null,
                surroundings.workers(),
                compaction(files, existing));
        return new MergeTreeWriter(bucket, parts, MergeTreeWriter.nextSequence(existing));
    }

    private @Nullable MergeTreeCompactManager compaction(BucketFiles files, List<DataFileMeta> existing) {
        Executor executor = surroundings.compactions();
        Options options = surroundings.schema().options();
        if (executor == null || options.get(MergeTreeOptions.WRITE_ONLY)) {
            return null;
        }
        CompactionOptions compaction = CompactionOptions.of(options);
        Levels levels = Levels.of(
                new KeyComparator(surroundings.schema().trimmedKeyType().types()), compaction.levels(), existing);
        return new MergeTreeCompactManager(
                files.toString(),
                BucketState.of(levels, surroundings.clock().getZone()),
                new CompactionDecider(compaction, new UniversalCompaction(compaction)),
                new MergeTreeCompactManager.Surroundings(
                        executor,
                        surroundings.clock(),
                        new MergeRewriter(files, surroundings.resolver(), surroundings.workers()),
                        files::delete));
    }
}
