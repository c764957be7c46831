package org.lsmtable.merge;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;

/** Finds columns of the table in files that may have been written under an older schema (spec: data files, older schemas). */
@FunctionalInterface
public interface ColumnResolver {
    /**
     * Where a file of a schema holds a column.
     *
     * @return null if the file has no such column; it reads as null
     */
    @Nullable
    ColumnSource resolve(long schemaId, DataField column);

    /** Finds columns by field id in the schema that the file was written with; for tables whose columns keep their types. */
    static ColumnResolver byFieldId(LongFunction<TableSchema> schemas) {
        return byFieldId(schemas, ZoneOffset.UTC);
    }

    /**
     * Finds columns by field id in the schema that the file was written with.
     *
     * @param zone by which local and zoned time become each other where a column has changed from one to the other
     */
    static ColumnResolver byFieldId(LongFunction<TableSchema> schemas, ZoneId zone) {
        return (schemaId, column) -> {
            for (DataField field : schemas.apply(schemaId).fields()) {
                if (field.id() == column.id()) {
                    return new ColumnSource(field.name(), field.type(), zone);
                }
            }
            return null;
        };
    }
}
