package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.invalid;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.types.RowType;

/** A scan that keeps what was asked for until it is opened. */
abstract class AskedScan implements Scan {
    private final List<Predicate> conditions = new ArrayList<>();
    private @Nullable List<String> columns;
    private long limit = Long.MAX_VALUE;
    private SnapshotRef ref = SnapshotRef.latest();

    @Override
    public final Scan where(Predicate predicate) {
        conditions.add(predicate);
        return this;
    }

    @Override
    public final Scan select(String... names) {
        columns = List.of(names);
        return this;
    }

    @Override
    public final Scan limit(long rows) {
        if (rows < 0) {
            throw invalid("limit must not be negative, found " + rows);
        }
        limit = rows;
        return this;
    }

    @Override
    public final Scan asOf(SnapshotRef snapshot) {
        ref = snapshot;
        return this;
    }

    /** All conditions as one; null if there are none. */
    final @Nullable Predicate condition() {
        return Conjuncts.all(conditions);
    }

    /** The columns asked for, of those there are. */
    final RowType selected(RowType all) {
        return columns == null ? all : all.project(columns);
    }

    final long limit() {
        return limit;
    }

    final SnapshotRef ref() {
        return ref;
    }
}
