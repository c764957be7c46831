package org.lsmtable.table;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataField;

/**
 * A table to be created. Field ids are given anew.
 *
 * @param comment null if none
 */
public record TableDefinition(
        List<DataField> columns,
        List<String> primaryKeys,
        List<String> partitionKeys,
        Map<String, String> options,
        @Nullable String comment) {
    public TableDefinition {
        columns = List.copyOf(columns);
        primaryKeys = List.copyOf(primaryKeys);
        partitionKeys = List.copyOf(partitionKeys);
        options = Map.copyOf(options);
    }

    /** Reads {@code "id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)"}. */
    public static TableDefinition parse(String text) {
        throw new UnsupportedOperationException(text);
    }
}
