package org.lsmtable.system;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.options.Credentials;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $schemas}: one row a schema file, by ascending id; lists as compact JSON, no value of a credential. */
final class SchemasTable {
    private static final RowType TYPE = new Columns()
            .notNull(Types.BIGINT, "schema_id")
            .notNull(Types.STRING, "fields", "partition_keys", "primary_keys", "options")
            .nullable(Types.STRING, "comment")
            .notNull(Columns.TIME, "update_time")
            .type();
    private static final ObjectMapper JSON = new ObjectMapper();

    private SchemasTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("schemas", TYPE, List.of("schema_id"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (TableSchema schema : context.stores().schemas().all()) {
            String file = context.stores().paths().schemaFolder() + "/schema-" + schema.id();
            JsonNode json = parse(file, context.stores().storage().read(file));
            rows.add(Row.of(
                    schema.id(),
                    text(json.get("fields"), "[]"),
                    text(json.get("partitionKeys"), "[]"),
                    text(json.get("primaryKeys"), "[]"),
                    text(withoutCredentials(json.get("options")), "{}"),
                    schema.comment(),
                    context.local(schema.timeMillis())));
        }
        return rows.iterator();
    }

    private static JsonNode parse(String file, byte[] content) throws IOException {
        try {
            return JSON.readTree(content);
        } catch (JsonProcessingException e) {
            throw new DamagedFileException(file, "JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static @Nullable JsonNode withoutCredentials(@Nullable JsonNode options) {
        if (options instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> option : object.properties()) {
                if (Credentials.isCredential(option.getKey())) {
                    option.setValue(TextNode.valueOf(Credentials.MASK));
                }
            }
        }
        return options;
    }

    private static String text(@Nullable JsonNode node, String absent) {
        return node == null || node.isNull() ? absent : node.toString();
    }
}
