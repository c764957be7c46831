package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.DataField;
import org.lsmtable.types.TypeParser;

/**
 * Random histories on one table: we and both versions of real Paimon write, delete and compact in turn; after every step all three read
 * the rows that a plain map says there are, and the checker finds nothing.
 *
 * <p>More histories: {@code mvn verify -Dhistories=200}; one again: {@code -Dhistory.seed=SEED}.
 */
@ExtendWith(CheckedTables.class)
class RandomHistoryTest {
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
        String one = System.getProperty("history.seed");
        if (one != null) {
            return Stream.of(Long.parseLong(one));
        }
        long first = new Random().nextLong(1_000_000_000L);
        int fixed = 12;
        int fresh = Integer.getInteger("histories", 24) - fixed;
        return Stream.concat(
                Stream.iterate(1L, s -> s + 1).limit(fixed),
                Stream.iterate(first, s -> s + 1).limit(Math.max(0, fresh)));
    }

    @ParameterizedTest(name = "history {0}")
    @MethodSource("seeds")
    void everyoneReadsTheSameRows(long seed, Path folder) throws Exception {
        Random random = new Random(seed);
        RandomTables.Definition definition = RandomTables.withNestedColumns(
                random, RandomTables.withSequenceFields(random, RandomTables.definition(random)));
        Path table = folder.resolve("db.db/t");
        String story = "seed " + seed + " (repeat with -Dhistory.seed=" + seed + "): " + definition;
        try {
            History history = new History(table, definition, random);
            history.create();
            for (int step = 0; step < 8; step++) {
                story += "\n  " + history.step();
                history.check(story);
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(story, e);
        }
    }

    private static final class History {
        private final Path table;
        private final RandomTables.Definition definition;
        private final Random random;
        private final Map<String, Object[]> model = new TreeMap<>();

        History(Path table, RandomTables.Definition definition, Random random) {
            this.table = table;
            this.definition = definition;
            this.random = random;
        }

        void create() throws Exception {
            if (random.nextBoolean()) {
                peer().create(
                                table,
                                definition.columns(),
                                definition.keys(),
                                definition.partitions(),
                                definition.options());
                return;
            }
            List<DataField> columns = new ArrayList<>();
            for (Peer.Column column : definition.columns()) {
                columns.add(new DataField(0, column.name(), TypeParser.parse(column.type())));
            }
            Table.create(
                            table,
                            new TableDefinition(
                                    columns, definition.keys(), definition.partitions(), definition.options(), null))
                    .close();
        }

        private Peer peer() {
            return peers.get(random.nextInt(peers.size()));
        }

        String step() throws Exception {
            int actor = random.nextInt(4); // we act as often as both peers together
            if (random.nextInt(4) == 0) {
                return actor < 2 ? ourCompaction() : peerCompaction(peers.get(actor - 2));
            }
            int most = random.nextInt(5) == 0 ? 3_000 : 60;
            List<Object[]> rows = RandomTables.rows(random, definition, 1 + random.nextInt(most));
            String who;
            if (actor < 2) {
                CompactionMode mode = CompactionMode.values()[random.nextInt(3)];
                who = "we, compaction " + mode;
                ourWrite(rows, mode);
            } else {
                Peer peer = peers.get(actor - 2);
                who = "paimon " + peer.version();
                peer.write(table, rows, Map.of("write-only", Boolean.toString(random.nextInt(3) == 0)));
            }
            for (Object[] row : rows) {
                Object[] values = java.util.Arrays.copyOfRange(row, 1, row.length);
                if (row[0].equals("-D")) {
                    model.remove(definition.keyText(values));
                } else {
                    model.merge(
                            definition.keyText(values),
                            values,
                            (earlier, later) -> definition.replaces(later, earlier) ? later : earlier);
                }
            }
            return who + " wrote " + rows.size() + " rows";
        }

        private void ourWrite(List<Object[]> rows, CompactionMode mode) {
            try (Table opened = Table.open(table);
                    TableWriter writer = opened.newWriter(mode)) {
                for (Object[] row : rows) {
                    writer.write(
                            RowKind.ofText((String) row[0]), Row.of(java.util.Arrays.copyOfRange(row, 1, row.length)));
                }
                assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
            }
        }

        private String ourCompaction() {
            try (Table opened = Table.open(table)) {
                if (random.nextBoolean()) {
                    opened.compactFully();
                    return "we compacted fully";
                }
                opened.compact();
                return "we compacted";
            }
        }

        private String peerCompaction(Peer peer) throws Exception {
            peer.compactFully(table);
            return "paimon " + peer.version() + " compacted fully";
        }

        void check(String story) throws Exception {
            List<String> expected =
                    model.values().stream().map(RandomTables::rowText).sorted().toList();
            assertThat(ourRows()).as("%s%n  read by us", story).isEqualTo(expected);
            for (Peer peer : peers) {
                List<String> theirs = peer.read(table, null, Map.of()).stream()
                        .map(RandomTables::rowText)
                        .sorted()
                        .toList();
                assertThat(theirs)
                        .as("%s%n  read by paimon %s", story, peer.version())
                        .isEqualTo(expected);
            }
            CheckedTables.assertSound(table);
        }

        private List<String> ourRows() {
            List<String> rows = new ArrayList<>();
            try (Table opened = Table.open(table);
                    RowCursor cursor = opened.scan().asOf(SnapshotRef.latest()).open()) {
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
