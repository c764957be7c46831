package org.lsmtable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaAlteration.History;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.ForbidNull;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.schema.SchemaChange.SetOption;
import org.lsmtable.schema.SchemaChange.UnsetOption;
import org.lsmtable.types.DataField;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;

/** Rules that do not show in the comparison with real Paimon: what the table's history and its options allow, and the messages. */
class SchemaAlterationTest {
    private static TableSchema table(String... options) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        return TableSchemas.create(
                List.of(
                        new DataField(0, "id", Types.INT),
                        new DataField(0, "a", Types.INT),
                        new DataField(0, "b", Types.BIGINT),
                        new DataField(0, "r", TypeParser.parse("ROW<x INT, l ARRAY<ROW<y INT>>>"))),
                List.of("id"),
                List.of(),
                map,
                "words",
                3);
    }

    private static TableSchema altered(TableSchema schema, History history, SchemaChange... changes) {
        return SchemaAlteration.apply(schema, List.of(changes), history, Map.of(), 9);
    }

    private static TableSchema altered(TableSchema schema, SchemaChange... changes) {
        return altered(schema, History.WRITTEN, changes);
    }

    private static ChangeType type(String type, String... column) {
        return new ChangeType(ColumnPath.of(column), TypeParser.parse(type), Nullability.AS_GIVEN);
    }

    @Test
    void theNextSchemaHasTheNextNumberAndKeepsWhatIsNotChanged() {
        TableSchema old = table("bucket", "2");
        TableSchema next = altered(old, new AddColumn("c", Types.STRING));
        assertThat(next.id()).isEqualTo(1);
        assertThat(next.timeMillis()).isEqualTo(9);
        assertThat(next.version()).isEqualTo(3);
        assertThat(next.comment()).isEqualTo("words");
        assertThat(next.options()).isEqualTo(old.options());
        assertThat(next.fields().subList(0, 4)).isEqualTo(old.fields());
        // r = 3, x = 4, y = 5, l = 6
        assertThat(next.fields().get(4)).isEqualTo(new DataField(7, "c", Types.STRING));
        assertThat(next.highestFieldId()).isEqualTo(7);
    }

    @Test
    void aDroppedIdIsNeverGivenOutAgain() {
        TableSchema dropped = altered(table(), new DropColumn(ColumnPath.of("r")));
        TableSchema again = altered(dropped, new AddColumn("r", Types.INT));
        assertThat(again.rowType().field("r").id()).isEqualTo(7);
        assertThat(altered(again, new AddColumn("q", TypeParser.parse("ROW<z INT>")))
                        .highestFieldId())
                .isEqualTo(9);
    }

    @Test
    void anUnwrittenTableMayBecomeAnother() {
        TableSchema schema = table("bucket", "2");
        List<SchemaChange> changes = new ArrayList<>(List.of(
                new SetOption("bucket", "-1"),
                new UnsetOption("bucket"),
                new SetOption("bucket-function.type", "hive")));
        for (SchemaChange change : changes) {
            assertThat(altered(schema, History.EMPTY, change).id()).isEqualTo(1);
            assertThatThrownBy(() -> altered(schema, change))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("once the table has a snapshot");
        }
        assertThatThrownBy(() -> altered(schema, History.EMPTY, new SetOption("type", "format-table")))
                .hasMessage("option 'type' cannot be altered");
    }

    @Test
    void bucketsMayChangeInNumberButNotInKind() {
        assertThat(altered(table("bucket", "2"), new SetOption("bucket", "5"))
                        .options()
                        .asMap())
                .isEqualTo(Map.of("bucket", "5"));
        assertThatThrownBy(() -> altered(table("bucket", "2"), new SetOption("bucket", "-1")))
                .hasMessageContaining("from 2 to -1");
        assertThatThrownBy(() -> altered(table("bucket", "-1"), new SetOption("bucket", "2")))
                .hasMessageContaining("from -1 to 2");
        assertThatThrownBy(() -> altered(table("bucket", "2"), new SetOption("bucket", "many")))
                .hasMessageContaining("option 'bucket': expected int")
                .hasMessageContaining("'many'");
    }

    @Test
    void droppedDeletesDoNotComeBack() {
        TableSchema on = altered(table("bucket", "1"), new SetOption("ignore-delete", "true"));
        assertThat(altered(on, new SetOption("ignore-delete", "true")).options())
                .isEqualTo(on.options());
        assertThatThrownBy(() -> altered(on, new SetOption("ignore-delete", "false")))
                .hasMessageContaining("cannot go back to false");
        assertThatThrownBy(() -> altered(on, new UnsetOption("ignore-delete")))
                .hasMessageContaining("cannot go back to false");
        TableSchema old = table("bucket", "1", "deduplicate.ignore-delete", "true");
        assertThatThrownBy(() -> altered(old, new UnsetOption("deduplicate.ignore-delete")))
                .hasMessageContaining("cannot go back to false");
    }

    @Test
    void deletionVectorsNeedPermission() {
        TableSchema schema = table("bucket", "1", "deletion-vectors.modifiable", "true");
        assertThatThrownBy(() -> altered(table("bucket", "1"), new SetOption("deletion-vectors.enabled", "true")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deletion-vectors.modifiable");
        assertThatThrownBy(() -> altered(schema, new SetOption("deletion-vectors.enabled", "true")))
                .as("we could not read it any more")
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("deletion vectors");
    }

    @Test
    void keysSpelledAsOptionsAreNoChangeIfTheySayWhatIs() {
        TableSchema schema = table("bucket", "1");
        assertThat(altered(schema, new SetOption("primary-key", " id ")).options())
                .isEqualTo(schema.options());
        assertThatThrownBy(() -> altered(schema, new SetOption("primary-key", "a")))
                .hasMessageContaining("keys of a table");
    }

    @Test
    void lossyCastsAndNewNotNullsFollowTheOptions() {
        TableSchema strict = table("disable-explicit-type-casting", "true");
        assertThat(altered(strict, type("BIGINT", "a")).rowType().field("a").type())
                .isEqualTo(Types.BIGINT);
        assertThatThrownBy(() -> altered(strict, type("INT", "b")))
                .hasMessageContaining("column 'b'")
                .hasMessageContaining("disable-explicit-type-casting");
        assertThat(SchemaAlteration.apply(
                                strict,
                                List.of(type("INT", "b")),
                                History.WRITTEN,
                                Map.of("disable-explicit-type-casting", "false"),
                                0)
                        .rowType()
                        .field("b")
                        .type())
                .isEqualTo(Types.INT);
        TableSchema lax = table("alter-column-null-to-not-null.disabled", "false");
        assertThat(altered(lax, new ForbidNull(ColumnPath.of("a")))
                        .rowType()
                        .field("a")
                        .type())
                .isEqualTo(Types.INT.notNull());
        assertThatThrownBy(() -> altered(table(), new ForbidNull(ColumnPath.of("r", "l", "element", "y"))))
                .hasMessageContaining("column 'r.l.element.y'")
                .hasMessageContaining("alter-column-null-to-not-null.disabled");
    }

    /** Options that name a column follow it. Paimon pull request 5964. */
    @Test
    void optionsFollowARename() {
        TableSchema schema = table(
                "bucket-key",
                "id",
                "bucket",
                "1",
                "fields.a,b.stats-mode",
                "full",
                "fields.b.sequence-group",
                "a,r",
                "fields.default-aggregate-function",
                "sum",
                "record-level.time-field",
                "b",
                "file-index.bloom-filter.columns",
                "a, b",
                "file-index.bloom-filter.b.fpp",
                "0.1");
        TableSchema renamed = altered(
                schema,
                new RenameColumn(ColumnPath.of("b"), "b.x"),
                new RenameColumn(ColumnPath.of("id"), "key"),
                new RenameColumn(ColumnPath.of("b.x"), "c"));
        assertThat(renamed.primaryKeys()).containsExactly("key");
        assertThat(renamed.options())
                .isEqualTo(new Options(Map.of(
                        "bucket-key",
                        "key",
                        "bucket",
                        "1",
                        "fields.a,c.stats-mode",
                        "full",
                        "fields.c.sequence-group",
                        "a,r",
                        "fields.default-aggregate-function",
                        "sum",
                        "record-level.time-field",
                        "c",
                        "file-index.bloom-filter.columns",
                        "a,c",
                        "file-index.bloom-filter.c.fpp",
                        "0.1")));
        assertThatThrownBy(() -> altered(schema, new DropColumn(ColumnPath.of("b"))))
                .hasMessageContaining("record-level.time-field")
                .hasMessageContaining("file-index.bloom-filter.b.fpp")
                .hasMessageContaining("unset them first");
        assertThat(altered(
                                schema,
                                new UnsetOption("file-index.bloom-filter.columns"),
                                new UnsetOption("fields.a,b.stats-mode"),
                                new DropColumn(ColumnPath.of("r", "x")))
                        .fields())
                .hasSize(4);
    }

    /** A change of or after a column that is not there is told, not half done. Paimon pull request 6077. */
    @Test
    void saysWhatStandsAgainstAChange() {
        assertThatThrownBy(() -> altered(table(), new DropColumn(ColumnPath.of("nope"))))
                .hasMessage("column 'nope': no column 'nope'; there are [id, a, b, r]");
        assertThatThrownBy(() -> altered(table(), new DropColumn(ColumnPath.of("r", "nope"))))
                .hasMessage("column 'r.nope': no column 'nope'; there are [x, l]");
        assertThatThrownBy(() -> altered(table(), type("STRING", "r", "l", "elements")))
                .hasMessageContaining("column 'r.l.elements'")
                .hasMessageContaining("expected 'element'");
        assertThatThrownBy(() -> altered(table(), new RenameColumn(ColumnPath.of("r", "l", "element"), "x")))
                .hasMessageContaining("has a type, but no name");
        assertThatThrownBy(() -> altered(table(), type("BYTES", "a")))
                .hasMessage("column 'a': values of type INT cannot become BYTES");
        assertThatThrownBy(() -> altered(table(), new AddColumn("v", TypeParser.parse("BLOB"))))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("type BLOB (column 'v')");
        assertThatThrownBy(() -> altered(table(), new AddColumn("a", Types.INT)))
                .hasMessage("column 'a': there is a column of that name already");
    }

    @Test
    void fieldsOfOneRowHaveDifferentNames() {
        for (String type :
                List.of("ROW<q INT, q INT>", "ARRAY<ROW<q INT, q BIGINT>>", "MAP<INT, ROW<p INT, q INT, q INT>>")) {
            assertThatThrownBy(() -> TableSchemas.create(
                            List.of(new DataField(0, "id", Types.INT), new DataField(0, "v", TypeParser.parse(type))),
                            List.of("id"),
                            List.of(),
                            Map.of(),
                            "",
                            3))
                    .as(type)
                    .hasMessageContaining("column 'v")
                    .hasMessageContaining("field 'q' is there twice");
        }
    }
}
