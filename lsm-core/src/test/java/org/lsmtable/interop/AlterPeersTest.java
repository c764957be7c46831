package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.ColumnPosition;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.AllowNull;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.CommentColumn;
import org.lsmtable.schema.SchemaChange.CommentTable;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.ForbidNull;
import org.lsmtable.schema.SchemaChange.MoveColumn;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.schema.SchemaChange.SetOption;
import org.lsmtable.schema.SchemaChange.UnsetOption;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;
import org.lsmtable.types.TypeParser;

/** The same changes by us and by real Paimon 2.0 on copies of one table: the same schema comes out, byte for byte but its time, or both refuse. */
class AlterPeersTest {
    private static final List<Peer.Column> COLUMNS = List.of(
            new Peer.Column("id", "INT NOT NULL"),
            new Peer.Column("k", "STRING NOT NULL"),
            new Peer.Column("dt", "STRING NOT NULL"),
            new Peer.Column("a", "INT"),
            new Peer.Column("b", "BIGINT"),
            new Peer.Column("s", "STRING"),
            new Peer.Column("n", "INT NOT NULL"),
            new Peer.Column("r", "ROW<x INT, y ROW<z STRING>>"),
            new Peer.Column("arr", "ARRAY<INT>"),
            new Peer.Column("m", "MAP<STRING, INT>"),
            new Peer.Column("ar", "ARRAY<ROW<q INT>>"));
    private static final Map<String, String> OPTIONS = Map.of(
            "bucket",
            "2",
            "bucket-key",
            "id",
            "sequence.field",
            "b",
            "fields.s.stats-mode",
            "full",
            "merge-engine",
            "partial-update",
            "fields.a.aggregate-function",
            "sum",
            "fields.n.sequence-group",
            "a,s");

    private enum Outcome {
        /** Both do the same. */
        SAME,
        /** Both refuse. */
        REFUSED,
        /** We refuse what Paimon takes and then does not do. */
        REFUSED_BY_US
    }

    private record Case(Outcome outcome, List<SchemaChange> changes) {
        @Override
        public String toString() {
            return outcome + " " + changes;
        }
    }

    private static Peer peer;

    @TempDir
    static Path folder;

    private static Path original;
    private static int copies;

    @BeforeAll
    static void create() throws Exception {
        peer = Peers.paimon20();
        original = folder.resolve("original.db/t");
        peer.create(original, COLUMNS, List.of("dt", "id", "k"), List.of("dt"), OPTIONS);
        Object[] row = new Object[] {"+I", 1, "k", "d", 1, 2L, "s", 3, null, null, null, null};
        peer.write(original, List.<Object[]>of(row), Map.of());
    }

    @AfterAll
    static void close() {
        peer.close();
    }

