package org.lsmtable.system;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $statistics}: what the statistics file of a state says; no row if it has none. */
final class StatisticsTable {
    private static final RowType TYPE = new Columns()
            .notNull(Types.BIGINT, "snapshot_id", "schema_id")
            .nullable(Types.BIGINT, "mergedRecordCount", "mergedRecordSize")
            .nullable(Types.STRING, "colstat")
            .type();
    private static final ObjectMapper JSON = new ObjectMapper();

    private StatisticsTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("statistics", TYPE, List.of("snapshot_id"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        String name = context.state().map(Snapshot::statistics).orElse(null);
        if (name == null) {
            return List.<Row>of().iterator();
        }
        String file = context.stores().paths().statisticsFolder() + "/" + name;
        try {
            JsonNode json = JSON.readTree(context.stores().storage().read(file));
            Long snapshot = number(json, "snapshotId");
            Long schema = number(json, "schemaId");
            if (snapshot == null || schema == null) {
                throw new DamagedFileException(file, "keys", "snapshotId and schemaId", json.toString());
            }
            return List.of(Row.of(
                            snapshot,
                            schema,
                            number(json, "mergedRecordCount"),
                            number(json, "mergedRecordSize"),
                            pretty(json.get("colStats"))))
                    .iterator();
        } catch (JsonProcessingException e) {
            throw new DamagedFileException(file, "JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static @Nullable Long number(JsonNode json, String key) {
        JsonNode value = json.get(key);
        return value == null || !value.isNumber() ? null : value.asLong();
    }

    private static @Nullable String pretty(@Nullable JsonNode node) throws JsonProcessingException {
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        return node == null
                ? null
                : JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(indent))
                        .writeValueAsString(node);
    }
}
