package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.invalid;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.merge.Retractions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.ScanCounters;
import org.lsmtable.types.RowType;

/** A scan of rows that are made out of other reads: filtered, projected and limited when they have been made. */
final class DerivedScan extends AskedScan {
    /** Makes the rows. */
    interface Source {
        /** The columns there are. */
        RowType type(SnapshotRef ref) throws IOException;

        /**
         * Opens the rows of a state.
         *
         * @param condition rows for which it is not true may be left out; null for none
         * @param columns those that are needed; there may be more
         */
        MergedBatchCursor open(SnapshotRef ref, @Nullable Predicate condition, List<String> columns) throws IOException;

        /** Whether rows whose kind is a retraction are shown. */
        Retractions retractions();
    }

    private final Source source;

    DerivedScan(Source source) {
        this.source = source;
    }

    @Override
    public RowType type() {
        return call(() -> selected(source.type(ref())));
    }

    @Override
    public Scan columnsOf(SnapshotRef state) {
        throw invalid("these rows have columns of their own, not those of another state");
    }

    @Override
    public Scan in(BucketRef bucket) {
        throw invalid("these rows cannot be read bucket by bucket");
    }

    @Override
    public ScanCounters explain() {
        throw invalid("these rows are made out of other reads, whose plans are not told");
    }

    @Override
    public RowCursor open() {
        return new BatchRowCursor(openMerged());
    }

    @Override
    public BatchCursor openBatches() {
        return openMerged();
    }

    @Override
    public long count() {
        try (SelectedRows rows = openMerged()) {
            long count = 0;
            for (var batch = rows.next(); batch != null; batch = rows.next()) {
                count += batch.size();
            }
            return count;
        }
    }

    private SelectedRows openMerged() {
        return call(() -> {
            RowType all = source.type(ref());
            RowType wanted = selected(all);
            Predicate condition = condition();
            Set<String> needed = new LinkedHashSet<>(wanted.names());
            if (condition != null) {
                condition.bind(all); // names and literals are checked before anything is read
                needed.addAll(condition.columns());
            }
            MergedBatchCursor rows = source.open(ref(), condition, List.copyOf(needed));
            return new SelectedRows(rows, wanted, condition, source.retractions(), limit());
        });
    }
}
