package org.lsmtable.tools.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding.Severity;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Unknown;
import org.lsmtable.data.Row;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.fs.all.Storages;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;
import org.lsmtable.tools.hdfs.Relay.Loss;

/** Tables on a real HDFS. */
@ExtendWith(HdfsExtension.class)
class HdfsTableTest {
    private final HdfsCluster cluster;
    private final String folder;

    HdfsTableTest(HdfsCluster cluster) {
        this.cluster = cluster;
        this.folder = "/tables-" + UUID.randomUUID();
    }

    private String place(String name) {
        return cluster.uri() + folder + "/" + name;
    }

    private static TableDefinition definition(Map<String, String> options) {
        return TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)").with(List.of(), options, null);
    }

    private static void upsert(TableWriter writer, int from, int to, String value) {
        for (int id = from; id < to; id++) {
            writer.upsert(Row.of(id, value));
        }
    }

    private static Map<Object, Object> rows(Table table, SnapshotRef ref) {
        Map<Object, Object> rows = new TreeMap<>();
        try (RowCursor cursor = table.scan().asOf(ref).open()) {
            while (cursor.next()) {
                rows.put(cursor.get(0), cursor.get(1));
            }
        }
        return rows;
    }

    private static Map<Object, Object> expected(int from, int to, String value) {
        Map<Object, Object> rows = new TreeMap<>();
        for (int id = from; id < to; id++) {
            rows.put(id, value);
        }
        return rows;
    }

    @Test
    void aTableLivesOnHdfs() {
        for (String format : List.of("parquet", "orc", "avro")) {
            String place = place("t " + format + "/a%20b");
            Table.create(place, definition(Map.of("bucket", "2", "file.format", format)))
                    .close();
            try (Table table = Table.open(place + "//")) {
                assertThat(table.location()).isEqualTo(place);
                try (TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
                    for (int i = 0; i < 6; i++) {
                        upsert(writer, 0, 100, "v" + i);
                        assertThat(writer.commit()).isInstanceOf(Committed.class);
                    }
                }
                assertThat(rows(table, SnapshotRef.latest())).isEqualTo(expected(0, 100, "v5"));
                assertThat(rows(table, SnapshotRef.snapshot(1))).isEqualTo(expected(0, 100, "v0"));
                table.createTag("first", SnapshotRef.snapshot(1));
                table.compactFully();
                assertThat(table.levels(SnapshotRef.latest()))
                        .allSatisfy(bucket -> assertThat(bucket.runs()).hasSize(1));
                assertThat(rows(table, SnapshotRef.latest())).isEqualTo(expected(0, 100, "v5"));
                assertThat(rows(table, SnapshotRef.tag("first"))).isEqualTo(expected(0, 100, "v0"));
                assertThat(table.get(7).orElseThrow().getString(1)).isEqualTo("v5");
                assertThat(table.check(Depth.ROWS)).isEmpty();
            }
        }
    }

    @Test
    void aUriIsTheSameTable() {
        String place = place("by uri/t%");
        Table.create(place, definition(Map.of())).close();
        assertThatThrownBy(() -> Table.create(place + "/", definition(Map.of())))
                .isInstanceOf(TableException.class)
                .hasMessageContaining("expected no table, found one");
        URI uri = URI.create(cluster.uri() + folder + "/by%20uri/t%25");
        try (Table table = Table.open(uri)) {
            assertThat(table.location()).isEqualTo(place);
        }
        assertThatThrownBy(() -> Table.open(place + "x"))
                .isInstanceOfSatisfying(
                        TableException.class, e -> assertThat(e.reason()).isEqualTo(TableException.Reason.NOT_FOUND))
                .hasMessageContaining(place + "x: no table");
    }

    @Test
    void writersAtTheSameTimeLoseNothing() throws Exception {
        String place = place("many");
        int writers = 3;
        int commits = 6;
        Table.create(place, definition(Map.of("bucket", "1", "commit.max-retries", "100")))
                .close();
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Callable<List<Long>>> tasks = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int first = w * 1000;
                tasks.add(() -> {
                    List<Long> made = new ArrayList<>();
                    try (Table table = Table.open(place);
                            TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                        for (int i = 0; i < commits; i++) {
                            upsert(writer, first + 10 * i, first + 10 * (i + 1), "v");
                            CommitResult result = writer.commit();
                            assertThat(result).isInstanceOf(Committed.class);
                            result.snapshots().forEach(snapshot -> made.add(snapshot.id()));
                        }
                    }
                    return made;
                });
            }
            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> made : threads.invokeAll(tasks)) {
                all.addAll(made.get());
            }
            assertThat(all).doesNotHaveDuplicates().hasSize(writers * commits);
            try (Table table = Table.open(place)) {
                assertThat(table.snapshots()).extracting(Snapshot::id).containsExactlyInAnyOrderElementsOf(all);
                Map<Object, Object> expected = new TreeMap<>();
                for (int w = 0; w < writers; w++) {
                    expected.putAll(expected(w * 1000, w * 1000 + 10 * commits, "v"));
                }
                assertThat(rows(table, SnapshotRef.latest())).isEqualTo(expected);
                // a hint that several wrote at once may be behind
                assertThat(table.check(Depth.ROWS)).noneMatch(finding -> finding.severity() == Severity.ERROR);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** The namenode renames the snapshot file; its answer gets lost on the way. */
    @Test
    void aCommitWhoseAnswerIsLostIsFoundAndNotRepeated() throws IOException {
        String name = "lost answer";
        Table.create(place(name), definition(Map.of("bucket", "1"))).close();
        try (Relay relay = new Relay(cluster.uri().getPort(), "rename2");
                Storages storages = Storages.of(StorageSettings.synced());
                Table table = Table.open(
                        "hdfs://localhost:" + relay.port() + folder + "/" + name,
                        TableEnvironment.of(storages),
                        Map.of());
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            upsert(writer, 0, 10, "v");
            relay.lose(Loss.ANSWER);
            CommitResult result = writer.commit();
            assertThat(relay.hasLost()).isTrue();
            assertThat(result).isInstanceOf(Committed.class);
            assertThat(result.snapshots()).hasSize(1);
            assertThat(table.snapshots()).hasSize(1);
        }
    }

    /** After that the namenode cannot be reached any more: nobody can say whether the commit is in the table, and it is. */
    @Test
    void aCommitAfterWhichNothingAnswersIsUnknown() throws IOException {
        String name = "unknown";
        Table.create(place(name), definition(Map.of("bucket", "1", "commit.max-retries", "1")))
                .close();
        StorageSettings settings = StorageSettings.synced()
                .withOptions(Map.of(
                        "hadoop.ipc.client.connect.max.retries", "0",
                        "hadoop.ipc.client.connect.max.retries.on.timeouts", "0"));
        try (Relay relay = new Relay(cluster.uri().getPort(), "rename2");
                Storages storages = Storages.of(settings)) {
            Table table = Table.open(
                    "hdfs://localhost:" + relay.port() + folder + "/" + name, TableEnvironment.of(storages), Map.of());
            TableWriter writer = table.newWriter(CompactionMode.NONE);
            upsert(writer, 0, 10, "v");
            relay.lose(Loss.EVERYTHING);
            assertThat(writer.commit()).isInstanceOf(Unknown.class);
            assertThat(relay.hasLost()).isTrue();
            writer.close();
        }
        try (Table table = Table.open(place(name))) {
            assertThat(rows(table, SnapshotRef.latest())).isEqualTo(expected(0, 10, "v"));
            assertThat(table.check(Depth.ROWS)).isEmpty();
        }
    }
}
