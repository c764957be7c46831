package org.lsmtable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.PaimonTable;
import org.lsmtable.types.DataField;

class SchemaStoreTest {
    static Stream<String> tables() {
        return PaimonTable.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsSchemasAsPaimonDoesAndPrintsTheirBytes(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        List<TableSchema> schemas = new SchemaStore(table.storage(), new TablePaths(table.root())).all();
        JsonNode expected = table.expected().get("schemas");
        assertThat(schemas).hasSize(expected.size());
        for (int i = 0; i < schemas.size(); i++) {
            TableSchema ours = schemas.get(i);
            check(ours, byId(expected, i));
            byte[] file = table.storage().read(table.root() + "/schema/schema-" + ours.id());
            assertThat(new String(SchemaJson.print(ours), StandardCharsets.UTF_8))
                    .isEqualTo(new String(file, StandardCharsets.UTF_8));
        }
    }

    private static JsonNode byId(JsonNode schemas, int id) {
        for (JsonNode schema : schemas) {
            if (schema.get("id").asInt() == id) {
                return schema;
            }
        }
        throw new AssertionError("no schema " + id);
    }

    private static void check(TableSchema ours, JsonNode theirs) {
        assertThat(ours.id()).isEqualTo(theirs.get("id").asLong());
        assertThat(ours.highestFieldId()).isEqualTo(theirs.get("highestFieldId").asInt());
        assertThat(ours.partitionKeys()).isEqualTo(texts(theirs.get("partitionKeys")));
        assertThat(ours.primaryKeys()).isEqualTo(texts(theirs.get("primaryKeys")));
        assertThat(ours.trimmedPrimaryKeys()).isEqualTo(texts(theirs.get("trimmedPrimaryKeys")));
        assertThat(ours.comment()).isEqualTo(textOrNull(theirs.get("comment")));
        assertThat(ours.timeMillis()).isEqualTo(theirs.get("timeMillis").asLong());
        assertThat(ours.options().asMap()).hasSize(theirs.get("options").size());
        theirs.get("options")
                .properties()
                .forEach(e -> assertThat(ours.options().asMap())
                        .containsEntry(e.getKey(), e.getValue().asText()));
        JsonNode fields = theirs.get("fields");
        assertThat(ours.fields()).hasSize(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            DataField field = ours.fields().get(i);
            assertThat(field.id()).isEqualTo(fields.get(i).get("id").asInt());
            assertThat(field.name()).isEqualTo(fields.get(i).get("name").asText());
            assertThat(field.type().isNullable())
                    .isEqualTo(fields.get(i).get("nullable").asBoolean());
            assertThat(field.description()).isEqualTo(textOrNull(fields.get(i).get("description")));
            if (!field.type().root().isNested()) {
                assertThat(field.type().asText())
                        .isEqualTo(fields.get(i).get("type").asText());
            }
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static @Nullable String textOrNull(JsonNode node) {
        return node.isNull() ? null : node.asText();
    }

    @Test
    void createsOnceAndFindsTheLatest() throws IOException {
        PaimonTable table = PaimonTable.load("2.0.0/orders");
        TableSchema last = new SchemaStore(table.storage(), new TablePaths(table.root()))
                .latest()
                .orElseThrow();
        assertThat(last.id()).isEqualTo(2);
        MemoryStorage storage = new MemoryStorage();
        SchemaStore store = new SchemaStore(storage, new TablePaths("/t"));
        assertThat(store.latest()).isEmpty();
        assertThat(store.create(last)).isTrue();
        assertThat(store.create(last)).isFalse();
        storage.createIfAbsent("/t/schema/schema-x", new byte[0]);
        storage.createIfAbsent("/t/schema/.schema-9.tmp", new byte[0]);
        storage.createIfAbsent("/t/schema/schema-007", new byte[0]);
        assertThat(store.latest()).contains(last);
        assertThat(store.ids()).containsExactly(2L);
        storage.loseUnsynced();
        assertThat(new SchemaStore(storage, new TablePaths("/t")).get(2)).isEqualTo(last);
        storage.assertNothingOpen();
    }

    @Test
    void saysWhatIsMissingOrMisplaced() throws IOException {
        PaimonTable table = PaimonTable.load("2.0.0/orders");
        SchemaStore store = new SchemaStore(table.storage(), new TablePaths(table.root()));
        assertThatThrownBy(() -> store.get(17))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("/2.0.0/orders/schema/schema-17");
        table.storage()
                .createIfAbsent(
                        table.root() + "/schema/schema-5", table.storage().read(table.root() + "/schema/schema-1"));
        assertThatThrownBy(() -> store.get(5))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("/2.0.0/orders/schema/schema-5: id: expected 5, found 1");
    }
}
