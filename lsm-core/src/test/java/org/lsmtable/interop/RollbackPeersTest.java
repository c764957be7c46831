package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;

/** Going back to earlier states leaves the files that real Paimon leaves, byte for byte, and both go on from there. */
@ExtendWith(CheckedTables.class)
class RollbackPeersTest {
    private static final List<Peer.Column> COLUMNS =
            List.of(new Peer.Column("id", "INT NOT NULL"), new Peer.Column("v", "STRING"));

    @TempDir
    static Path filled;

    private static List<Peer> peers;

    @BeforeAll
    static void open() throws Exception {
        peers = Peers.all();
        for (int version = 0; version < peers.size(); version++) {
            fill(peers.get(version), filled.resolve("db.db/" + version));
        }
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    private static void write(Peer peer, Path table, int id, String value, Map<String, String> dynamic)
            throws Exception {
        peer.write(table, List.<Object[]>of(new Object[] {"+I", id, value}), dynamic);
    }

    /**
     * Snapshots 1 to 8, of which 1 to 4 have expired and are kept as change records, tags of 2, 5 and 7, branch b from tag 5 with two more.
     */
    private static void fill(Peer peer, Path table) throws Exception {
        peer.create(
                table,
                COLUMNS,
                List.of("id"),
                List.of(),
                Map.of("bucket", "1", "write-only", "true", "changelog.num-retained.max", "100"));
        for (int commit = 1; commit <= 8; commit++) {
            write(peer, table, commit % 3, "v" + commit, Map.of());
            if (commit == 2 || commit == 5 || commit == 7) {
                peer.createTag(table, "t" + commit, commit);
            }
        }
        peer.createBranch(table, "b", "t5");
        write(peer, table, 9, "b1", Map.of("branch", "b"));
        write(peer, table, 9, "b2", Map.of("branch", "b"));
        peer.createTag(table, "t7b", 7);
        peer.setConsumer(table, "reader", 8);
        peer.expire(table, 4);
    }

    private static List<String> rows(Peer peer, Path table, Map<String, String> state) throws Exception {
        return peer.read(table, null, state).stream()
                .map(Arrays::toString)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"0,6,main", "1,5,main", "1,8,main", "0,t5,main", "1,t2,main", "0,2,main", "1,6,b", "0,t5,b"})
    void leavesTheFilesThatPaimonLeaves(int version, String state, String branch, Path folder) throws Exception {
        Peer peer = peers.get(version);
        Path ours = folder.resolve("db.db/ours");
        Path theirs = folder.resolve("db.db/theirs");
        FolderTree.copy(filled.resolve("db.db/" + version), ours);
        FolderTree.copy(ours, theirs);
        Map<String, String> dynamic = branch.equals("main") ? Map.of() : Map.of("branch", branch);
        peer.rollback(theirs, state, dynamic);
        Map<String, String> before = FolderTree.of(ours);
        try (Table main = Table.open(ours);
                Table table = main.branches().open(branch)) {
            var plan = table.maintenance().rollback(SnapshotRef.parse(state));
            assertThat(FolderTree.of(ours)).isEqualTo(before);
            plan.removals()
                    .forEach(removal -> assertThat(Path.of(removal.path())).hasSize(removal.bytes()));
            assertThat(table.maintenance().execute(plan)).isEmpty();
            plan.removals()
                    .forEach(removal -> assertThat(Path.of(removal.path())).doesNotExist());
            assertThat(table.maintenance().rollback(SnapshotRef.latest()).removals())
                    .isEmpty();
        }
        assertThat(FolderTree.of(ours)).isEqualTo(FolderTree.of(theirs));

        List<String> expected = rows(peer, theirs, dynamic);
        assertThat(rows(peer, ours, dynamic)).isEqualTo(expected);
        write(peer, ours, 77, "peer", dynamic);
        assertThat(rows(peer, ours, dynamic)).hasSize(expected.size() + 1).contains("[77, peer]");
        if (dynamic.isEmpty()) {
            Ours.write(ours, List.<Object[]>of(new Object[] {"+I", 78, "ours"}), CompactionMode.NONE);
            assertThat(rows(peer, ours, Map.of())).hasSize(expected.size() + 2).contains("[78, ours]");
        }
    }

    /** Change records go with the snapshot, though its tag stays: the snapshot written again does not name them, and readers pass it over. */
    @Test
    void doesNotNameChangeRecordsThatAreGone(Path folder, @TempDir Path beside) throws Exception {
        Peer peer = peers.get(1);
        Path table = folder.resolve("db.db/t");
        Path theirs = beside.resolve("db.db/t");
        peer.create(
                table,
                COLUMNS,
                List.of("id"),
                List.of(),
                Map.of("bucket", "1", "write-only", "true", "changelog-producer", "input"));
        for (int id = 1; id <= 4; id++) {
            write(peer, table, id, "v", Map.of());
        }
        peer.createTag(table, "t2", 2);
        peer.expire(table, 1);
        FolderTree.copy(table, theirs);
        try (Table opened = Table.open(table)) {
            var maintenance = opened.maintenance();
            assertThat(opened.tags().get(0).snapshot().changelogManifestList()).isNotNull();
            assertThat(maintenance.execute(maintenance.rollback(SnapshotRef.tag("t2"))))
                    .isEmpty();
            assertThat(opened.snapshots()).hasSize(1);
            assertThat(opened.snapshots().get(0).changelogManifestList()).isNull();
            assertThat(maintenance.execute(maintenance.rollback(SnapshotRef.tag("t2"))))
                    .isEmpty();
        }
        assertThat(rows(peer, table, Map.of())).containsExactly("[1, v]", "[2, v]");
        write(peer, table, 9, "again", Map.of());
        assertThat(peer.readChanges(table, null, 2, 3, Map.of()).stream().map(Arrays::toString))
                .containsExactly("[+I, 9, again]");

        peer.rollback(theirs, "t2", Map.of());
        write(peer, theirs, 9, "again", Map.of());
        assertThatThrownBy(() -> peer.readChanges(theirs, null, 2, 3, Map.of()))
                .hasStackTraceContaining("manifest-list-");
    }
}
