package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.TypeParser;

/**
 * Random histories in which the oldest release we stand by takes part: we, it and the newest write, delete and compact one table in turn,
 * and everyone reads the same rows.
 *
 * <p>More histories: {@code -Dold.histories=100}; one again: {@code -Dold.seed=SEED}. Another old release: {@code -Dold.release=1.2.0}, with its
 * {@code paimon-bundle} put into {@code target/peers}.
 */
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OldReleasesTest {
    private static final Seeds SEEDS = new Seeds("old", "old.histories", 16);

    private List<Peer> peers = List.of();

    @BeforeAll
    void open() {
        peers = List.of(Peers.bundle(System.getProperty("old.release", "1.0.1")), Peers.paimon20());
    }

    @AfterAll
    void close() {
        peers.forEach(Peer::close);
    }

    static Stream<Long> seeds() {
        return SEEDS.stream();
    }

    @ParameterizedTest(name = "history {0}")
    @MethodSource("seeds")
    void everyoneReadsTheSameRows(long seed, @TempDir Path folder) throws Exception {
        Random random = new Random(seed);
        RandomTables.Definition definition = RandomTables.withNestedColumns(
                random, RandomTables.withSequenceFields(random, asOldReleasesHaveIt(RandomTables.definition(random))));
        String story = SEEDS.story(seed) + definition;
        try {
            Path table = folder.resolve("db.db/t");
            RandomHistory history =
                    new RandomHistory(table, definition, peers, random, new Coverage(), CheckedTables::assertReadable);
            history.create();
            int steps = 3 + random.nextInt(3);
            for (int step = 1; step <= steps; step++) {
                story += "\n  " + history.step();
                history.check(story, step == steps ? peers : List.of(history.peer()));
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(story, e);
        }
    }

    @Test
    void whatOldCompactionsSayTooMuchIsAWarning(@TempDir Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        Peer old = peers.get(0);
        old.create(
                table,
                List.of(new Peer.Column("k", "INT NOT NULL"), new Peer.Column("v", "STRING")),
                List.of("k"),
                List.of(),
                Map.of("bucket", "1"));
        old.write(table, List.of(new Object[] {"+I", 1, "a"}, new Object[] {"+I", 2, "b"}), Map.of());
        old.write(table, List.<Object[]>of(new Object[] {"-D", 2, null}), Map.of());
        old.compactFully(table);

        assertThat(Ours.texts(Ours.rows(table))).containsExactly("1, a");
        try (Table opened = Table.open(table)) {
            assertThat(opened.check(Depth.ROWS)).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
                assertThat(finding.kind()).isEqualTo("WIDE_KEY_RANGE");
            });
        }
    }

    private void createAndChangeKey(Path table, String type, String later, List<Object[]> rows) throws Exception {
        Peer old = peers.get(0);
        old.create(
                table,
                List.of(new Peer.Column("k", type + " NOT NULL"), new Peer.Column("v", "STRING")),
                List.of("k"),
                List.of(),
                Map.of("bucket", "1", "write-only", "true"));
        old.write(table, rows, Map.of());
        old.alter(table, List.of(new ChangeType(ColumnPath.of("k"), TypeParser.parse(later), Nullability.KEPT)));
    }

    /** The old release lets a key have another type, and files of both then lie side by side, in an order and in buckets that do not fit. */
    @ParameterizedTest
    @CsvSource({"INT, BIGINT", "TINYINT, INT", "'DECIMAL(9, 2)', 'DECIMAL(30, 2)'", "SMALLINT, DOUBLE"})
    void keysOfAnotherTypeAreRefused(String type, String later, @TempDir Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        Object key = peers.get(0).cast("-1", "STRING", type);
        createAndChangeKey(table, type, later, List.<Object[]>of(new Object[] {"+I", key, "a"}));
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> Ours.rows(table),
                () -> Ours.rows(table, SnapshotRef.latest(), Predicate.eq("v", "other")),
                () -> Ours.rows(table, SnapshotRef.latest(), Predicate.isNull("k")),
                () -> {
                    try (Table opened = Table.open(table)) {
                        opened.compactFully();
                    }
                },
                () -> {
                    try (Table opened = Table.open(table);
                            TableWriter writer = opened.newWriter(CompactionMode.NONE)) {
                        writer.upsert(Row.of(peers.get(0).cast(key, type, later), "b"));
                    }
                })) {
            assertThatThrownBy(use)
                    .isInstanceOfSatisfying(
                            TableException.class,
                            e -> assertThat(e.reason()).isEqualTo(TableException.Reason.UNSUPPORTED))
                    .hasMessageContaining("was written when the key was [k " + type + " NOT NULL]")
                    .hasMessageContaining("it is [k " + later + " NOT NULL] now");
        }
        try (Table opened = Table.open(table)) {
            assertThat(opened.check(Depth.ROWS)).isEmpty();
            assertThat(opened.snapshots()).hasSize(1);
        }
    }

    /** Longer text is stored as text was. */
    @Test
    void keysOfLongerTextAreRead(@TempDir Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        createAndChangeKey(
                table, "VARCHAR(3)", "STRING", List.of(new Object[] {"+I", "abc", "a"}, new Object[] {"+I", "b", "a"}));
        Ours.write(table, List.<Object[]>of(new Object[] {"+I", "abcdef", "b"}), CompactionMode.NONE);
        assertThat(Ours.texts(Ours.rows(table))).containsExactly("abc, a", "abcdef, b", "b, a");
        assertThat(Ours.texts(Ours.rows(table, SnapshotRef.latest(), Predicate.eq("k", "b"))))
                .containsExactly("b, a");
        try (Table opened = Table.open(table)) {
            assertThat(opened.get("abc")).contains(Row.of("abc", "a"));
            opened.compactFully();
            assertThat(opened.check(Depth.ROWS)).isEmpty();
        }
        assertThat(Ours.texts(peers.get(1).read(table, null, Map.of()))).containsExactly("abc, a", "abcdef, b", "b, a");
    }

    /**
     * Without what 1.0 cannot: nanoseconds in Parquet, where it fails on any time before 1970, its own files included. Buckets are fixed: the
     * driver gives out dynamic ones with classes that 1.0 has in another form.
     */
    private static RandomTables.Definition asOldReleasesHaveIt(RandomTables.Definition definition) {
        List<Peer.Column> columns = new ArrayList<>();
        for (Peer.Column column : definition.columns()) {
            columns.add(new Peer.Column(column.name(), column.type().replace("TIMESTAMP(9)", "TIMESTAMP(6)")));
        }
        Map<String, String> options = new LinkedHashMap<>(definition.options());
        options.computeIfPresent("bucket", (key, buckets) -> buckets.equals("-1") ? "3" : buckets);
        options.remove("dynamic-bucket.target-row-num");
        options.remove("dynamic-bucket.max-buckets");
        return new RandomTables.Definition(columns, definition.keys(), definition.partitions(), options);
    }
}
