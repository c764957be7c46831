package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
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
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Scan;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;

/**
 * Random histories of one table whose schema changes between writes, by us and by both versions of real Paimon in turn. The model is a map
 * from keys to values as they were written; what they are now says real Paimon's cast of single values. Since a compaction stores values in
 * the type that the column has just then, there may be several answers: cast at once, or in steps. After every step all three read the same
 * rows, which are of the model, a filter finds what it should, and in the end each older state is what it was.
 *
 * <p>More histories: {@code mvn verify -Devolutions=200}; one again: {@code -Devolution.seed=SEED}.
 */
@ExtendWith(CheckedTables.class)
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

    private static List<Peer> peers = List.of();

    @BeforeAll
    static void open() {
        peers = Peers.all();
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    static Stream<Long> seeds() {
        String one = System.getProperty("evolution.seed");
        if (one != null) {
            return Stream.of(Long.parseLong(one));
        }
        long first = new Random().nextLong(1_000_000_000L);
        int fixed = 10;
        int fresh = Integer.getInteger("evolutions", 20) - fixed;
        return Stream.concat(
                Stream.iterate(1L, s -> s + 1).limit(fixed),
                Stream.iterate(first, s -> s + 1).limit(Math.max(0, fresh)));
    }

    @ParameterizedTest(name = "evolution {0}")
    @MethodSource("seeds")
    void everyoneReadsTheSameRows(long seed, Path folder) throws Exception {
        History history = new History(folder.resolve("db.db/t"), new Random(seed));
        String story = "seed " + seed + " (repeat with -Devolution.seed=" + seed + "): " + history.create();
        try {
            for (int step = 0; step < 9; step++) {
                story += "\n  " + history.step();
                history.check();
            }
            history.checkOlderStates();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(story, e);
        }
    }

    /** A value column: its name now, the chain of types it goes along, and where on it it has been. */
    private static final class Column {
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

    private static final class History {
        private final Path table;
        private final Random random;
        private final List<Column> columns = new ArrayList<>();
        private final Map<Integer, List<Stored>> model = new TreeMap<>();

        private final Map<Long, List<String>> rowsOfSnapshots = new TreeMap<>();
        private int names;

        History(Path table, Random random) {
            this.table = table;
            this.random = random;
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }

        private Column newColumn() {
            return new Column("c" + names++, pick(CHAINS));
        }

        String create() throws Exception {
            List<Peer.Column> definition = new ArrayList<>(List.of(new Peer.Column("id", "INT NOT NULL")));
            for (int i = 0; i < 3; i++) {
                Column column = newColumn();
                columns.add(column);
                definition.add(new Peer.Column(column.name, column.type()));
            }
            Map<String, String> options = new HashMap<>(Map.of("bucket", random.nextBoolean() ? "1" : "2"));
            options.put("num-sorted-run.compaction-trigger", "3");
            if (random.nextInt(3) == 0) {
                options.put("metadata.stats-mode", "full");
            }
            if (random.nextInt(3) == 0) {
                options.put("file.format", "orc");
            }
            pick(peers).create(table, definition, List.of("id"), List.of(), options);
            return definition + " " + options;
        }

        String step() throws Exception {
            int what = random.nextInt(8);
            return what < 4 ? write() : what < 7 ? alter() : compact();
        }

        private String write() throws Exception {
            List<Object[]> rows = new ArrayList<>();
            int count = 1 + random.nextInt(40);
            for (int i = 0; i < count; i++) {
                Object[] row = new Object[columns.size() + 2];
                int key = random.nextInt(60);
                row[0] = random.nextInt(6) == 0 ? "-D" : "+I";
                row[1] = key;
                List<Stored> values = new ArrayList<>();
                for (int c = 0; c < columns.size(); c++) {
                    Column column = columns.get(c);
                    Object value = random.nextInt(6) == 0 ? null : value(column.type());
                    row[c + 2] = value;
                    if (value != null) {
                        values.add(new Stored(column, column.place(), value));
                    }
                }
                rows.add(row);
                if (row[0].equals("-D")) {
                    model.remove(key);
                } else {
                    model.put(key, values);
                }
            }
            String who = "we";
            if (random.nextBoolean()) {
                Peer peer = pick(peers);
                who = "paimon " + peer.version();
                peer.write(table, rows, Map.of("write-only", Boolean.toString(random.nextBoolean())));
            } else {
                ourWrite(rows);
            }
            return who + " wrote " + count + " rows";
        }

        /** A value that every later type of its chain can take: no NaN for DECIMAL, and texts are not read as numbers. */
        private Object value(String type) {
            while (true) {
                Object value = RandomTables.value(random, type, 1000);
                boolean finite = !(value instanceof Float f && !Float.isFinite(f))
                        && !(value instanceof Double d && !Double.isFinite(d));
                if (finite) {
                    return value;
                }
            }
        }

        private void ourWrite(List<Object[]> rows) {
            CompactionMode mode = pick(List.of(CompactionMode.values()));
            try (Table opened = Table.open(table);
                    TableWriter writer = opened.newWriter(mode)) {
                for (Object[] row : rows) {
                    writer.write(RowKind.ofText((String) row[0]), Row.of(Arrays.copyOfRange(row, 1, row.length)));
                }
                assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
            }
        }

        private String compact() throws Exception {
            if (random.nextBoolean()) {
                try (Table opened = Table.open(table)) {
                    opened.compactFully();
                }
                return "we compacted fully";
            }
            Peer peer = pick(peers);
            peer.compactFully(table);
            return "paimon " + peer.version() + " compacted fully";
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
            return who + ": " + change;
        }

        private SchemaChange change() {
            Column column = columns.isEmpty() ? null : pick(columns);
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
                columns.add(0, column);
                return new MoveColumn(column.name, new ColumnPosition.After("id"));
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

        void check() throws Exception {
            List<Object[]> rows = ourRows(SnapshotRef.latest(), null);
            List<String> texts = texts(rows);
            assertThat(rows).hasSize(model.size());
            for (Object[] row : rows) {
                List<Stored> written = model.get((Integer) row[0]);
                assertThat(written).as("a row of key %s", row[0]).isNotNull();
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
                    assertThat(RandomTables.text(row[c + 1]))
                            .as("key %s, column %s %s", row[0], column.name, column.type())
                            .isIn(possible);
                }
            }
            for (Peer peer : peers) {
                assertThat(texts(peer.read(table, null, Map.of())))
                        .as("read by paimon %s", peer.version())
                        .isEqualTo(texts);
            }
            checkFilter(rows);
            CheckedTables.assertSound(table);
            try (Table opened = Table.open(table)) {
                opened.snapshot(SnapshotRef.latest())
                        .filter(snapshot ->
                                snapshot.schemaId() == opened.schema().id())
                        .ifPresent(snapshot -> rowsOfSnapshots.put(snapshot.id(), texts));
            }
        }

        /** A condition on some column, with a value that some row has. */
        private void checkFilter(List<Object[]> rows) {
            if (rows.isEmpty() || columns.isEmpty()) {
                return;
            }
            int position = 1 + random.nextInt(columns.size());
            Column column = columns.get(position - 1);
            Object literal = pick(rows)[position];
            if (literal == null) {
                assertThat(texts(ourRows(SnapshotRef.latest(), Predicate.isNull(column.name))))
                        .isEqualTo(texts(rows.stream()
                                .filter(row -> row[position] == null)
                                .toList()));
                return;
            }
            DataType type = TypeParser.parse(column.type());
            Map<Predicate, IntPredicate> conditions = Map.of(
                    Predicate.eq(column.name, literal), order -> order == 0,
                    Predicate.lt(column.name, literal), order -> order < 0,
                    Predicate.ge(column.name, literal), order -> order >= 0);
            conditions.forEach((condition, holds) -> assertThat(texts(ourRows(SnapshotRef.latest(), condition)))
                    .as("%s", condition)
                    .isEqualTo(texts(rows.stream()
                            .filter(row ->
                                    row[position] != null && holds.test(Values.compare(row[position], literal, type)))
                            .toList())));
        }

        /** A state is read with the schema it was made under, whatever came later. */
        void checkOlderStates() {
            rowsOfSnapshots.forEach((id, rows) -> assertThat(texts(ourRows(SnapshotRef.snapshot(id), null)))
                    .as("snapshot %s", id)
                    .isEqualTo(rows));
        }

        private static List<String> texts(List<Object[]> rows) {
            return rows.stream().map(RandomTables::rowText).sorted().toList();
        }

        private List<Object[]> ourRows(SnapshotRef ref, Predicate filter) {
            List<Object[]> rows = new ArrayList<>();
            try (Table opened = Table.open(table)) {
                Scan scan = opened.scan().asOf(ref);
                try (RowCursor cursor = (filter == null ? scan : scan.where(filter)).open()) {
                    while (cursor.next()) {
                        Object[] values = new Object[cursor.size()];
                        for (int i = 0; i < values.length; i++) {
                            values[i] = cursor.get(i);
                        }
                        rows.add(values);
                    }
                }
            }
            return rows;
        }
    }
}
