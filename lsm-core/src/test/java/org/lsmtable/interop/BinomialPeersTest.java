package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.compact.Strategy;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableWriter;

/**
 * A table that asks for binomial compaction, an option that real Paimon does not have: it opens, reads, writes and compacts the table all
 * the same, by its own rules, and we go on with what it leaves.
 */
@ExtendWith(CheckedTables.class)
class BinomialPeersTest {
    private static final int TRIGGER = 5;
    private static final int KEYS = 900;

    private final Random random = new Random(20);
    private final TreeMap<Integer, String> model = new TreeMap<>();
    private int commits;

    @ParameterizedTest
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void takeTurnsWithUs(String version, Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        try (Peer peer = version.equals("2.0.0") ? Peers.paimon20() : Peers.paimon14()) {
            assertThat(peer.version()).isEqualTo(version);
            peer.create(
                    table,
                    List.of(new Peer.Column("id", "INT NOT NULL"), new Peer.Column("v", "STRING")),
                    List.of("id"),
                    List.of(),
                    Map.of(
                            "bucket",
                            "1",
                            "compaction.strategy",
                            "binomial",
                            "compaction.max-size-amplification-percent",
                            "1000"));
            assertThat(ourCommits(table, 20))
                    .as("level 0 is left alone up to the trigger, then digits lie on levels")
                    .contains(List.of(0, 0, 0, 0, 0), List.of(0, 0, 0, 4, 5));
            assertSameRows(peer, table);

            for (int i = 0; i < 6; i++) {
                peer.write(table, rows(), Map.of());
            }
            assertSameRows(peer, table);
            ourCommits(table, 10);
            assertSameRows(peer, table);

            peer.compactFully(table);
            assertThat(peer.read(table, "files", Map.of())).hasSize(1);
            ourCommits(table, 7);
            assertSameRows(peer, table);
        }
        try (Table opened = Table.open(table)) {
            BucketLevels bucket = opened.levels(SnapshotRef.latest()).get(0);
            assertThat(opened.explain(bucket.ref()).strategy()).isEqualTo(Strategy.BINOMIAL);
            assertThat(opened.explain(SnapshotRef.latest(), bucket.ref(), RuleSet.V2_0)
                            .strategy())
                    .as("what real Paimon would do is asked for by its rule set")
                    .isEqualTo(Strategy.UNIVERSAL);
        }
    }

    /** Commits with their compactions, a new writer for each few; the runs after each, by level. */
    private List<List<Integer>> ourCommits(Path table, int count) {
        List<List<Integer>> levels = new ArrayList<>();
        try (Table opened = open(table)) {
            for (int i = 0; i < count; i++) {
                try (TableWriter writer = opened.newWriter()) {
                    for (Object[] row : rows()) {
                        writer.write(RowKind.ofText((String) row[0]), Row.of(row[1], row[2]));
                    }
                    assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
                }
                opened.compact();
                levels.add(opened.levels(SnapshotRef.latest()).get(0).runs().stream()
                        .map(run -> run.level())
                        .toList());
                assertThat(levels.get(levels.size() - 1)).hasSizeLessThanOrEqualTo(TRIGGER);
            }
        }
        return levels;
    }

    /** Without syncing each commit, which takes longer than all the rest. */
    private static Table open(Path table) {
        return Table.open(table.toString(), TableEnvironment.of(LocalStorage.of(Durability.PROCESS)), Map.of());
    }

    private List<Object[]> rows() {
        commits++;
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int key = random.nextInt(KEYS);
            if (random.nextInt(10) == 0) {
                rows.add(new Object[] {"-D", key, null});
                model.remove(key);
            } else {
                String value = "commit " + commits + " row " + i;
                rows.add(new Object[] {"+I", key, value});
                model.put(key, value);
            }
        }
        return rows;
    }

    private void assertSameRows(Peer peer, Path table) throws Exception {
        List<List<Object>> expected = new ArrayList<>();
        model.forEach((key, value) -> expected.add(List.of(key, value)));
        List<List<Object>> ours = new ArrayList<>();
        try (Table opened = Table.open(table);
                RowCursor cursor = opened.scan().open()) {
            while (cursor.next()) {
                ours.add(Arrays.asList(cursor.get(0), cursor.get(1)));
            }
        }
        List<List<Object>> theirs = new ArrayList<>();
        peer.read(table, null, Map.of()).forEach(row -> theirs.add(Arrays.asList(row)));
        assertThat(ours).as("read by us").containsExactlyInAnyOrderElementsOf(expected);
        assertThat(theirs).as("read by paimon " + peer.version()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
