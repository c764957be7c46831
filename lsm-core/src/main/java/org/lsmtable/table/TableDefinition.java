package org.lsmtable.table;

import java.util.Collections;
import java.util.LinkedHashMap;
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
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /**
     * Reads {@code "id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)"}. Names that are not plain words stand in backticks or double quotes, a
     * column may end in {@code PRIMARY KEY} and {@code COMMENT 'text'}. Key columns become NOT NULL.
     *
     * @throws IllegalArgumentException quoting the piece that is wrong
     */
    public static TableDefinition parse(String text) {
        return DefinitionParser.parse(text);
    }

    /** The same table with other partition keys, options on top of those there are, and a comment. */
    public TableDefinition with(
            List<String> newPartitionKeys, Map<String, String> moreOptions, @Nullable String newComment) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.putAll(moreOptions);
        return new TableDefinition(columns, primaryKeys, newPartitionKeys, all, newComment);
    }
}
