package org.lsmtable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.testing.PaimonTable;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;

class TableSchemasTest {
    /** What Paimon takes when a table is created and then fails on when it is written, or what we have no use for. */
    private static final Set<String> REFUSED_BY_US_ALONE = Set.of(
            "cross partition fixed",
            "rowkind field no text",
            "record expire without field",
            "avro on level with TIME(6)",
            "avro on level with ARRAY<TIMESTAMP(9)>",
            "num-levels 1",
            "stats mode foo",
            "merge trigger text",
            "no primary key",
            "type materialized");

    static Stream<Arguments> definitions() {
        return VectorFile.read("schema-validation.json").stream()
                .map(v -> Arguments.of(v.get("name").asText(), v));
    }

    private static TableSchema create(JsonNode vector) {
        List<DataField> columns = new ArrayList<>();
        for (JsonNode column : vector.get("columns")) {
            columns.add(new DataField(
                    99, column.get(0).asText(), TypeParser.parse(column.get(1).asText())));
        }
        Map<String, String> options = new LinkedHashMap<>();
        vector.get("options")
                .properties()
                .forEach(e -> options.put(e.getKey(), e.getValue().asText()));
        return TableSchemas.create(
                columns, texts(vector.get("primaryKeys")), texts(vector.get("partitionKeys")), options, null, 0);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("definitions")
    void refusesWhatPaimonRefuses(String name, JsonNode vector) {
        boolean refused = vector.get("2.0.0").asText().equals("refused") || REFUSED_BY_US_ALONE.contains(name);
        if (refused) {
            assertThatThrownBy(() -> create(vector))
                    .isInstanceOfAny(IllegalArgumentException.class, UnsupportedFeatureException.class)
                    .hasMessageNotContaining("\n");
        } else {
            TableSchema schema = create(vector);
            for (String key : schema.primaryKeys()) {
                assertThat(schema.rowType().field(key).type().isNullable()).isFalse();
            }
        }
    }

    @Test
    void listsAllThatIsWrongAtOnce() {
        assertThatThrownBy(() -> TableSchemas.create(
                        List.of(new DataField(0, "rowkind", Types.INT), new DataField(0, "a", Types.INT)),
                        List.of("a", "b"),
                        List.of(),
                        Map.of("path", "/x", "fields.c.distinct", "true", "bucket", "1", "bucket-key", "d"),
                        null,
                        0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("option 'path'")
                .hasMessageContaining("column 'rowkind': the name is reserved")
                .hasMessageContaining("primary key: no column 'b'; columns are [rowkind, a]")
                .hasMessageContaining("option 'fields.c.distinct': no column 'c'")
                .hasMessageContaining("option 'bucket-key': no column 'd'");
        assertThatThrownBy(() -> TableSchemas.create(
                        List.of(new DataField(0, "a", Types.INT)),
                        List.of("a"),
                        List.of(),
                        Map.of("bucket", "0", "num-levels", "x"),
                        null,
                        0))
                .hasMessageContaining("option 'bucket'")
                .hasMessageContaining("option 'num-levels'");
    }

    /** Blanks around the items of a list do not count. Paimon pull request 6651. */
    @Test
    void movesKeysOutOfTheOptionsAndBlanksOutOfLists() {
        TableSchema schema = TableSchemas.create(
                List.of(
                        new DataField(5, "p", Types.INT),
                        new DataField(5, "k", Types.INT),
                        new DataField(5, "l", Types.INT)),
                List.of(),
                List.of(),
                Map.of("primary-key", " p, k ,l", "partition", " p ", "bucket", "1", "bucket-key", "l , k"),
                "words",
                7);
        assertThat(schema.primaryKeys()).containsExactly("p", "k", "l");
        assertThat(schema.partitionKeys()).containsExactly("p");
        assertThat(schema.options().asMap()).isEqualTo(Map.of("bucket", "1", "bucket-key", "l,k"));
        assertThat(schema.trimmedPrimaryKeys()).containsExactly("k", "l");
        assertThat(schema.comment()).isEqualTo("words");
        assertThat(schema.timeMillis()).isEqualTo(7);
        assertThat(schema.version()).isEqualTo(3);
        assertThat(schema.id()).isZero();
    }

    @Test
    void numbersFieldsAsTheSpecificationShows() {
        List<DataField> columns = new ArrayList<>();
        for (int i = 0; i <= 26; i++) {
            columns.add(new DataField(0, "c" + i, Types.INT));
        }
        columns.add(new DataField(0, "c_row", TypeParser.parse("ROW<a INT, b ROW<x STRING>>")));
        columns.add(new DataField(0, "c_arow", TypeParser.parse("ARRAY<ROW<k INT>>")));
        columns.add(new DataField(0, "c_mrow", TypeParser.parse("MAP<INT, ARRAY<ROW<k2 INT, k3 MULTISET<STRING>>>>")));
        columns.add(new DataField(0, "last", Types.INT));
        TableSchema schema = TableSchemas.create(columns, List.of("c0"), List.of(), Map.of(), null, 0);
        assertThat(schema.fields().subList(26, 31)).extracting("id").containsExactly(26, 27, 31, 33, 36);
        RowType row = (RowType) schema.rowType().field("c_row").type();
        assertThat(row.fields()).extracting("id").containsExactly(28, 30);
        assertThat(((RowType) row.typeAt(1)).field(0).id()).isEqualTo(29);
        assertThat(schema.highestFieldId()).isEqualTo(36);
    }

    @ParameterizedTest
    @MethodSource("allTypes")
    void numbersFieldsAsPaimonDid(String name) throws java.io.IOException {
        PaimonTable table = PaimonTable.load(name);
        TableSchema theirs = new SchemaStore(table.storage(), new TablePaths(table.root())).get(0);
        TableSchema ours = TableSchemas.create(
                new FieldIds(100).assign(theirs.fields()),
                theirs.primaryKeys(),
                theirs.partitionKeys(),
                theirs.options().asMap(),
                theirs.comment(),
                theirs.timeMillis());
        assertThat(ours).isEqualTo(theirs);
    }

    static Stream<String> allTypes() {
        return PaimonTable.ALL.stream();
    }
}
