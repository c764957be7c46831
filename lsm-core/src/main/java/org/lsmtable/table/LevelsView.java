package org.lsmtable.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Forecast.Flush;
import org.lsmtable.compact.Outlook;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.BucketState;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.options.TableOptions;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.BucketLevels.SortedRunView;
import org.lsmtable.types.RowType;

/** The merge trees of a table at a snapshot, as they are shown and as compaction sees them. */
final class LevelsView {
    private final TableContext context;
    private final TableSchema schema;

    LevelsView(TableContext context, TableSchema schema) {
        this.context = context;
        this.schema = schema;
    }

    /** All buckets with files, by partition and bucket. */
    List<BucketLevels> all(Snapshot snapshot) throws IOException {
        Map<BucketRef, List<DataFileMeta>> byBucket = new LinkedHashMap<>();
        for (LiveFile file : context.listedFiles(snapshot, schema, ScanFilter.ALL)) {
            byBucket.computeIfAbsent(new BucketRef(file.partition(), file.bucket()), b -> new ArrayList<>())
                    .add(file.file());
        }
        List<BucketLevels> all = new ArrayList<>();
        byBucket.forEach((ref, files) ->
                all.add(new BucketLevels(ref, values(schema.partitionType(), ref.partition()), runs(files))));
        return all;
    }

    private List<SortedRunView> runs(List<DataFileMeta> files) {
        RowType keyType = schema.trimmedKeyType();
        List<SortedRunView> views = new ArrayList<>();
        for (Levels.LevelRun run : levels(files).runs()) {
            List<DataFileMeta> members = run.run().files();
            views.add(new SortedRunView(
                    run.level(),
                    members,
                    run.run().bytes(),
                    run.run().rows(),
                    members.stream()
                            .mapToLong(f -> f.deleteRowCount() == null ? 0 : f.deleteRowCount())
                            .sum(),
                    values(keyType, members.get(0).minKey()),
                    values(keyType, members.get(members.size() - 1).maxKey()),
                    members.stream().mapToLong(DataFileMeta::minSequence).min().orElseThrow(),
                    members.stream().mapToLong(DataFileMeta::maxSequence).max().orElseThrow()));
        }
        return views;
    }

    private Levels levels(List<DataFileMeta> files) {
        CompactionOptions options = CompactionOptions.of(schema.options());
        return Levels.of(new KeyComparator(schema.trimmedKeyType().types()), options.levels(), files);
    }

    private static Row values(RowType type, BinaryRow row) {
        @Nullable Object[] values = new Object[type.fieldCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i, type.typeAt(i));
        }
        return Row.of(values);
    }

    /** What a normal trigger would do with a bucket now. */
    Decision explain(Snapshot snapshot, BucketRef ref, CompactionDecider decider, Moment moment) throws IOException {
        return decider.normal(state(snapshot, ref), moment).decision();
    }

    /**
     * What it would do now and next.
     *
     * @param flush the flushes that are assumed to come; null for the mean of those that can be seen
     */
    Outlook outlook(Snapshot snapshot, BucketRef ref, CompactionDecider decider, Moment moment, @Nullable Flush flush)
            throws IOException {
        BucketState state = state(snapshot, ref);
        return decider.outlook(state, moment, flush == null ? usualFlush(state.levels()) : flush);
    }

    /**
     * Refuses a bucket that cannot be: of another number of partition columns, or of a number that neither the table's number of buckets nor a
     * file of the partition allows. A bucket that could have files and has none is one.
     *
     * @param snapshot null if there is none
     */
    void requireBucket(@Nullable Snapshot snapshot, BucketRef ref) throws IOException {
        String table = context.paths().name();
        int columns = schema.partitionKeys().size();
        if (ref.partition().arity() != columns) {
            throw TableErrors.invalid(table + ": bucket " + ref.bucket() + ": expected values of " + columns
                    + " partition columns, found " + ref.partition().arity());
        }
        int fixed = schema.options().get(TableOptions.BUCKET);
        if (ref.bucket() >= 0 && ref.bucket() < fixed) {
            return;
        }
        TreeSet<Integer> found = new TreeSet<>();
        if (snapshot != null) {
            ScanFilter filter = new ScanFilter(null, ref.partition(), OptionalInt.empty());
            context.listedFiles(snapshot, schema, filter).forEach(file -> found.add(file.bucket()));
        }
        if (!found.contains(ref.bucket())) {
            String expected = fixed > 0 ? "a bucket from 0 to " + (fixed - 1) : "one of the buckets " + found;
            throw TableErrors.notFound(table + ": expected " + expected + ", found bucket " + ref.bucket());
        }
    }

    private BucketState state(Snapshot snapshot, BucketRef ref) throws IOException {
        requireBucket(snapshot, ref);
        ScanFilter filter = new ScanFilter(null, ref.partition(), OptionalInt.of(ref.bucket()));
        List<DataFileMeta> files = context.listedFiles(snapshot, schema, filter).stream()
                .map(LiveFile::file)
                .toList();
        return BucketState.of(levels(files), context.environment().clock().getZone());
    }

    /** The mean of the level-0 files; the newest run if there are none, though it may hold several flushes. */
    private static Flush usualFlush(Levels levels) {
        List<Levels.LevelRun> runs = levels.runs();
        List<Levels.LevelRun> fresh =
                runs.stream().filter(run -> run.level() == 0).toList();
        List<Levels.LevelRun> seen = fresh.isEmpty() ? runs.subList(0, Math.min(1, runs.size())) : fresh;
        return new Flush(
                (long) seen.stream()
                        .mapToLong(run -> run.run().bytes())
                        .average()
                        .orElse(0),
                (long) seen.stream()
                        .mapToLong(run -> run.run().rows())
                        .average()
                        .orElse(0));
    }
}
