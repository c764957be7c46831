package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.PartitionDrop;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;

/** Dropping partitions while others commit, while storage fails, and what cannot be dropped. */
class PartitionDropTest {
    private static final String LOCATION = "/db.db/t";
    private static final List<Map<String, String>> A = List.of(Map.of("p", "a"));

    private static MemoryStorage filled(int buckets) {
        MemoryStorage disk = new MemoryStorage();
        TableDefinition definition = TableDefinition.parse("p STRING, id INT, v STRING, PRIMARY KEY (p, id)")
                .with(
                        List.of("p"),
                        Map.of(
                                "bucket", String.valueOf(buckets),
                                "commit.min-retry-wait", "1 ms",
                                "commit.max-retry-wait", "1 ms",
                                "commit.max-retries", "2"),
                        null);
        try (Table table = Table.create(LOCATION, SteadyEnvironment.of(disk), definition)) {
            commit(table, 1);
            commit(table, 2);
        }
        return disk;
    }

    private static CommitResult commit(Table table, int id) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of("a", id, "v"));
            writer.upsert(Row.of("b", id, "v"));
            return writer.commit();
        }
    }

    private static Table open(Storage storage) {
        return Table.open(LOCATION, SteadyEnvironment.of(storage), Map.of());
    }

    private static Set<String> rows(Table table, SnapshotRef state) {
        Set<String> rows = new TreeSet<>();
        try (RowCursor cursor = table.scan().asOf(state).open()) {
            while (cursor.next()) {
                rows.add(cursor.get(0) + " " + cursor.get(1));
            }
        }
        return rows;
    }

    /** What is wrong; a hint may be behind where storage failed, or two wrote it. */
    private static List<Finding> errors(Table table) {
        return table.check(Depth.ROWS).stream()
                .filter(f -> f.severity() == Finding.Severity.ERROR)
                .toList();
    }

    /** Somebody commits before each operation in turn: all rows committed before the drop are gone, and none committed after it. */
    @Test
    void isWholeWhateverIsCommittedMeanwhile() {
        for (int n = 0; ; n++) {
            MemoryStorage disk = filled(-1);
            AtomicBoolean happened = new AtomicBoolean();
            Storage storage = InterruptedStorage.before(n, disk, happened, () -> {
                try (Table table = open(disk)) {
                    assertThat(commit(table, 50)).isInstanceOf(CommitResult.Committed.class);
                }
            });
            try (Table table = open(storage)) {
                Maintenance maintenance = table.maintenance();
                CommitResult result = maintenance.execute(maintenance.dropPartitions(A));
                assertThat(result).isInstanceOf(CommitResult.Committed.class);
            }
            try (Table table = open(disk)) {
                boolean dropIsLast =
                        table.snapshots().get(table.snapshots().size() - 1).operation() != null;
                Set<String> expected = new TreeSet<>(Set.of("b 1", "b 2"));
                if (happened.get()) {
                    expected.add("b 50");
                }
                if (happened.get() && !dropIsLast) {
                    expected.add("a 50");
                }
                assertThat(rows(table, SnapshotRef.latest()))
                        .as("commit before operation %d", n)
                        .isEqualTo(expected);
                assertThat(rows(table, SnapshotRef.snapshot(2))).hasSize(4);
                assertThat(errors(table)).isEmpty();
            }
            if (!happened.get()) {
                assertThat(n).isGreaterThan(10);
                return;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyStorage.Fault.class,
            names = {"AFTER", "CRASH"})
    void isDoneOrNotWhereverItIsCutOff(FaultyStorage.Fault fault) {
        for (int n = 0; ; n++) {
            MemoryStorage disk = filled(-1);
            FaultyStorage faulty = FaultyStorage.failingAt(n, fault, disk);
            boolean committed = false;
            try (Table table = open(faulty)) {
                Maintenance maintenance = table.maintenance();
                committed = maintenance.execute(maintenance.dropPartitions(A)) instanceof CommitResult.Committed;
            } catch (TableException e) {
                assertThat(e.reason()).isEqualTo(Reason.IO);
            }
            disk.loseUnsynced();
            try (Table table = open(disk)) {
                Set<String> rows = rows(table, SnapshotRef.latest());
                boolean isDone = rows.equals(Set.of("b 1", "b 2"));
                assertThat(isDone || rows.size() == 4).as(faulty.trace()).isTrue();
                assertThat(isDone || !committed).as(faulty.trace()).isTrue();
                assertThat(errors(table)).as(faulty.trace()).isEmpty();
                assertThat(commit(table, 60)).isInstanceOf(CommitResult.Committed.class);
            }
            if (!faulty.fired()) {
                return;
            }
        }
    }

    /** An open writer goes on into an emptied partition; its compaction of files that are gone is not committed. */
    @Test
    void doesNotStopWriters() throws IOException {
        MemoryStorage disk = filled(1);
        try (Table table = open(disk);
                TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            writer.upsert(Row.of("a", 3, "v"));
            writer.commit();
            Maintenance maintenance = table.maintenance();
            maintenance.execute(maintenance.dropPartitions(A));
            for (int id = 4; id < 12; id++) {
                writer.upsert(Row.of("a", id, "v"));
                assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
            }
            assertThat(rows(table, SnapshotRef.latest()))
                    .contains("a 4", "a 11")
                    .doesNotContain("a 1", "a 3");
            assertThat(table.check(Depth.ROWS)).isEmpty();
        }
    }

    @Test
    void whatCannotBeIsSaid() {
        try (Table table = open(filled(1))) {
            Map<String, Object> nothing = new HashMap<>();
            nothing.put("p", null);
            for (var attempt : Map.<List<Map<String, Object>>, String>of(
                            List.of(), "expected a partition",
                            List.of(Map.of()), "one of the partition columns [p]",
                            List.of(Map.of("q", 1)), "found 'q'",
                            List.of(Map.of("id", 1)), "found 'id'",
                            List.of(Map.of("p", 1)), "found Integer 1",
                            List.of(nothing), "NOT NULL")
                    .entrySet()) {
                assertThatThrownBy(() -> table.maintenance().dropPartitions(attempt.getKey()))
                        .isInstanceOf(TableException.class)
                        .hasMessageContaining(attempt.getValue());
            }
            PartitionDrop all = table.maintenance().truncation();
            assertThat(all.removals()).hasSize(4);
        }
        MemoryStorage disk = new MemoryStorage();
        TableDefinition definition = TableDefinition.parse("id INT, PRIMARY KEY (id)");
        try (Table table = Table.create(LOCATION, SteadyEnvironment.of(disk), definition)) {
            assertThatThrownBy(() -> table.maintenance().dropPartitions(A)).hasMessageContaining("no partitions");
        }
    }
}
