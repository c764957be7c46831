package org.lsmtable.system;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.IndexFileEntry.GlobalIndex;
import org.lsmtable.manifest.IndexFileEntry.VectorRange;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $table_indexes}: the index files of a state. */
final class TableIndexesTable {
    private static final RowType VECTOR_RANGE = new Columns()
            .notNull(Types.STRING, "f0")
            .notNull(Types.INT, "f1", "f2")
            .nullable(Types.BIGINT, "_CARDINALITY")
            .type()
            .nullable();
    private static final RowType TYPE = new Columns()
            .nullable(Types.STRING, "partition")
            .notNull(Types.INT, "bucket")
            .notNull(Types.STRING, "index_type", "file_name")
            .notNull(Types.BIGINT, "file_size", "row_count")
            .nullable(new ArrayType(VECTOR_RANGE, true), "dv_ranges")
            .nullable(Types.BIGINT, "row_range_start", "row_range_end")
            .nullable(Types.INT, "index_field_id")
            .nullable(Types.STRING, "index_field_name")
            .type();

    private TableIndexesTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("table_indexes", TYPE, List.of("file_name"), () -> rows(context));
    }

    /** The entries of a state's index manifest; none if it has none. */
    static List<IndexFileEntry> entries(SystemContext context) throws IOException {
        String name = context.state().map(Snapshot::indexManifest).orElse(null);
        return name == null ? List.of() : context.stores().manifests().readIndexManifest(name);
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        return entries(context).stream().map(entry -> row(context, entry)).iterator();
    }

    private static Row row(SystemContext context, IndexFileEntry entry) {
        List<VectorRange> ranges = entry.vectorRanges();
        GlobalIndex global = entry.globalIndex();
        return Row.of(
                Texts.row(entry.partition(), context.schema().partitionType(), context.zone()),
                entry.bucket(),
                entry.indexType(),
                entry.fileName(),
                entry.fileSize(),
                entry.rowCount(),
                ranges == null
                        ? null
                        : ranges.stream()
                                .map(r -> Row.of(r.dataFile(), r.offset(), r.length(), r.cardinality()))
                                .toList(),
                global == null ? null : global.rowRangeStart(),
                global == null ? null : global.rowRangeEnd(),
                global == null ? null : global.fieldId(),
                global == null ? null : fieldName(context, global.fieldId()));
    }

    private static @Nullable String fieldName(SystemContext context, int id) {
        return context.schema().fields().stream()
                .filter(field -> field.id() == id)
                .map(DataField::name)
                .findFirst()
                .orElse(null);
    }
}
