package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;

/**
 * A history of one table: we and two releases of real Paimon write and compact it in turn, and a plain map says which rows there must be. What is
 * drawn is counted.
 */
final class RandomHistory {
    private final Path table;
    private final RandomTables.Definition definition;
    private final List<Peer> peers;
    private final Random random;
    private final Coverage coverage;
    private final Consumer<Path> checker;
    private final Map<String, Object[]> model = new TreeMap<>();

    /**
     * A history that has not begun.
     *
     * @param peers two, each of whom acts a quarter of the time
     * @param checker fails if a table's files are not what they should be
     */
    RandomHistory(
            Path table,
            RandomTables.Definition definition,
            List<Peer> peers,
            Random random,
            Coverage coverage,
            Consumer<Path> checker) {
        this.table = table;
        this.definition = definition;
        this.peers = peers;
        this.random = random;
        this.coverage = coverage;
        this.checker = checker;
    }

    /** Creates the table, or lets a peer do it. */
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
            peer.create(table, definition.columns(), definition.keys(), definition.partitions(), definition.options());
        } else {
            coverage.note("creator", "we");
            Ours.create(table, definition);
        }
    }

    /** Either of the peers. */
    Peer peer() {
        return peers.get(random.nextInt(peers.size()));
    }

    /** Does something; returns what, in words. */
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

    /** Compares what is read, by us and by some, with what should be there; now and then, checks the table's files too. */
    void check(String story, List<Peer> readers) throws Exception {
        List<String> expected = Ours.texts(List.copyOf(model.values()));
        assertThat(Ours.texts(Ours.rows(table))).as("%s%n  read by us", story).isEqualTo(expected);
        for (Peer peer : readers) {
            assertThat(Ours.texts(peer.read(table, null, Map.of())))
                    .as("%s%n  read by paimon %s", story, peer.version())
                    .isEqualTo(expected);
        }
        if (readers.size() == peers.size() || random.nextInt(3) == 0) {
            checker.accept(table);
        }
    }
}
