package org.lsmtable.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $manifests}: the manifests of a state's base list, of its change and of its changelog, in this order. */
final class ManifestsTable {
    private static final RowType TYPE = new Columns()
            .notNull(Types.STRING, "file_name")
            .notNull(Types.BIGINT, "file_size", "num_added_files", "num_deleted_files", "schema_id")
            .nullable(Types.STRING, "min_partition_stats", "max_partition_stats")
            .nullable(Types.BIGINT, "min_row_id", "max_row_id")
            .type();

    private ManifestsTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("manifests", TYPE, List.of("file_name"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        List<ManifestFileMeta> manifests = new ArrayList<>();
        if (context.state().isPresent()) {
            Snapshot state = context.state().get();
            manifests.addAll(context.scan().manifests(state));
            String changelog = state.changelogManifestList();
            if (changelog != null) {
                manifests.addAll(context.stores().manifests().readList(changelog, state.changelogManifestListSize()));
            }
        }
        RowType partition = context.schema().partitionType();
        return manifests.stream()
                .map(m -> Row.of(
                        m.fileName(),
                        m.fileSize(),
                        m.numAddedFiles(),
                        m.numDeletedFiles(),
                        m.schemaId(),
                        Texts.row(m.partitionStats().min(), partition, context.zone()),
                        Texts.row(m.partitionStats().max(), partition, context.zone()),
                        m.minRowId(),
                        m.maxRowId()))
                .iterator();
    }
}
