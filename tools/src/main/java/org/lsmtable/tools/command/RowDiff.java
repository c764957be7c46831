package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * Which merged rows differ between two snapshots. Both are read bucket by bucket, in key order, side by side, so that memory does not
 * grow with the table; buckets with the same files are not read. Rows have the columns of the newer snapshot.
 */
final class RowDiff {
    private final Table table;
    private final SnapshotRef older;
    private final SnapshotRef newer;
    private final RowType type;
    private final int[] keys;

    /** Takes one changed row. */
    interface Sink {
        void accept(RowKind kind, Row row) throws IOException;
    }

    RowDiff(Table table, Snapshot older, Snapshot newer) throws IOException {
        this.table = table;
        this.older = SnapshotRef.snapshot(older.id());
        this.newer = SnapshotRef.snapshot(newer.id());
        TableSchema schema = table.stores().schemas().get(newer.schemaId());
        this.type = schema.rowType();
        this.keys = schema.trimmedPrimaryKeys().stream().mapToInt(type::indexOf).toArray();
    }

    /** The columns of the rows. */
    RowType type() {
        return type;
    }

    /** Hands out each change: {@code +I}, {@code -D}, or {@code -U} and then {@code +U}. */
    void forEach(Sink sink) throws IOException {
        Map<BucketRef, Set<String>> before = files(older);
        Map<BucketRef, Set<String>> after = files(newer);
        Set<BucketRef> all = new LinkedHashSet<>(after.keySet());
        all.addAll(before.keySet());
        for (BucketRef bucket : all) {
            if (!Objects.equals(before.get(bucket), after.get(bucket))) {
                diff(bucket, sink);
            }
        }
    }

    private Map<BucketRef, Set<String>> files(SnapshotRef ref) {
        return table.levels(ref).stream().collect(Collectors.toMap(BucketLevels::ref, RowDiff::names));
    }

    private static Set<String> names(BucketLevels bucket) {
        Set<String> names = new HashSet<>();
        bucket.runs()
                .forEach(run -> run.files().stream().map(DataFileMeta::fileName).forEach(names::add));
        return names;
    }

    private void diff(BucketRef bucket, Sink sink) throws IOException {
        try (RowCursor left =
                        table.scan().asOf(older).columnsOf(newer).in(bucket).open();
                RowCursor right = table.scan().asOf(newer).in(bucket).open()) {
            Side before = new Side(left);
            Side after = new Side(right);
            before.advance();
            after.advance();
            while (before.row != null || after.row != null) {
                int order = order(before.row, after.row);
                if (order < 0) {
                    sink.accept(RowKind.DELETE, Objects.requireNonNull(before.row));
                } else if (order > 0) {
                    sink.accept(RowKind.INSERT, Objects.requireNonNull(after.row));
                } else if (!Objects.equals(before.row, after.row)) {
                    sink.accept(RowKind.UPDATE_BEFORE, Objects.requireNonNull(before.row));
                    sink.accept(RowKind.UPDATE_AFTER, Objects.requireNonNull(after.row));
                }
                if (order <= 0) {
                    before.advance();
                }
                if (order >= 0) {
                    after.advance();
                }
            }
        }
    }

    private int order(@Nullable Row before, @Nullable Row after) {
        if (before == null || after == null) {
            return before == null ? 1 : -1;
        }
        for (int key : keys) {
            DataType keyType = type.typeAt(key);
            int order = Values.compare(
                    Objects.requireNonNull(before.get(key)), Objects.requireNonNull(after.get(key)), keyType);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** One of the two reads. */
    private static final class Side {
        private final RowCursor cursor;
        private @Nullable Row row;

        Side(RowCursor cursor) {
            this.cursor = cursor;
        }

        void advance() {
            row = cursor.next() ? cursor.copy() : null;
        }
    }
}
