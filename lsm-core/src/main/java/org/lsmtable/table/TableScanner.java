package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergeRequest.SystemColumns;
import org.lsmtable.merge.Retractions;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.FileIndexes;
import org.lsmtable.scan.IntervalPartition;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanCounters;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.RowType;

/** The scan of a table: what was asked for, and the plan made when it is opened. */
final class TableScanner extends AskedScan {
    private final TableContext context;
    private @Nullable SnapshotRef columnsOf;
    private @Nullable BucketRef bucket;

    TableScanner(TableContext context) {
        this.context = context;
    }

    @Override
    public Scan columnsOf(SnapshotRef state) {
        columnsOf = state;
        return this;
    }

    @Override
    public Scan in(BucketRef only) {
        bucket = only;
        return this;
    }

    @Override
    public ScanCounters explain() {
        return call(() -> plan().counters);
    }

    @Override
    public RowType type() {
        return call(() -> selected(ReadState.of(context, columnsOf == null ? ref() : columnsOf)
                .schema()
                .rowType()));
    }

    @Override
    public RowCursor open() {
        return new BatchRowCursor(openMerged(SystemColumns.SEQUENCE_AND_KIND));
    }

    @Override
    public BatchCursor openBatches() {
        return openMerged(SystemColumns.NONE);
    }

    /** The newest version of each key with its kind, deleted ones included. */
    MergedScan openVersions() {
        return openMerged(SystemColumns.SEQUENCE_AND_KIND, Retractions.KEEP);
    }

    private MergedScan openMerged(SystemColumns systemColumns) {
        return openMerged(systemColumns, Retractions.DROP);
    }

    private MergedScan openMerged(SystemColumns systemColumns, Retractions retractions) {
        return call(() -> {
            Plan plan = plan();
            RowType wanted = selected(plan.schema.rowType());
            FeatureCheck.requireReadable(context.paths().name(), wanted);
            return merged(plan, wanted, systemColumns, retractions);
        });
    }

    private MergedScan merged(Plan plan, RowType wanted, SystemColumns systemColumns, Retractions retractions) {
        List<MergeRequest> requests = new ArrayList<>();
        ReadCounters counters = new ReadCounters(plan.counters);
        FileIndexes indexes = context.fileIndexes(plan.schema);
        MergeRequest.Order order = new MergeRequest.Order(
                plan.schema.rowType(), plan.schema.trimmedPrimaryKeys(), SequenceFields.of(plan.schema));
        for (BucketFiles bucket : plan.buckets) {
            requests.add(new MergeRequest(
                    order,
                    new MergeRequest.Wanted(wanted.names(), systemColumns, retractions, plan.condition),
                    new MergeRequest.Input(
                            bucket.sections,
                            new IndexedFiles(context, plan.schema, indexes, bucket.files, counters),
                            context.resolver()),
                    new MergeRequest.Effort(context.environment().workers())));
        }
        return new MergedScan(wanted, requests, counters, plan.guard, limit());
    }

    @Override
    public long count() {
        return call(() -> {
            Plan plan = plan();
            long counted = 0;
            List<BucketFiles> toRead = new ArrayList<>();
            for (BucketFiles bucket : plan.buckets) {
                long known = plan.condition == null ? bucket.rowsByMetadata() : -1;
                if (known >= 0) {
                    counted += known;
                } else {
                    toRead.add(bucket);
                }
            }
            Plan rest = new Plan(plan.schema, plan.condition, toRead, plan.counters, plan.guard);
            try (MergedScan scan =
                    merged(rest, rest.schema.rowType().project(List.of()), SystemColumns.NONE, Retractions.DROP)) {
                for (long rows = scan.nextRows(); rows > 0; rows = scan.nextRows()) {
                    counted += rows;
                }
            }
            return Math.min(counted, limit());
        });
    }

    /** What is read: nothing is opened yet. */
    private record Plan(
            TableSchema schema,
            @Nullable Predicate condition,
            List<BucketFiles> buckets,
            ScanCounters counters,
            ReadGuard guard) {}

    /** The files of one bucket, cut into sections. */
    private record BucketFiles(List<LiveFile> files, List<Section> sections) {
        /** The number of merged rows, −1 if only reading can tell. */
        long rowsByMetadata() {
            long rows = 0;
            for (Section section : sections) {
                if (section.runs().size() != 1) {
                    return -1;
                }
                for (DataFileMeta file : section.runs().get(0)) {
                    if (file.mayHaveDeletes()) {
                        return -1;
                    }
                    rows += file.rowCount();
                }
            }
            return rows;
        }
    }

    private Plan plan() throws IOException {
        Predicate condition = condition();
        ReadState state = ReadState.of(context, ref());
        Optional<Snapshot> snapshot = state.snapshot();
        TableSchema schema = columnsOf == null
                ? state.schema()
                : ReadState.of(context, columnsOf).schema();
        if (condition != null) {
            condition.bind(schema.rowType()); // names and literals are checked before anything is read
        }
        FeatureCheck.require(context.paths().name(), schema, FeatureCheck.Use.READ);
        if (condition != null) {
            FeatureCheck.requireReadable(
                    context.paths().name(), schema.rowType().project(List.copyOf(condition.columns())));
        }
        ReadGuard guard = new ReadGuard(context, snapshot.orElse(null));
        if (snapshot.isEmpty()) {
            return new Plan(schema, condition, List.of(), ScanCounters.NONE, guard);
        }
        TableScan.Plan found = guard.read(() -> context.plan(snapshot.get(), schema, filter(condition)));
        List<LiveFile> files =
                state.wanted(found.files(), context.environment().clock().getZone());
        return new Plan(schema, condition, byBucket(files, schema), found.counters(), guard);
    }

    private ScanFilter filter(@Nullable Predicate condition) {
        BucketRef only = bucket;
        return new ScanFilter(
                        condition,
                        only == null ? null : only.partition(),
                        only == null ? OptionalInt.empty() : OptionalInt.of(only.bucket()))
                .visible();
    }

    private static List<BucketFiles> byBucket(List<LiveFile> files, TableSchema schema) {
        KeyComparator order = new KeyComparator(schema.trimmedKeyType().types());
        List<BucketFiles> buckets = new ArrayList<>();
        int start = 0;
        while (start < files.size()) {
            LiveFile first = files.get(start);
            int end = start;
            List<DataFileMeta> members = new ArrayList<>();
            while (end < files.size()
                    && files.get(end).bucket() == first.bucket()
                    && files.get(end).partition().equals(first.partition())) {
                members.add(files.get(end++).file());
            }
            List<Section> sections = IntervalPartition.of(members, order).stream()
                    .map(section -> new Section(section.runs()))
                    .toList();
            buckets.add(new BucketFiles(files.subList(start, end), sections));
            start = end;
        }
        return buckets;
    }
}
