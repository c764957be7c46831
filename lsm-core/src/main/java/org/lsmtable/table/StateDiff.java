package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.DiffReader;
import org.lsmtable.merge.DiffReader.Updates;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergeRequest.SystemColumns;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.Retractions;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.IntVector;

/**
 * Which merged rows differ between two states (spec: commit, incremental batch reads). Both are read side by side, bucket by bucket; buckets and
 * key ranges whose files are the same on both sides are not read. A partition that has got another number of buckets is compared as a whole,
 * for its keys have moved.
 */
final class StateDiff implements ChangeBatchCursor, MergedBatchCursor {
    private final TableContext context;
    private final TableSchema schema;
    private final Updates updates;
    private final List<Pair> pairs;
    private int next;
    private boolean closed;
    private @Nullable DiffReader reader;
    private @Nullable IntVector kinds;

    /** What the two states have of the same keys. */
    private record Pair(FileGroup before, FileGroup after) {}

    /** A bucket, or a whole partition if the bucket is −1. */
    private record Place(BinaryRow partition, int bucket) {}

    private StateDiff(TableContext context, TableSchema schema, Updates updates, List<Pair> pairs) {
        this.context = context;
        this.schema = schema;
        this.updates = updates;
        this.pairs = pairs;
    }

    /**
     * The differences of two states, before the first is read.
     *
     * @param before null for a table without rows
     * @param schema the columns of the rows
     * @param keys a condition on columns of the primary key, to leave out files by; null for none. Rows have yet to be filtered
     */
    static StateDiff between(
            TableContext context,
            @Nullable Snapshot before,
            Snapshot after,
            TableSchema schema,
            Updates updates,
            @Nullable Predicate keys)
            throws IOException {
        FeatureCheck.requireReadable(context.paths().name(), schema.rowType());
        ScanFilter filter = ScanFilter.where(keys).visible();
        List<LiveFile> old = before == null ? List.of() : context.liveFiles(before, schema, filter);
        List<LiveFile> young = context.liveFiles(after, schema, filter);
        Set<BinaryRow> rescaled = rescaled(old, young);
        Map<Place, List<LiveFile>> left = places(old, rescaled);
        Map<Place, List<LiveFile>> right = places(young, rescaled);
        Set<Place> all = new LinkedHashSet<>(right.keySet());
        all.addAll(left.keySet());
        List<Pair> pairs = new ArrayList<>();
        for (Place place : all) {
            pairs.add(new Pair(
                    new FileGroup(left.getOrDefault(place, List.of())),
                    new FileGroup(right.getOrDefault(place, List.of()))));
        }
        return new StateDiff(context, schema, updates, pairs);
    }

    private static Set<BinaryRow> rescaled(List<LiveFile> old, List<LiveFile> young) {
        Map<BinaryRow, Integer> buckets = new LinkedHashMap<>();
        old.forEach(file -> buckets.put(file.partition(), file.totalBuckets()));
        Set<BinaryRow> rescaled = new HashSet<>();
        for (LiveFile file : young) {
            Integer before = buckets.get(file.partition());
            if (before != null && before != file.totalBuckets()) {
                rescaled.add(file.partition());
            }
        }
        return rescaled;
    }

    private static Map<Place, List<LiveFile>> places(List<LiveFile> files, Set<BinaryRow> rescaled) {
        Map<Place, List<LiveFile>> places = new LinkedHashMap<>();
        for (LiveFile file : files) {
            int bucket = rescaled.contains(file.partition()) ? -1 : file.bucket();
            places.computeIfAbsent(new Place(file.partition(), bucket), p -> new ArrayList<>())
                    .add(file);
        }
        return places;
    }

    @Override
    public RowType type() {
        return schema.rowType();
    }

    @Override
    public IntVector kinds() {
        TableErrors.requireOpen(closed);
        if (kinds == null) {
            throw new IllegalStateException("the cursor is not on a batch; call next() first");
        }
        return kinds;
    }

    @Override
    public @Nullable Batch next() {
        TableErrors.requireOpen(closed);
        return call(this::nextBatch).orElse(null);
    }

    private Optional<Batch> nextBatch() throws IOException {
        while (true) {
            if (reader == null) {
                if (next == pairs.size()) {
                    kinds = null;
                    return Optional.empty();
                }
                reader = open(pairs.get(next++));
            }
            MergedChunk chunk = reader.next();
            if (chunk != null) {
                kinds = chunk.neededKinds();
                return Optional.of(new Batch(type(), chunk.columns(), chunk.rows()));
            }
            reader.close();
            reader = null;
        }
    }

    private DiffReader open(Pair pair) {
        List<Section> left = pair.before().merged(schema);
        List<Section> right = pair.after().merged(schema);
        Set<Set<String>> inBoth = names(left);
        inBoth.retainAll(names(right));
        return new DiffReader(
                request(pair.before(), without(left, inBoth), SystemColumns.NONE),
                request(
                        pair.after(),
                        without(right, inBoth),
                        updates == Updates.NEWEST ? SystemColumns.SEQUENCE_AND_KIND : SystemColumns.NONE),
                updates);
    }

    private static Set<Set<String>> names(List<Section> sections) {
        return sections.stream().map(StateDiff::names).collect(Collectors.toCollection(HashSet::new));
    }

    private static Set<String> names(Section section) {
        return section.runs().stream()
                .flatMap(List::stream)
                .map(DataFileMeta::fileName)
                .collect(Collectors.toSet());
    }

    /** A section of the same files on both sides has the same rows on both, and no other section has their keys. */
    private static List<Section> without(List<Section> sections, Set<Set<String>> inBoth) {
        return sections.stream()
                .filter(section -> !inBoth.contains(names(section)))
                .toList();
    }

    private MergeRequest request(FileGroup group, List<Section> sections, SystemColumns systemColumns) {
        return new MergeRequest(
                new MergeRequest.Order(schema.rowType(), schema.trimmedPrimaryKeys(), SequenceFields.of(schema)),
                new MergeRequest.Wanted(schema.rowType().names(), systemColumns, Retractions.DROP, null),
                new MergeRequest.Input(sections, group.opener(context, schema), context.resolver()),
                new MergeRequest.Effort(context.environment().workers()));
    }

    @Override
    public void close() {
        run(() -> {
            closed = true;
            if (reader != null) {
                reader.close();
                reader = null;
            }
        });
    }
}
