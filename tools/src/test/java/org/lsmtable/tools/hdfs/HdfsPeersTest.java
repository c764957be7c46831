package org.lsmtable.tools.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding.Severity;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.data.Row;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;

/** Real Paimon and this engine on one table on one HDFS. */
@ExtendWith(HdfsExtension.class)
class HdfsPeersTest {
    private final HdfsCluster cluster;

    HdfsPeersTest(HdfsCluster cluster) {
        this.cluster = cluster;
    }

    private static Map<Object, Object> rows(List<Object[]> rows) {
        Map<Object, Object> byKey = new TreeMap<>();
        rows.forEach(row -> byKey.put(row[0], row[1]));
        return byKey;
    }

    private static Map<Object, Object> rows(Table table) {
        Map<Object, Object> rows = new TreeMap<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                rows.put(cursor.get(0), cursor.get(1));
            }
        }
        return rows;
    }

    @Test
    void everyoneReadsWhatEveryoneWrites() throws Exception {
        String fileSystem = cluster.uri().toString();
        Path path = Path.of("/peers-" + UUID.randomUUID() + "/db.db/t");
        try (Peer old = Peers.paimon14(fileSystem);
                Peer young = Peers.paimon20(fileSystem)) {
            old.create(
                    path,
                    List.of(new Peer.Column("id", "INT NOT NULL"), new Peer.Column("v", "STRING")),
                    List.of("id"),
                    List.of(),
                    Map.of("bucket", "1", "commit.max-retries", "100"));
            old.write(path, List.of(new Object[] {"+I", 1, "old"}, new Object[] {"+I", 2, "old"}), Map.of());
            try (Table table = Table.open(fileSystem + path)) {
                assertThat(rows(table)).isEqualTo(Map.of(1, "old", 2, "old"));
                try (TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
                    writer.upsert(Row.of(2, "ours"));
                    writer.upsert(Row.of(3, "ours"));
                    assertThat(writer.commit()).isInstanceOf(Committed.class);
                }
                assertThat(rows(old.read(path, null, Map.of()))).isEqualTo(Map.of(1, "old", 2, "ours", 3, "ours"));
                young.write(path, List.of(new Object[] {"-D", 1, "old"}, new Object[] {"+I", 3, "young"}), Map.of());
                assertThat(rows(table)).isEqualTo(Map.of(2, "ours", 3, "young"));
                table.compactFully();
                assertThat(rows(young.read(path, null, Map.of()))).isEqualTo(Map.of(2, "ours", 3, "young"));
                racing(List.of(old, young), path, table);
                // a hint that several wrote at once may be behind
                assertThat(table.check(Depth.ROWS)).noneMatch(finding -> finding.severity() == Severity.ERROR);
            }
        }
    }

    /** All three commit at the same time; every commit is in the table. */
    private static void racing(List<Peer> peers, Path path, Table table) throws Exception {
        int commits = 4;
        Map<Object, Object> expected = rows(table);
        ExecutorService threads = Executors.newFixedThreadPool(peers.size() + 1);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int p = 0; p < peers.size(); p++) {
                Peer peer = peers.get(p);
                int first = 1000 * (p + 1);
                running.add(threads.submit(() -> {
                    for (int i = 0; i < commits; i++) {
                        peer.write(
                                path,
                                List.<Object[]>of(new Object[] {"+I", first + i, "peer"}),
                                Map.of("write-only", "true"));
                    }
                    return null;
                }));
                for (int i = 0; i < commits; i++) {
                    expected.put(first + i, "peer");
                }
            }
            running.add(threads.submit(() -> {
                try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                    for (int i = 0; i < commits; i++) {
                        writer.upsert(Row.of(100 + i, "ours"));
                        assertThat(writer.commit()).isInstanceOf(Committed.class);
                    }
                }
                return null;
            }));
            for (int i = 0; i < commits; i++) {
                expected.put(100 + i, "ours");
            }
            for (Future<?> run : running) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(rows(table)).isEqualTo(expected);
        for (Peer peer : peers) {
            assertThat(rows(peer.read(path, null, Map.of()))).isEqualTo(expected);
        }
    }
}
