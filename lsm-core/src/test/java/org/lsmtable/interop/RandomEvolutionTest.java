package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.interop.EvolvingPart.Field;
import org.lsmtable.interop.EvolvingPart.RowPart;
import org.lsmtable.interop.EvolvingPart.Scalar;
import org.lsmtable.interop.RandomEvolution.Formats;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.ColumnPosition;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.MoveColumn;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;

/**
 * Random histories of one table whose schema changes between writes, by us and by both versions of real Paimon in turn. The model is a map
 * from keys to values as they were written; what they are now say {@link EvolvingPart} and real Paimon's cast of single values. Columns are
 * scalars and nested ones, whose fields are added, dropped, renamed and widened at every depth. After every step we and one of the two, in
 * the end both, read the same rows, which are of the model, a filter finds what it should, and in the end each older state is what it was.
 * The tables are those of {@link RandomHistoryTest}: keys, partitions, buckets, formats. What was drawn is counted, and nothing may be
 * missing.
 *
 * <p>More histories: {@code mvn verify -Devolutions=500}; one again: {@code -Devolution.seed=SEED}.
 */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomEvolutionTest {
    private static final Seeds SEEDS = new Seeds("evolution", "evolutions", 80);

    private final Coverage coverage = new Coverage();
    private List<Peer> peers = List.of();

    @BeforeAll
    void open() {
        peers = Peers.all();
    }

    @AfterAll
    void close() {
        peers.forEach(Peer::close);
        if (SEEDS.areEnough()) {
            System.out.println("evolutions drew\n" + coverage);
            Dimensions.assertTablesDrawn(coverage);
            coverage.assertDrawn("chain", RandomEvolution.CHAINS);
            for (int depth = 0; depth < 3; depth++) {
                coverage.assertDrawn(
                        "nested at depth " + depth, List.of("ArrayPart", "MapPart", "MultisetPart", "RowPart"));
            }
            coverage.assertDrawn(
                    "change inside", List.of("AddColumn", "DropColumn", "RenameColumn", "ChangeType", "AllowNull"));
            for (String who : List.of("we", "paimon 1.4.2", "paimon 2.0.0")) {
                coverage.assertDrawn(
                        "change",
                        Stream.of("AddColumn", "DropColumn", "RenameColumn", "MoveColumn", "ChangeType")
                                .map(change -> who + ": " + change)
                                .toList());
                coverage.assertDrawn("step", List.of(who + " wrote", who + " compacted fully"));
            }
        }
    }

    static Stream<Long> seeds() {
        return SEEDS.stream();
    }

    @ParameterizedTest(name = "evolution {0}")
    @MethodSource("seeds")
    void everyoneReadsTheSameRows(long seed, Path folder) throws Exception {
        Random random = new Random(seed);
        History history = new History(folder.resolve("db.db/t"), random);
        String story = SEEDS.story(seed) + history.create();
        try {
            int steps = 5 + random.nextInt(4);
            for (int step = 1; step <= steps; step++) {
                story += "\n  " + history.step();
                history.check(step == steps ? peers : List.of(history.pick(peers)));
            }
            history.checkOlderStates();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(story, e);
        }
    }

    private final class History implements EvolvingPart.Cast {
        private final Path table;
        private final Random random;
        private final RandomEvolution evolution;
        private final RowPart columns = new RowPart();
        /** What each row was written as, by its key. */
        private final Map<String, Object> model = new TreeMap<>();

        private final Map<Long, List<String>> rowsOfSnapshots = new TreeMap<>();
        private RandomTables.Definition base;

        History(Path table, Random random) {
            this.table = table;
            this.random = random;
            this.evolution = new RandomEvolution(random, coverage, this);
        }

        /** What a value may become: ORC files lose the blanks at the end of a CHAR. */
        @Override
        public Set<Object> apply(Object value, String from, String to) {
            Set<Object> values = new HashSet<>();
            values.add(value == null ? null : peers.get(1).cast(value, from, to));
            if (to.startsWith("CHAR") && base.mayWrite("orc")) {
                values.addAll(values.stream()
                        .map(text -> text == null ? null : ((String) text).stripTrailing())
                        .toList());
            }
            return values;
        }

        /** Timestamps before the Gregorian calendar are some days off in the ORC files that Paimon writes. */
        @Override
        public boolean isKept(Object value) {
            return !(value instanceof LocalDate date) || date.getYear() > 1582 || base == null || !base.mayWrite("orc");
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }

        String create() throws Exception {
            RowPart scalars = new RowPart();
            for (int i = random.nextInt(3); i >= 0; i--) {
                scalars.fields.add(new Field(evolution.newName(scalars), evolution.scalar(Formats.WITHOUT_AVRO)));
            }
            base = RandomTables.definition(
                    random, scalars.fields.stream().map(Field::declared).toList());
            List<Peer.Column> declared = new ArrayList<>(base.columns());
            for (Peer.Column column : declared) {
                columns.fields.add(scalars.fields.stream()
                        .filter(scalar -> scalar.name.equals(column.name()))
                        .findFirst()
                        .orElseGet(() -> new Field(column.name(), key(column))));
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                Field nested = new Field(evolution.newName(columns), evolution.nested(formats()));
                int position = random.nextInt(columns.fields.size() + 1);
                columns.fields.add(position, nested);
            }
            base = now();
            Dimensions.note(coverage, base);
            if (random.nextInt(3) == 0) {
                coverage.note("creator", "we");
                Ours.create(table, base);
            } else {
                Peer peer = pick(peers);
                coverage.note("creator", "paimon " + peer.version());
                peer.create(table, base.columns(), base.keys(), base.partitions(), base.options());
            }
            return base.toString();
        }

        private EvolvingPart key(Peer.Column column) {
            EvolvingPart key = new Scalar(List.of(column.type().replace(" NOT NULL", "")), this);
            key.nullable = false;
            return key;
        }

        private Formats formats() {
            return base.mayWrite("avro") ? Formats.WITH_AVRO : Formats.WITHOUT_AVRO;
        }

        /** The columns that are not of the key. */
        private List<Field> values() {
            return columns.fields.stream()
                    .filter(column -> !base.keys().contains(column.name))
                    .toList();
        }

        String step() throws Exception {
            int what = random.nextInt(8);
            return what < 4 ? write() : what < 7 ? alter() : compact();
        }

        private RandomTables.Definition now() {
            return new RandomTables.Definition(
                    columns.fields.stream().map(Field::declared).toList(),
                    base.keys(),
                    base.partitions(),
                    base.options());
        }

        private String write() throws Exception {
            RandomTables.Definition now = now();
            List<Object[]> rows = RandomTables.rows(random, now, 1 + random.nextInt(40));
            for (Object[] row : rows) {
                Object[] values = Arrays.copyOfRange(row, 1, row.length);
                for (int c = 0; c < values.length; c++) {
                    EvolvingPart part = columns.fields.get(c).part;
                    if (!(part instanceof Scalar)) {
                        values[c] = part.valueOrNull(random, 1000);
                    } else if (!Scalar.mayChangeType(values[c])
                            || !base.keys().contains(columns.fields.get(c).name) && !isKept(values[c])) {
                        values[c] = null;
                    }
                    row[c + 1] = values[c];
                }
                if (row[0].equals("-D")) {
                    model.remove(now.keyText(values));
                } else {
                    model.put(now.keyText(values), columns.keep(Row.of(values)));
                }
            }
            String who = "we";
            if (random.nextBoolean()) {
                Peer peer = pick(peers);
                who = "paimon " + peer.version();
                peer.write(table, rows, Map.of("write-only", Boolean.toString(random.nextBoolean())));
            } else {
                Ours.write(table, rows, pick(List.of(CompactionMode.values())));
            }
            coverage.note("step", who + " wrote");
            return who + " wrote " + rows.size() + " rows";
        }

        private String compact() throws Exception {
            String who = "we";
            if (random.nextBoolean()) {
                try (Table opened = Table.open(table)) {
                    opened.compactFully();
                }
            } else {
                Peer peer = pick(peers);
                who = "paimon " + peer.version();
                peer.compactFully(table);
            }
            coverage.note("step", who + " compacted fully");
            return who + " compacted fully";
        }

        private String alter() throws Exception {
            SchemaChange change = change();
            String who = "we";
            if (random.nextBoolean()) {
                Peer peer = pick(peers);
                who = "paimon " + peer.version();
                peer.alter(table, List.of(change));
            } else {
                try (Table opened = Table.open(table)) {
                    opened.alter(change);
                }
            }
            coverage.note("change", who + ": " + change.getClass().getSimpleName());
            return who + ": " + change;
        }

        private SchemaChange change() {
            List<Field> nested =
                    values().stream().filter(column -> !isScalar(column)).toList();
            SchemaChange inside =
                    nested.isEmpty() || random.nextInt(3) == 0 ? null : evolution.change(pick(nested), formats());
            return inside == null ? changeOfColumns() : inside;
        }

        private static boolean isScalar(Field column) {
            return column.part instanceof Scalar;
        }

        private SchemaChange changeOfColumns() {
            Field column = values().isEmpty() ? null : pick(values());
            int what = column == null ? 0 : random.nextInt(8);
            if (what == 0) {
                return add(column);
            }
            if (what == 1) {
                columns.fields.remove(column);
                return new DropColumn(ColumnPath.of(column.name));
            }
            if (what == 2) {
                String old = column.name;
                column.name = evolution.name(columns); // names of dropped columns come back
                return new RenameColumn(ColumnPath.of(old), column.name);
            }
            if (what == 3) {
                columns.fields.remove(column);
                Field behind = pick(columns.fields);
                columns.fields.add(columns.fields.indexOf(behind) + 1, column);
                return new MoveColumn(column.name, new ColumnPosition.After(behind.name));
            }
            if (!(column.part instanceof Scalar scalar) || scalar.typesLeft() == 0) {
                return add(column);
            }
            scalar.widen(1 + random.nextInt(scalar.typesLeft()));
            return new ChangeType(ColumnPath.of(column.name), TypeParser.parse(scalar.type()), Nullability.AS_GIVEN);
        }

        private SchemaChange add(Field behind) {
            Field added = new Field(evolution.newName(columns), evolution.added(formats()));
            DataType type = TypeParser.parse(added.part.type());
            if (behind == null || random.nextBoolean()) {
                columns.fields.add(added);
                return new AddColumn(added.name, type);
            }
            columns.fields.add(columns.fields.indexOf(behind) + 1, added);
            return new AddColumn(ColumnPath.of(added.name), type, null, new ColumnPosition.After(behind.name));
        }

        void check(List<Peer> readers) throws Exception {
            List<Object[]> rows = Ours.rows(table);
            List<String> texts = Ours.texts(rows);
            RandomTables.Definition now = now();
            assertThat(rows).hasSize(model.size());
            for (Object[] row : rows) {
                String key = now.keyText(row);
                Map<?, ?> written = (Map<?, ?>) model.get(key);
                assertThat(written).as("a row of key %s", key).isNotNull();
                for (int c = 0; c < row.length; c++) {
                    Field column = columns.fields.get(c);
                    Object kept = written.get(column.part);
                    assertThat(column.part.mayBe(kept, row[c]))
                            .as("key %s, column %s: %s may be %s", key, column.declared(), kept, row[c])
                            .isTrue();
                }
            }
            for (Peer peer : readers) {
                assertThat(Ours.texts(peer.read(table, null, Map.of())))
                        .as("read by paimon %s", peer.version())
                        .isEqualTo(texts);
            }
            checkFilter(rows);
            if (readers.size() == peers.size() || random.nextInt(3) == 0) {
                CheckedTables.assertSound(table);
            }
            try (Table opened = Table.open(table)) {
                opened.snapshot(SnapshotRef.latest())
                        .filter(snapshot ->
                                snapshot.schemaId() == opened.schema().id())
                        .ifPresent(snapshot -> rowsOfSnapshots.put(snapshot.id(), texts));
            }
        }

        /** A condition on some column, with a value that some row has. */
        private void checkFilter(List<Object[]> rows) {
            if (rows.isEmpty()) {
                return;
            }
            int position = random.nextInt(columns.fields.size());
            Field column = columns.fields.get(position);
            Object literal = pick(rows)[position];
            if (literal == null || !isScalar(column)) {
                assertThat(Ours.texts(Ours.rows(table, SnapshotRef.latest(), Predicate.isNull(column.name))))
                        .isEqualTo(Ours.texts(rows.stream()
                                .filter(row -> row[position] == null)
                                .toList()));
                return;
            }
            DataType type = TypeParser.parse(column.part.type());
            Map<Predicate, IntPredicate> conditions = Map.of(
                    Predicate.eq(column.name, literal), order -> order == 0,
                    Predicate.lt(column.name, literal), order -> order < 0,
                    Predicate.ge(column.name, literal), order -> order >= 0);
            conditions.forEach((condition, holds) -> assertThat(
                            Ours.texts(Ours.rows(table, SnapshotRef.latest(), condition)))
                    .as("%s", condition)
                    .isEqualTo(Ours.texts(rows.stream()
                            .filter(row ->
                                    row[position] != null && holds.test(Values.compare(row[position], literal, type)))
                            .toList())));
        }

        /** A state is read with the schema it was made under, whatever came later. */
        void checkOlderStates() {
            rowsOfSnapshots.forEach(
                    (id, rows) -> assertThat(Ours.texts(Ours.rows(table, SnapshotRef.snapshot(id), null)))
                            .as("snapshot %s", id)
                            .isEqualTo(rows));
        }
    }
}
