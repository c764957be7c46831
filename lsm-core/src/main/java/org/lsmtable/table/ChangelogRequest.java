package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.TableOptions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.ChangeFiles;
import org.lsmtable.scan.ChangeFiles.Overwrites;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;

/** The read of change records: what was asked for. */
final class ChangelogRequest implements ChangelogScan {
    private final TableContext context;
    private final List<Predicate> conditions = new ArrayList<>();
    private @Nullable List<String> columns;
    private @Nullable Long from;
    private @Nullable Long to;

    ChangelogRequest(TableContext context) {
        this.context = context;
    }

    @Override
    public ChangelogScan from(long snapshotId) {
        from = snapshotId;
        return this;
    }

    @Override
    public ChangelogScan to(long snapshotId) {
        to = snapshotId;
        return this;
    }

    @Override
    public ChangelogScan where(Predicate predicate) {
        conditions.add(predicate);
        return this;
    }

    @Override
    public ChangelogScan select(String... names) {
        columns = List.of(names);
        return this;
    }

    @Override
    public ChangelogCursor openBatches() {
        return call(() -> {
            ChangelogReader.Range range = range();
            TableSchema schema = context.schema();
            Overwrites overwrites = schema.options().get(TableOptions.STREAMING_READ_OVERWRITE)
                    ? Overwrites.WORKED_OUT
                    : Overwrites.PASSED_OVER;
            ChangeFiles files =
                    new ChangeFiles(context.stores(), schema, ChangeFiles.Source.of(schema.options()), overwrites);
            return open(context, range, files, conditions, columns);
        });
    }

    /** Opens a range after all checks that need no file. */
    static ChangelogReader open(
            TableContext context,
            ChangelogReader.Range range,
            ChangeFiles files,
            List<Predicate> conditions,
            @Nullable List<String> columns) {
        TableSchema schema = context.schema();
        FeatureCheck.require(context.paths().name(), schema, FeatureCheck.Use.CHANGES);
        Predicate condition = conditions.isEmpty() ? null : Predicate.and(conditions.toArray(new Predicate[0]));
        if (condition != null) {
            condition.bind(schema.rowType());
        }
        List<String> wanted = columns == null ? schema.rowType().names() : columns;
        FeatureCheck.requireReadable(context.paths().name(), schema.rowType().project(wanted));
        return new ChangelogReader(context, range, files, condition, wanted);
    }

    private ChangelogReader.Range range() throws IOException {
        Optional<Long> latest = context.stores().snapshots().latestId();
        if (latest.isEmpty()) {
            if (from != null || to != null) {
                throw TableErrors.notFound(context.paths().name() + ": the table has no snapshot yet");
            }
            return new ChangelogReader.Range(1, 0);
        }
        long earliest = earliest();
        long first = from == null ? earliest : from;
        long last = to == null ? latest.get() : to;
        if (first < earliest || first > latest.get() || last < earliest || last > latest.get()) {
            throw TableErrors.notFound(context.paths().name() + ": no change records of snapshots " + first + " to "
                    + last + "; there are those of " + earliest + " to " + latest.get());
        }
        if (first > last) {
            throw TableErrors.invalid("expected the first snapshot before the last, found " + first + " and " + last);
        }
        return new ChangelogReader.Range(first, last);
    }

    /** The first snapshot whose change records are still there: those of an expired one may have been kept. */
    private long earliest() throws IOException {
        return Stream.concat(context.stores().snapshots().earliestId().stream(), context.changelogs().ids().stream())
                .mapToLong(id -> id)
                .min()
                .orElse(1);
    }
}
