package org.lsmtable.table;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.schema.ColumnDefault;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.vector.ColumnVector;

/** The defaults of a table's columns, put in place of nulls in rows that are to be written. */
final class Defaults {
    private final @Nullable Object[] values;
    private final boolean any;

    /**
     * Defaults of a schema.
     *
     * @param zone by which those of columns with time zone are read
     * @throws IllegalArgumentException naming the column, if a default is no value of its type
     */
    Defaults(TableSchema schema, ZoneId zone) {
        this.values = new @Nullable Object[schema.fields().size()];
        boolean found = false;
        for (int i = 0; i < values.length; i++) {
            values[i] = ColumnDefault.value(schema.fields().get(i), zone);
            found |= values[i] != null;
        }
        this.any = found;
    }

    /** A full row with defaults for nulls. */
    Row fill(Row row) {
        if (!any) {
            return row;
        }
        @Nullable Object[] filled = new @Nullable Object[values.length];
        for (int i = 0; i < filled.length; i++) {
            Object given = row.get(i);
            filled[i] = given == null ? values[i] : given;
        }
        return Row.of(filled);
    }

    /** The columns of a batch, of the table's types, with defaults for nulls; those without nulls or default are the same. */
    List<ColumnVector> fill(List<ColumnVector> columns) {
        if (!any) {
            return columns;
        }
        List<ColumnVector> filled = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            ColumnVector column = columns.get(i);
            filled.add(
                    value != null && column.mayHaveNulls()
                            ? Placeholders.replaceNulls(column, value, row -> true)
                            : column);
        }
        return filled;
    }
}
