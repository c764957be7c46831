package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.maintenance.PartitionDrop;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;

/** Dropping partitions makes the snapshot that real Paimon makes: the same changes, counts, index files and inherited values. */
class PartitionDropPeersTest {
    private static final List<Peer.Column> COLUMNS = List.of(
            new Peer.Column("p", "STRING"),
            new Peer.Column("d", "DATE"),
            new Peer.Column("id", "INT NOT NULL"),
            new Peer.Column("v", "STRING"));
    private static final LocalDate DAY = LocalDate.of(2022, 1, 8);

    private static List<Peer> peers;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        peers = Peers.all();
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    /** A drop, as the peer is told, and as we are; null texts mean all rows. */
    private record Drop(List<Map<String, String>> theirs, List<Map<String, Object>> ours) {}

    private static void write(Peer peer, Path table, List<Object> partition, LocalDate day, String value)
            throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (Object p : partition) {
            for (int id = 0; id < 2; id++) {
                rows.add(new Object[] {"+I", p, day, id, value});
            }
        }
        peer.write(table, rows, Map.of());
    }

    /** What a snapshot says, without what is drawn by chance or told by a clock. */
    private static Map<String, Object> facts(Table table, Snapshot snapshot) throws Exception {
        TableStores stores = table.stores();
        TableScan scan = new TableScan(stores.manifests(), stores.schemas(), table.schema());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("id", snapshot.id());
        facts.put("schema", snapshot.schemaId());
        facts.put("kind", snapshot.commitKind());
        facts.put("identifier", snapshot.commitIdentifier());
        facts.put("total", snapshot.totalRecordCount());
        facts.put("delta", snapshot.deltaRecordCount());
        facts.put("changelog", snapshot.changelogRecordCount());
        facts.put("changelog list", snapshot.changelogManifestList());
        facts.put("watermark", snapshot.watermark());
        facts.put("statistics", snapshot.statistics());
        facts.put("properties", snapshot.properties());
        facts.put("next row", snapshot.nextRowId());
        facts.put("entries", new HashSet<ManifestEntry>(scan.delta(snapshot)));
        facts.put("live", new HashSet<>(scan.plan(snapshot, ScanFilter.ALL)));
        String manifest = snapshot.indexManifest();
        Set<IndexFileEntry> indexes = new HashSet<>();
        if (manifest != null) {
            indexes.addAll(stores.manifests().readIndexManifest(manifest));
        }
        facts.put("indexes", indexes);
        facts.put("has index manifest", manifest != null);
        return facts;
    }

    private static Map<String, Object> latest(Path path) throws Exception {
        try (Table table = Table.open(path)) {
            return facts(table, table.stores().snapshots().latest().orElseThrow());
        }
    }

    private static String operation(Path path) {
        try (Table table = Table.open(path)) {
            return table.snapshot(SnapshotRef.latest()).orElseThrow().operation();
        }
    }

    private static List<String> rows(Peer peer, Path table) throws Exception {
        return peer.read(table, null, Map.of()).stream()
                .map(Arrays::toString)
                .sorted()
                .toList();
    }

    private void compare(Peer peer, Path ours, List<Drop> drops) throws Exception {
        Path theirs = folder.resolve("db.db/theirs");
        FolderTree.copy(ours, theirs);
        for (Drop drop : drops) {
            Map<String, String> before = FolderTree.of(ours);
            int rowsBefore = rows(peer, ours).size();
            if (drop.theirs() == null) {
                peer.truncate(theirs);
            } else {
                peer.dropPartitions(theirs, drop.theirs());
            }
            try (Table table = Table.open(ours)) {
                var maintenance = table.maintenance();
                PartitionDrop plan =
                        drop.ours() == null ? maintenance.truncation() : maintenance.dropPartitions(drop.ours());
                assertThat(FolderTree.of(ours)).isEqualTo(before);
                CommitResult result = maintenance.execute(plan);
                assertThat(result).isInstanceOf(CommitResult.Committed.class);
                assertThat(result.snapshots()).hasSize(1);
                Snapshot made = result.snapshots().get(0);
                assertThat(made.operation()).isEqualTo("TRUNCATE");
                assertThat(plan.removedBy(made)).containsExactlyInAnyOrderElementsOf(plan.removals());
                plan.removals()
                        .forEach(removal -> assertThat(Path.of(removal.path())).hasSize(removal.bytes()));
            }
            assertThat(latest(ours)).as("%s", drop).isEqualTo(latest(theirs));
            assertThat(operation(theirs)).isEqualTo(peer.version().startsWith("2") ? operation(ours) : null);
            assertThat(rows(peer, ours)).as("%s", drop).isEqualTo(rows(peer, theirs));
            assertThat(rows(peer, ours)).hasSizeLessThanOrEqualTo(rowsBefore);
            assertThat(FolderTree.of(ours).keySet()).containsAll(before.keySet());
        }
        assertThat(rows(peer, ours)).isEmpty();
        write(peer, ours, List.of("a"), DAY, "again");
        assertThat(rows(peer, ours)).hasSize(2);
        Ours.write(ours, List.<Object[]>of(new Object[] {"+I", "b", DAY, 7, "ours"}), CompactionMode.NONE);
        assertThat(rows(peer, ours)).hasSize(3);
        write(peer, ours, List.of("b"), DAY, "behind ours");
        assertThat(rows(peer, ours)).hasSize(5);
        FolderTree.delete(theirs);
        CheckedTables.assertSound(ours);
    }

    @Test
    void ofTablesWithAKey() throws Exception {
        for (Peer peer : peers) {
            for (Map<String, String> layout : List.of(
                    Map.of("bucket", "-1"),
                    Map.of("bucket", "-1", "index-file-in-data-file-dir", "true", "data-file.path-directory", "d"),
                    Map.of("bucket", "2"))) {
                Path table = folder.resolve("db.db/" + peer.version() + layout.hashCode());
                Map<String, String> options = new HashMap<>(layout);
                options.put("manifest.delete-file-drop-stats", "true");
                peer.create(table, COLUMNS, List.of("p", "d", "id"), List.of("p", "d"), options);
                write(peer, table, List.of("a", "b/=c", " ", ""), DAY, "one");
                write(peer, table, List.of("a"), DAY.plusDays(1), "two");
                write(peer, table, List.of("a", " "), DAY, "three");
                peer.analyze(table, 8, "id", 0);
                compare(
                        peer,
                        table,
                        List.of(
                                new Drop(
                                        List.of(Map.of("p", "b/=c", "d", "2022-01-08")),
                                        List.of(Map.of("p", "b/=c", "d", DAY))),
                                // not there
                                new Drop(List.of(Map.of("p", "x")), List.of(Map.of("p", "x"))),
                                // a part of the columns; several
                                new Drop(
                                        List.of(Map.of("d", "19001"), Map.of("p", "")),
                                        List.of(Map.of("d", DAY.plusDays(1)), Map.of("p", ""))),
                                new Drop(null, null)));
            }
        }
    }

    @Test
    void ofTablesWithoutAKey() throws Exception {
        Peer peer = peers.get(1);
        Path table = folder.resolve("db.db/append");
        peer.create(table, COLUMNS, List.of(), List.of("p", "d"), Map.of());
        write(peer, table, Arrays.asList("a", null, ""), DAY, "one");
        write(peer, table, Arrays.asList("a", null), null, "two");
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("p", null);
        Path theirs = folder.resolve("db.db/theirs");
        FolderTree.copy(table, theirs);
        peer.dropPartitions(theirs, List.of(Map.of("p", "__DEFAULT_PARTITION__")));
        try (Table opened = Table.open(table)) {
            var maintenance = opened.maintenance();
            assertThat(maintenance.execute(maintenance.dropPartitions(List.of(nothing))))
                    .isInstanceOf(CommitResult.Committed.class);
        }
        assertThat(latest(table)).isEqualTo(latest(theirs));
        assertThat(rows(peer, table)).hasSize(6).isEqualTo(rows(peer, theirs));
    }

    /** Nothing but metadata changes: also where rows are not written here. */
    @Test
    void ofTablesThatAreOnlyRead() throws Exception {
        Peer peer = peers.get(1);
        Path table = folder.resolve("db.db/partial");
        peer.create(
                table,
                COLUMNS,
                List.of("p", "d", "id"),
                List.of("p", "d"),
                Map.of("bucket", "1", "merge-engine", "partial-update", "changelog-producer", "lookup"));
        write(peer, table, List.of("a", "b"), DAY, "one");
        write(peer, table, List.of("a"), DAY, "two");
        Path theirs = folder.resolve("db.db/theirs");
        FolderTree.copy(table, theirs);
        peer.dropPartitions(theirs, List.of(Map.of("p", "a")));
        try (Table opened = Table.open(table)) {
            var maintenance = opened.maintenance();
            assertThat(maintenance.execute(maintenance.dropPartitions(List.of(Map.of("p", "a")))))
                    .isInstanceOf(CommitResult.Committed.class);
        }
        assertThat(latest(table)).isEqualTo(latest(theirs));
        assertThat(rows(peer, table)).hasSize(2).isEqualTo(rows(peer, theirs));
    }
}
