package org.lsmtable.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.Retractions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.FileIndexes;
import org.lsmtable.scan.IndexCheck;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanCounters;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.RowType;

/**
 * {@code $ro}: what lies on the top level, which needs no merging; everything that has not been compacted that far is missing (spec: system
 * tables). So it works whatever the merge engine is.
 */
record ReadOptimized(TableContext context) implements DerivedScan.Source {
    @Override
    public Retractions retractions() {
        return Retractions.DROP;
    }

    @Override
    public RowType type(SnapshotRef ref) throws IOException {
        return ReadState.of(context, ref).schema().rowType();
    }

    @Override
    public MergedBatchCursor open(SnapshotRef ref, @Nullable Predicate condition, List<String> columns)
            throws IOException {
        ReadState state = ReadState.of(context, ref);
        TableSchema schema = state.schema();
        FeatureCheck.require(context.paths().name(), schema, FeatureCheck.Use.CHANGES);
        FeatureCheck.requireReadable(context.paths().name(), schema.rowType().project(columns));
        List<MergeRequest> requests = new ArrayList<>();
        ReadCounters counters = new ReadCounters(ScanCounters.NONE);
        FileIndexes indexes = context.fileIndexes(schema);
        for (FileGroup group : FileGroup.byBucket(files(state, condition))) {
            requests.add(MergeRequest.ofRead(
                            schema.rowType(),
                            schema.trimmedPrimaryKeys(),
                            columns,
                            condition,
                            group.merged(schema),
                            new IndexedFiles(context, schema, indexes, group.files(), counters),
                            context.resolver())
                    .with(context.environment().workers()));
        }
        ReadGuard guard = new ReadGuard(context, state.snapshot().orElse(null));
        return new MergedScan(schema.rowType().project(columns), requests, counters, guard, Long.MAX_VALUE);
    }

    private List<LiveFile> files(ReadState state, @Nullable Predicate condition) throws IOException {
        if (state.snapshot().isEmpty()) {
            return List.of();
        }
        TableSchema schema = state.schema();
        IndexCheck.require(
                context.paths().name(),
                context.stores().manifests(),
                state.snapshot().get(),
                FeatureCheck.Use.READ);
        int top = CompactionOptions.of(schema.options()).levels() - 1;
        ScanFilter filter = new ScanFilter(Conjuncts.on(condition, schema.primaryKeys()), null, OptionalInt.empty())
                .visible()
                .onLevel(top);
        List<LiveFile> files = context.listedFiles(state.snapshot().get(), schema, filter);
        context.requireKnownTypes(files, schema);
        return files;
    }
}
