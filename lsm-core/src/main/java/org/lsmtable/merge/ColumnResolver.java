package org.lsmtable.merge;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.UnsupportedFeatureException;

/** Finds columns of the table in files that may have been written under an older schema (spec: data files, older schemas). */
@FunctionalInterface
public interface ColumnResolver {
    /**
     * Where a file of a schema holds a column.
     *
     * @return null if the file has no such column; it reads as null
     * @throws UnsupportedFeatureException if the column has changed in a way that values would have to be converted
     */
    @Nullable
    ColumnSource resolve(long schemaId, DataField column);

    /** Finds columns by field id in the schema that the file was written with. */
    static ColumnResolver byFieldId(LongFunction<TableSchema> schemas) {
        return (schemaId, column) -> {
            for (DataField field : schemas.apply(schemaId).fields()) {
                if (field.id() == column.id()) {
                    if (!field.type().sameIgnoringNullability(column.type())) {
                        throw new UnsupportedFeatureException("column '" + column.name() + "' changed its type from "
                                + field.type().asText() + " (schema " + schemaId + ") to "
                                + column.type().asText()
                                + "; reading files from before the change is not supported yet");
                    }
                    return new ColumnSource(field.name(), field.type());
                }
            }
            return null;
        };
    }
}
