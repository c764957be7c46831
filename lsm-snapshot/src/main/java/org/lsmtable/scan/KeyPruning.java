package org.lsmtable.scan;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * Which files can hold a wanted key: the conjuncts on trimmed key columns, tested against each file's first and last key and its key
 * statistics. Safe on every table, because all versions of a row have its key.
 */
final class KeyPruning {
    private final List<DataType> types;
    private final @Nullable Filter filter;

    KeyPruning(TableSchema schema, List<Predicate> conjuncts) {
        RowType keyType = schema.trimmedKeyType();
        this.types = keyType.types();
        Predicate[] parts = conjuncts.stream()
                .filter(c ->
                        !c.columns().isEmpty() && Set.copyOf(keyType.names()).containsAll(c.columns()))
                .toArray(Predicate[]::new);
        this.filter = parts.length == 0 ? null : Predicate.and(parts).bind(keyType);
    }

    /** Whether there is anything to test. */
    boolean isActive() {
        return filter != null;
    }

    /** Whether a file may hold a wanted key. */
    boolean mayMatch(DataFileMeta file) {
        if (filter == null
                || file.minKey().arity() != types.size()
                || file.maxKey().arity() != types.size()) {
            return true;
        }
        return filter.mayMatch(column -> range(file, column));
    }

    /**
     * The bounds of one key column. First and last key bound the first column, and every further one as long as all columns before it
     * are the same in both; else the statistics, which may be cut, hold.
     */
    private ColumnRange range(DataFileMeta file, int column) {
        for (int before = 0; before < column; before++) {
            Object first = file.minKey().get(before, types.get(before));
            Object last = file.maxKey().get(before, types.get(before));
            if (first == null || last == null || Values.compare(first, last, types.get(before)) != 0) {
                return statistics(file, column);
            }
        }
        return new ColumnRange(
                file.minKey().get(column, types.get(column)),
                file.maxKey().get(column, types.get(column)),
                0L,
                file.rowCount());
    }

    private ColumnRange statistics(DataFileMeta file, int column) {
        StatsRow stats = file.keyStats();
        if (stats.min().arity() != types.size() || stats.max().arity() != types.size()) {
            return new ColumnRange(null, null, 0L, file.rowCount());
        }
        DataType type = types.get(column);
        return new ColumnRange(
                FooterBounds.min(file, type, stats.min().get(column, type)),
                FooterBounds.max(file, type, stats.max().get(column, type)),
                0L,
                file.rowCount());
    }
}
