package org.lsmtable.table;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.Workers;
import org.lsmtable.mergetree.BucketFiles;
import org.lsmtable.mergetree.BucketState;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.mergetree.MergeRewriter;
import org.lsmtable.mergetree.MergeTreeCompactManager;
import org.lsmtable.mergetree.MergeTreeWriter;
import org.lsmtable.mergetree.SpillSpace;
import org.lsmtable.mergetree.WriteMemory;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.options.SnapshotOptions;
import org.lsmtable.options.TableOptions;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;

/** Makes the merge-tree writers of one table writer: each starts from the files its bucket has at a snapshot. */
final class BucketWriters {
    private final TableContext context;
    private final TableSchema schema;
    private final boolean compacts;
    private final int buckets;
    private final WriteMemory memory;
    private final @Nullable SpillSpace spill;
    private final CompactionDecider decider;

    BucketWriters(TableContext context, CompactionMode mode) {
        this.context = context;
        this.schema = context.schema();
        Options options = schema.options();
        this.compacts = mode != CompactionMode.NONE && !options.get(MergeTreeOptions.WRITE_ONLY);
        FeatureCheck.require(context.paths().root(), schema, FeatureCheck.Use.WRITE);
        if (compacts) {
            FeatureCheck.require(context.paths().root(), schema, FeatureCheck.Use.COMPACT);
        }
        this.buckets = options.get(TableOptions.BUCKET);
        this.memory = new WriteMemory(options.get(MergeTreeOptions.WRITE_BUFFER_SIZE));
        this.spill = options.get(MergeTreeOptions.WRITE_BUFFER_SPILLABLE)
                ? SpillSpace.of(
                        options,
                        LocalStorage.of(Durability.PROCESS),
                        context.environment().scratchFolder(),
                        context.environment().uuids())
                : null;
        this.decider = Deciders.of(options, null);
    }

    /** The fixed number of buckets. */
    int buckets() {
        return buckets;
    }

    /** A name for one writing job. */
    static String commitUser(TableSchema schema, TableEnvironment environment) {
        String uuid = environment.uuids().get();
        return schema.options()
                .find(SnapshotOptions.COMMIT_USER_PREFIX)
                .map(prefix -> prefix + "_" + uuid)
                .orElse(uuid);
    }

    /**
     * A writer that goes on from a snapshot.
     *
     * @throws IllegalArgumentException if the bucket's files were written under another number of buckets
     */
    MergeTreeWriter open(BinaryRow partition, int bucket, Optional<Snapshot> snapshot) throws IOException {
        List<DataFileMeta> files = snapshot.isEmpty() ? List.of() : files(snapshot.get(), partition, bucket);
        TableEnvironment environment = context.environment();
        WriteSettings settings = BucketFiles.settings(schema.options());
        if (environment.threads() > 1) {
            settings = settings.withExecutor(environment.executor());
        }
        BucketFiles bucketFiles = new BucketFiles(
                new BucketFiles.Place(environment.storage(), context.paths(), schema, partition, bucket),
                new BucketFiles.Encoding(environment.uuids().get(), environment.clock(), settings));
        Workers workers = environment.workers();
        MergeTreeCompactManager manager = compacts ? manager(bucket, files, bucketFiles, workers) : null;
        return new MergeTreeWriter(
                new MergeTreeWriter.Bucket(partition, bucket, buckets),
                new MergeTreeWriter.Parts(bucketFiles, memory, spill, workers, manager),
                MergeTreeWriter.nextSequence(files));
    }

    private MergeTreeCompactManager manager(
            int bucket, List<DataFileMeta> files, BucketFiles bucketFiles, Workers workers) {
        TableEnvironment environment = context.environment();
        Levels levels = Levels.of(
                new KeyComparator(schema.trimmedKeyType().types()),
                decider.options().levels(),
                files);
        return new MergeTreeCompactManager(
                context.paths().root() + " bucket " + bucket,
                BucketState.of(levels, environment.clock().getZone()),
                decider,
                new MergeTreeCompactManager.Surroundings(
                        environment.executor(),
                        environment.clock(),
                        new MergeRewriter(bucketFiles, context.resolver(), workers),
                        bucketFiles::delete));
    }

    private List<DataFileMeta> files(Snapshot snapshot, BinaryRow partition, int bucket) throws IOException {
        List<LiveFile> live = context.liveFiles(snapshot, schema, ScanFilter.bucket(partition, bucket));
        for (LiveFile file : live) {
            if (file.totalBuckets() != buckets) {
                throw new IllegalArgumentException(context.paths().root() + ": bucket " + bucket + " was written with "
                        + file.totalBuckets() + " buckets, option 'bucket' says " + buckets
                        + "; rewrite the table or set the option back");
            }
        }
        return live.stream().map(LiveFile::file).toList();
    }
}
