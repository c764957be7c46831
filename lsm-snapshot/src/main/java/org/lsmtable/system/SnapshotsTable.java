package org.lsmtable.system;

import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $snapshots}: one row a snapshot file, by ascending id. */
final class SnapshotsTable {
    private static final RowType TYPE = new Columns()
            .notNull(Types.BIGINT, "snapshot_id", "schema_id")
            .notNull(Types.STRING, "commit_user")
            .notNull(Types.BIGINT, "commit_identifier")
            .notNull(Types.STRING, "commit_kind")
            .notNull(Columns.TIME, "commit_time")
            .notNull(Types.STRING, "base_manifest_list", "delta_manifest_list")
            .nullable(Types.STRING, "changelog_manifest_list")
            .nullable(
                    Types.BIGINT,
                    "total_record_count",
                    "delta_record_count",
                    "changelog_record_count",
                    "watermark",
                    "next_row_id")
            .nullable(Types.STRING, "operation")
            .type();

    private SnapshotsTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable(
                "snapshots",
                TYPE,
                List.of("snapshot_id"),
                () -> context.stores().snapshots().all().stream()
                        .map(snapshot -> row(context, snapshot))
                        .iterator());
    }

    private static Row row(SystemContext context, Snapshot s) {
        return Row.of(
                s.id(),
                s.schemaId(),
                s.commitUser(),
                s.commitIdentifier(),
                s.commitKind().name(),
                context.local(s.timeMillis()),
                s.baseManifestList(),
                s.deltaManifestList(),
                s.changelogManifestList(),
                s.totalRecordCount(),
                s.deltaRecordCount(),
                s.changelogRecordCount(),
                s.watermark(),
                s.nextRowId(),
                s.operation());
    }
}
