package org.lsmtable.interop;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
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
    private static final Seeds SEEDS = new Seeds("history", "histories", 120);

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
            RandomHistory history =
                    new RandomHistory(table, definition, peers, random, coverage, CheckedTables::assertSound);
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
}
