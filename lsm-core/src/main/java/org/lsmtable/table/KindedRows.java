package org.lsmtable.table;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.merge.Retractions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.RowType;

/**
 * The rows of a table with their kinds, deleted ones included: the newest version of each key, or the changes that the options ask for.
 *
 * @param retractions whether a scan of them shows those that are retracted
 */
record KindedRows(TableContext context, Retractions retractions) implements DerivedScan.Source {
    /** The schema whose columns the rows have. */
    TableSchema schema(SnapshotRef ref) throws IOException {
        if (IncrementalRead.isAskedFor(context.schema().options())) {
            if (!(ref instanceof SnapshotRef.Latest)) {
                throw TableErrors.invalid("the options ask for changes, and the read names a state; name one");
            }
            return context.schema();
        }
        return ReadState.of(context, ref).schema();
    }

    @Override
    public RowType type(SnapshotRef ref) throws IOException {
        return schema(ref).rowType();
    }

    @Override
    public MergedBatchCursor open(SnapshotRef ref, @Nullable Predicate condition, List<String> columns)
            throws IOException {
        if (IncrementalRead.isAskedFor(context.schema().options())) {
            return IncrementalRead.open(context, condition, columns);
        }
        TableScanner scan = new TableScanner(context);
        scan.asOf(ref).select(columns.toArray(new String[0]));
        if (condition != null) {
            scan.where(condition);
        }
        return scan.openVersions();
    }
}
