package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;

/**
 * Random histories on one table: we and both versions of real Paimon write, delete and compact in turn. After every step we and one of the
 * two, in the end both, read the rows that a plain map says there are, and the checker finds nothing. Small histories, but many: what they
 * drew is counted, and nothing may be missing.
 *
 * <p>More histories: {@code mvn verify -Dhistories=1000}; one again: {@code -Dhistory.seed=SEED}.
 */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomHistoryTest {
    private static final Seeds SEEDS = new Seeds("history", "histories", 80, 120);

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
            System.out.println("histories drew\n" + coverage);
            Dimensions.assertTablesDrawn(coverage);
            coverage.assertDrawn("key type", RandomTables.KEY_TYPES);
            coverage.assertDrawn("value type", RandomTables.VALUE_TYPES);
            coverage.assertDrawn("value type", List.of("ARRAY", "MAP", "MULTISET", "ROW"));
            coverage.assertDrawn("kind of row", List.of("+I", "+U", "-D"));
            coverage.assertDrawn("null", List.of(true, false));
            coverage.assertDrawn("sequence columns", List.of(0, 1, 2));
            coverage.assertDrawn(
                    "step",
                    List.of(
                            "we wrote, NONE",
                            "we wrote, BACKGROUND",
                            "we wrote, AWAIT",
                            "we compacted",
                            "we compacted fully",
                            "paimon 1.4.2 wrote, write-only true",
                            "paimon 1.4.2 wrote, write-only false",
                            "paimon 1.4.2 compacted fully",
                            "paimon 2.0.0 wrote, write-only true",
                            "paimon 2.0.0 wrote, write-only false",
                            "paimon 2.0.0 compacted fully"));
            coverage.assertDrawn("rows at once", List.of("up to 40", "up to 2000"));
        }
    }

    static Stream<Long> seeds() {
        return SEEDS.stream();
    }

    @ParameterizedTest(name = "history {0}")
    @MethodSource("seeds")
    void everyoneReadsTheSameRows(long seed, Path folder) throws Exception {
        Random random = new Random(seed);
        RandomTables.Definition definition = RandomTables.withNestedColumns(
                random, RandomTables.withSequenceFields(random, RandomTables.definition(random)));
        Path table = folder.resolve("db.db/t");
        String story = SEEDS.story(seed) + definition;
        try {
            History history = new History(table, definition, random);
            history.create();
            int steps = 4 + random.nextInt(4);
            for (int step = 1; step <= steps; step++) {
                story += "\n  " + history.step();
                history.check(story, step == steps ? peers : List.of(history.peer()));
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(story, e);
        }
    }

    private final class History {
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
            Dimensions.note(coverage, definition);
            for (Peer.Column column : definition.columns()) {
                boolean key = definition.keys().contains(column.name());
                coverage.note(key ? "key type" : "value type", column.type().replaceAll("<.*| NOT NULL$", ""));
                coverage.note("null", !column.type().endsWith(" NOT NULL"));
            }
            if (random.nextBoolean()) {
                Peer peer = peer();
                coverage.note("creator", "paimon " + peer.version());
                peer.create(
                        table, definition.columns(), definition.keys(), definition.partitions(), definition.options());
            } else {
                coverage.note("creator", "we");
                Ours.create(table, definition);
            }
        }

        Peer peer() {
            return peers.get(random.nextInt(peers.size()));
        }

        String step() throws Exception {
            int actor = random.nextInt(4); // we act as often as both peers together
            if (random.nextInt(4) == 0) {
                String done = actor < 2 ? ourCompaction() : peerCompaction(peers.get(actor - 2));
                coverage.note("step", done);
                return done;
            }
            int most = random.nextInt(16) == 0 ? 2_000 : 40;
            coverage.note("rows at once", "up to " + most);
            List<Object[]> rows = RandomTables.rows(random, definition, 1 + random.nextInt(most));
            String who;
            if (actor < 2) {
                CompactionMode mode = CompactionMode.values()[random.nextInt(3)];
                who = "we wrote, " + mode;
                Ours.write(table, rows, mode);
            } else {
                Peer peer = peers.get(actor - 2);
                boolean writeOnly = random.nextInt(3) == 0;
                who = "paimon " + peer.version() + " wrote, write-only " + writeOnly;
                peer.write(table, rows, Map.of("write-only", Boolean.toString(writeOnly)));
            }
            coverage.note("step", who);
            for (Object[] row : rows) {
                coverage.note("kind of row", row[0]);
                Object[] values = Arrays.copyOfRange(row, 1, row.length);
                if (row[0].equals("-D")) {
                    model.remove(definition.keyText(values));
                } else {
                    model.merge(
                            definition.keyText(values),
                            values,
                            (earlier, later) -> definition.replaces(later, earlier) ? later : earlier);
                }
            }
            return who + ": " + rows.size() + " rows";
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

        void check(String story, List<Peer> readers) throws Exception {
            List<String> expected = Ours.texts(List.copyOf(model.values()));
            assertThat(Ours.texts(Ours.rows(table)))
                    .as("%s%n  read by us", story)
                    .isEqualTo(expected);
            for (Peer peer : readers) {
                assertThat(Ours.texts(peer.read(table, null, Map.of())))
                        .as("%s%n  read by paimon %s", story, peer.version())
                        .isEqualTo(expected);
            }
            if (readers.size() == peers.size() || random.nextInt(3) == 0) {
                CheckedTables.assertSound(table);
            }
        }
    }
}
