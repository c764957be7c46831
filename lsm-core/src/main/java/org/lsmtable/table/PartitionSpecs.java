package org.lsmtable.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataType;

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
            DataType type = schema.partitionType()
                    .field(schema.partitionKeys().indexOf(column))
                    .type();
            if (value == null && !type.isNullable()) {
                throw TableErrors.invalid(table + ": partition column '" + column + "' is NOT NULL, found null");
            }
            parts.add(
                    value == null
                            ? Predicate.isNull(column)
                            : Predicate.eq(column, Values.coerce(value, type, column)));
        });
        return parts.size() == 1 ? parts.get(0) : Predicate.and(parts.toArray(new Predicate[0]));
    }
}
