package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Row;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;
import org.lsmtable.types.Types;

/**
 * A ROW all of whose fields came after a file was written. We read what the file holds: rows that are there, of the length and keys that the
 * arrays and maps around them have, each field null. Real Paimon reads null for whatever is around such a ROW, up to the next ROW that has a
 * field left, be that NOT NULL or not, as if it had never been written. Once we have compacted, it reads what we read.
 */
@ExtendWith(CheckedTables.class)
class ReplacedFieldsPeersTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    /**
     * A column with a ROW in it.
     *
     * @param type its type, in which field {@code a} will be replaced by {@code b}
     * @param row the names that lead to the ROW, with dots between them
     * @param value what is written
     * @param ours what it is afterwards
     * @param theirs what Paimon reads before a compaction
     */
    private record Shape(String type, String row, Object value, Object ours, Object theirs) {}

    private static final Row ONE = Row.of(1);
    private static final Row NONE = Row.of((Object) null);
    private static final List<Shape> SHAPES = List.of(
            new Shape("ROW<a INT>", "c", ONE, NONE, null),
            new Shape("ROW<s ROW<a INT>>", "c.s", Row.of(ONE), Row.of(NONE), null),
            new Shape("ROW<s ROW<a INT>, y INT>", "c.s", Row.of(ONE, 5), Row.of(NONE, 5), Row.of(null, 5)),
            new Shape("ARRAY<ROW<a INT>>", "c.element", list(ONE, null, NONE), list(NONE, null, NONE), null),
            new Shape(
                    "ARRAY<ARRAY<ROW<a INT>>>",
                    "c.element.element",
                    list(list(ONE, null), list()),
                    list(list(NONE, null), list()),
                    null),
            new Shape("MAP<STRING NOT NULL, ROW<a INT>>", "c.value", Map.of("k", ONE), Map.of("k", NONE), null),
            new Shape(
                    "ROW<s ARRAY<ROW<a INT>>, y INT>",
                    "c.s.element",
                    Row.of(list(ONE, null), 5),
                    Row.of(list(NONE, null), 5),
                    Row.of(null, 5)));

    private static List<Object> list(Object... values) {
        return Arrays.asList(values);
    }

    static Stream<String> formats() {
        return Stream.of("parquet", "orc", "avro");
    }

    @ParameterizedTest
    @MethodSource("formats")
    void keepWhatIsAroundThem(String format, Path folder) throws Exception {
        for (Shape shape : SHAPES) {
            Path table = folder.resolve("db.db/t" + SHAPES.indexOf(shape));
            create(table, shape, format);
            replace(table, shape);

            List<Object[]> ours = List.of(new Object[] {1, shape.ours()}, new Object[] {2, null});
            assertThat(Ours.texts(Ours.rows(table))).as(shape.type()).isEqualTo(Ours.texts(ours));
            List<Object[]> theirs = List.of(new Object[] {1, shape.theirs()}, new Object[] {2, null});
            assertReadByPeers(table, shape, theirs);

            List<Object[]> around = List.of(new Object[] {"+I", 0, null}, new Object[] {"+I", 9, null});
            Ours.write(table, around, CompactionMode.AWAIT);
            try (Table opened = Table.open(table)) {
                opened.compactFully();
            }
            List<Object[]> merged = new ArrayList<>(ours);
            merged.add(new Object[] {0, null});
            merged.add(new Object[] {9, null});
            assertReadByPeers(table, shape, merged);
        }
    }

    private static void assertReadByPeers(Path table, Shape shape, List<Object[]> rows) throws Exception {
        for (Peer peer : PEERS.all()) {
            assertThat(Ours.texts(peer.read(table, null, Map.of())))
                    .as("%s read by paimon %s", shape.type(), peer.version())
                    .isEqualTo(Ours.texts(rows));
        }
    }

    /** A table with two rows in one file, the second of which has null. */
    private static void create(Path table, Shape shape, String format) throws Exception {
        Peer peer = PEERS.of(SHAPES.indexOf(shape) % 2 == 0 ? "1.4.2" : "2.0.0");
        Map<String, String> options = new LinkedHashMap<>();
        options.put("bucket", "1");
        options.put("file.format", format);
        peer.create(
                table,
                List.of(new Peer.Column("id", "INT NOT NULL"), new Peer.Column("c", shape.type())),
                List.of("id"),
                List.of(),
                options);
        List<Object[]> rows = List.of(new Object[] {"+I", 1, shape.value()}, new Object[] {"+I", 2, null});
        peer.write(table, rows, Map.of("write-only", "true"));
    }

    private static void replace(Path table, Shape shape) {
        try (Table opened = Table.open(table)) {
            opened.alter(new AddColumn(below(shape, "b"), Types.INT, null, null));
            opened.alter(new DropColumn(below(shape, "a")));
        }
    }

    private static ColumnPath below(Shape shape, String field) {
        List<String> path = new ArrayList<>(List.of(shape.row().split("\\.")));
        path.add(field);
        return new ColumnPath(path);
    }
}
