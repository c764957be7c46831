package org.lsmtable.scan;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * Which partitions a scan wants: those given, and of these those for which the conjuncts on partition columns are true. Safe for use by several
 * threads.
 */
public final class PartitionPruning {
    private final List<DataType> types;
    private final @Nullable Set<BinaryRow> only;
    private final @Nullable Filter filter;
    private final Map<BinaryRow, Boolean> decided = new ConcurrentHashMap<>();

    /**
     * The partitions that some conditions want.
     *
     * @param only null for all partitions
     * @param conjuncts those that speak of other columns too are passed over
     */
    public PartitionPruning(TableSchema schema, @Nullable Set<BinaryRow> only, List<Predicate> conjuncts) {
        RowType partitionType = schema.partitionType();
        this.types = partitionType.types();
        this.only = only;
        Predicate[] parts = conjuncts.stream()
                .filter(c -> Set.copyOf(schema.partitionKeys()).containsAll(c.columns()))
                .toArray(Predicate[]::new);
        this.filter = parts.length == 0 ? null : Predicate.and(parts).bind(partitionType);
    }

    /** Whether a partition is wanted; exact. */
    public boolean wants(BinaryRow partition) {
        if (only != null && !only.contains(partition)) {
            return false;
        }
        return filter == null || decided.computeIfAbsent(partition, p -> filter.test(values(p)));
    }

    /** Whether a manifest may hold entries of a wanted partition, by the ranges in its list. */
    boolean mayWant(ManifestFileMeta manifest) {
        StatsRow stats = manifest.partitionStats();
        if (types.isEmpty()
                || stats.min().arity() != types.size()
                || stats.max().arity() != types.size()) {
            return types.isEmpty() ? filter == null || filter.test(Row.of()) : true;
        }
        long entries = manifest.numAddedFiles() + manifest.numDeletedFiles();
        if (only != null && only.stream().noneMatch(partition -> mayHold(stats, entries, partition))) {
            return false;
        }
        return filter == null || filter.mayMatch(column -> range(stats, column, entries));
    }

    private boolean mayHold(StatsRow stats, long entries, BinaryRow partition) {
        for (int column = 0; column < types.size(); column++) {
            DataType type = types.get(column);
            if (!contains(range(stats, column, entries), partition.get(column, type), type)) {
                return false;
            }
        }
        return true;
    }

    private ColumnRange range(StatsRow stats, int column, long entries) {
        Long nulls = column < stats.nullCounts().size() ? stats.nullCounts().get(column) : null;
        return new ColumnRange(
                stats.min().get(column, types.get(column)),
                stats.max().get(column, types.get(column)),
                nulls == null || nulls < 0 ? null : nulls,
                entries);
    }

    private static boolean contains(ColumnRange range, @Nullable Object value, DataType type) {
        if (value == null) {
            return range.nullCount() == null || range.nullCount() > 0;
        }
        if (range.min() == null || range.max() == null) {
            return range.nullCount() == null || range.nullCount() < range.rowCount();
        }
        return Values.compare(range.min(), value, type) <= 0 && Values.compare(value, range.max(), type) <= 0;
    }

    private Row values(BinaryRow partition) {
        Object[] values = new Object[types.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = partition.get(i, types.get(i));
        }
        return Row.of(values);
    }

    /** Orders partitions column by column, nulls first. */
    static int compare(BinaryRow left, BinaryRow right, List<DataType> types) {
        for (int i = 0; i < types.size(); i++) {
            Object l = left.get(i, types.get(i));
            Object r = right.get(i, types.get(i));
            int order =
                    l == null || r == null ? Boolean.compare(l != null, r != null) : Values.compare(l, r, types.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Any total order, to keep partitions apart that compare as equal. */
    static int compareBytes(BinaryRow left, BinaryRow right) {
        return Arrays.compareUnsigned(left.bytes(), right.bytes());
    }
}
