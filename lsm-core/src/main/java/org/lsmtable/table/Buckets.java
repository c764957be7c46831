package org.lsmtable.table;

import java.util.List;
import org.lsmtable.data.BucketFunction;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.TableSchema;

/** How a table's rows are spread over buckets. */
final class Buckets {
    /** The value of option {@code bucket} for buckets that come as keys come. */
    static final int DYNAMIC = -1;

    private Buckets() {}

    /** The columns that decide the bucket: those of {@code bucket-key}, else the trimmed primary key. */
    static List<String> keyColumns(TableSchema schema) {
        List<String> columns = schema.options().find(TableOptions.BUCKET_KEY).orElse(List.of());
        return columns.isEmpty() ? schema.trimmedPrimaryKeys() : columns;
    }

    /** The function of fixed buckets. */
    static BucketFunction function(TableSchema schema) {
        return BucketFunction.of(
                schema.options().get(TableOptions.BUCKET_FUNCTION),
                schema.rowType().project(keyColumns(schema)).types());
    }
}
