package org.lsmtable.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Values;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/** Partitions by the values of some or all partition columns. */
final class PartitionSpecs {
    private PartitionSpecs() {}

    /**
     * The condition of being one of these partitions.
     *
     * @throws TableException INVALID if the table has no partitions, there is no spec, a spec is empty, or names or values do not fit
     */
    static Predicate anyOf(
            String table, TableSchema schema, List<? extends Map<String, ? extends @Nullable Object>> specs) {
        if (schema.partitionKeys().isEmpty()) {
            throw TableErrors.invalid(table + ": the table has no partitions");
        }
        if (specs.isEmpty()) {
            throw TableErrors.invalid(table + ": expected a partition, found none");
        }
        Predicate[] parts = specs.stream().map(spec -> of(table, schema, spec)).toArray(Predicate[]::new);
        return parts.length == 1 ? parts[0] : Predicate.or(parts);
    }

    /**
     * The one partition of these values.
     *
     * @throws TableException INVALID if names or values do not fit, or a partition column is missing
     */
    static BinaryRow row(String table, TableSchema schema, Map<String, ? extends @Nullable Object> spec) {
        RowType type = schema.partitionType();
        if (spec.size() != type.fieldCount() || !spec.keySet().containsAll(type.names())) {
            throw TableErrors.invalid(table + ": expected a value of each of the partition columns " + type.names()
                    + ", found values of " + List.copyOf(spec.keySet()));
        }
        @Nullable Object[] values = new Object[type.fieldCount()];
        for (int i = 0; i < values.length; i++) {
            DataField column = type.field(i);
            values[i] = value(table, column, spec.get(column.name()));
        }
        return BinaryRow.of(type.types(), values);
    }

    private static @Nullable Object value(String table, DataField column, @Nullable Object value) {
        if (value == null && !column.type().isNullable()) {
            throw TableErrors.invalid(table + ": partition column '" + column.name() + "' is NOT NULL, found null");
        }
        return value == null ? null : Values.coerce(value, column.type(), column.name());
    }

    private static Predicate of(String table, TableSchema schema, Map<String, ? extends @Nullable Object> spec) {
        if (spec.isEmpty()) {
            throw TableErrors.invalid(table + ": expected a value of one of the partition columns "
                    + schema.partitionKeys() + ", found none");
        }
        List<Predicate> parts = new ArrayList<>();
        spec.forEach((column, value) -> {
            if (!schema.partitionKeys().contains(column)) {
                throw TableErrors.invalid(table + ": expected one of the partition columns " + schema.partitionKeys()
                        + ", found '" + column + "'");
            }
            Object literal = value(table, schema.partitionType().field(column), value);
            parts.add(literal == null ? Predicate.isNull(column) : Predicate.eq(column, literal));
        });
        return parts.size() == 1 ? parts.get(0) : Predicate.and(parts.toArray(new Predicate[0]));
    }
}
