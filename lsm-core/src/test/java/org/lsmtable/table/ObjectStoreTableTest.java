package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.check.Depth;
import org.lsmtable.commit.CommitEnvironment;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.Committable;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.data.Row;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.hadoop.HadoopDoubles;
import org.lsmtable.fs.hadoop.HadoopStorage;
import org.lsmtable.table.TableException.Reason;

/** Tables on stores whose rename is not one step: committed safely, or not at all. */
class ObjectStoreTableTest {
    private static final TableDefinition DEFINITION = TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
            .with(List.of(), Map.of("commit.max-retries", "1000"), null);

    private static Map<Object, Object> rows(Table table) {
        Map<Object, Object> rows = new TreeMap<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                rows.put(cursor.get(0), cursor.get(1));
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"conditional", "lock"})
    void writersAtTheSameTimeLoseNothing(String means) throws Exception {
        Storage storage = means.equals("lock")
                ? HadoopDoubles.plain("oss://box", HadoopDoubles.lockInProcess())
                : HadoopDoubles.conditional("oss://box");
        TableEnvironment environment = TableEnvironment.of(storage);
        int writers = 4;
        int commits = 8;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try (Table table = Table.create("oss://box/db/t/", environment, DEFINITION)) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            Map<Object, Object> expected = new TreeMap<>();
            for (int w = 0; w < writers; w++) {
                int first = 100 * w;
                for (int i = 0; i < commits; i++) {
                    expected.put(first + i, "v");
                }
                tasks.add(() -> {
                    int made = 0;
                    try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                        for (int i = 0; i < commits; i++) {
                            writer.upsert(Row.of(first + i, "v"));
                            made += ((Committed) writer.commit()).snapshots().size();
                        }
                    }
                    return made;
                });
            }
            int made = 0;
            for (Future<Integer> done : threads.invokeAll(tasks)) {
                made += done.get();
            }
            assertThat(made).isEqualTo(writers * commits);
            assertThat(table.snapshots()).hasSize(made);
            assertThat(rows(table)).isEqualTo(expected);
            table.compactFully();
            assertThat(rows(table)).isEqualTo(expected);
            assertThat(table.check(Depth.ROWS)).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    /** A table that someone else has written there can be read; whatever would commit is refused before it has written anything. */
    @Test
    void withoutMeansEverythingThatCommitsIsRefusedAtOnce() throws IOException {
        HadoopStorage writable = HadoopDoubles.plain("gs://box", HadoopDoubles.lockInProcess());
        try (Table table = Table.create("gs://box/t", TableEnvironment.of(writable), DEFINITION);
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(1, "v"));
            assertThat(writer.commit()).isInstanceOf(Committed.class);
        }
        Storage readable = HadoopDoubles.withoutLock(writable);
        List<String> before = files(readable, "gs://box");
        TableEnvironment environment = TableEnvironment.of(readable);
        try (Table table = Table.open("gs://box/t", environment, Map.of())) {
            assertThat(rows(table)).isEqualTo(Map.of(1, "v"));
            refused(table::newWriter);
            refused(table::compact);
            refused(table::compactFully);
            refused(() -> table.createTag("x", SnapshotRef.latest()));
            refused(() -> Table.create("gs://box/other", environment, DEFINITION));
            TableCommitter committer = new TableCommitter(
                    table.stores(),
                    table.schema(),
                    "user",
                    CommitEnvironment.of(environment.clock(), environment.uuids()));
            assertThatThrownBy(() -> committer.commit(new Committable(1, List.<CommitMessage>of())))
                    .hasMessageContaining("commits to 'gs' are refused");
        }
        assertThat(files(readable, "gs://box")).isEqualTo(before);
    }

    private static void refused(Runnable what) {
        assertThatThrownBy(what::run)
                .isInstanceOfSatisfying(
                        TableException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED))
                .hasMessageContaining("commits to 'gs' are refused")
                .hasMessageContaining("no commit lock was given");
    }

    private static List<String> files(Storage storage, String folder) throws IOException {
        List<String> files = new ArrayList<>();
        for (FileInfo info : storage.list(folder)) {
            files.addAll(info.isFolder() ? files(storage, info.path()) : List.of(info.path()));
        }
        files.sort(null);
        return files;
    }
}
