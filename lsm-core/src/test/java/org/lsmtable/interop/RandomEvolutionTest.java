package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Values;
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
 * from keys to values as they were written; what they are now says real Paimon's cast of single values. Since a compaction stores values in
 * the type that the column has just then, there may be several answers: cast at once, or in steps. After every step we and one of the two,
 * in the end both, read the same rows, which are of the model, a filter finds what it should, and in the end each older state is what it
 * was. The tables are those of {@link RandomHistoryTest}: keys, partitions, buckets, formats. What was drawn is counted, and nothing may be
 * missing.
 *
 * <p>More histories: {@code mvn verify -Devolutions=500}; one again: {@code -Devolution.seed=SEED}.
 */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomEvolutionTest {
    /** Types that lead from one to another without failures; each old type may become any of the newer ones at once. */
    private static final List<List<String>> CHAINS = List.of(
            List.of("TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL(30, 2)", "DOUBLE", "STRING"),
            List.of("BIGINT", "INT", "SMALLINT", "BOOLEAN"),
            List.of("INT", "FLOAT", "DOUBLE", "STRING", "VARCHAR(3)"),
            List.of("DECIMAL(10, 2)", "DECIMAL(12, 4)", "DECIMAL(6, 1)", "BIGINT", "STRING"),
            List.of("VARCHAR(10)", "VARCHAR(30)", "STRING", "CHAR(4)", "BYTES"),
            List.of("BINARY(4)", "VARBINARY(10)", "BYTES", "BINARY(3)"),
            List.of("DATE", "TIMESTAMP(3)", "TIMESTAMP(6)", "STRING"),
            List.of("TIMESTAMP(9)", "TIMESTAMP(6)", "TIMESTAMP(0)", "DATE"),
            List.of("TIMESTAMP(6) WITH LOCAL TIME ZONE", "TIMESTAMP(3)", "BIGINT", "STRING"),
            List.of("BOOLEAN", "INT", "STRING"),
            List.of("INT", "TIMESTAMP(3)", "TIMESTAMP(6)"),
            List.of("DOUBLE", "FLOAT", "DECIMAL(20, 3)", "INT"));

    private static final Seeds SEEDS = new Seeds("evolution", "evolutions", 50, 80);

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
            coverage.assertDrawn("chain", CHAINS);
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

    /** A value column: its name now, the chain of types it goes along, and where on it it has been. */
    private final class Column {
        String name;
        final List<String> chain;
        final List<Integer> visited = new ArrayList<>(List.of(0));

        Column(String name, List<String> chain) {
            this.name = name;
            this.chain = chain;
        }

        int place() {
            return visited.get(visited.size() - 1);
        }

        String type() {
            return chain.get(place());
        }

        /** What a value that was written when the column had one type may be now. */
        Set<Object> possible(Stored written) {
            Map<Integer, Set<Object>> at = new TreeMap<>();
            at.put(written.place(), new HashSet<>(Set.of(written.value())));
            for (int place : visited) {
                if (place > written.place()) {
                    Set<Object> reached = new HashSet<>();
                    at.forEach((from, values) -> values.forEach(value -> reached.add(
                            value == null ? null : peers.get(1).cast(value, chain.get(from), chain.get(place)))));
                    at.put(place, reached);
                }
            }
            return at.get(place());
        }
    }

    /** A value as it was written: into which column, which then had the type at a place of its chain. */
    private record Stored(Column column, int place, Object value) {}

    private final class History {
        private final Path table;
        private final Random random;
        private final List<Column> columns = new ArrayList<>();
        private final Map<String, List<Stored>> model = new TreeMap<>();

        private final Map<Long, List<String>> rowsOfSnapshots = new TreeMap<>();
        private RandomTables.Definition base;
        private int names;

        History(Path table, Random random) {
            this.table = table;
            this.random = random;
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }

        private Column newColumn() {
            List<String> chain = pick(CHAINS);
            while (base != null && base.mayWrite("avro") && chain.toString().contains("(9)")) {
                chain = pick(CHAINS); // Avro holds no nanoseconds
            }
            coverage.note("chain", chain);
            return new Column("c" + names++, chain);
        }

        String create() throws Exception {
            List<Column> values = Stream.generate(this::newColumn).limit(3).toList();
            base = RandomTables.definition(
                    random,
                    values.stream()
                            .map(column -> new Peer.Column(column.name, column.type()))
                            .toList());
            Dimensions.note(coverage, base);
            for (Peer.Column column : base.columns()) {
                columns.add(values.stream()
                        .filter(value -> value.name.equals(column.name()))
                        .findFirst()
                        .orElseGet(() -> new Column(column.name(), List.of(column.type()))));
            }
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

        /** The columns that are not of the key. */
        private List<Column> values() {
            return columns.stream()
                    .filter(column -> !base.keys().contains(column.name))
                    .toList();
        }

        String step() throws Exception {
            int what = random.nextInt(8);
            return what < 4 ? write() : what < 7 ? alter() : compact();
        }

        private RandomTables.Definition now() {
            return new RandomTables.Definition(
                    columns.stream()
                            .map(column -> new Peer.Column(column.name, column.type()))
                            .toList(),
                    base.keys(),
                    base.partitions(),
                    base.options());
        }

        private String write() throws Exception {
            RandomTables.Definition now = now();
            List<Object[]> rows = RandomTables.rows(random, now, 1 + random.nextInt(40));
            for (Object[] row : rows) {
                Object[] values = Arrays.copyOfRange(row, 1, row.length);
                List<Stored> stored = new ArrayList<>();
                for (int c = 0; c < values.length; c++) {
                    Column column = columns.get(c);
                    if (!mayChangeType(values[c])) {
                        values[c] = null;
                        row[c + 1] = null;
                    }
                    if (values[c] != null) {
                        stored.add(new Stored(column, column.place(), values[c]));
                    }
                }
                if (row[0].equals("-D")) {
                    model.remove(now.keyText(values));
                } else {
                    model.put(now.keyText(values), stored);
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

        /**
         * Whether every later type of a chain can take a value: no NaN for DECIMAL (texts are not read as numbers), and no nanoseconds behind
         * three zeros, which Paimon 1.4.2 keeps in a TIMESTAMP(6).
         */
        private boolean mayChangeType(Object value) {
            if (value instanceof LocalDateTime time) {
                int nanos = time.get(ChronoField.NANO_OF_SECOND);
                return nanos >= 1_000_000 || nanos % 1_000 == 0;
            }
            return !(value instanceof Float f && !Float.isFinite(f))
                    && !(value instanceof Double d && !Double.isFinite(d));
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
            Column column = values().isEmpty() ? null : pick(values());
            int what = column == null ? 0 : random.nextInt(8);
            if (what == 0) {
                return add(column);
            }
            if (what == 1) {
                columns.remove(column);
                return new DropColumn(ColumnPath.of(column.name));
            }
            if (what == 2) {
                String old = column.name;
                // names of dropped columns come back
                String name = "c" + random.nextInt(names + 1);
                column.name = columns.stream().anyMatch(c -> c.name.equals(name)) ? "r" + names++ : name;
                return new RenameColumn(ColumnPath.of(old), column.name);
            }
            if (what == 3) {
                columns.remove(column);
                Column behind = pick(columns);
                columns.add(columns.indexOf(behind) + 1, column);
                return new MoveColumn(column.name, new ColumnPosition.After(behind.name));
            }
            int left = column.chain.size() - column.place() - 1;
            if (left == 0) {
                return add(column);
            }
            column.visited.add(column.place() + 1 + random.nextInt(left));
            return new ChangeType(ColumnPath.of(column.name), TypeParser.parse(column.type()), Nullability.AS_GIVEN);
        }

        private SchemaChange add(Column behind) {
            Column added = newColumn();
            while (columns.stream().anyMatch(c -> c.name.equals(added.name))) {
                added.name = "c" + names++;
            }
            if (behind == null || random.nextBoolean()) {
                columns.add(added);
                return new AddColumn(added.name, TypeParser.parse(added.type()));
            }
            columns.add(columns.indexOf(behind) + 1, added);
            return new AddColumn(
                    ColumnPath.of(added.name),
                    TypeParser.parse(added.type()),
                    null,
                    new ColumnPosition.After(behind.name));
        }

        void check(List<Peer> readers) throws Exception {
            List<Object[]> rows = Ours.rows(table);
            List<String> texts = Ours.texts(rows);
            RandomTables.Definition now = now();
            assertThat(rows).hasSize(model.size());
            for (Object[] row : rows) {
                String key = now.keyText(row);
                List<Stored> written = model.get(key);
                assertThat(written).as("a row of key %s", key).isNotNull();
                for (int c = 0; c < columns.size(); c++) {
                    Column column = columns.get(c);
                    Set<String> possible = new HashSet<>(Set.of("null"));
                    for (Stored value : written) {
                        if (value.column() == column) {
                            possible = column.possible(value).stream()
                                    .map(RandomTables::text)
                                    .collect(Collectors.toSet());
                        }
                    }
                    assertThat(RandomTables.text(row[c]))
                            .as("key %s, column %s %s", key, column.name, column.type())
                            .isIn(possible);
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
            int position = random.nextInt(columns.size());
            Column column = columns.get(position);
            Object literal = pick(rows)[position];
            if (literal == null) {
                assertThat(Ours.texts(Ours.rows(table, SnapshotRef.latest(), Predicate.isNull(column.name))))
                        .isEqualTo(Ours.texts(rows.stream()
                                .filter(row -> row[position] == null)
                                .toList()));
                return;
            }
            DataType type = TypeParser.parse(column.type());
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