    private static Path copy() throws IOException {
        Path copy = folder.resolve("copy" + copies++ + ".db/t");
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(original.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return copy;
    }

    private static Case same(SchemaChange... changes) {
        return new Case(Outcome.SAME, List.of(changes));
    }

    private static Case refused(SchemaChange... changes) {
        return new Case(Outcome.REFUSED, List.of(changes));
    }

    private static Case refusedByUs(SchemaChange... changes) {
        return new Case(Outcome.REFUSED_BY_US, List.of(changes));
    }

    private static AddColumn add(ColumnPath column, String type, ColumnPosition position) {
        return new AddColumn(column, TypeParser.parse(type), null, position);
    }

    private static AddColumn add(String column, String type) {
        return new AddColumn(column, TypeParser.parse(type));
    }

    private static ChangeType type(String column, String type) {
        return new ChangeType(ColumnPath.of(column.split("\\.")), TypeParser.parse(type), Nullability.AS_GIVEN);
    }

    private static DropColumn drop(String... column) {
        return new DropColumn(ColumnPath.of(column));
    }

    private static RenameColumn rename(String column, String newName) {
        return new RenameColumn(ColumnPath.of(column), newName);
    }

    static Stream<Case> columns() {
        return Stream.of(
                same(add("x", "INT")),
                same(add(ColumnPath.of("x"), "DECIMAL(10, 2)", new ColumnPosition.First())),
                same(add(ColumnPath.of("x"), "STRING", new ColumnPosition.After("a"))),
                same(add(ColumnPath.of("x"), "TIMESTAMP(3) WITH LOCAL TIME ZONE", new ColumnPosition.Before("id"))),
                same(add(ColumnPath.of("x"), "INT", new ColumnPosition.Last())),
                same(add("x", "ROW<p INT, q ROW<o STRING>>"), add("y", "MAP<INT, ARRAY<ROW<k INT>>>"), add("z", "INT")),
                same(add(ColumnPath.of("r", "w"), "INT", null)),
                same(add(ColumnPath.of("r", "w"), "ROW<v INT>", new ColumnPosition.After("x"))),
                same(add(ColumnPath.of("r", "y", "w"), "INT", new ColumnPosition.First())),
                same(add(ColumnPath.of("ar", "element", "w"), "INT", null)),
                same(new SetOption("add-column-before-partition", "true"), add("x", "INT")),
                refused(add("x", "INT NOT NULL")),
                refused(add("a", "INT")),
                refused(add(ColumnPath.of("x"), "INT", new ColumnPosition.After("nowhere"))),
                refused(add(ColumnPath.of("r", "x"), "INT", null)),
                refused(add(ColumnPath.of("q", "x"), "INT", null)),
                refusedByUs(add(ColumnPath.of("a", "x"), "INT", null)),
                refused(add("_KEY_x", "INT")),
                same(new AddColumn(ColumnPath.of("x"), TypeParser.parse("INT"), "said", new ColumnPosition.First())),
                same(new DropColumn(ColumnPath.of("ar")), add("ar", "INT")),
                same(drop("r", "x")),
                same(drop("r", "y")),
                refused(drop("r", "y", "z")),
                refused(drop("id")),
                refused(drop("dt")),
                refused(drop("b")),
                refused(drop("a")),
                refused(drop("nowhere")),
                same(rename("b", "b2")),
                same(rename("id", "id2")),
                same(rename("a", "a2")),
                same(rename("n", "n2")),
                same(rename("arr", "t"), rename("m", "arr"), rename("t", "m")),
                same(new RenameColumn(ColumnPath.of("r", "y", "z"), "zz")),
                same(new RenameColumn(ColumnPath.of("ar", "element", "q"), "qq")),
                refused(rename("a", "b")),
                refused(rename("dt", "d2")),
                refused(rename("nowhere", "x")),
                refused(new RenameColumn(ColumnPath.of("r", "x"), "y")),
                same(type("a", "BIGINT")),
                same(type("a", "STRING")),
                same(type("n", "BIGINT NOT NULL")),
                same(type("n", "BIGINT")),
                same(new ChangeType(ColumnPath.of("n"), TypeParser.parse("BIGINT"), Nullability.KEPT)),
                same(type("arr.element", "BIGINT")),
                same(type("m.value", "BIGINT")),
                same(type("r.x", "STRING")),
                same(type("ar.element.q", "DOUBLE")),
                refusedByUs(type("m.key", "INT")),
                refused(type("id", "BIGINT")),
                refused(type("dt", "INT")),
                refused(type("a", "BIGINT NOT NULL")),
                refused(type("a", "BYTES")),
                refused(type("s", "ARRAY<STRING>")),
                same(new SetOption("disable-explicit-type-casting", "true"), type("a", "STRING")),
                same(new AllowNull(ColumnPath.of("n"))),
                refused(new AllowNull(ColumnPath.of("id"))),
                refused(new ForbidNull(ColumnPath.of("a"))),
                same(new ForbidNull(ColumnPath.of("n"))),
                same(new CommentColumn(ColumnPath.of("a"), "said"), new CommentTable("of the table")),
                same(new CommentColumn(ColumnPath.of("r", "y"), "said")),
                same(new CommentColumn(ColumnPath.of("a"), "said"), new CommentColumn(ColumnPath.of("a"), null)),
                refused(new CommentColumn(ColumnPath.of("nowhere"), "said")),
                same(new MoveColumn("a", new ColumnPosition.First())),
                same(new MoveColumn("a", new ColumnPosition.Last())),
                same(new MoveColumn("a", new ColumnPosition.After("s"))),
                same(new MoveColumn("s", new ColumnPosition.Before("id"))),
                refused(new MoveColumn("a", new ColumnPosition.After("a"))),
                refused(new MoveColumn("a", new ColumnPosition.After("nowhere"))),
                refused(new MoveColumn("nowhere", new ColumnPosition.First())));
    }

    static Stream<Case> options() {
        return Stream.of(
                same(new SetOption("num-sorted-run.compaction-trigger", "7"), new UnsetOption("fields.s.stats-mode")),
                same(new SetOption("bucket", "4")),
                refused(new SetOption("bucket", "-1")),
                refused(new UnsetOption("bucket")),
                refused(new SetOption("bucket-key", "k")),
                refused(new UnsetOption("bucket-key")),
                refused(new SetOption("merge-engine", "deduplicate")),
                refused(new UnsetOption("merge-engine")),
                refused(new SetOption("primary-key", "id")),
                refused(new SetOption("partition", "id")),
                refused(new SetOption("type", "format-table")),
                refused(new SetOption("rowkind.field", "s")),
                refused(new SetOption("force-lookup", "true")),
                refused(new SetOption("data-file.path-directory", "d")),
                refused(new SetOption("deletion-vectors.enabled", "true")),
                refused(new SetOption("sequence.field", "nowhere")),
                refused(new SetOption("fields.nowhere.stats-mode", "full")),
                refused(new SetOption("row-tracking.enabled", "true")),
                same(new SetOption("ignore-delete", "true")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"columns", "options"})
    void bothDoTheSame(Case tried) throws Exception {
        Path ours = copy();
        Path theirs = copy();
        try (Table table = Table.open(ours)) {
            SchemaChange[] changes = tried.changes().toArray(new SchemaChange[0]);
            if (tried.outcome() != Outcome.SAME) {
                assertThatThrownBy(() -> table.alter(changes))
                        .isInstanceOf(TableException.class)
                        .hasMessageContaining(ours.toString())
                        .hasMessageNotContaining("\n");
                assertThat(Files.exists(ours.resolve("schema/schema-1"))).isFalse();
            } else {
                table.alter(changes);
            }
        }
        if (tried.outcome() == Outcome.REFUSED) {
            assertThatThrownBy(() -> peer.alter(theirs, tried.changes())).isInstanceOf(Exception.class);
            return;
        }
        peer.alter(theirs, tried.changes());
        if (tried.outcome() == Outcome.SAME) {
            // Paimon also writes a schema that changes nothing
            boolean changed = !schema(theirs, 1).equals(schema(theirs, 0));
            assertThat(Files.exists(ours.resolve("schema/schema-1"))).isEqualTo(changed);
            assertThat(schema(ours, changed ? 1 : 0)).isEqualTo(schema(theirs, 1));
        } else {
            assertThat(fields(theirs, 1)).isEqualTo(fields(theirs, 0));
        }
    }

    /** The lines of a schema without its id, those of options in no order, since that does not matter; commas follow the order. */
    private static String schema(Path table, int id) throws IOException {
        String text = Files.readString(table.resolve("schema/schema-" + id))
                .replaceAll("\"timeMillis\" : [0-9]+", "")
                .replaceFirst("\"id\" : [0-9]+", "");
        int start = text.indexOf("\"options\"");
        int end = text.indexOf('}', start);
        List<String> options = text.substring(start, end)
                .lines()
                .map(line -> line.replaceAll(",$", ""))
                .sorted()
                .toList();
        return text.substring(0, start) + options + text.substring(end);
    }

    private static String fields(Path table, int id) throws IOException {
        String text = schema(table, id);
        return text.substring(text.indexOf("\"fields\""), text.indexOf("\"highestFieldId\""));
    }
}
