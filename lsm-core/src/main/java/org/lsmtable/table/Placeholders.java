package org.lsmtable.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/**
 * Zeros for the nulls of rows that take a row away ({@code -D}, {@code -U}), in columns that are NOT NULL: such a row is found by its key, and
 * nobody reads its other values. Key columns and sequence fields get none, since they say what is deleted.
 */
final class Placeholders {
    private final RowType type;
    private final boolean[] filled;

    /**
     * Placeholders of some columns.
     *
     * @param needed names of the columns whose values count also in rows that take away
     */
    Placeholders(RowType type, List<String> needed) {
        this.type = type;
        this.filled = new boolean[type.fieldCount()];
        for (int i = 0; i < filled.length; i++) {
            filled[i] = !type.typeAt(i).isNullable()
                    && !needed.contains(type.field(i).name());
        }
    }

    /** A value that a NOT NULL column takes. */
    static Object zero(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> false;
            case TINYINT -> (byte) 0;
            case SMALLINT -> (short) 0;
            case INT -> 0;
            case BIGINT -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case DECIMAL -> BigDecimal.ZERO.setScale(((DecimalType) type).scale());
            case CHAR, VARCHAR -> "";
            case BINARY, VARBINARY -> new byte[0];
            case DATE -> LocalDate.EPOCH;
            case TIME -> LocalTime.MIDNIGHT;
            case TIMESTAMP -> LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> Instant.EPOCH;
            case ARRAY -> List.of();
            case MULTISET, MAP -> Map.of();
            case ROW ->
                Row.of(((RowType) type)
                        .types().stream()
                                .map(part -> part.isNullable() ? null : zero(part))
                                .toArray());
            case VARIANT, BLOB, VECTOR ->
                throw new IllegalArgumentException(
                        "a delete of a table with a NOT NULL column of type " + type.asText() + " needs all columns");
        };
    }

    /** A row that takes away, without nulls where they are not allowed. */
    Row fill(Row row) {
        @Nullable Object[] values = new @Nullable Object[filled.length];
        for (int i = 0; i < values.length; i++) {
            Object value = row.get(i);
            values[i] = value == null && filled[i] ? zero(type.typeAt(i)) : value;
        }
        return Row.of(values);
    }

    /** The columns of a batch in which the rows that take away have no nulls where they are not allowed. */
    List<ColumnVector> fill(List<ColumnVector> columns, IntVector kinds) {
        List<ColumnVector> result = new ArrayList<>(columns);
        for (int i = 0; i < filled.length; i++) {
            ColumnVector column = columns.get(i);
            if (filled[i] && column.mayHaveNulls()) {
                result.set(i, replaceNulls(column, zero(type.typeAt(i)), row -> RowKind.isRetract(kinds.get(row))));
            }
        }
        return result;
    }

    /** A column with a value for the nulls of some rows. */
    static ColumnVector replaceNulls(ColumnVector column, Object value, IntPredicate where) {
        int rows = column.size();
        ColumnVector one = ColumnVector.of(column.type(), 1);
        Values.append(value, one);
        ColumnVector result = ColumnVector.of(column.type(), rows);
        int from = 0;
        for (int row = 0; row < rows; row++) {
            if (column.isNull(row) && where.test(row)) {
                result.appendRange(column, from, row);
                result.appendFrom(one, 0);
                from = row + 1;
            }
        }
        result.appendRange(column, from, rows);
        return result;
    }
}
