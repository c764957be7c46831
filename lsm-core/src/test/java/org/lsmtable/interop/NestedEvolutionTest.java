package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.TypeRoot;

/**
 * Random histories in which fields inside nested columns are added, dropped, renamed and get other types, at every depth, by us and by both
 * versions of real Paimon in turn, between writes and compactions by each. After every step all three read the same rows, and those that
 * were written last read as they were written.
 *
 * <p>More histories: {@code mvn verify -Dnested.evolutions=200}; one again: {@code -Dnested.evolution.seed=SEED}.
 */
@ExtendWith(CheckedTables.class)
class NestedEvolutionTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    private static final Seeds SEEDS = new Seeds("nested.evolution", "nested.evolutions", 10);

    static Stream<Long> seeds() {
        return SEEDS.stream();
    }

    @ParameterizedTest(name = "nested evolution {0}")
    @MethodSource("seeds")
    void everyoneReadsTheSameRows(long seed, Path folder) throws Exception {
        History history = new History(folder.resolve("db.db/t"), new Random(seed));
        String story = SEEDS.story(seed) + history.create();
        try {
            for (int step = 0; step < 10; step++) {
                story += "\n  " + history.step();
                history.check();
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(story, e);
        }
    }

    private static final class History {
        private static final List<String> FORMATS = List.of("parquet", "orc");

        private final Path table;
        private final Random random;
        private int names;

        History(Path table, Random random) {
            this.table = table;
            this.random = random;
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }

        String create() throws Exception {
            List<Peer.Column> columns = List.of(
                    new Peer.Column("id", "INT NOT NULL"),
                    new Peer.Column("r", "ROW<a INT, b ROW<c INT, d STRING>, e ARRAY<INT>>"),
                    new Peer.Column("ar", "ARRAY<ROW<x INT, m MAP<STRING, ROW<y INT>>>>"),
                    new Peer.Column("m", "MAP<INT, ARRAY<ROW<k INT, l MULTISET<STRING>>>>"));
            Map<String, String> options =
                    Map.of("bucket", "1", "num-sorted-run.compaction-trigger", "4", "file.format", pick(FORMATS));
            pick(PEERS.all()).create(table, columns, List.of("id"), List.of(), options);
            return columns + " " + options;
        }

        private RowType type() {
            try (Table opened = Table.open(table)) {
                return opened.schema().rowType();
            }
        }

        String step() throws Exception {
            int what = random.nextInt(8);
            return what < 4 ? write() : what < 7 ? alter() : compact();
        }

        private String write() throws Exception {
            RowType type = type();
            List<Object[]> rows = new ArrayList<>();
            int count = 1 + random.nextInt(30);
            for (int i = 0; i < count; i++) {
                Object[] row = new Object[type.fieldCount() + 1];
                row[0] = "+I";
                row[1] = 100 * (random.nextInt(2) == 0 ? 1 : 2) + i;
                for (int c = 1; c < type.fieldCount(); c++) {
                    row[c + 1] = random.nextInt(5) == 0 ? null : RandomNested.value(random, type.typeAt(c), 100);
                }
                rows.add(row);
            }
            String who = "we";
            if (random.nextBoolean()) {
                Peer peer = pick(PEERS.all());
                who = "paimon " + peer.version();
                peer.write(table, rows, Map.of("write-only", Boolean.toString(random.nextBoolean())));
            } else {
                try (Table opened = Table.open(table);
                        TableWriter writer = opened.newWriter(pick(List.of(CompactionMode.values())))) {
                    rows.forEach(row -> writer.upsert(Row.of(Arrays.copyOfRange(row, 1, row.length))));
                    assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
                }
            }
            List<String> written = rows.stream()
                    .map(row -> RandomTables.rowText(Arrays.copyOfRange(row, 1, row.length)))
                    .toList();
            assertThat(ourRows()).containsAll(written);
            return who + " wrote " + count + " rows";
        }

        private String compact() throws Exception {
            if (random.nextBoolean()) {
                try (Table opened = Table.open(table)) {
                    opened.compactFully();
                }
                return "we compacted fully";
            }
            Peer peer = pick(PEERS.all());
            peer.compactFully(table);
            return "paimon " + peer.version() + " compacted fully";
        }

        private String alter() throws Exception {
            SchemaChange change = change();
            String who = "we";
            if (random.nextBoolean()) {
                Peer peer = pick(PEERS.all());
                who = "paimon " + peer.version();
                peer.alter(table, List.of(change));
            } else {
                try (Table opened = Table.open(table)) {
                    opened.alter(change);
                }
            }
            return who + ": " + change;
        }

        /** A place inside a column: the path to it, the fields beside it if it is a field, and its type. */
        private record Place(List<String> path, RowType siblings, DataType type) {}

        private SchemaChange change() {
            List<Place> places = new ArrayList<>();
            for (DataField column : type().fields()) {
                collect(List.of(column.name()), column.type(), places);
            }
            List<Place> fields =
                    places.stream().filter(place -> place.siblings() != null).toList();
            Place place = pick(fields);
            ColumnPath path = ColumnPath.of(place.path().toArray(new String[0]));
            switch (random.nextInt(5)) {
                case 0 -> {
                    return new RenameColumn(path, "n" + names++);
                }
                case 1 -> {
                    if (!isOldest(place)) {
                        return new DropColumn(path);
                    }
                }
                case 2, 3 -> {
                    Place leaf = pick(places);
                    String wider = wider(leaf.type());
                    if (wider != null) {
                        return new ChangeType(
                                ColumnPath.of(leaf.path().toArray(new String[0])),
                                TypeParser.parse(wider),
                                Nullability.AS_GIVEN);
                    }
                }
                default -> {}
            }
            List<String> added = new ArrayList<>(place.path());
            added.set(added.size() - 1, "n" + names++);
            String type = random.nextBoolean() ? "INT" : RandomNested.type(random, 1);
            return new AddColumn(ColumnPath.of(added.toArray(new String[0])), TypeParser.parse(type), null, null);
        }

        /** Of a ROW whose fields are all new Paimon reads otherwise than we do ({@link ReplacedFieldsPeersTest}). */
        private static boolean isOldest(Place field) {
            DataField oldest = Collections.min(field.siblings().fields(), Comparator.comparingInt(DataField::id));
            return oldest.name().equals(field.path().get(field.path().size() - 1));
        }

        private String wider(DataType type) {
            return switch (type.root()) {
                case INT -> "BIGINT";
                case BIGINT -> "STRING";
                case ROW, ARRAY, MAP -> random.nextInt(4) == 0 && becomesText(type) ? "STRING" : null;
                default -> null;
            };
        }

        private static boolean becomesText(DataType type) {
            return !type.asText().contains(TypeRoot.MULTISET.name());
        }

        private static void collect(List<String> path, DataType type, List<Place> places) {
            if (type instanceof RowType row) {
                for (DataField field : row.fields()) {
                    List<String> below = append(path, field.name());
                    places.add(new Place(below, row, field.type()));
                    collect(below, field.type(), places);
                }
            } else if (type instanceof ArrayType array) {
                List<String> below = append(path, "element");
                places.add(new Place(below, null, array.element()));
                collect(below, array.element(), places);
            } else if (type instanceof MapType map) {
                List<String> below = append(path, "value");
                places.add(new Place(below, null, map.value()));
                collect(below, map.value(), places);
            }
        }

        private static List<String> append(List<String> path, String step) {
            List<String> longer = new ArrayList<>(path);
            longer.add(step);
            return longer;
        }

        void check() throws Exception {
            List<String> rows = ourRows();
            for (Peer peer : PEERS.all()) {
                assertThat(peer.read(table, null, Map.of()).stream()
                                .map(RandomTables::rowText)
                                .sorted()
                                .toList())
                        .as("read by paimon %s", peer.version())
                        .isEqualTo(rows);
            }
            CheckedTables.assertSound(table);
        }

        private List<String> ourRows() {
            List<String> rows = new ArrayList<>();
            try (Table opened = Table.open(table);
                    RowCursor cursor = opened.scan().open()) {
                while (cursor.next()) {
                    Object[] values = new Object[cursor.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = cursor.get(i);
                    }
                    rows.add(RandomTables.rowText(values));
                }
            }
            return rows.stream().sorted().toList();
        }
    }
}
