package org.lsmtable.table;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitEnvironment;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.maintenance.AfterCommit;
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
import org.lsmtable.scan.IndexCheck;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.FeatureCheck.Use;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.UnsupportedFeatureException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the merge-tree writers of one table writer: each starts from the files its bucket has at a snapshot. */
final class BucketWriters {
    private static final Logger LOG = LoggerFactory.getLogger(BucketWriters.class);

    private final TableContext context;
    private final TableSchema schema;
    private final boolean compacts;
    private final Use use;
    private final int buckets;
    private final WriteMemory memory;
    private final @Nullable SpillSpace spill;
    private final CompactionDecider decider;

    private BucketWriters(TableContext context, Use use, boolean compacts) throws IOException {
        this.context = context;
        this.schema = context.schema();
        this.use = use;
        this.compacts = compacts;
        Options options = schema.options();
        FeatureCheck.require(context.paths().name(), schema, use);
        if (compacts) {
            FeatureCheck.require(context.paths().name(), schema, Use.COMPACT);
        }
        // before work is done that could not be committed
        context.environment().storage().requireCreateIfAbsent(context.paths().snapshotFolder());
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

    /** Writers of rows, which compact unless the mode or the option {@code write-only} says otherwise. */
    static BucketWriters ofRows(TableContext context, CompactionMode mode) throws IOException {
        boolean writeOnly = context.schema().options().get(MergeTreeOptions.WRITE_ONLY);
        return new BucketWriters(context, Use.WRITE, mode != CompactionMode.NONE && !writeOnly);
    }

    /** Writers that get no rows and only compact; {@code write-only}, which keeps other writers from that, does not bind them. */
    static BucketWriters ofCompactions(TableContext context) throws IOException {
        return new BucketWriters(context, Use.COMPACT, true);
    }

    /** Where buckets come as keys come: who gives them out. Empty where their number is fixed. */
    Optional<DynamicBuckets> dynamicBuckets() {
        return buckets == Buckets.DYNAMIC
                ? Optional.of(new DynamicBuckets(
                        context.stores(),
                        schema.options(),
                        context.environment().uuids().get()))
                : Optional.empty();
    }

    /** The fixed number of buckets. */
    int buckets() {
        return buckets;
    }

    /** A committer with a name of its own. */
    TableCommitter newCommitter() {
        return committer(context, schema);
    }

    /** A committer of a user of its own for a table as it was opened. */
    static TableCommitter committer(TableContext context) {
        return committer(context, context.schema());
    }

    private static TableCommitter committer(TableContext context, TableSchema schema) {
        TableEnvironment environment = context.environment();
        String uuid = environment.uuids().get();
        String user = schema.options()
                .find(SnapshotOptions.COMMIT_USER_PREFIX)
                .map(prefix -> prefix + "_" + uuid)
                .orElse(uuid);
        return new TableCommitter(
                context.stores(), schema, user, CommitEnvironment.of(environment.clock(), environment.uuids()));
    }

    /** What follows the commits of one writer. {@code write-only} leaves it to those that compact. */
    AfterCommit newAfterCommit() {
        TableSchema own = use == Use.COMPACT
                ? schema.withOptions(schema.options().with(Map.of(MergeTreeOptions.WRITE_ONLY.key(), "false")))
                : schema;
        return new AfterCommit(
                context.stores(), own, this::newCommitter, context.environment().clock());
    }

    /**
     * A writer that goes on from a snapshot.
     *
     * @throws UnsupportedFeatureException if it is for rows and the bucket's files were written under another number of buckets
     */
    MergeTreeWriter open(BinaryRow partition, int bucket, Optional<Snapshot> snapshot) throws IOException {
        List<LiveFile> live = snapshot.isEmpty() ? List.of() : liveFiles(snapshot.get(), partition, bucket);
        List<DataFileMeta> files = live.stream().map(LiveFile::file).toList();
        boolean mayCompact = compacts && mayCompact(files);
        int totalBuckets = live.isEmpty() ? buckets : live.get(0).totalBuckets();
        TableEnvironment environment = context.environment();
        WriteSettings settings = BucketFiles.settings(schema.options());
        if (environment.threads() > 1) {
            settings = settings.withExecutor(environment.executor());
        }
        BucketFiles bucketFiles = new BucketFiles(
                new BucketFiles.Place(environment.storage(), context.paths(), schema, partition, bucket),
                new BucketFiles.Encoding(environment.uuids().get(), environment.clock(), settings));
        Workers workers = environment.workers();
        MergeTreeCompactManager manager = mayCompact ? manager(bucket, files, bucketFiles, workers) : null;
        return new MergeTreeWriter(
                new MergeTreeWriter.Bucket(partition, bucket, totalBuckets),
                new MergeTreeWriter.Parts(bucketFiles, memory, spill, workers, manager),
                MergeTreeWriter.nextSequence(files));
    }

    /** Rows can be written under an older schema, and the merging left to those who know the table as it is now. */
    private boolean mayCompact(List<DataFileMeta> files) throws IOException {
        Optional<TableException> why = context.whyNotCompactable(files);
        if (why.isPresent() && use == Use.COMPACT) {
            throw why.get();
        }
        why.ifPresent(e -> LOG.warn("rows are written, but nothing is compacted: {}", e.getMessage()));
        return why.isEmpty();
    }

    private MergeTreeCompactManager manager(
            int bucket, List<DataFileMeta> files, BucketFiles bucketFiles, Workers workers) {
        TableEnvironment environment = context.environment();
        Levels levels = Levels.of(
                new KeyComparator(schema.trimmedKeyType().types()),
                decider.options().levels(),
                files);
        return new MergeTreeCompactManager(
                context.paths().name() + " bucket " + bucket,
                BucketState.of(levels, environment.clock().getZone()),
                decider,
                new MergeTreeCompactManager.Surroundings(
                        environment.executor(),
                        environment.clock(),
                        new MergeRewriter(bucketFiles, context.resolver(), workers),
                        bucketFiles::delete));
    }

    /** A compaction leaves the number of buckets as it is; rows go where the present number says, so files must agree with it. */
    private List<LiveFile> liveFiles(Snapshot snapshot, BinaryRow partition, int bucket) throws IOException {
        IndexCheck.require(context.paths().name(), context.stores().manifests(), snapshot, use);
        if (compacts) {
            IndexCheck.require(context.paths().name(), context.stores().manifests(), snapshot, Use.COMPACT);
        }
        List<LiveFile> live = context.filesBesideRows(snapshot, ScanFilter.bucket(partition, bucket));
        if (use == Use.WRITE) {
            requireSameBuckets(
                    live.isEmpty()
                            ? context.filesBesideRows(snapshot, new ScanFilter(null, partition, OptionalInt.empty()))
                            : live);
        }
        return live;
    }

    /** A partition keeps the number of buckets it was first written with. */
    private void requireSameBuckets(List<LiveFile> files) {
        for (LiveFile file : files) {
            if (file.totalBuckets() != buckets) {
                throw new UnsupportedFeatureException(
                        context.paths().name() + ": bucket " + file.bucket() + " was written with "
                                + file.totalBuckets() + " buckets, option 'bucket' says " + buckets
                                + "; rewrite the table or set the option back");
            }
        }
    }
}
